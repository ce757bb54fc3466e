import { Temporal } from 'temporal-polyfill'

import * as utc from '../../shared/dates.ts'
import { formatDay, formatDayOfYear, formatWeekday } from '../../shared/format-date.ts'

export {
  abbreviateZone,
  chicagoDay,
  DAY_MS,
  isKnownTimeZone,
  utcDay,
  zonedClockTime,
  zonedDay,
} from '../../shared/dates.ts'

/** Days kept parsed: a letter reads the days of two years again and again. */
const MOST_DAYS = 10_000
const days = new Map<string, Temporal.PlainDate>()
/** Moments at which exchanges open and close, since each page of a ticker asks for them. */
const moments = new Map<string, number>()

/** Calendar days are 'YYYY-MM-DD' everywhere; every function here throws a RangeError for any other text. */
function parse(day: string): Temporal.PlainDate {
  const known = days.get(day)
  if (known) return known
  const parsed = Temporal.PlainDate.from(day)
  if (parsed.toString() !== day) throw new RangeError(`"${day}" is not a day as in 2025-01-31`)
  if (days.size >= MOST_DAYS) days.clear()
  days.set(day, parsed)
  return parsed
}

/** @returns whether the text is an existing calendar day, written 'YYYY-MM-DD'; none in the year 0, which Postgres does not have */
export function isCalendarDay(text: string): boolean {
  return /^(?!0000)\d{4}-\d{2}-\d{2}$/.test(text) && isDay(text)
}

/** Reads a day as Americans write it: 1/6/2025, 01/06/2025.
 *  @returns 'YYYY-MM-DD'; undefined for anything else */
export function parseSlashDay(text: string): string | undefined {
  const [, month = '', date = '', year = ''] = /^(\d{1,2})\/(\d{1,2})\/(\d{4})$/.exec(text) ?? []
  const day = `${year}-${month.padStart(2, '0')}-${date.padStart(2, '0')}`
  return isCalendarDay(day) ? day : undefined
}

function isDay(text: string): boolean {
  try {
    parse(text)
    return true
  } catch (error) {
    if (error instanceof RangeError) return false
    throw error
  }
}

/** @param text  ISO 8601 with a zone
 *  @returns the same in UTC, with its fraction of a second; undefined for a day or a time that does not exist */
export function parseInstant(text: string): string | undefined {
  try {
    return Temporal.Instant.from(text).toString()
  } catch (error) {
    if (error instanceof RangeError) return undefined
    throw error
  }
}

// Temporal takes up to ten times as long to move or compare days, which a letter does some 100,000 times.

/** Moves a day by a number of days, negative for earlier. */
export function addDays(day: string, days: number): string {
  parse(day)
  return utc.addDays(day, days)
}

/** Returns the same day of another month, or that month's last: a month after Jan 31 is Feb 28.
 *  @param months  negative for earlier months */
export function addMonths(day: string, months: number): string {
  parse(day)
  return utc.addMonths(day, months)
}

/** Returns the twelve months up to a day. */
export function yearUpTo(to: string): { from: string; to: string } {
  return { from: addMonths(to, -12), to }
}

/** Returns the first day of the day's month. */
export function firstOfMonth(day: string): string {
  parse(day)
  return `${day.slice(0, 8)}01`
}

/** Counts days from one day to another: negative if `to` is earlier, 0 for the same day. */
export function daysBetween(from: string, to: string): number {
  parse(from)
  parse(to)
  return utc.daysBetween(from, to)
}

/** Counts whole months from one day to another: 0 from Jan 31 to Feb 27. */
export function wholeMonthsBetween(from: string, to: string): number {
  return parse(from).until(parse(to), { largestUnit: 'month' }).months
}

/** @returns 0 Sunday to 6 Saturday */
export function weekdayOf(day: string): number {
  return parse(day).dayOfWeek % 7
}

/** Lists the days from one to another, both included, in order. */
export function listDays(from: string, to: string): string[] {
  return Array.from({ length: Math.max(0, daysBetween(from, to) + 1) }, (_, days) => addDays(from, days))
}

/** Returns midnight UTC at the start of a day. */
export function startOfUtcDay(day: string): Date {
  parse(day)
  return new Date(day)
}

/** Returns the moment at which a zone's clocks show that day and time: the first of two if clocks repeat it, and a moment later
 *  by the skipped time if they skip it.
 *  @param clockTime  'HH:MM'
 *  @returns Unix milliseconds */
export function momentInZone(day: string, clockTime: string, timeZone: string): number {
  const key = `${day} ${clockTime} ${timeZone}`
  const known = moments.get(key)
  if (known !== undefined) return known
  const moment = parse(day).toZonedDateTime({ timeZone, plainTime: clockTime }).epochMilliseconds
  if (moments.size >= MOST_DAYS) moments.clear()
  moments.set(key, moment)
  return moment
}

/** Returns how far ahead of UTC a zone's clocks are.
 *  @param moment  Unix milliseconds
 *  @returns milliseconds
 *  @throws RangeError for a zone that this machine does not know */
export function zoneOffsetMs(moment: number, timeZone: string): number {
  return (
    Temporal.Instant.fromEpochMilliseconds(moment).toZonedDateTimeISO(timeZone).offsetNanoseconds / 1_000_000
  )
}

/** Returns the date in New York at a moment. */
export function newYorkDay(moment: Date): string {
  return utc.zonedDay(moment, 'America/New_York')
}

/** Formats an instant by the newsletter's clock, for operators.
 *  @param now  if given, the year is named unless it is the current one
 *  @returns 'Monday, Nov 23, 8:00 AM Chicago', or 'Monday, Nov 24, 2025, 8:00 AM Chicago' */
export function formatChicagoTime(instant: Date, now = instant): string {
  const day = utc.zonedDay(instant, CHICAGO)
  const [hour = '', minute = ''] = utc.zonedClockTime(instant, CHICAGO).split(':')
  const half = Number(hour) < 12 ? 'AM' : 'PM'
  const date =
    day.slice(0, 4) === utc.zonedDay(now, CHICAGO).slice(0, 4) ? formatDayOfYear(day) : formatDay(day)
  return `${formatWeekday(day)}, ${date}, ${Number(hour) % 12 || 12}:${minute} ${half} Chicago`
}

const CHICAGO = 'America/Chicago'
