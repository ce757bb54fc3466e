import type { EditionWeek } from '../../lib/edition-week.ts'
import type { Fact, SectionName } from '../facts/fact.ts'
import type { UnwrittenStatement } from '../statements/statement.ts'

/** A value that is not believed, or a figure that could not be computed. No fact has it, and the section says so. */
export interface HeldBackFigure {
  readonly name: string
  /** suspect: outside its limits · missing: a value of a day or month that it needs is not known · no-basis: two figures
   *  that it is computed from do not fit together. */
  readonly code: 'suspect' | 'missing' | 'no-basis'
  /** What it lacks, in words for readers, without a numeral. */
  readonly why?: string | undefined
}

export interface SeriesCoverage {
  /** The id of the series that was read, or of the one asked for if nothing was read. */
  readonly series: string
  readonly name: string
  /** The date of the newest known value, believed or not, 'YYYY-MM-DD'. */
  readonly newestDate: string | undefined
  /** Why no figure comes from it; undefined if it was used or could have been. no-value: none is known · stale: its next
   *  value is overdue · suspect: its newest value is not believed · failed: its source failed, as the reason says. */
  readonly code: 'no-value' | 'stale' | 'suspect' | 'failed' | undefined
  /** Why its source failed, in words for people. */
  readonly reason?: string
}

/** A section made of published series, or of market closes. */
export interface SeriesSection {
  readonly section: Extract<SectionName, 'housing' | 'economy' | 'markets'>
  readonly week: EditionWeek
  /** In a fixed order. */
  readonly facts: readonly Fact[]
  /** The main figure of each subject that the section covers: the mortgage rate, consumer prices. */
  readonly mainFactIds: readonly string[]
  readonly heldBack: readonly HeldBackFigure[]
  /** What could not be computed because of a mistake in the program; it is held back too. */
  readonly unwritten: readonly UnwrittenStatement[]
  readonly coverage: readonly SeriesCoverage[]
  /** Ids of facts with a value that was first read after the week: it may have been revised since. */
  readonly revisedFactIds: readonly string[]
}
