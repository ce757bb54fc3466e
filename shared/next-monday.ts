import { addDays, chicagoDay, mondayOf } from './dates.ts'
import { formatLongDay } from './format-date.ts'

/** The Monday on which the next newsletter goes out, as the Welcome dialog says it: the next one strictly after today,
 *  "today" being the date in Chicago. The label is always CST, as specified; the mail goes out at 8:00 by Chicago's clock.
 *  @returns e.g. 'Monday, July 1, 2024 at 8:00 AM CST' */
export function formatNextMonday(now: Date): string {
  return `${formatLongDay(nextMondayDate(now))} at 8:00 AM CST`
}

/** The same Monday as a day.
 *  @returns 'YYYY-MM-DD' */
export function nextMondayDate(now: Date): string {
  return addDays(mondayOf(chicagoDay(now)), 7)
}
