import { addMonths } from '../../lib/dates.ts'
import { type KnownSeries, valuesAt } from './known-series.ts'
import { SHARE_PRECISION } from './monthly-figures.ts'
import { salience } from './salience.ts'
import { countDeviations, listSteps, listUnbroken, listYearChanges } from './series-history.ts'
import type { StatementBook, StatementWords } from './statement-book.ts'
import { addWithCourse, type Course, tellCourse } from './tell-course.ts'

/** A smaller deviation of a change over a year is noise: twice the smallest printed step. */
const LEAST_DEVIATION = 0.002
export const yearBefore = (date: string) => addMonths(date, -12)

/** Scores how far the newest change over a year moved from the one before, compared with earlier moves. */
export function yearSalience(known: KnownSeries): number {
  const steps = listSteps(
    listUnbroken(listYearChanges(known.observations, yearBefore, SHARE_PRECISION), 'month'),
  )
  return salience.monthly(countDeviations(steps.at(-1) ?? 0, steps.slice(0, -1), LEAST_DEVIATION))
}

/** States a change over a year, followed by how it went. */
export function tellWithYearCourse(
  book: StatementBook,
  known: KnownSeries,
  figure: StatementWords,
  words: Pick<Course, 'subject' | 'short'>,
): void {
  addWithCourse(book, figure)
  tellYearCourse(book, known, { ...words, figure })
}

/** States how a change over a year went from month to month, but only if it is a rise. */
export function tellYearCourse(
  book: StatementBook,
  known: KnownSeries,
  words: Pick<Course, 'figure' | 'subject' | 'short'>,
): void {
  const change = words.figure.main
  if (Number(change.value) <= 0) return
  tellCourse(book, {
    ...words,
    words: { high: 'large', low: 'small' },
    values: listYearChanges(known.observations, yearBefore, SHARE_PRECISION),
    pace: 'month',
    make(figure, dates) {
      const values = valuesAt(known, [...new Set(dates.flatMap((date) => [date, yearBefore(date)]))])
      return values && book.make(figure, values, [change])
    },
  })
}
