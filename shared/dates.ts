/** Calendar days, 'YYYY-MM-DD', for the browser. The server has server/lib/dates.ts, in which Temporal first checks that a day
 *  exists (docs/decisions/027-dates.md). */

/** 24 hours, for durations only. To move a calendar day, use addDays. */
export const DAY_MS = 86_400_000

/** Returns the date in UTC at a moment.
 *  @param moment  a Date, Unix milliseconds, or ISO 8601 with Z
 *  @returns 'YYYY-MM-DD'
 *  @throws RangeError for an invalid moment */
export function utcDay(moment: Date | number | string): string {
  return new Date(moment).toISOString().slice(0, 10)
}

/** Moves a day by a number of days, negative for earlier. */
export function addDays(day: string, days: number): string {
  return utcDay(Date.parse(day) + days * DAY_MS)
}

/** Returns the same day of another month, or that month's last: a month after Jan 31 is Feb 28.
 *  @param months  negative for earlier months */
export function addMonths(day: string, months: number): string {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  const lastOfMonth = new Date(Date.UTC(year, month + months, 0)).getUTCDate()
  return utcDay(Date.UTC(year, month - 1 + months, Math.min(date, lastOfMonth)))
}

/** Counts days from one day to another, negative if `to` is earlier. */
export function daysBetween(from: string, to: string): number {
  return (Date.parse(to) - Date.parse(from)) / DAY_MS
}

/** Returns the Monday of the day's week, which ends on Sunday. */
export function mondayOf(day: string): string {
  return addDays(day, -((new Date(day).getUTCDay() + 6) % 7))
}

/** Returns the date in Chicago, the newsletter's clock. */
export function chicagoDay(moment: Date): string {
  return zonedDay(moment, 'America/Chicago')
}

// Outside sources name zones too, in any letter case: the cache is bounded.
const MOST_ZONES = 100
const zones = new Map<string, ZoneFormats>()

/** Formats are read part by part, never as text: the order and punctuation of a locale's dates differ between browsers, and
 *  between versions of their locale data. */
interface ZoneFormats {
  readonly days: Intl.DateTimeFormat
  /** Days with their time, which take three times as long to read. */
  readonly clock: Intl.DateTimeFormat
}

/** @param timeZone  an IANA name, e.g. 'America/Chicago'
 *  @returns whether this machine knows it; otherwise the other functions here throw a RangeError */
export function isKnownTimeZone(timeZone: string): boolean {
  try {
    findFormats(timeZone)
    return true
  } catch (error) {
    if (error instanceof RangeError) return false
    throw error
  }
}

/** Returns the date in a zone at a moment.
 *  @param moment  a Date or Unix milliseconds
 *  @returns 'YYYY-MM-DD' */
export function zonedDay(moment: Date | number, timeZone: string): string {
  const { year, month, day } = readParts(findFormats(timeZone).days, moment)
  return `${pad(year, 4)}-${pad(month, 2)}-${pad(day, 2)}`
}

/** Returns what a zone's clocks show at a moment.
 *  @param moment  a Date or Unix milliseconds
 *  @returns 'HH:MM', 00:00 to 23:59 */
export function zonedClockTime(moment: Date | number, timeZone: string): string {
  const { hour, minute } = readParts(findFormats(timeZone).clock, moment)
  return `${pad(hour, 2)}:${pad(minute, 2)}`
}

/** @param moment  Unix milliseconds
 *  @returns what a zone's time is called then: 'EST', 'GMT+2' */
export const abbreviateZone = (moment: number, timeZone: string): string =>
  new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'short' })
    .formatToParts(moment)
    .find(({ type }) => type === 'timeZoneName')?.value ?? timeZone

function readParts(format: Intl.DateTimeFormat, moment: Date | number) {
  const read = { year: 0, month: 1, day: 1, hour: 0, minute: 0, second: 0 }
  for (const { type, value } of format.formatToParts(moment)) {
    if (Object.hasOwn(read, type)) read[type as keyof typeof read] = Number(value)
  }
  return read
}

const pad = (part: number, digits: number) => String(part).padStart(digits, '0')

/** Returns cached formats: creating one costs far more than using it. */
function findFormats(timeZone: string): ZoneFormats {
  const known = zones.get(timeZone)
  if (known) return known
  const days = { timeZone, calendar: 'gregory', numberingSystem: 'latn', ...NUMERIC_DAY } as const
  const made = {
    days: new Intl.DateTimeFormat('en-US', days),
    clock: new Intl.DateTimeFormat('en-US', { ...days, ...NUMERIC_TIME }),
  }
  if (zones.size >= MOST_ZONES) zones.clear()
  zones.set(timeZone, made)
  return made
}

const NUMERIC_DAY = { year: 'numeric', month: 'numeric', day: 'numeric' } as const
const NUMERIC_TIME = { hour: 'numeric', minute: 'numeric', second: 'numeric', hourCycle: 'h23' } as const
