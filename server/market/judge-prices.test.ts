import { describe, expect, it } from 'vitest'

import { addDays } from '../lib/dates.ts'
import {
  findImplausible,
  leaveOutAhead,
  leaveOutUnadjustedClose,
  leaveOutWrongCloses,
  leaveOutWrongPrices,
} from './judge-prices.ts'
import type { DaySeries, PriceSeries } from './providers/provider.ts'

const day = (date: number) => `2026-11-${String(date).padStart(2, '0')}`

/** One close a day from 2026-11-02 on. */
const seriesOf = (closes: number[], changes: Partial<PriceSeries> = {}): PriceSeries => ({
  closes: closes.map((close, index) => ({ date: day(index + 2), close, adjustedClose: close })),
  splits: [],
  asOf: '2026-11-20T21:00:00.000Z',
  ...changes,
})

it('reads each split and dividend once, however often the price leaps', () => {
  let reads = 0
  const countReads = (date: string) => ({
    get date() {
      reads++
      return date
    },
  })
  const days = Array.from({ length: 2_000 }, (_, index) => addDays('2020-01-01', index))
  const series = {
    closes: days.map((date, index) => ({ date, close: 100 ** (index % 10), adjustedClose: 1 })),
    splits: days.slice(0, 200).map((date) => Object.assign(countReads(date), { factor: 100 })),
    dividends: days.map((date) => Object.assign(countReads(date), { amount: 1e20 })),
    asOf: '2026-11-20T21:00:00.000Z',
  }
  expect(leaveOutWrongCloses(series)).toBe(series)
  expect(findImplausible(series, undefined)).toBeUndefined()
  expect(reads).toBeLessThan(10_000)
})

describe('findImplausible', () => {
  it.each([
    [
      'closes in pence from a source that quotes pounds',
      seriesOf([410, 412], { quoted: 4.12 }),
      undefined,
      /far from the price it quotes, 4\.12/,
    ],
    ['pounds for pence on the newest day', seriesOf([410, 4.12]), undefined, /far from the one before, 410/],
    [
      'a reverse split that was not applied',
      seriesOf([0.05, 5.2]),
      undefined,
      /far from the one before, 0\.05/,
    ],
    [
      'a dividend in place of a price',
      seriesOf([171, 170, 0.25], { dividends: [{ date: day(4), amount: 0.25 }] }),
      undefined,
      /0\.25, is a dividend/,
    ],
    [
      'five closes in pence with a quoted price in pence',
      seriesOf([86, 87, 88, 8_700, 8_638, 8_650, 8_660, 8_638], { quoted: 8_638 }),
      undefined,
      /its close of 2026-11-05, 8700, is far from the one before, 88/,
    ],
    [
      'a leap that a split of another size does not explain',
      seriesOf([1_000, 1_010, 10.1, 10.2], { splits: [{ date: day(4), factor: 4 }] }),
      undefined,
      /its close of 2026-11-04/,
    ],
    [
      'closes a hundred times the known ones',
      seriesOf([17_100, 17_000]),
      seriesOf([171, 170]),
      /^its closes are 1\.0e\+2 times/,
    ],
  ])('finds %s', (_what, series, known, words) => {
    expect(findImplausible(series, known)).toMatch(words)
  })

  it.each([
    ['a crash', seriesOf([171, 12]), undefined],
    ['unchanged prices', seriesOf([171, 170, 169], { quoted: 169 }), seriesOf([171, 170])],
    [
      'a later split of 100 for 1',
      seriesOf([1.71, 1.7, 1.69], { splits: [{ date: day(4), factor: 100 }] }),
      seriesOf([171, 170]),
    ],
    [
      'a leap at a split that the source did not apply to its closes',
      seriesOf([1_000, 1_010, 10.1, 10.2], { splits: [{ date: day(4), factor: 100 }] }),
      undefined,
    ],
    [
      'the price of a company that is wound up, once it has paid out',
      seriesOf([10, 10, 0.1, 0.1], { dividends: [{ date: day(4), amount: 9.9 }] }),
      undefined,
    ],
    ['the leap of a price far below a cent', seriesOf([0.0001, 0.0001, 0.02, 0.02]), undefined],
    ['such a leap on the newest day', seriesOf([0.0001, 0.01]), undefined],
    [
      'a split on the newest day that the source did not apply',
      seriesOf([5_000, 50], { splits: [{ date: day(3), factor: 100 }] }),
      undefined,
    ],
    [
      'the newest price of a company that has paid out nearly all',
      seriesOf([100, 1], { dividends: [{ date: day(3), amount: 99 }] }),
      undefined,
    ],
    [
      'a dividend of nearly the whole price',
      seriesOf([1.3, 1.2], { dividends: [{ date: day(3), amount: 1.2 }] }),
      undefined,
    ],
    [
      'days other than the known ones',
      seriesOf([171, 170]),
      { ...seriesOf([1]), closes: [{ date: '2025-01-02', close: 1, adjustedClose: 1 }] },
    ],
    ['a single close', seriesOf([42]), undefined],
  ])('accepts %s', (_what, series, known) => {
    expect(findImplausible(series, known)).toBeUndefined()
  })
})

