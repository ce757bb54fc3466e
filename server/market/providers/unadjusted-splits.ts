import { addDays } from '../../lib/dates.ts'
import type { DailyClose, PriceSeries } from './provider.ts'

/** A source lists a split at once, but may adjust earlier prices only days or, for foreign listings, weeks later. */
const UNADJUSTED_DAYS = 45
/** Sources date a split some days off. */
const SPLIT_DAYS = 7
/** A smaller split is no larger than an ordinary move. */
const SMALLEST_SPLIT = Math.log(1.2)
/** How far the first price after a split, as a logarithm, may be from the last one before it: large splits leave more room until
 *  a move of the market looks like one. */
const GAPS = [
  { split: Math.log(3), gap: 0.25 },
  { split: Math.log(1.5), gap: 0.15 },
  { split: 0, gap: 0.06 },
]

/** More than there are sessions, with repeated bars, in the days for which splits are judged: a history may have 25,000. */
export const RECENT_BARS = 80
/** Nobody splits a share more often in that time. */
const MOST_SPLITS = 5

/** Finds a recent split that the source lists and for which it may not have adjusted the closes before it, or has done so twice: the
 *  first price of the day leaps by its factor. That is no proof, since prices fall and rise by as much, so nobody may adjust them.
 *  @param closes  oldest first
 *  @param openOf  the first price of a day; undefined if the source does not give it
 *  @returns the place of the first close after it; 0 if every split is certain to be in the closes */
export function findUnadjustedSplit(
  closes: readonly DailyClose[],
  splits: PriceSeries['splits'],
  openOf: (date: string) => number | undefined,
): number {
  const newest = closes.at(-1)
  if (!newest) return 0
  const from = addDays(newest.date, -UNADJUSTED_DAYS)
  const recent = splits
    .filter(({ date }) => date >= from)
    .toSorted((a, b) => (a.date < b.date ? -1 : 1))
    .slice(-MOST_SPLITS)
  const start = Math.max(0, closes.length - RECENT_BARS)
  const places = recent.map((split) => findLeap(closes.slice(start), split, openOf))
  const place = Math.max(0, ...places)
  return place === 0 ? 0 : start + place
}

function findLeap(
  closes: readonly DailyClose[],
  { date, factor }: PriceSeries['splits'][number],
  openOf: (date: string) => number | undefined,
): number {
  const size = Math.log(factor)
  if (Math.abs(size) < SMALLEST_SPLIT) return 0
  const gap = GAPS.find(({ split }) => Math.abs(size) >= split)?.gap ?? 0
  const first = closes.findIndex((close) => close.date >= date)
  const [from, to] = [addDays(date, -SPLIT_DAYS), addDays(date, SPLIT_DAYS)]
  return closes.findLastIndex(({ date: day, close, adjustedClose }, place) => {
    const before = closes[place - 1]
    if (!before || day < from || day > to) return false
    const open = openOf(day) ?? close
    const leaps = [
      Math.log(open / before.close),
      Math.log(((open / close) * adjustedClose) / before.adjustedClose),
    ]
    const isNearer = (leap: number) => place === first && Math.abs(leap + size) < Math.abs(leap)
    return leaps.some(
      (leap) => isNearer(leap) || Math.abs(leap + size) <= gap || Math.abs(leap - size) <= gap,
    )
  })
}
