import { addDays } from '../../lib/dates.ts'
import type { DailyClose, LatestQuote, PriceSeries } from './provider.ts'
import { isFiniteNumber } from './read-field.ts'

const YEAR_DAYS = 366

/** @returns the closes of the last year if the share was split in it, so that the source's range may mix prices of before and after;
 *    undefined if not */
export function findYearOfSplit(
  closes: readonly DailyClose[],
  splits: PriceSeries['splits'],
): number[] | undefined {
  const from = addDays(closes.at(-1)?.date ?? '', -YEAR_DAYS)
  if (!splits.some(({ date }) => date >= from)) return undefined
  return closes.filter(({ date }) => date >= from).map(({ close }) => close)
}

interface Spread {
  readonly low: unknown
  readonly high: unknown
}

/** Reads what a chart's answer says about its newest day in addition to the close: the low and high of the day and of 52 weeks.
 *  A range that does not contain the newest price is of another day, or wrong, and only named.
 *  @param price  the newest price, as traded
 *  @param meta  the chart's own summary
 *  @param bar  the newest day's bar; used if the summary is for another day
 *  @returns undefined if nothing is known */
export function readLatestQuote(
  price: number,
  meta: {
    day: Spread & { readonly isOfNewest?: boolean }
    /** `closes` are those of the year, if the range has to agree with them. */
    year: Spread & { readonly closes?: readonly number[] | undefined }
  },
  bar: Spread,
): LatestQuote | undefined {
  const day =
    (meta.day.isOfNewest === false ? undefined : readSpread(meta.day, price)) ?? readSpread(bar, price)
  const range = readSpread(meta.year, price)
  const { closes = [] } = meta.year
  const isOnScale =
    closes.length === 0 ||
    (range && range.high <= Math.max(...closes) * FURTHEST && range.low >= Math.min(...closes) / FURTHEST)
  const year = isOnScale ? range : undefined
  const outside = [
    ...(!day && (isSpread(meta.day) || isSpread(bar)) ? (['day'] as const) : []),
    ...(!year && isSpread(meta.year) ? (['year'] as const) : []),
  ]
  if (!day && !year && outside.length === 0) return undefined
  return {
    ...(outside.length > 0 && { outside }),
    ...(day && { dayLow: day.low, dayHigh: day.high }),
    ...(year && { yearLow: year.low, yearHigh: year.high }),
  }
}

/** A price within a day is rarely further from all closes of the year. */
const FURTHEST = 1.5
/** Sources round a price and its range differently. */
const TOLERANCE = 0.0005

function readSpread(spread: Spread, price: number): { low: number; high: number } | undefined {
  if (!isSpread(spread)) return undefined
  const { low, high } = spread
  const isWithin = price >= low * (1 - TOLERANCE) && price <= high * (1 + TOLERANCE)
  return isWithin ? { low, high } : undefined
}

const isSpread = (spread: Spread): spread is { low: number; high: number } =>
  isFiniteNumber(spread.low) && isFiniteNumber(spread.high) && spread.low > 0 && spread.low < spread.high
