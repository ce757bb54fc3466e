import { addDays, chicagoDay, mondayOf } from './dates.ts'
import { formatLongDay } from './format-date.ts'

/** Formats the Monday on which the next newsletter goes out, for the Welcome dialog: the first one strictly after today's date
 *  in Chicago. The label is always CST, as specified; the mail goes out at 8:00 by Chicago's clock.
 *  @returns e.g. 'Monday, July 1, 2024 at 8:00 AM CST' */
export function formatNextMonday(now: Date): string {
  return `${formatLongDay(nextMondayDate(now))} at 8:00 AM CST`
}

/** Returns the same Monday as a calendar day.
 *  @returns 'YYYY-MM-DD' */
export function nextMondayDate(now: Date): string {
  return addDays(mondayOf(chicagoDay(now)), 7)
}
