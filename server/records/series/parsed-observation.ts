import { isCalendarDay } from '../../lib/dates.ts'

const MAX_DIGITS = 40
/** A century of business days has 26,000. */
const MOST_VALUES = 30_000

/** One value as stated in a document. */
export interface ParsedObservation {
  /** First day of the period, 'YYYY-MM-DD'; for a daily or weekly series, the day the source names. */
  readonly date: string
  /** A decimal number in the source's own digits. */
  readonly value: string
  readonly isPreliminary: boolean
}

/** Collects the values of one series from a document, in any order. */
export class ObservationList {
  readonly #byDate = new Map<string, ParsedObservation>()

  /** @param value  the cell's text; empty, '.' and '-' mean no value
   *  @throws TypeError if it is not a number, the date is invalid or already has a different value, or there are too many */
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
    if (this.#byDate.size > MOST_VALUES) throw new TypeError(`there are more than ${MOST_VALUES} values`)
  }

  /** @returns the values, oldest first */
  toArray(): ParsedObservation[] {
    return [...this.#byDate.values()].sort((a, b) => (a.date < b.date ? -1 : 1))
  }
}
