import type { EditionWeek } from '../../lib/edition-week.ts'
import type { Fact, SectionName } from '../facts/fact.ts'
import type { UnwrittenStatement } from '../statements/statement.ts'

/** A value that is not believed, or a figure that could not be computed: in no fact, and said so. */
export interface HeldBackFigure {
  readonly what: string
  /** suspect: beyond what is believed · stale: the newest value is overdue · missing: a value of a day or month that it
   *  takes is not known · no-basis: two figures that it is worked out from do not meet. */
  readonly code: 'suspect' | 'stale' | 'missing' | 'no-basis'
  /** The particulars, in words for a person. */
  readonly reason: string
}

export interface SeriesCoverage {
  /** The id of the series that was read, or of the one asked for if nothing was read. */
  readonly series: string
  readonly name: string
  /** The date of the newest known value, believed or not, 'YYYY-MM-DD'. */
  readonly newestDate: string | undefined
  /** Its next value is overdue, so nothing is told from it. */
  readonly isStale: boolean
  /** Why nothing is told from it; undefined where it was used or could have been. no-value: none is known · stale: its next
   *  value is overdue · suspect: its newest is not believed · failed: its source, in the words of the reason. */
  readonly code: 'no-value' | 'stale' | 'suspect' | 'failed' | undefined
  /** The particulars, in words for a person; undefined where there is no code. */
  readonly reason: string | undefined
}

/** A section made of published series, or of market closes. */
export interface SeriesSection {
  readonly section: Extract<SectionName, 'housing' | 'economy' | 'markets'>
  readonly week: EditionWeek
  /** In a fixed order. */
  readonly facts: readonly Fact[]
  /** The main figure of each thing that the section has figures of: the mortgage rate, consumer prices. */
  readonly mainFactIds: readonly string[]
  readonly heldBack: readonly HeldBackFigure[]
  /** What could not be computed because of a mistake in the program; it is held back too. */
  readonly unwritten: readonly UnwrittenStatement[]
  readonly coverage: readonly SeriesCoverage[]
  /** Ids of facts with a value that was first read after the week: it may have been revised since. */
  readonly revisedFactIds: readonly string[]
}
