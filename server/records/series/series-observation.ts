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
  /** Cautious: docs/collect.md says when each series is usually published. */
  readonly release: ReleaseRule
  /** First publications later than `release` says, as after a shutdown: their days by the value's date. */
  readonly lateReleases?: LateReleases
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

/** A cell with something else than a value. */
export interface UnreadCell {
  /** 'YYYY-MM-DD'; '' if its day cannot be read either. */
  readonly date: string
  readonly problem: string
}

export type ParsedCell = ParsedObservation | UnreadCell

/** Collects the values of one series from a document, in any order. */
export class ObservationList {
  readonly #byDate = new Map<string, ParsedObservation>()
  readonly #unread: UnreadCell[] = []

  /** Adds a value; one that is not a number, of an invalid day, or of a day with a different value counts as unread.
   *  @param value  the cell's text; empty, '.' and '-' mean no value
   *  @throws TypeError if there are too many */
  add(date: string, value: string, { isPreliminary = false }: { isPreliminary?: boolean } = {}): void {
    const digits = value.trim()
    if (digits === '' || digits === '.' || digits === '-') return
    const known = this.#byDate.get(date)
    if (!isCalendarDay(date)) this.addUnread('', `"${date.slice(0, 40)}" is not a day`)
    else if (digits.length > MAX_DIGITS || !NUMBER.test(digits)) {
      this.addUnread(date, `"${digits.slice(0, 40)}" of ${date} is not a number`)
    } else if (known && Number(known.value) !== Number(digits)) {
      this.addUnread(date, `${date} has two values, ${known.value} and ${digits}`)
    } else this.#byDate.set(date, { date, value: digits, isPreliminary })
    if (this.#byDate.size + this.#unread.length > MOST_VALUES)
      throw new TypeError(`there are more than ${MOST_VALUES} values`)
  }

  /** @param date  '' if it cannot be read */
  addUnread(date: string, problem: string): void {
    this.#unread.push({ date: isCalendarDay(date) ? date : '', problem })
  }

  /** @returns the cells, oldest first, one for each date; those without a day come first */
  toArray(): ParsedCell[] {
    const undated = this.#unread.filter(({ date }) => date === '')
    const unread = new Map(this.#unread.map((cell) => [cell.date, cell]))
    unread.delete('')
    const read = [...this.#byDate.values()].filter(({ date }) => !unread.has(date))
    return [...undated, ...[...unread.values(), ...read].sort((a, b) => (a.date < b.date ? -1 : 1))]
  }
}

const NUMBER = /^-?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d{1,2})?$/i

export const isUnread = (cell: ParsedCell): cell is UnreadCell => 'problem' in cell

/** If more than this part of its cells, and more than one, cannot be read, a document is another one than is known. */
const MOST_UNREAD = 0.05

/** @returns the cells of each series of a document
 *  @throws TypeError if too many of them, or all, cannot be read */
export function closeLists<Id extends string>(
  lists: Iterable<readonly [Id, ObservationList]>,
): Map<Id, ParsedCell[]> {
  const series = new Map(Array.from(lists, ([id, list]) => [id, list.toArray()]))
  const cells = [...series.values()].flat()
  const unread = cells.filter(isUnread)
  const [first] = unread
  const isMostlyUnread =
    unread.length === cells.length || unread.length > Math.max(1, cells.length * MOST_UNREAD)
  if (first !== undefined && isMostlyUnread) {
    throw new TypeError(
      `${unread.length} of its ${cells.length} cells cannot be read, the first: ${first.problem}`,
    )
  }
  return series
}
