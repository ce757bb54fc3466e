import { addDays, addMonths, startOfUtcDay, utcDay, momentInZone, weekdayOf, zonedDay } from '../lib/dates.ts'
import type { PriceRange } from '../../shared/market-contract.ts'
import { LONG_RANGES } from '../../shared/asset-address.ts'
import type { PriceSpan } from './feeds.ts'
import type { DailyClose, ExchangeHours } from './providers/provider.ts'

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

const MINUTE_MS = 60_000

/** How long prices are fresh while the exchange trades, or if its hours are not known. */
const FRESH_MS = 15 * MINUTE_MS
/** Delayed sources take this long after the bell to deliver the day's last price. */
const SETTLING_MS = 30 * MINUTE_MS

const SUNDAY = 0
const FRIDAY = 5
const SATURDAY = 6
const WEEKEND = new Set([SATURDAY, SUNDAY])
const GULF_WEEKEND = new Set([FRIDAY, SATURDAY])
const GULF_ZONES = new Set(['Asia/Riyadh', 'Asia/Kuwait', 'Asia/Qatar', 'Asia/Amman', 'Africa/Cairo'])

/** The part of an answer that tells whether the exchange trades. */
export interface Observation {
  /** ISO 8601: the time of the newest price, and of retrieving it. */
  readonly asOf: string
  readonly retrievedAt: string
}

/** Tells whether the exchange is trading. Holidays are recognized by missing trades.
 *  @returns undefined if the hours are not known */
export function sessionAt(
  hours: ExchangeHours | undefined,
  now: Date,
  { asOf, retrievedAt }: Observation,
): 'open' | 'closed' | undefined {
  if (!hours) return undefined
  const opensAt = findOpening(hours, now.getTime())
  if (opensAt === undefined) return 'closed'
  const hadTime = Date.parse(retrievedAt) >= opensAt + SETTLING_MS
  return hadTime && Date.parse(asOf) < opensAt ? 'closed' : 'open'
}

/** Finds the day whose close was not final when prices were retrieved: the exchange was still trading, or its last price was
 *  not out yet. Coins and exchanges without known hours end their day at midnight UTC.
 *  @returns 'YYYY-MM-DD' on the exchange's calendar; undefined if the day's session was over */
export function findUnfinishedDay(hours: ExchangeHours | undefined, retrievedAt: Date): string | undefined {
  const time = retrievedAt.getTime()
  if (!hours) return utcDay(retrievedAt)
  const today = zonedDay(time, hours.timeZone)
  const closesAt = momentInZone(today, hours.closes, hours.timeZone)
  return time < closesAt + SETTLING_MS ? today : undefined
}

/** Returns how long prices need not be requested again: 15 minutes; after the close, until the next opening. If the day's
 *  own close is missing, or there are no trades where there should be, for a quarter of the time since the close or the opening.
 *  @param newestDay  of the series, 'YYYY-MM-DD' on the exchange's calendar
 *  @param freshMs  in place of the 15 minutes */
export function pricesFreshUntil(
  { hours, asOf, newestDay }: { hours?: ExchangeHours | undefined; asOf: string; newestDay: string },
  retrievedAt: Date,
  freshMs = FRESH_MS,
): Date {
  const time = retrievedAt.getTime()
  const soon = new Date(time + freshMs)
  if (!hours) return soon
  const observation = { asOf, retrievedAt: retrievedAt.toISOString() }
  if (sessionAt(hours, retrievedAt, observation) === 'open') return soon
  const lastClose = findLastClose(hours, time)
  const sinceClose = time - lastClose
  if (sinceClose < SETTLING_MS) return soon
  const isLate = newestDay < zonedDay(lastClose, hours.timeZone)
  // A day without trades so far, or one whose close is missing: a holiday, too little trading, or a slip of the source.
  const missingSince = findOpening(hours, time) ?? (isLate ? lastClose : undefined)
  const nextOpening = findNextOpening(hours, time)
  if (missingSince === undefined) return new Date(nextOpening)
  return new Date(Math.min(nextOpening, time + Math.max(freshMs, (time - missingSince) / 4)))
}

/** @returns when the session began that should be on; undefined if none should */
function findOpening({ timeZone, opens, closes }: ExchangeHours, time: number): number | undefined {
  const today = zonedDay(time, timeZone)
  const opensAt = momentInZone(today, opens, timeZone)
  const isOn = opensAt <= time && time < momentInZone(today, closes, timeZone)
  return isOn && !isRestDay(today, timeZone) ? opensAt : undefined
}

function findLastClose({ timeZone, closes }: ExchangeHours, time: number): number {
  const today = zonedDay(time, timeZone)
  for (let back = 0; back <= 7; back += 1) {
    const day = addDays(today, -back)
    const moment = momentInZone(day, closes, timeZone)
    if (!isRestDay(day, timeZone) && moment <= time) return moment
  }
  return time
}

function findNextOpening({ timeZone, opens }: ExchangeHours, time: number): number {
  const today = zonedDay(time, timeZone)
  for (let ahead = 0; ahead <= 7; ahead += 1) {
    const day = addDays(today, ahead)
    const moment = momentInZone(day, opens, timeZone)
    if (!isRestDay(day, timeZone) && moment > time) return moment
  }
  return time + FRESH_MS
}

function isRestDay(day: string, timeZone: string): boolean {
  return (GULF_ZONES.has(timeZone) ? GULF_WEEKEND : WEEKEND).has(weekdayOf(day))
}
