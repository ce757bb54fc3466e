import { describe, expect, it } from 'vitest'

import { PRICE_RANGES } from '../../shared/asset-address.ts'
import { addDays } from '../lib/dates.ts'
import { cutToRange, spanOf, startOfRange, pricesFreshUntil, sessionAt } from './trading-days.ts'

/** A close on every day from 2024-01-01 to 2026-11-20. */
const CLOSES = Array.from({ length: 1_055 }, (_, index) => ({
  date: addDays('2024-01-01', index),
  close: index,
  adjustedClose: index,
}))
const NOW = new Date('2026-11-20T15:00:00Z')

describe('cutToRange', () => {
  it.each([
    ['5D', '2026-11-15', 6],
    ['1M', '2026-10-20', 32],
    ['3M', '2026-08-20', 93],
    ['6M', '2026-05-20', 185],
    ['YTD', '2025-12-31', 325],
    ['1Y', '2025-11-20', 366],
    ['5Y', '2024-01-01', 1_055],
    ['MAX', '2024-01-01', 1_055],
  ] as const)('%s begins on %s', (range, first, count) => {
    const cut = cutToRange(CLOSES, range, NOW)
    expect([cut[0]?.date, cut.length]).toEqual([first, count])
  })

  it('leaves 5D empty if the newest close is older than two weeks', () => {
    expect(cutToRange(CLOSES.slice(0, 1_000), '5D', NOW)).toEqual([])
  })

  it('shows the last close of the old year until there is one of the new', () => {
    const cut = cutToRange(CLOSES.slice(0, 731), 'YTD', new Date('2026-01-01T15:00:00Z'))
    expect(cut.map(({ date }) => date)).toEqual(['2025-12-31'])
  })
})

it('cuts all but the two long ranges from one answer that reaches back far enough', () => {
  const short = PRICE_RANGES.filter((range) => spanOf(range) === '1Y')
  expect(short).toEqual(['5D', '1M', '3M', '6M', 'YTD', '1Y'])
  for (const range of short) {
    expect(startOfRange(range, NOW).getTime()).toBeGreaterThanOrEqual(startOfRange('1Y', NOW).getTime())
  }
})

const NEW_YORK = { timeZone: 'America/New_York', opens: '09:30', closes: '16:00' }

const observed = (asOf: string, retrievedAt = asOf) => ({ asOf, retrievedAt })

describe('sessionAt', () => {
  it.each([
    // Friday 2026-11-20, New York is five hours behind UTC.
    ['2026-11-20T14:29:59Z', 'closed'],
    ['2026-11-20T14:30:00Z', 'open'],
    ['2026-11-20T20:59:59Z', 'open'],
    ['2026-11-20T21:00:00Z', 'closed'],
    ['2026-11-21T16:00:00Z', 'closed'],
    // In summer four hours.
    ['2026-07-06T13:30:00Z', 'open'],
  ])('at %s New York is %s', (now, session) => {
    expect(sessionAt(NEW_YORK, new Date(now), observed(now))).toBe(session)
  })

  it('detects a holiday from missing trades', () => {
    const now = new Date('2026-11-26T16:00:00Z')
    expect(sessionAt(NEW_YORK, now, observed('2026-11-25T21:00:00Z', '2026-11-26T15:59:00Z'))).toBe('closed')
  })

  it('does not mistake our own old answer for a holiday', () => {
    const now = new Date('2026-11-20T16:00:00Z')
    expect(sessionAt(NEW_YORK, now, observed('2026-11-19T21:00:00Z', '2026-11-19T22:00:00Z'))).toBe('open')
  })

  it('allows the source half an hour for the first trade of the day', () => {
    const now = new Date('2026-11-20T14:40:00Z')
    expect(sessionAt(NEW_YORK, now, observed('2026-11-19T21:00:00Z', '2026-11-20T14:40:00Z'))).toBe('open')
  })

  it('is unknown if the hours are not known', () => {
    expect(sessionAt(undefined, new Date(), observed('2026-11-20T14:40:00Z'))).toBeUndefined()
  })

  it('knows the trading week in Riyadh', () => {
    const riyadh = { timeZone: 'Asia/Riyadh', opens: '10:00', closes: '15:00' }
    expect(sessionAt(riyadh, new Date('2026-11-22T09:00:00Z'), observed('2026-11-22T09:00:00Z'))).toBe('open')
    expect(sessionAt(riyadh, new Date('2026-11-20T09:00:00Z'), observed('2026-11-19T12:00:00Z'))).toBe(
      'closed',
    )
  })
})