describe('leaveOutWrongCloses', () => {
  const closesOf = (series: PriceSeries) => leaveOutWrongCloses(series).closes.map(({ close }) => close)

  it.each([
    ['a dividend', [240, 241, 0.24, 242, 243], [240, 241, 242, 243], [day(4)]],
    ['pence', [4.1, 410, 4.2, 4.3], [4.1, 4.2, 4.3], [day(3)]],
    ['a zero', [4.1, 4.2, 0, 4.3], [4.1, 4.2, 4.3], [day(4)]],
    ['three days in a row', [4.1, 410, 420, 430, 4.2], [4.1, 4.2], [day(3), day(4), day(5)]],
    ['two days apart', [4, 400, 4, 0.04, 4], [4, 4, 4], [day(3), day(5)]],
  ])('leaves out %s if the price comes back, and names the days', (_what, closes, left, days) => {
    expect(closesOf(seriesOf(closes))).toEqual(left)
    expect(leaveOutWrongCloses(seriesOf(closes)).leftOut).toEqual(days)
  })

  it('leaves out a day if only its adjusted close is wrong', () => {
    const closes = seriesOf([4, 4, 4]).closes.with(1, { date: day(3), close: 4, adjustedClose: 0.04 })
    expect(leaveOutWrongCloses({ ...seriesOf([]), closes }).leftOut).toEqual([day(3)])
  })

  it.each<[string, number[], Partial<PriceSeries>?]>([
    ['a crash', [240, 241, 12, 12]],
    ['a move of less than ten times', [4, 38, 4]],
    ['a price that comes back halfway', [1, 100, 9, 9]],
    ['the newest close', [240, 241, 0.24]],
    ['six days in a row', [4, 40, 41, 42, 43, 44, 45, 4]],
    ['a future’s price below zero', [18, -37.63, 10], { type: 'future' }],
  ])('keeps %s', (_what, closes, changes = {}) => {
    const series = seriesOf(closes, changes)
    expect(leaveOutWrongCloses(series)).toBe(series)
  })

  const yearsOf = (closes: Record<string, number>): PriceSeries => ({
    ...seriesOf([]),
    closes: Object.entries(closes).map(([date, close]) => ({ date, close, adjustedClose: close })),
  })

  it('begins after a leap that is more than a year old, such as a reverse split that was not applied', () => {
    const series = yearsOf({ '2010-01-04': 0.02, '2010-01-05': 2.1, '2010-01-06': 2.2, '2026-11-20': 3 })
    expect(leaveOutWrongCloses(series)).toMatchObject({ cutAt: '2010-01-05', reachesBackTo: '2010-01-05' })
    expect(closesOf(series)).toEqual([2.1, 2.2, 3])
  })

  it('begins after a leap among the first few of many days', () => {
    const { cutAt, closes } = leaveOutWrongCloses(seriesOf([0.24, ...Array.from({ length: 22 }, () => 240)]))
    expect([cutAt, closes.length]).toEqual([day(3), 22])
  })

  it('begins after an adjusted close that is not above zero, except where prices may be below it', () => {
    const series = seriesOf([95, 96, 97, 98])
    const closes = series.closes.map((close, index) => ({
      ...close,
      adjustedClose: [-0.3, 0, 97, 98][index] ?? 0,
    }))
    const { cutAt, closes: left } = leaveOutWrongCloses({ ...series, closes })
    expect([cutAt, left.length]).toEqual([day(4), 2])
    expect(leaveOutWrongCloses({ ...series, type: 'future', closes }).closes).toHaveLength(4)
    const stray = series.closes.map((close, index) => ({ ...close, adjustedClose: index === 2 ? -1 : 97 }))
    expect(leaveOutWrongCloses({ ...series, closes: stray })).toMatchObject({
      closes: [stray[0], stray[1], stray[3]],
      leftOut: [day(4)],
    })
    const run = Array.from({ length: 9 }, (_, index) => ({
      date: day(index + 2),
      close: 95,
      adjustedClose: index === 0 || index > 6 ? 95 : -1,
    }))
    expect(leaveOutWrongCloses({ ...series, closes: run })).toMatchObject({
      cutAt: day(9),
      closes: [run[7], run[8]],
    })
  })

  it('keeps a leap of the last year, which is refused', () => {
    const series = yearsOf({ '2024-01-04': 4, '2026-02-02': 4, '2026-02-03': 400, '2026-11-20': 400 })
    expect(leaveOutWrongCloses(series)).toBe(series)
    expect(findImplausible(series, undefined)).toContain('its close of 2026-02-03, 400, is far from')
  })
})

