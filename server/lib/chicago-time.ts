import { zonedClockTime, zonedDay } from '../../shared/zoned-time.ts'

const CHICAGO = 'America/Chicago'

/** An instant by the newsletter's clock, for operators.
 *  @returns '2026-11-23 08:00 in Chicago' */
export function formatChicagoTime(instant: Date): string {
  return `${zonedDay(instant, CHICAGO)} ${zonedClockTime(instant, CHICAGO)} in Chicago`
}