describe('pricesFreshUntil', () => {
  const until = (retrievedAt: string, series: { asOf: string; newestDay: string }) =>
    pricesFreshUntil({ hours: NEW_YORK, ...series }, new Date(retrievedAt)).toISOString()

  it('is 15 minutes while the exchange trades', () => {
    const series = { asOf: '2026-11-20T16:00:00Z', newestDay: '2026-11-20' }
    expect(until('2026-11-20T16:00:00Z', series)).toBe('2026-11-20T16:15:00.000Z')
  })

  it('is 15 minutes until the last price of the day has settled', () => {
    const series = { asOf: '2026-11-20T20:45:00Z', newestDay: '2026-11-20' }
    expect(until('2026-11-20T21:10:00Z', series)).toBe('2026-11-20T21:25:00.000Z')
  })

  it('lasts over the weekend', () => {
    const series = { asOf: '2026-11-20T21:00:00Z', newestDay: '2026-11-20' }
    expect(until('2026-11-20T21:40:00Z', series)).toBe('2026-11-23T14:30:00.000Z')
    expect(until('2026-11-22T12:00:00Z', series)).toBe('2026-11-23T14:30:00.000Z')
  })

  it('in the early morning lasts until the opening of the same day', () => {
    const series = { asOf: '2026-11-19T21:00:00Z', newestDay: '2026-11-19' }
    expect(until('2026-11-20T09:00:00Z', series)).toBe('2026-11-20T14:30:00.000Z')
  })

  it('is short while the day’s close is missing, and longer the longer it is missing', () => {
    const series = { asOf: '2026-11-19T21:00:00Z', newestDay: '2026-11-19' }
    expect(until('2026-11-20T21:31:00Z', series)).toBe('2026-11-20T21:46:00.000Z')
    expect(until('2026-11-20T23:00:00Z', series)).toBe('2026-11-20T23:30:00.000Z')
    expect(until('2026-11-21T05:00:00Z', series)).toBe('2026-11-21T07:00:00.000Z')
    expect(until('2026-11-23T14:00:00Z', series)).toBe('2026-11-23T14:30:00.000Z')
  })

  it('without trades during the session, as on a holiday, is a quarter of the time since the opening', () => {
    const series = { asOf: '2026-11-25T21:00:00Z', newestDay: '2026-11-25' }
    expect(until('2026-11-26T15:10:00Z', series)).toBe('2026-11-26T15:25:00.000Z')
    expect(until('2026-11-26T18:30:00Z', series)).toBe('2026-11-26T19:30:00.000Z')
  })

  it('follows a clock change of the exchange', () => {
    // Friday before the clocks go back on 2026-11-01.
    const series = { asOf: '2026-10-30T20:00:00Z', newestDay: '2026-10-30' }
    expect(until('2026-10-30T22:00:00Z', series)).toBe('2026-11-02T14:30:00.000Z')
  })

  it('is 15 minutes if the hours are not known', () => {
    const series = { asOf: '2026-11-20T16:00:00Z', newestDay: '2026-11-20' }
    expect(pricesFreshUntil(series, new Date('2026-11-21T03:00:00Z')).toISOString()).toBe(
      '2026-11-21T03:15:00.000Z',
    )
  })
})