describe('the close before the prices of a day', () => {
  const session = { day: day(5), zone: { name: 'EST', offsetMinutes: -300 }, previousClose: 408 }
  const series = { prices: [{ at: `${day(5)}T15:00:00.000Z`, price: 101 }], session, quoted: undefined }
  const splits = [{ date: day(4), factor: 4 }]
  const closeOf = (given: DaySeries, known?: PriceSeries) =>
    leaveOutUnadjustedClose(given, known).session?.previousClose

  it('is left out if it may not be adjusted for a split, listed next to it or next to the daily closes', () => {
    expect(closeOf({ ...series, splits })).toBeUndefined()
    expect(closeOf(series, seriesOf([400, 404], { splits }))).toBeUndefined()
  })

  it('stays if it is adjusted, or no split is near', () => {
    expect(closeOf({ ...series, splits, session: { ...session, previousClose: 102 } })).toBe(102)
    expect(closeOf(series, seriesOf([400, 404], { splits: [{ date: '2026-08-05', factor: 4 }] }))).toBe(408)
  })
})

describe('leaveOutAhead', () => {
  // In Tokyo it is Thursday the 12th already.
  const now = new Date('2026-11-11T15:30:00Z')
  const daysOf = (changes: Partial<PriceSeries>) =>
    leaveOutAhead(seriesOf([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13], changes), now).closes.at(-1)?.date
  const hoursIn = (timeZone: string) => ({ hours: { timeZone, opens: '09:30', closes: '16:00' } })

  it.each([
    ['in New York', hoursIn('America/New_York'), day(11)],
    ['in Tokyo', hoursIn('Asia/Tokyo'), day(12)],
    ['for a coin', { type: 'coin' }, day(11)],
    ['anywhere on earth', {}, day(12)],
  ] as const)('leaves out closes of days that have not begun %s', (_where, changes, last) => {
    expect(daysOf(changes)).toBe(last)
  })

  it('leaves out splits and dividends of days that have not begun, and ranges read next to such a close', () => {
    const ahead = seriesOf([10, 10], {
      closes: [{ date: '2033-01-03', close: 99, adjustedClose: 99 }],
      splits: [
        { date: day(5), factor: 2 },
        { date: '2026-12-01', factor: 100 },
      ],
      dividends: [{ date: '2026-12-01', amount: 1 }],
      latest: { dayLow: 98, dayHigh: 100 },
    })
    expect(leaveOutAhead(ahead, now)).toEqual({
      ...seriesOf([]),
      splits: [{ date: day(5), factor: 2 }],
      dividends: [],
    })
  })

  it('changes nothing else', () => {
    const series = seriesOf([1, 2, 3], { latest: { dayLow: 2, dayHigh: 4 } })
    expect(leaveOutAhead(series, now)).toBe(series)
  })
})

it('leaves out a wrong price within a day, and names its time', () => {
  const at = (minute: number) => `2026-11-20T14:${minute}:00.000Z`
  const prices = [10, 1_010, 10.5].map((price, index) => ({ at: at(35 + index * 5), price }))
  const left = leaveOutWrongPrices({ prices, asOf: at(45) })
  expect(left.prices.map(({ price }) => price)).toEqual([10, 10.5])
  expect(left.leftOut).toEqual([at(40)])
})
