import { describe, expect, it } from 'vitest'

import { listMonths } from '../testing/series-readings.ts'
import { salience } from './salience.ts'
import {
  countDeviations,
  findExtreme,
  findStreak,
  findUsual,
  listAcrossMonth,
  listUnbroken,
} from './series-history.ts'

const months = (values: readonly number[]) =>
  Object.entries(listMonths('2025-01', values)).map(([date, value]) => ({ date, value }))

describe('an extreme', () => {
  it('goes back to the last value that was as high', () => {
    expect(findExtreme(months([9, 5, 4, 5, 4, 5, 4, 6]), 'month')).toMatchObject({
      side: 'high',
      since: { date: '2024-06-01', value: 9 },
    })
  })

  it('needs half a year of values, and a whole year if nothing was as low', () => {
    expect(findExtreme(months([9, 5, 4, 5, 6]), 'month')).toBeUndefined()
    expect(findExtreme(months([5, 5, 5, 5, 5, 5, 5, 4]), 'month')).toBeUndefined()
    expect(findExtreme(months([...Array.from({ length: 12 }, () => 5), 4]), 'month')).toMatchObject({
      side: 'low',
      since: undefined,
      first: { date: '2024-01-01' },
    })
  })

  it('does not exist if nothing moves', () => {
    expect(findExtreme(months(Array.from({ length: 30 }, () => 5)), 'month')).toBeUndefined()
  })
})

describe('a streak', () => {
  it('counts from the value at which its first move began', () => {
    expect(findStreak(months([5, 4, 5, 6, 7]))).toMatchObject({
      direction: 'up',
      count: 3,
      from: { date: '2024-10-01' },
    })
  })

  it('does not exist below three moves, after a standstill, or if its beginning is not known', () => {
    expect(findStreak(months([5, 4, 5, 6]))).toBeUndefined()
    expect(findStreak(months([5, 4, 5, 6, 7, 7]))).toBeUndefined()
    expect(findStreak(months([4, 5, 6, 7]))).toBeUndefined()
  })

  it('does not arise from binary rounding of unchanged values', () => {
    expect(findStreak(months([0.1 + 0.2, 0.3, 0.3, 0.3]))).toBeUndefined()
  })
})

it('the values that nothing interrupts end at a missing month', () => {
  const values = months([1, 2, 3, 4, 5]).filter(({ date }) => date !== '2024-11-01')
  expect(listUnbroken(values, 'month').map(({ value }) => value)).toEqual([4, 5])
})

it('the values of months may leave out one month, which is named, but no more', () => {
  const without = (...missing: string[]) =>
    listAcrossMonth(
      months([1, 2, 3, 4, 5, 6]).filter(({ date }) => !missing.includes(date)),
      'month',
    )
  expect(without('2024-11-01')).toMatchObject({ values: { length: 5 }, missing: '2024-11-01' })
  expect(without('2024-11-01', '2024-10-01')).toMatchObject({ values: { length: 2 } })
  expect(without('2024-11-01', '2024-09-01').values.map(({ value }) => value)).toEqual([3, 5, 6])
  expect(without()).not.toHaveProperty('missing')
})

it('the usual value is the mean of up to twelve values before, and of at least eight', () => {
  expect(findUsual([100, ...Array.from({ length: 6 }, () => [1, -3]).flat()])).toEqual({
    mean: -1,
    deviation: 2,
    size: 2,
  })
  expect(findUsual([1, 2, 3])).toBeUndefined()
  expect(countDeviations(5, Array.from({ length: 6 }, () => [1, -3]).flat(), 0.1)).toBe(3)
  expect(countDeviations(5, [], 0.1)).toBe(1)
})

it.each([
  ['a usual week', salience.weekly(-1), 20],
  ['an ordinary monthly figure', salience.monthly(1), 40],
  ['a monthly figure far from its usual value', salience.monthly(3), 60],
  ['shares that rose three percent', salience.shares(0.03), 52],
  ['shares that fell five percent', salience.shares(-0.05), 70],
  ['a move beyond the end of the scale', salience.shares(0.5), 85],
  ['a figure that is not new, however large,', salience.old(85), 30],
])('%s has a salience of %d', (_name, given, expected) => {
  expect(given).toBeCloseTo(expected, 6)
})

describe('daily values', () => {
  const startAfter = (...dates: string[]) =>
    listUnbroken(
      dates.map((date) => ({ date, value: 1 })),
      'day',
    )[0]?.date

  it.each([
    ['a weekend', '2025-01-31', '2025-02-03'],
    ['a long weekend', '2025-01-17', '2025-01-21'],
    ['Good Friday', '2025-04-17', '2025-04-21'],
    ['a holiday in the week', '2025-11-26', '2025-11-28'],
    ['a day of mourning', '2025-01-08', '2025-01-10'],
  ])('have no gap over %s', (_what, before, after) => {
    expect(startAfter(before, after)).toBe(before)
  })

  it('have a gap over a weekend if there is a value for every day', () => {
    const values = ['2025-02-01', '2025-02-03', '2025-02-04'].map((date) => ({ date, value: 1 }))
    expect(listUnbroken(values, 'every-day')[0]?.date).toBe('2025-02-03')
    expect(listUnbroken(values.slice(1), 'every-day')).toHaveLength(2)
  })

  it.each([
    ['a Friday', '2025-09-11', '2025-09-15'],
    ['a Wednesday', '2025-09-09', '2025-09-11'],
    ['a week', '2025-09-05', '2025-09-15'],
  ])('have a gap where %s is missing, whose value may have been the highest', (_what, before, after) => {
    expect(startAfter(before, after)).toBe(after)
  })
})
