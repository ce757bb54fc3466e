import { isCalendarDay } from '../../lib/dates.ts'

const MAX_DIGITS = 40

/** One value as a document states it. */
export interface ParsedObservation {
  /** First day of its period, 'YYYY-MM-DD'; of a day or week, the day that the source names. */
  readonly date: string
  /** A decimal number in the source's own digits. */
  readonly value: string
  readonly isPreliminary: boolean
}

/** Takes the values of one series as they stand in a document, whatever their order. */
export class ObservationList {
  readonly #byDate = new Map<string, ParsedObservation>()

  /** @param value  the cell's text; empty, '.' and '-' are no value
   *  @throws TypeError when it is no number, the date is none, or the date has another value already */
  add(date: string, value: string, { isPreliminary = false }: { isPreliminary?: boolean } = {}): void {
    const digits = value.trim()
    if (digits === '' || digits === '.' || digits === '-') return
    if (digits.length > MAX_DIGITS || !/^-?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d{1,2})?$/i.test(digits)) {
      throw new TypeError(`"${digits.slice(0, 40)}" of ${date} is not a number`)
    }
    if (!isCalendarDay(date)) throw new TypeError(`"${date.slice(0, 40)}" is not a day`)
    const known = this.#byDate.get(date)
    if (known && Number(known.value) !== Number(digits)) {
      throw new TypeError(`${date} has two values, ${known.value} and ${digits}`)
    }
    this.#byDate.set(date, { date, value: digits, isPreliminary })
  }

  /** Oldest first. */
  toArray(): ParsedObservation[] {
    return [...this.#byDate.values()].sort((a, b) => (a.date < b.date ? -1 : 1))
  }
}
