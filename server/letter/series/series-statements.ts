import { stateReading } from '../statements/make-statement.ts'
import type { SeriesReading } from '../../records/series/series-observation.ts'
import { compareText, listWords } from '../../lib/text.ts'
import type { SectionStatements, Slot, Statement } from '../statements/statement.ts'
import { marketSeries } from './add-yield.ts'
import { economySeries } from './analyse-economy.ts'
import { housingSeries } from './analyse-housing.ts'
import type { MarketHistory } from './analyse-markets.ts'
import { stateEconomy } from './economy-statements.ts'
import { stateHousing } from './housing-statements.ts'
import { stateMarkets } from './markets-statements.ts'
import type { SeriesSection } from './series-section.ts'
import { dayName, openBook, type StatementBook } from './statement-book.ts'
import { addDays } from '../../lib/dates.ts'
import { findSeries } from '../../records/series/series.ts'

/** What was known at the week's end, as far back as a picture reaches. Claims about streaks and extremes go no further
 *  back. */
export interface SeriesSources {
  /** Readings of the section's series: `housingSeries`, `economySeries`, `marketSeries`. */
  readonly readings: readonly SeriesReading[]
  /** Given for markets only. */
  readonly histories?: readonly MarketHistory[]
}

const WANTED = { housing: housingSeries, economy: economySeries, markets: marketSeries } as const
/** The order of use: what moves with every pay check and every week comes before what changes yearly. */
const FOR_YOU_ORDER = [
  'housing/payment',
  'housing/payments',
  'housing/loan-income',
  'housing/payment-difference',
  'housing/rent-difference',
  'economy/week-of-40',
  'economy/week-of-40-paid',
  'economy/flat-pay',
  'economy/gas-for-you',
  'economy/groceries-for-you',
  'economy/flat-pay-need',
  'economy/flat-pay-now',
  'markets/savings',
  'markets/bill',
]

/** States housing, the economy or the markets. Pure: the same input in any order gives the same statements.
 *  @param section  the analysis of the same readings and histories */
export function stateSeries(
  section: SeriesSection,
  { readings, histories = [] }: SeriesSources,
): SectionStatements {
  const book = openBook(section, readings, WANTED[section.section])
  if (section.section === 'housing') stateHousing(book)
  else if (section.section === 'economy') stateEconomy(book)
  else stateMarkets(book, histories)
  const coverage = book.attempt({ id: 'coverage', kind: 'coverage' }, () => stateCoverage(book))
  return book.finish(coverage, orderForYou)
}

function orderForYou(statements: readonly Statement[]): Statement[] {
  return statements.toSorted(
    (a, b) => FOR_YOU_ORDER.indexOf(a.id) - FOR_YOU_ORDER.indexOf(b.id) || compareText(a.id, b.id),
  )
}

interface CoveredSubject {
  /** Ids of the catalogue; any one of them will do. */
  readonly series: readonly string[]
  readonly name: string
}

/** What a section looks for, in a few words. */
const SUBJECTS: Readonly<Record<SeriesSection['section'], readonly CoveredSubject[]>> = {
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

/** States what readers must know about the section's figures, and names those that we could not get or have only too old.
 *  The letter says it once. */
function stateCoverage(book: StatementBook): Statement {
  const { section } = book
  const wanted = SUBJECTS[section.section]
  const coverageOf = ({ series }: CoveredSubject) =>
    section.coverage.filter((one) => series.some((id) => isOf(one.series, id, book)))
  const named = (code: (codes: readonly (string | undefined)[]) => boolean) =>
    wanted.filter((one) => code(coverageOf(one).map((found) => found.code))).map(({ name }) => name)
  const isOut = (codes: readonly (string | undefined)[]) => codes.every((code) => code !== undefined)
  const missing = named(
    (codes) => isOut(codes) && (codes.includes('stale') || codes.every((code) => code === 'no-value')),
  )
  const reasonOf = (one: CoveredSubject) => coverageOf(one).find(({ code }) => code === 'failed')?.reason
  const failed = [...Map.groupBy(wanted.filter(reasonOf), reasonOf)].map(
    ([reason, some]) => `${listWords(some.map(({ name }) => name))} (${reason})`,
  )
  const doubtful = named((codes) => isOut(codes) && !codes.includes('stale') && codes.includes('suspect'))
  const slots: Record<string, Slot> = {}
  const parts = [
    ...(failed.length > 0 ? [`We could not get ${listWords(failed)}.`] : []),
    ...(doubtful.length > 0 ? [`Left out as hardly possible: ${listWords(doubtful)}.`] : []),
    ...shortWeek(book, slots),
  ]
  return stateReading(section.section, { slots, tellings: [parts.join(' ')], missing })
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
