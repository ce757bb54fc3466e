import { expect, it } from 'vitest'

import { addDays } from '../../lib/dates.ts'
import { findUnadjustedSplit } from './unadjusted-splits.ts'

const SPLIT_ON = '2026-11-05'
/** Days around the split, whose day is the fourth. */
const dayOf = (place: number) => addDays(SPLIT_ON, place - 3)

function find({
  factor,
  closes,
  adjusted = closes,
  opens = closes,
  date = SPLIT_ON,
}: {
  factor: number
  closes: readonly number[]
  adjusted?: readonly number[]
  opens?: readonly (number | undefined)[]
  date?: string
}) {
  const days = closes.map((close, place) => ({
    date: dayOf(place),
    close,
    adjustedClose: adjusted[place] ?? 0,
  }))
  return findUnadjustedSplit(
    days,
    [{ date, factor }],
    (day) => opens[days.findIndex((each) => each.date === day)],
  )
}

it.each([
  ['4 for 1', { factor: 4, closes: [400, 404, 402, 101, 103] }],
  ['1 for 5', { factor: 0.2, closes: [2, 2.04, 2.01, 10.1, 10] }],
  ['1 for 5, followed by a fall of a third', { factor: 0.2, closes: [2, 2.04, 2.01, 6.7, 6.5] }],
  ['3 for 2, on a day on which prices rose by a tenth', { factor: 1.5, closes: [60, 60, 60, 44, 44] }],
  ['5 for 4', { factor: 1.25, closes: [50, 50, 50, 40, 40] }],
  ['2 for 1, with a dividend on the same day', { factor: 2, closes: [40, 40, 40, 15, 15] }],
  ['4 for 1 that is done twice', { factor: 4, closes: [25, 25, 25.2, 101, 101] }],
  [
    '2 for 1, of which only the adjusted closes lack it',
    { factor: 2, closes: [20, 20, 20, 20, 20], adjusted: [40, 40, 40, 20, 20] },
  ],
  [
    '4 for 1, if the source gives no first prices',
    { factor: 4, closes: [400, 404, 402, 101, 103], opens: [] },
  ],
])('finds a split of %s that the closes before it do not have', (_what, series) => {
  expect(find(series)).toBe(3)
})

it('finds one that is listed for a day on which nothing leaps, some days off', () => {
  expect(find({ factor: 4, closes: [400, 404, 402, 401, 101], date: SPLIT_ON })).toBe(4)
  expect(find({ factor: 0.1, closes: [0.5, 0.5, 4.6, 4.7, 4.8], date: SPLIT_ON })).toBe(2)
})

it.each([
  ['that all closes have', { factor: 4, closes: [100, 101, 100.5, 101, 103] }],
  [
    'on whose day prices fall by as much after the opening',
    { factor: 2, closes: [40, 40, 40, 19, 19], opens: [40, 40, 40, 39, 19] },
  ],
  [
    '1 for 5 on whose day the price quadruples after the opening',
    { factor: 0.2, closes: [3, 3, 3.02, 12, 11], opens: [3, 3, 3, 3.5, 12] },
  ],
  ['of 21 for 20, no larger than an ordinary move', { factor: 1.05, closes: [21, 21, 21, 20, 20] }],
  ['of long ago', { factor: 4, closes: [400, 404, 402, 101, 103], date: '2026-09-01' }],
  ['that is still to come', { factor: 4, closes: [400, 404, 402, 401, 400], date: '2026-11-30' }],
])('accepts a split %s', (_what, series) => {
  expect(find(series)).toBe(0)
})

it('looks at the newest closes and a few splits only, however many there are', () => {
  const closes = Array.from({ length: 25_000 }, (_, place) => ({
    date: addDays('1958-06-01', place),
    close: 100,
    adjustedClose: 100,
  }))
  const splits = Array.from({ length: 200 }, (_, each) => ({
    date: closes.at(-1 - (each % 40))?.date ?? '',
    factor: 2 + each,
  }))
  let asked = 0
  const openOf = () => {
    asked += 1
    return undefined
  }
  expect(findUnadjustedSplit(closes, splits, openOf)).toBe(0)
  expect(asked).toBeGreaterThan(0)
  expect(asked).toBeLessThan(500)
})
