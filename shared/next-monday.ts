import { zonedDay } from './zoned-time.ts'

const CHICAGO = 'America/Chicago'

/** The Monday on which the next newsletter goes out, as the Welcome dialog says it: the next one strictly after today,
 *  "today" being the date in Chicago. The label is always CST, as specified; the mail goes out at 8:00 by Chicago's clock.
 *  @returns e.g. 'Monday, July 1, 2024 at 8:00 AM CST' */
export function formatNextMonday(now: Date): string {
  const monday = new Intl.DateTimeFormat('en-US', {
    timeZone: 'UTC',
    weekday: 'long',
    year: 'numeric',
    month: 'long',
    day: 'numeric',
  }).format(nextMonday(now))
  return `${monday} at 8:00 AM CST`
}

/** The same Monday as a day.
 *  @returns 'YYYY-MM-DD' */
export function nextMondayDate(now: Date): string {
  return nextMonday(now).toISOString().slice(0, 10)
}

/** @returns midnight UTC of the next Monday strictly after the date in Chicago */
function nextMonday(now: Date): Date {
  const today = chicagoDate(now)
  const weekday = new Date(`${today}T00:00:00Z`).getUTCDay()
  const daysAhead = (8 - weekday) % 7 || 7
  return new Date(Date.parse(`${today}T00:00:00Z`) + daysAhead * 86_400_000)
}

/** @returns the calendar date in Chicago, 'YYYY-MM-DD' */
export function chicagoDate(now: Date): string {
  return zonedDay(now, CHICAGO)
}
