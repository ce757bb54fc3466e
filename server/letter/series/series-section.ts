import type { EditionWeek } from '../../lib/edition-week.ts'
import type { Fact, SectionName } from '../facts/fact.ts'

/** What the section tells of one thing: the mortgage rate, consumer prices. */
export interface SeriesFinding {
  /** 'economy/real-wage' */
  readonly id: string
  /** Greater is told first; it says nothing else, and is never printed. */
  readonly rank: number
  /** The first is the one that a text must carry. */
  readonly factIds: readonly [string, ...string[]]
  /** At least one of its facts became known within the edition's week. */
  readonly isNews: boolean
}

/** A value that is not believed, or a figure that could not be computed: in no fact, and said so. */
export interface HeldBackFigure {
  readonly what: string
  readonly reason: string
}

export interface SeriesCoverage {
  /** The id of the series that was read; the one asked for where nothing was. */
  readonly series: string
  readonly name: string
  /** Of the newest value that was known, 'YYYY-MM-DD', believed or not. */
  readonly newestDate: string | undefined
  /** Its next value is overdue: nothing is told from it. */
  readonly isStale: boolean
  /** Why nothing is told from it; undefined where it was used or could have been. */
  readonly reason: string | undefined
}

/** A section made of published series, or of market closes. */
export interface SeriesSection {
  readonly section: Extract<SectionName, 'housing' | 'economy' | 'markets'>
  readonly week: EditionWeek
  /** Every fact of the findings, in a fixed order. */
  readonly facts: readonly Fact[]
  /** The greatest rank first. */
  readonly findings: readonly SeriesFinding[]
  readonly heldBack: readonly HeldBackFigure[]
  readonly coverage: readonly SeriesCoverage[]
  /** Ids of facts with a value that was first read after the week: it may have been revised since. */
  readonly revisedFactIds: readonly string[]
}
