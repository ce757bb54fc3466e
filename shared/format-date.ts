import { addDays, chicagoDay, mondayOf } from './dates.ts'

const LOCALE = 'en-US'
const SHORT = new Intl.DateTimeFormat(LOCALE, {
  timeZone: 'UTC',
  year: 'numeric',
  month: 'short',
  day: 'numeric',
})
const LONG = new Intl.DateTimeFormat(LOCALE, {
  timeZone: 'UTC',
  weekday: 'long',
  year: 'numeric',
  month: 'long',
  day: 'numeric',
})
const WEEKDAY = new Intl.DateTimeFormat(LOCALE, { timeZone: 'UTC', weekday: 'long' })
const DAY_OF_YEAR = new Intl.DateTimeFormat(LOCALE, { timeZone: 'UTC', month: 'short', day: 'numeric' })
const MONTH = new Intl.DateTimeFormat(LOCALE, { timeZone: 'UTC', month: 'long', year: 'numeric' })
const SHORT_MONTH = new Intl.DateTimeFormat(LOCALE, { timeZone: 'UTC', month: 'short', year: 'numeric' })

/** Formats a calendar day, which has no time zone.
 *  @param day  'YYYY-MM-DD'
 *  @returns e.g. 'Nov 20, 2026' */
export function formatDay(day: string): string {
  return writeYear(SHORT.format(new Date(day)))
}

/** @param day  'YYYY-MM-DD'
 *  @returns e.g. 'Friday, November 20, 2026' */
export function formatLongDay(day: string): string {
  return LONG.format(new Date(day))
}

/** @param day  'YYYY-MM-DD'
 *  @returns e.g. 'Friday' */
export function formatWeekday(day: string): string {
  return WEEKDAY.format(new Date(day))
}

/** @param day  'YYYY-MM-DD'
 *  @returns e.g. 'Nov 20' */
export function formatDayOfYear(day: string): string {
  return DAY_OF_YEAR.format(new Date(day))
}

/** @param day  any day of the month, 'YYYY-MM-DD'
 *  @returns e.g. 'February 2025' */
export function formatMonth(day: string): string {
  return writeYear(MONTH.format(new Date(day)))
}

/** @param day  any day of the month, 'YYYY-MM-DD', or a moment in Unix milliseconds
 *  @returns e.g. 'Feb 2025' */
export function formatShortMonth(day: string | number): string {
  return writeYear(SHORT_MONTH.format(new Date(day)))
}

/** Writes a year before 1000, which is a slip of the pen, with four digits, too: 'Jan 27, 25' would be taken for another year. */
function writeYear(text: string): string {
  return text.replace(/(?<!\d)\d{1,3}$/, (year) => year.padStart(4, '0'))
}

/** Formats a moment in UTC, with 24 hours: the space before AM and PM differs between browsers.
 *  @param instant  ISO 8601 with Z
 *  @returns e.g. 'Nov 20, 2026, 21:05 UTC' */
export function formatInstant(instant: string): string {
  const moment = new Date(instant)
  return `${SHORT.format(moment)}, ${moment.toISOString().slice(11, 16)} UTC`
}

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
