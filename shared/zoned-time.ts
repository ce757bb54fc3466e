// Zones are named by outside sources too, in any letter case: what is kept of them has an end.
const MOST_ZONES = 100
const zones = new Map<string, ZoneFormats>()

/** Read part by part, never as text: in which order and with which marks a locale writes a date differs from one browser,
 *  and one version of its data, to the next. */
interface ZoneFormats {
  readonly days: Intl.DateTimeFormat
  /** Days with their time; reading one takes three times as long. */
  readonly clock: Intl.DateTimeFormat
}

/** @param timeZone  an IANA name, e.g. 'America/Chicago'
 *  @returns whether this machine knows it; the functions beside this one throw a RangeError for another */
export function isKnownTimeZone(timeZone: string): boolean {
  try {
    findFormats(timeZone)
    return true
  } catch (error) {
    if (error instanceof RangeError) return false
    throw error
  }
}

/** The date on a zone's calendar at a moment.
 *  @param moment  or its Unix milliseconds
 *  @returns 'YYYY-MM-DD' */
export function zonedDay(moment: Date | number, timeZone: string): string {
  const { year, month, day } = readParts(findFormats(timeZone).days, moment)
  return `${pad(year, 4)}-${pad(month, 2)}-${pad(day, 2)}`
}

/** What a zone's clocks show at a moment.
 *  @param moment  or its Unix milliseconds
 *  @returns 'HH:MM', 00:00 to 23:59 */
export function zonedClockTime(moment: Date | number, timeZone: string): string {
  const { hour, minute } = readParts(findFormats(timeZone).clock, moment)
  return `${pad(hour, 2)}:${pad(minute, 2)}`
}

/** The moment at which a zone's clocks show that day and time.
 *  @param day  'YYYY-MM-DD'
 *  @param clockTime  'HH:MM'
 *  @returns Unix milliseconds */
export function momentInZone(day: string, clockTime: string, timeZone: string): number {
  const wall = Date.parse(`${day}T${clockTime}:00Z`)
  // Twice, since the clocks may have changed between the guess and the moment.
  const guess = wall - offsetMs(wall, timeZone)
  return wall - offsetMs(guess, timeZone)
}

/** How far a zone's clocks are ahead of UTC. */
function offsetMs(time: number, timeZone: string): number {
  const { year, month, day, hour, minute, second } = readParts(findFormats(timeZone).clock, time)
  return Date.UTC(year, month - 1, day, hour, minute, second) - Math.floor(time / 1000) * 1000
}

function readParts(format: Intl.DateTimeFormat, moment: Date | number) {
  const read = { year: 0, month: 1, day: 1, hour: 0, minute: 0, second: 0 }
  for (const { type, value } of format.formatToParts(moment)) {
    if (Object.hasOwn(read, type)) read[type as keyof typeof read] = Number(value)
  }
  return read
}

const pad = (part: number, digits: number) => String(part).padStart(digits, '0')

/** Making one costs far more than using it. */
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
