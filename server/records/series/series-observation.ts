/** When the value of a period becomes public. Days are New York's. */
export type ReleaseRule =
  /** So many days after the observation's own date; 0 is the evening of that day. */
  | { readonly after: 'days'; readonly days: number }
  /** So many business days after it. */
  | { readonly after: 'business-days'; readonly days: number }
  /** A day of a month after the period's first month: 31 stands for the month's last day. */
  | { readonly after: 'months'; readonly months: number; readonly day: number }
  /** The nth Friday of a month after it. */
  | { readonly after: 'months'; readonly months: number; readonly friday: number }

/** How a series is called, whose it is, and when its values count. */
export interface SeriesDefinition {
  /** The publisher's own code where it has one: 'CUUR0000SA0'. */
  readonly id: string
  readonly name: string
  /** Who makes the figures. */
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
  /** The id of the source that it is read from. */
  readonly source: string
  /** A page about it, for people. */
  readonly url: string
  readonly licence: string
  /** Whether the whole series may leave the site. */
  readonly republishable: boolean
  readonly release: ReleaseRule
  /** The day, in words, that `release` is careful about. */
  readonly releaseNote: string
  /** Which series it is another reading of, or the nearest to one: read when that one cannot be had. */
  readonly standsInFor?: string
}

/** One value, as it was known on the day that was asked about. */
export interface Observation {
  /** First day of the period, 'YYYY-MM-DD'; of a day or week, the day that the source names. */
  readonly date: string
  readonly value: number
  /** From when on it could be known, 'YYYY-MM-DD': by the release rule, or earlier where we had read it earlier. */
  readonly publicFrom: string
  /** New York's date of the day on which this value was first read. */
  readonly vintageDate: string
  /** New York's date of the day on which any value of its date was first read. */
  readonly firstReadOn: string
  /** First read after the day asked about: it may have been revised since. */
  readonly isAsRevisedSince: boolean
  /** The publisher says that it will be revised. */
  readonly isPreliminary: boolean
  /** What it was read from. */
  readonly documentUrl: string
  /** ISO 8601 in UTC. */
  readonly retrievedAt: string
}

/** A series and what was known of it on a day. */
export interface SeriesReading {
  readonly series: SeriesDefinition
  /** Oldest first, one for each date. */
  readonly observations: readonly Observation[]
}
