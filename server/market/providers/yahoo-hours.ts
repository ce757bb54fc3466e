import { isKnownTimeZone, zonedClockTime } from '../../lib/dates.ts'
import type { ExchangeHours } from './provider.ts'

/** What trades longer than this each day (currencies, futures) has no real session. */
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
