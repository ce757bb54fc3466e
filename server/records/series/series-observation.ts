import { isCalendarDay } from '../../lib/dates.ts'
import type { LateReleases } from './late-releases.ts'

/** When the value of a period becomes public, in New York dates. */
export type ReleaseRule =
  /** A number of days after the observation's own date; 0 is the evening of that day. */
  | { readonly after: 'days'; readonly days: number }
  /** A number of business days after it. */
  | { readonly after: 'business-days'; readonly days: number }
  /** A day in the nth month after the period's first month; 31 means that month's last day. */
  | { readonly after: 'months'; readonly months: number; readonly day: number }
  /** A Friday (1 for the first) in the nth month after it. */
  | { readonly after: 'months'; readonly months: number; readonly friday: number }

/** A series: its name, its owner, and when its values become public. */
export interface SeriesDefinition {
  /** The publisher's own code if it has one: 'CUUR0000SA0'. */
  readonly id: string
  readonly name: string
  /** The agency or company that produces the figures. */
  readonly owner: string
  readonly unit:
    | 'percent'
    | 'index'
    | 'usd'
    | 'usd-per-hour'
    | 'usd-per-gallon'
    | 'usd-millions'
    | 'usd-billions-2017'
    | 'persons'
    | 'thousands'
    | 'months'
    | 'percentage-points'
  readonly seasonalAdjustment: 'adjusted' | 'unadjusted' | 'adjusted-annual-rate'
  readonly frequency: 'daily' | 'weekly' | 'monthly' | 'quarterly'
  /** The id of the source it is read from. */
  readonly source: string
  /** A page about it for people. */
  readonly url: string
  readonly licence: string
  /** Whether the whole series may be republished. */
  readonly republishable: boolean
  readonly release: ReleaseRule
  /** First publications later than `release` says, as after a shutdown: their days by the value's date. */
  readonly lateReleases?: LateReleases
  /** When it is usually published, and the cautious day `release` uses, in words. */
  readonly releaseNote: string
  /** The series this is another reading of, or the nearest to one; read if that one is missing or older. */
  readonly standsInFor?: string
}

/** One value, as known on the requested day. */
export interface Observation {
  /** First day of the period, 'YYYY-MM-DD'; for a daily or weekly series, the day the source names. */
  readonly date: string
  readonly value: number
  /** The day from which it could be known, 'YYYY-MM-DD': by the release rule and its exceptions; earlier if it was read earlier;
   *  later if the source did not have it then. */
  readonly publicFrom: string
  /** New York date on which this value was first read. */
  readonly vintageDate: string
  /** New York date on which any value for its date was first read. */
  readonly firstReadOn: string
  /** First read after the requested day, so it may have been revised in between. */
  readonly isAsRevisedSince: boolean
  /** The publisher marks it as preliminary. */
  readonly isPreliminary: boolean
  /** The document it was read from. */
  readonly documentUrl: string
  /** ISO 8601 in UTC. */
  readonly retrievedAt: string
}

/** A series and what was known of it on a given day. */
export interface SeriesReading {
  readonly series: SeriesDefinition
  /** Oldest first, one per date. */
  readonly observations: readonly Observation[]
}

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
