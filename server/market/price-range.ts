import type { PriceRange } from '../../shared/market-contract.ts'
import { LONG_RANGES } from '../../shared/asset-address.ts'
import type { PriceSpan } from './feeds.ts'

const MONTHS: Record<Exclude<PriceRange, 'MAX'>, number> = { '1M': 1, '6M': 6, '1Y': 12, '5Y': 60 }
// Before the oldest series there is.
const EARLIEST = new Date('1900-01-01T00:00:00Z')

/** The first moment of a range that ends now: midnight UTC of the same day of an earlier month, or of that month's
 *  last day where it is shorter. */
export function startOfRange(range: PriceRange, now: Date): Date {
  if (range === 'MAX') return EARLIEST
  const year = now.getUTCFullYear()
  const month = now.getUTCMonth() - MONTHS[range]
  const lastDay = new Date(Date.UTC(year, month + 1, 0)).getUTCDate()
  return new Date(Date.UTC(year, month, Math.min(now.getUTCDate(), lastDay)))
}

/** Which answer a range is cut from: a year of closes is small, and what most people look at. */
export function spanOf(range: PriceRange): PriceSpan {
  return LONG_RANGES.has(range) ? 'MAX' : '1Y'
}
