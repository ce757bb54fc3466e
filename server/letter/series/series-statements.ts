import type { SeriesReading } from '../../records/series/series-observation.ts'
import { compareText } from '../../lib/text.ts'
import type { SectionStatements, Statement } from '../statements/statement.ts'
import { marketSeries } from './add-yield.ts'
import { economySeries } from './analyse-economy.ts'
import { housingSeries } from './analyse-housing.ts'
import type { MarketHistory } from './analyse-markets.ts'
import { stateCoverage } from './coverage-statement.ts'
import { stateEconomy } from './economy-statements.ts'
import { stateHousing } from './housing-statements.ts'
import { stateMarkets } from './markets-statements.ts'
import type { SeriesSection } from './series-section.ts'
import { openBook } from './statement-book.ts'

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
  else stateMarkets(book, { readings, histories })
  const coverage = book.attempt({ id: 'coverage', kind: 'coverage' }, () => stateCoverage(book))
  return book.finish(coverage, orderForYou)
}

function orderForYou(statements: readonly Statement[]): Statement[] {
  return statements.toSorted(
    (a, b) => FOR_YOU_ORDER.indexOf(a.id) - FOR_YOU_ORDER.indexOf(b.id) || compareText(a.id, b.id),
  )
}
