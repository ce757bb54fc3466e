import { deadlineDaysBetween } from '../../lib/business-days.ts'
import { addDays, addMonths, daysBetween, listDays, weekdayOf } from '../../lib/dates.ts'
import { roundFigure } from '../facts/fact.ts'

export interface Dated {
  readonly date: string
  readonly value: number
}

/** 'day': on days with an open market · 'every-day': also on weekends and holidays */
export type Pace = 'day' | 'every-day' | 'week' | 'month'

/** The most days from one value to the next if none is missing, with the shift of a holiday. */
const LONGEST_STEP_DAYS: Readonly<Record<Exclude<Pace, 'day'>, number>> = {
  'every-day': 1,
  week: 9,
  month: 31,
}
/** The fewest periods that an extreme must reach back; "the highest since" would mean nothing for less. */
const LEAST_REACH: Readonly<Record<Pace, number>> = { day: 125, 'every-day': 182, week: 26, month: 6 }
const LEAST_STREAK = 3

/** The values after the last gap, up to the newest: nothing can be claimed about values before a gap.
 *  @param values  oldest first, one for each date */
export function listUnbroken(values: readonly Dated[], pace: Pace): readonly Dated[] {
  const breakAt = values.findLastIndex((value, index) => {
    const before = values[index - 1]
    return before !== undefined && isGap(before.date, value.date, pace)
  })
  return breakAt < 0 ? values : values.slice(breakAt)
}

/** The values after the last gap and, if that is a single missing month, those before it as well.
 *  @returns with the first day of that month */
export function listAcrossMonth(
  values: readonly Dated[],
  pace: Pace,
): { readonly values: readonly Dated[]; readonly missing?: string } {
  const run = listUnbroken(values, pace)
  const earlier = values.slice(0, values.length - run.length)
  const [first, before] = [run[0], earlier.at(-1)]
  if (pace !== 'month' || !first || !before || addMonths(before.date, 2) !== first.date)
    return { values: run }
  return { values: [...listUnbroken(earlier, pace), ...run], missing: addMonths(before.date, 1) }
}

function isGap(before: string, date: string, pace: Pace): boolean {
  if (pace !== 'day') return daysBetween(before, date) > LONGEST_STEP_DAYS[pace]
  return !listDays(addDays(before, 1), addDays(date, -1)).every(mayBeShut)
}

/** Whether there may be no market on a day: the public offices are closed, or it may be Good Friday. */
function mayBeShut(day: string): boolean {
  const isClosed = deadlineDaysBetween(addDays(day, -1), day) <= 0
  const mayBeGoodFriday = weekdayOf(day) === 5 && day.slice(5) >= '03-20' && day.slice(5) <= '04-23'
  return isClosed || mayBeGoodFriday
}

export interface Extreme {
  readonly side: 'high' | 'low'
  /** The last value that was at least as high, or as low; undefined if none was. */
  readonly since: Dated | undefined
  readonly first: Dated
  readonly newest: Dated
}

/** Whether the newest value is the highest or the lowest for a long time.
 *  @param values  oldest first; none may be missing after `since`
 *  @returns undefined if it was as high or as low not long ago */
export function findExtreme(values: readonly Dated[], pace: Pace): Extreme | undefined {
  const newest = values.at(-1)
  const first = values[0]
  if (!newest || !first) return undefined
  const before = values.slice(0, -1)
  const reach = (['high', 'low'] as const).map((side) => {
    const sinceAt = before.findLastIndex(({ value }) =>
      side === 'high' ? value >= newest.value : value <= newest.value,
    )
    return { side, since: before[sinceAt], periods: before.length - Math.max(0, sinceAt) }
  })
  const [longest] = reach.sort((a, b) => b.periods - a.periods)
  const least = LEAST_REACH[pace] * (longest?.since ? 1 : 2)
  if (!longest || longest.periods < least) return undefined
  return { side: longest.side, since: longest.since, first, newest }
}

export interface Streak {
  readonly direction: 'up' | 'down'
  readonly count: number
  /** The value at which the first of the moves began. */
  readonly from: Dated
  readonly newest: Dated
}

/** How many times in a row the value moved the same way, up to the newest.
 *  @param values  oldest first, none missing between them
 *  @returns undefined below three, or if the beginning of the streak is not known */
export function findStreak(values: readonly Dated[]): Streak | undefined {
  const newest = values.at(-1)
  const signs = listSteps(values).map((step) => Math.sign(step))
  const last = signs.at(-1)
  if (!newest || last === undefined || last === 0) return undefined
  const other = signs.findLastIndex((sign) => sign !== last)
  const count = signs.length - 1 - other
  const from = values[values.length - 1 - count]
  if (!from || other < 0 || count < LEAST_STREAK) return undefined
  return { direction: last > 0 ? 'up' : 'down', count, from, newest }
}

/** Each value minus the one before it, to twelve digits. */
export function listSteps(values: readonly Dated[]): number[] {
  return values
    .slice(1)
    .map(({ value }, index) => Number((value - (values[index]?.value ?? 0)).toPrecision(9)))
}

/** Each value minus the one before it, by its date; none across a gap. */
export function listChanges(values: readonly Dated[], pace: Pace): Dated[] {
  const steps = listSteps(values)
  return values
    .map(({ date }, index) => ({ date, value: steps[index - 1] ?? 0 }))
    .filter(({ date }, index) => index > 0 && !isGap(values[index - 1]?.date ?? date, date, pace))
}

/** Lists the share by which each value differs from the one before it. */
export const listShares = (values: readonly Dated[]): number[] =>
  values.slice(1).map(({ value }, index) => value / (values[index]?.value ?? value) - 1)

const USUAL_OF = 12
const LEAST_OF = 8

/** Judges what is usual by up to twelve figures before the newest.
 *  @returns their mean, and how far they are from it on average; undefined if there are too few */
export function findUsual(
  before: readonly number[],
): { readonly mean: number; readonly deviation: number; readonly size: number } | undefined {
  const some = before.slice(-USUAL_OF)
  if (some.length < LEAST_OF) return undefined
  const meanOf = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length
  const mean = meanOf(some)
  return {
    mean,
    deviation: meanOf(some.map((value) => Math.abs(value - mean))),
    size: meanOf(some.map((value) => Math.abs(value))),
  }
}

/** How many usual moves the newest move is.
 *  @param usual  the usual move if too little is known
 *  @param least  the smallest that counts as usual */
export function countMoves(
  steps: readonly number[],
  { usual, least }: { readonly usual: number; readonly least: number },
): number {
  return (steps.at(-1) ?? 0) / Math.max(least, findUsual(steps.slice(0, -1))?.size ?? usual)
}

/** By how many usual deviations a figure differs from its usual value.
 *  @param least  the smallest deviation to divide by, since what prints as zero is none */
export function countDeviations(newest: number, before: readonly number[], least: number): number {
  const usual = findUsual(before)
  return usual ? Math.abs(newest - usual.mean) / Math.max(usual.deviation, least) : 1
}

/** How a monthly figure changed over a year, for each month for which the month a year before is known.
 *  @param yearBefore  the date a year before
 *  @param digits  after the decimal point, as the change is printed */
export function listYearChanges(
  values: readonly Dated[],
  yearBefore: (date: string) => string,
  digits: number,
): Dated[] {
  const byDate = new Map(values.map(({ date, value }) => [date, value]))
  return values.flatMap(({ date, value }) => {
    const base = byDate.get(yearBefore(date))
    return base === undefined ? [] : [{ date, value: roundFigure(value / base - 1, digits) }]
  })
}
