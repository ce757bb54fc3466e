import type { LatestQuote } from './provider.ts'
import { isFiniteNumber } from './read-field.ts'

interface Spread {
  readonly low: unknown
  readonly high: unknown
}

/** What a chart's answer tells of its newest day beside the close: the day's prices from the lowest to the highest and
 *  those of 52 weeks. A spread in which the newest price does not lie is of another day, or wrong: it is left out.
 *  @param price  the newest one, as it was traded
 *  @param meta  the chart's own summary
 *  @param bar  of the newest day: it stands in where the summary is of another day
 *  @returns undefined where nothing of it is known */
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

/** Sources round a price and its spread each in their own way. */
const TOLERANCE = 0.0005

function readSpread({ low, high }: Spread, price: number): { low: number; high: number } | undefined {
  if (!isFiniteNumber(low) || !isFiniteNumber(high) || low <= 0 || low >= high) return undefined
  const isWithin = price >= low * (1 - TOLERANCE) && price <= high * (1 + TOLERANCE)
  return isWithin ? { low, high } : undefined
}
