import { describe, expect, it } from 'vitest'

import { readHours } from './exchange-days.ts'
import { readLatestQuote } from './latest-quote.ts'

const period = (start: string, end: string) => ({
  start: Date.parse(start) / 1000,
  end: Date.parse(end) / 1000,
})

describe('readHours', () => {
  it.each([
    ['America/New_York', '2026-11-20T14:30:00Z', '2026-11-20T21:00:00Z', '09:30', '16:00'],
    // The same session in summer, from an answer weeks old.
    ['America/New_York', '2026-07-10T13:30:00Z', '2026-07-10T20:00:00Z', '09:30', '16:00'],
    ['Europe/London', '2026-11-20T08:00:00Z', '2026-11-20T16:30:00Z', '08:00', '16:30'],
    ['Asia/Tokyo', '2026-11-20T00:00:00Z', '2026-11-20T06:30:00Z', '09:00', '15:30'],
    ['Asia/Kolkata', '2026-11-20T03:45:00Z', '2026-11-20T10:00:00Z', '09:15', '15:30'],
  ])('in %s reads %s to %s as %s to %s', (timeZone, start, end, opens, closes) => {
    expect(readHours(period(start, end), timeZone)).toEqual({ timeZone, opens, closes })
  })

  it.each([
    ['no session', { start: 0, end: 0 }, 'America/New_York'],
    [
      'a session that ends before it begins',
      { start: 1_795_190_400, end: 1_795_167_000 },
      'America/New_York',
    ],
    [
      'a session a minute shorter than a day',
      period('2026-11-20T00:00:00Z', '2026-11-20T23:59:00Z'),
      'Europe/London',
    ],
    ['a whole day', period('2026-11-20T00:00:00Z', '2026-11-21T00:00:00Z'), 'UTC'],
    ['a session past midnight', period('2026-11-20T23:00:00Z', '2026-11-21T06:00:00Z'), 'America/New_York'],
    ['an unknown zone', period('2026-11-20T14:30:00Z', '2026-11-20T21:00:00Z'), 'Mars/Olympus'],
    ['no zone', period('2026-11-20T14:30:00Z', '2026-11-20T21:00:00Z'), undefined],
  ])('returns undefined for %s', (_name, told, timeZone) => {
    expect(readHours(told, timeZone)).toBeUndefined()
  })
})

const NONE = { low: undefined, high: undefined }
const DAY = { low: 9, high: 12 }
const YEAR = { low: 5, high: 20 }

describe('readLatestQuote', () => {
  it('returns the ranges of the day and of 52 weeks', () => {
    expect(readLatestQuote(11, { day: DAY, year: YEAR }, NONE)).toEqual({
      dayLow: 9,
      dayHigh: 12,
      yearLow: 5,
      yearHigh: 20,
    })
  })

  it('uses the newest bar if the summary is for another day', () => {
    const bar = { low: 12.5, high: 13.5 }
    expect(readLatestQuote(13, { day: DAY, year: NONE }, bar)).toEqual({ dayLow: 12.5, dayHigh: 13.5 })
  })

  it('ignores a summary of another day that contains the price by chance', () => {
    const day = { ...DAY, isOfNewest: false }
    expect(readLatestQuote(11, { day, year: NONE }, { low: 10, high: 11.5 })).toEqual({
      dayLow: 10,
      dayHigh: 11.5,
    })
    expect(readLatestQuote(11, { day, year: NONE }, NONE)).toEqual({ outside: ['day'] })
  })

  it('tolerates rounding at the ends', () => {
    expect(readLatestQuote(12.005, { day: DAY, year: NONE }, NONE)).toEqual({ dayLow: 9, dayHigh: 12 })
    expect(readLatestQuote(12.01, { day: DAY, year: NONE }, NONE)).toEqual({ outside: ['day'] })
  })

  it('names the ranges that do not contain the price', () => {
    expect(readLatestQuote(21, { day: DAY, year: YEAR }, NONE)).toEqual({ outside: ['day', 'year'] })
    expect(readLatestQuote(13, { day: DAY, year: YEAR }, NONE)).toEqual({
      yearLow: 5,
      yearHigh: 20,
      outside: ['day'],
    })
    expect(readLatestQuote(11, { day: NONE, year: NONE }, NONE)).toBeUndefined()
  })

  it('names the range of a year with a split that its closes do not confirm', () => {
    const closes = [9, 10, 12]
    expect(readLatestQuote(11, { day: NONE, year: { low: 6.1, high: 17.9, closes } }, NONE)).toEqual({
      yearLow: 6.1,
      yearHigh: 17.9,
    })
    for (const range of [
      { low: 8, high: 44 },
      { low: 2, high: 12 },
    ])
      expect(readLatestQuote(11, { day: NONE, year: { ...range, closes } }, NONE)).toEqual({
        outside: ['year'],
      })
  })

  it.each([
    ['an empty range', { low: 11, high: 11 }],
    ['a range with its ends swapped', { low: 12, high: 9 }],
    ['a range that starts at 0', { low: 0, high: 12 }],
    ['half a range', { low: 9, high: null }],
    ['text', { low: '9', high: '12' }],
    ['an infinite range', { low: 9, high: Number.POSITIVE_INFINITY }],
  ])('leaves out %s', (_what, day) => {
    expect(readLatestQuote(11, { day, year: YEAR }, NONE)).toEqual({ yearLow: 5, yearHigh: 20 })
  })
})
