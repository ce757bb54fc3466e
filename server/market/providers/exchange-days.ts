import { DAY_MS, isKnownTimeZone, utcDay, zoneOffsetMs, zonedClockTime } from '../../lib/dates.ts'
import type { ExchangeHours } from './provider.ts'

const DAY_SECONDS = DAY_MS / 1_000
const MOST_KEPT = 50_000

/** Names by day since 1970. Histories share these strings, which would take half of their memory. */
const names = new Map<number, string>()

/** @param day  whole days since 1970-01-01
 *  @returns 'YYYY-MM-DD' */
export function nameDay(day: number): string {
  const known = names.get(day)
  if (known !== undefined) return known
  const name = utcDay(day * DAY_MS)
  if (names.size >= MOST_KEPT) names.clear()
  names.set(day, name)
  return name
}

const WEEK_SECONDS = 7 * DAY_SECONDS
const MOST_ZONES = 100
/** Offsets by zone, then by Unix seconds. */
const offsets = new Map<string, Map<number, number>>()

/** If the clocks show the same offset at both ends of a week, they did in between; if not, halves of it are compared. Intl takes a
 *  tenth of a second for all days of a long history, but a hundredth for its weeks.
 *  @returns how many seconds the zone's clocks are ahead of UTC at that moment */
function findOffset(seconds: number, timeZone: string): number {
  const known = getOffsets(timeZone)
  const offsetAt = (moment: number): number => {
    const read = known.get(moment)
    if (read !== undefined) return read
    const offset = zoneOffsetMs(moment * 1_000, timeZone) / 1_000
    known.set(moment, offset)
    return offset
  }
  let from = Math.floor(seconds / WEEK_SECONDS) * WEEK_SECONDS
  let to = from + WEEK_SECONDS
  let [before, after] = [offsetAt(from), offsetAt(to)]
  while (before !== after && to - from > 1) {
    const middle = Math.floor((from + to) / 2)
    if (seconds < middle) [to, after] = [middle, offsetAt(middle)]
    else [from, before] = [middle, offsetAt(middle)]
  }
  return before
}

function getOffsets(timeZone: string): Map<number, number> {
  const known = offsets.get(timeZone)
  if (known && known.size < MOST_KEPT) return known
  if (offsets.size >= MOST_ZONES) offsets.clear()
  const own = new Map<number, number>()
  offsets.set(timeZone, own)
  return own
}

/** @returns a function from Unix seconds to the exchange's local day, in days since 1970-01-01 */
export function createLocalDay(
  timeZone: string | undefined,
  offsetSeconds: number | undefined,
): (seconds: number) => number {
  const dayOf = (seconds: number) => Math.floor(seconds / DAY_SECONDS)
  // For a zone this machine does not know, the answer's own offset is used.
  return timeZone !== undefined && isKnownTimeZone(timeZone)
    ? (seconds) => dayOf(seconds + findOffset(seconds, timeZone))
    : (seconds) => dayOf(seconds + (offsetSeconds ?? 0))
}

/** An instrument that trades longer than this each day (currencies, futures) has no real session. */
const LONGEST_SESSION_SECONDS = 23 * 3_600

/** Reads the regular session in the exchange's local time. The period may be weeks old: only its time of day counts, and the
 *  zone tells on which side of a clock change it was.
 *  @param period  Unix seconds
 *  @returns undefined for no session (0 to 0), one that lasts all day or past midnight, and an unknown zone */
export function readHours(
  period: { start: number; end: number },
  timeZone: string | undefined,
): ExchangeHours | undefined {
  const length = period.end - period.start
  if (timeZone === undefined || period.start <= 0 || length <= 0 || length > LONGEST_SESSION_SECONDS) {
    return undefined
  }
  if (!isKnownTimeZone(timeZone)) return undefined
  const opens = zonedClockTime(period.start * 1000, timeZone)
  const closes = zonedClockTime(period.end * 1000, timeZone)
  return opens < closes ? { timeZone, opens, closes } : undefined
}
