import { addMonths, startOfUtcDay, utcDay } from '../lib/dates.ts'
import type { PriceRange } from '../../shared/market-contract.ts'
import { LONG_RANGES } from '../../shared/asset-address.ts'
import type { PriceSpan } from './feeds.ts'

const MONTHS: Record<Exclude<PriceRange, 'MAX'>, number> = { '1M': 1, '6M': 6, '1Y': 12, '5Y': 60 }
// Older than any series.
const EARLIEST = startOfUtcDay('1900-01-01')

/** The first moment of a range that ends now: midnight UTC of the same day of an earlier month, or of that month's
 *  last day where it is shorter. */
export function startOfRange(range: PriceRange, now: Date): Date {
  if (range === 'MAX') return EARLIEST
  return startOfUtcDay(addMonths(utcDay(now), -MONTHS[range]))
}

/** Which answer a range is cut from: a year of closes is small, and what most people look at. */
export function spanOf(range: PriceRange): PriceSpan {
  return LONG_RANGES.has(range) ? 'MAX' : '1Y'
}
