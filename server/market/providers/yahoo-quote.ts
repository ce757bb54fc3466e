import type { LatestQuote } from './provider.ts'
import { isFiniteNumber } from './read-field.ts'

interface Spread {
  readonly low: unknown
  readonly high: unknown
}

/** Reads what a chart's answer says about its newest day in addition to the close: the low and high of the day and of 52 weeks.
 *  A range that does not contain the newest price is of another day, or wrong, and is left out.
 *  @param price  the newest one, as traded
 *  @param meta  the chart's own summary
 *  @param bar  of the newest day; used if the summary is for another day
 *  @returns undefined if nothing is known */
export function readLatestQuote(
  price: number,
  meta: { day: Spread; year: Spread },
  bar: Spread,
): LatestQuote | undefined {
  const day = readSpread(meta.day, price) ?? readSpread(bar, price)
  const year = readSpread(meta.year, price)
  if (!day && !year) return undefined
  return {
    ...(day && { dayLow: day.low, dayHigh: day.high }),
    ...(year && { yearLow: year.low, yearHigh: year.high }),
  }
}

/** Sources round a price and its range differently. */
const TOLERANCE = 0.0005

function readSpread({ low, high }: Spread, price: number): { low: number; high: number } | undefined {
  if (!isFiniteNumber(low) || !isFiniteNumber(high) || low <= 0 || low >= high) return undefined
  const isWithin = price >= low * (1 - TOLERANCE) && price <= high * (1 + TOLERANCE)
  return isWithin ? { low, high } : undefined
}
