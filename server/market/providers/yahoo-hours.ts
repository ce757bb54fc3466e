import type { ExchangeHours } from './provider.ts'

/** What is traded longer than this each day (currencies, futures) has no session worth the name. */
const LONGEST_SESSION_SECONDS = 23 * 3_600

/** The regular session as the wall clock of the exchange shows it. The period may be weeks old: only its time of day
 *  counts, and the zone knows on which side of a clock change it lay.
 *  @param period  Unix seconds
 *  @returns undefined for no session (0 to 0), one that lasts all day or over midnight, and an unknown zone */
export function readHours(
  period: { start: number; end: number },
  timeZone: string | undefined,
): ExchangeHours | undefined {
  const length = period.end - period.start
  if (timeZone === undefined || period.start <= 0 || length <= 0 || length > LONGEST_SESSION_SECONDS) {
    return undefined
  }
  const format = createTimeFormat(timeZone)
  if (!format) return undefined
  const opens = format.format(period.start * 1000)
  const closes = format.format(period.end * 1000)
  return opens < closes ? { timeZone, opens, closes } : undefined
}

function createTimeFormat(timeZone: string): Intl.DateTimeFormat | undefined {
  try {
    // en-GB writes 09:30.
    return new Intl.DateTimeFormat('en-GB', {
      timeZone,
      hour: '2-digit',
      minute: '2-digit',
      hourCycle: 'h23',
    })
  } catch (error) {
    // A zone that this machine does not know.
    if (error instanceof RangeError) return undefined
    throw error
  }
}
