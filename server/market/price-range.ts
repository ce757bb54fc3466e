import { addDays, addMonths, startOfUtcDay, utcDay } from '../lib/dates.ts'
import type { PriceRange } from '../../shared/market-contract.ts'
import { LONG_RANGES } from '../../shared/asset-address.ts'
import type { PriceSpan } from './feeds.ts'
import type { DailyClose } from './providers/provider.ts'

const MONTHS: Record<Exclude<PriceRange, '5D' | 'YTD' | 'MAX'>, number> = {
  '1M': 1,
  '3M': 3,
  '6M': 6,
  '1Y': 12,
  '5Y': 60,
}
// Older than any series.
const EARLIEST = startOfUtcDay('1900-01-01')
/** Any period of this many days contains five sessions, whatever the holidays. */
const FIVE_SESSIONS_DAYS = 14

/** Returns the first moment of a range that ends now: midnight UTC of the same day in an earlier month, or of that month's
 *  last day if it is shorter. */
export function startOfRange(range: PriceRange, now: Date): Date {
  if (range === 'MAX') return EARLIEST
  const today = utcDay(now)
  if (range === '5D') return startOfUtcDay(addDays(today, -FIVE_SESSIONS_DAYS))
  if (range === 'YTD') return startOfUtcDay(`${today.slice(0, 4)}-01-01`)
  return startOfUtcDay(addMonths(today, -MONTHS[range]))
}

/** Returns the closes of a range that ends now. 5D is five sessions, and YTD begins with the last close of the previous year,
 *  from which its change is computed.
 *  @param closes  oldest first */
export function cutToRange(
  closes: readonly DailyClose[],
  range: PriceRange,
  now: Date,
): readonly DailyClose[] {
  const from = utcDay(startOfRange(range, now))
  const found = closes.findIndex(({ date }) => date >= from)
  const start = found < 0 ? closes.length : found
  if (range === 'YTD') return closes.slice(Math.max(0, start - 1))
  return closes.slice(range === '5D' ? Math.max(start, closes.length - 6) : start)
}

/** Returns the answer from which a range is cut: one year is small, and what most people look at. */
export function spanOf(range: PriceRange): PriceSpan {
  return LONG_RANGES.has(range) ? 'MAX' : '1Y'
}
