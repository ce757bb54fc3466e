import { addDays } from '../../lib/dates.ts'
import { findSeries } from '../../records/series/series.ts'
import type { Slot, Statement } from '../statements/statement.ts'
import type { SeriesSection } from './series-section.ts'
import { dayName, type StatementBook } from './statement-book.ts'

interface Wanted {
  /** Ids of the catalogue; any one of them will do. */
  readonly series: readonly string[]
  readonly name: string
}

/** What a section looks for, in a few words. */
const WANTED: Readonly<Record<SeriesSection['section'], readonly Wanted[]>> = {
  housing: [
    { series: ['PMMS30'], name: 'mortgage rates' },
    { series: ['HPI-USA-NSA', 'ZHVI-102001'], name: 'house prices' },
    { series: ['ZORI-102001'], name: 'rents' },
    { series: ['MSACSR'], name: 'new-home supply' },
    { series: ['HOUST'], name: 'housing starts' },
    { series: ['PERMIT'], name: 'building permits' },
  ],
  economy: [
    { series: ['CES0000000001'], name: 'jobs' },
    { series: ['LNS14000000'], name: 'unemployment' },
    { series: ['ICSA'], name: 'jobless claims' },
    { series: ['JTS000000000000000JOL'], name: 'job openings' },
    { series: ['CUUR0000SA0', 'CUSR0000SA0'], name: 'consumer prices' },
    { series: ['CUSR0000SAF11'], name: 'grocery prices' },
    { series: ['GASREGW'], name: 'gas' },
    { series: ['CES0500000008'], name: 'hourly pay' },
    { series: ['CWUR0000SA0'], name: 'the prices that wage earners pay' },
  ],
  markets: [
    { series: ['sp500', '^GSPC'], name: 'the S&P 500' },
    { series: ['bitcoin', 'BTC-USD'], name: 'Bitcoin' },
    { series: ['BC_10YEAR'], name: '10-year Treasury yields' },
    { series: ['BC_3MONTH'], name: '3-month Treasury yields' },
  ],
}

const join = (names: readonly string[]) =>
  [names.slice(0, -1).join(', '), ...names.slice(-1)].filter((part) => part !== '').join(' and ')

/** States what readers must know about the section's figures, and names those that we could not get or have only too old.
 *  The letter says it once. */
export function stateCoverage(book: StatementBook): Statement {
  const { section } = book
  const wanted = WANTED[section.section]
  const coverageOf = ({ series }: Wanted) =>
    section.coverage.filter((one) => series.some((id) => isOf(one.series, id, book)))
  const named = (code: (codes: readonly (string | undefined)[]) => boolean) =>
    wanted.filter((one) => code(coverageOf(one).map((found) => found.code))).map(({ name }) => name)
  const isOut = (codes: readonly (string | undefined)[]) => codes.every((code) => code !== undefined)
  const missing = named(
    (codes) =>
      isOut(codes) &&
      (codes.includes('stale') || codes.every((code) => code === 'no-value' || code === 'failed')),
  )
  const doubtful = named((codes) => isOut(codes) && !codes.includes('stale') && codes.includes('suspect'))
  const slots: Record<string, Slot> = {}
  const parts = [
    ...(doubtful.length > 0 ? [`Left out as hardly possible: ${join(doubtful)}.`] : []),
    ...shortWeek(book, slots),
  ]
  return {
    id: `${section.section}/coverage`,
    section: section.section,
    kind: 'coverage',
    topic: `${section.section}/coverage`,
    slots,
    salience: 0,
    isNews: false,
    tellings: [parts.join(' ')],
    missing,
  }
}

/** Whether a covered series is the one asked for or an alternative to it. If neither is usable, the coverage names the
 *  one that was read. */
function isOf(covered: string, id: string, book: StatementBook): boolean {
  return covered === id || book.open(id)?.series.id === covered || findSeries(covered)?.standsInFor === id
}

/** Says when a share index's week does not start on the Friday before. */
function shortWeek(book: StatementBook, slots: Record<string, Slot>): string[] {
  const { section } = book
  const change = section.section === 'markets' ? book.find('sp500/change') : undefined
  const friday = addDays(section.week.from, -3)
  if (!change || change.period.from === friday) return []
  slots['base'] = dayName(change.period.from)
  slots['friday'] = dayName(friday)
  return ['We have no close for {friday}, so the S&P’s week starts on {base}.']
}
