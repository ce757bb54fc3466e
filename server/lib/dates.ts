import { Temporal } from 'temporal-polyfill'

import { zonedClockTime, zonedDay } from '../../shared/dates.ts'

export { chicagoDay, DAY_MS, isKnownTimeZone, utcDay, zonedClockTime, zonedDay } from '../../shared/dates.ts'

/** Days of the calendar are 'YYYY-MM-DD' everywhere; every function here throws a RangeError for a text that is none. */
const parse = (day: string) => Temporal.PlainDate.from(day)

/** @returns whether the text is a day of the calendar, written 'YYYY-MM-DD' */
export function isCalendarDay(text: string): boolean {
  return /^\d{4}-\d{2}-\d{2}$/.test(text) && isDay(text)
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

/** @returns the day moved by whole days */
export function addDays(day: string, days: number): string {
  return parse(day).add({ days }).toString()
}

/** The same day of another month, or that month's last: a month after Jan 31 is Feb 28.
 *  @param months  below zero for earlier ones */
export function addMonths(day: string, months: number): string {
  return parse(day).add({ months }).toString()
}

/** @returns the first day of its month */
export function firstOfMonth(day: string): string {
  return parse(day).with({ day: 1 }).toString()
}

/** @returns whole days from one day to the other, below zero where it lies before: of a day to itself 0 */
export function daysBetween(from: string, to: string): number {
  return parse(from).until(parse(to)).days
}

/** @returns whole months from one day to the other: from Jan 31 to Feb 27 0 */
export function wholeMonthsBetween(from: string, to: string): number {
  return parse(from).until(parse(to), { largestUnit: 'month' }).months
}

/** @returns 0 Sunday to 6 Saturday */
export function weekdayOf(day: string): number {
  return parse(day).dayOfWeek % 7
}

/** Both days included, in order. */
export function listDays(from: string, to: string): string[] {
  const start = parse(from)
  return Array.from({ length: Math.max(0, daysBetween(from, to) + 1) }, (_, days) =>
    start.add({ days }).toString(),
  )
}

/** @returns midnight UTC, with which that day begins there */
export function startOfUtcDay(day: string): Date {
  return new Date(momentInZone(day, '00:00', 'UTC'))
}

/** The moment at which a zone's clocks show that day and time: of a time that they show twice the first, of one that they
 *  skip as much later as they skip.
 *  @param clockTime  'HH:MM'
 *  @returns Unix milliseconds */
export function momentInZone(day: string, clockTime: string, timeZone: string): number {
  return parse(day).toZonedDateTime({ timeZone, plainTime: clockTime }).epochMilliseconds
}

/** How far ahead of UTC a zone's clocks are.
 *  @param moment  Unix milliseconds
 *  @returns milliseconds
 *  @throws RangeError for a zone that this machine does not know */
export function zoneOffsetMs(moment: number, timeZone: string): number {
  return (
    Temporal.Instant.fromEpochMilliseconds(moment).toZonedDateTimeISO(timeZone).offsetNanoseconds / 1_000_000
  )
}

/** @returns the date in New York at that moment */
export function newYorkDay(moment: Date): string {
  return zonedDay(moment, 'America/New_York')
}

/** An instant by the newsletter's clock, for operators.
 *  @returns '2026-11-23 08:00 in Chicago' */
export function formatChicagoTime(instant: Date): string {
  return `${zonedDay(instant, CHICAGO)} ${zonedClockTime(instant, CHICAGO)} in Chicago`
}

const CHICAGO = 'America/Chicago'
