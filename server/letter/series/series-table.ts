import { capitalize } from '../statements/make-statement.ts'
import type { SectionContent, TableContent, TableRow } from '../../../shared/edition-contract.ts'
import { formatDay, formatMonth } from '../../../shared/format-date.ts'
import { addDays } from '../../lib/dates.ts'
import { type Fact, SECTION_TITLES } from '../facts/fact.ts'
import { figure, formatFact, numberOf, plain, type Sentence } from '../facts/format-fact.ts'
import { tableOf } from '../facts/table-parts.ts'
import { listCredits, presentPlace } from './credits.ts'
import type { ChartLine } from './chart-line.ts'
import { openFacts, seriesFixedPhrases as phrases } from './fact-book.ts'
import type { Attempts } from '../statements/leave-out-unwritable.ts'
import { drawFrom } from './picture.ts'
import type { SeriesSection } from './series-section.ts'
import { tellSeriesCoverage } from './tell-coverage.ts'

/** A row, by the ids of its facts without the section's name. */
interface Measure {
  /** May contain '{subject}', which stands for the fact's own subject; if left out, the subject alone is the name. */
  readonly name?: string
  readonly latest: string
  /** Over a week or a month. */
  readonly step?: string
  /** Over a year; for a market, since the year began. */
  readonly year?: string
  /** What readers must know about it. */
  readonly note?: string
}

const YEAR = 'over the year'
const TERMS = 'principal and interest only, no taxes, no insurance'
const ADJUSTED = 'by the seasonally adjusted index'

/** In the order in which readers look for them. */
const MEASURES: Readonly<Record<SeriesSection['section'], readonly Measure[]>> = {
  housing: [
    {
      name: capitalize(phrases.mortgageRate),
      latest: 'mortgage-30/rate',
      step: 'mortgage-30/week/change',
      year: 'mortgage-30/year/change',
    },
    {
      name: `A month’s payment on a ${phrases.loanOfThreeHundredThousand}`,
      latest: 'loan-300/payment',
      step: 'loan-300/week/change',
      year: 'loan-300/year/change',
      note: TERMS,
    },
    {
      name: 'A month’s payment on {subject}',
      latest: 'home/payment',
      note: `with ${phrases.fifthPaidDown}; ${TERMS}`,
    },
    { name: 'Price of {subject}', latest: 'home/price' },
    {
      name: `Yearly income of which that payment takes ${phrases.threeTenths}`,
      latest: 'home/income-needed',
    },
    { latest: 'index/change', note: YEAR },
    { latest: 'home-value/change', note: YEAR },
    { name: 'Typical asking rent a month', latest: 'rent/level', year: 'rent/change' },
    {
      name: 'Supply of new homes',
      latest: 'supply/months',
      note: 'how long they would last at the latest pace of sales',
    },
    {
      name: 'Housing starts, at a yearly pace',
      latest: 'starts/level',
      step: 'starts/month/change',
      year: 'starts/year/change',
    },
    {
      name: 'Building permits for homes, at a yearly pace',
      latest: 'permits/level',
      step: 'permits/month/change',
      year: 'permits/year/change',
    },
  ],
  economy: [
    {
      name: `Hourly pay after prices, ${YEAR}`,
      latest: 'real-wage/change',
      note: 'of workers who are not managers',
    },
    { name: `Hourly pay, ${YEAR}`, latest: 'wage/change', note: 'of workers who are not managers' },
    { name: `Pay for ${phrases.weekOf40}`, latest: 'week-of-40/pay', year: 'week-of-40/change' },
    { name: `Consumer prices, ${YEAR}`, latest: 'cpi/change' },
    { name: `Consumer prices, ${YEAR}`, latest: 'cpi-adjusted/adjusted-change', note: ADJUSTED },
    { name: `Prices without food and energy, ${YEAR}`, latest: 'cpi-core/change' },
    {
      name: `Prices without food and energy, ${YEAR}`,
      latest: 'cpi-core-adjusted/adjusted-change',
      note: ADJUSTED,
    },
    { name: `Prices that wage earners pay, ${YEAR}`, latest: 'wage-prices/change' },
    { name: `Grocery prices, ${YEAR}`, latest: 'groceries/change' },
    { name: 'Regular gas', latest: 'gas/price' },
    { name: 'Unemployment rate', latest: 'unemployment/rate', step: 'unemployment/month/change' },
    {
      name: 'Jobs on payrolls, over the month',
      latest: 'payrolls/change',
      note: 'farms not counted',
    },
    {
      name: `New jobless claims a week, ${phrases.fourWeekAverage}`,
      latest: 'claims/four-week-mean',
      step: 'claims/week/change',
    },
    { name: 'New jobless claims in the newest week', latest: 'claims/newest-week/level' },
    { name: 'Job openings', latest: 'openings/level', step: 'openings/month/change' },
    {
      name: 'Unemployment above its low of the year before',
      latest: 'sahm/gap',
      note: 'what the Sahm rule, a sign of recessions, looks at',
    },
    { name: 'Federal funds rate', latest: 'federal-funds/rate', step: 'federal-funds/month/change' },
    { name: capitalize(phrases.gapOfTwoYears), latest: 'curve-10y-2y/spread' },
    { latest: 'curve-10y-3m/spread' },
    {
      name: 'Consumer sentiment, an index',
      latest: 'sentiment/index',
      step: 'sentiment/month/change',
      note: 'FRED has it a month late',
    },
  ],
  markets: [
    ...['sp500', 'bitcoin', 'ether'].map((asset): Measure => ({
      latest: `${asset}/level`,
      step: `${asset}/change`,
      year: `${asset}/year-to-date/change`,
    })),
    {
      name: capitalize(phrases.tenYearYield),
      latest: 'treasury-10y/rate',
      step: 'treasury-10y/week/change',
    },
    { name: capitalize(phrases.threeMonthYield), latest: 'treasury-3m/rate' },
  ],
}

const COLUMNS: Readonly<Record<SeriesSection['section'], readonly string[]>> = {
  housing: ['Measure', 'Latest', 'Over a week or month', 'Over a year'],
  economy: ['Measure', 'Latest', 'Over a week or month', 'Over a year'],
  markets: ['Measure', 'Latest', 'Over the week', 'Since the year began'],
}

/** Composes what the page adds to the letter for a section of published series or market closes.
 *  @param facts  from the analysis and from the statements
 *  @param lines  from which a picture can be drawn; none is drawn if they do not fit the facts
 *  @param attempts  one for each row, the picture and what was read */
export function composeSeries(
  section: SeriesSection,
  facts: readonly Fact[],
  lines: readonly ChartLine[],
  attempts: Attempts,
): SectionContent {
  const { attempt } = attempts
  const chart = attempt({ id: `${section.section}/chart`, kind: 'picture' }, () =>
    drawFrom(section, lines),
  )?.chart
  const note = { id: `${section.section}/coverage`, kind: 'note' } as const
  return {
    name: section.section,
    title: SECTION_TITLES[section.section],
    state: 'ready',
    tables: listTables(section, facts, attempts),
    ...(chart ? { chart } : {}),
    coverage: attempt(note, () => tellSeriesCoverage(section)) ?? [],
    notices: listCredits(facts),
  }
}

function listTables({ section }: SeriesSection, facts: readonly Fact[], { each }: Attempts): TableContent[] {
  const book = openFacts({ section, facts })
  const tellRow = ({ name, latest, step, year, note }: Measure): TableRow[] => {
    const main = book.find(latest)
    if (!main) return []
    const change = (id: string | undefined) => tellChange(id === undefined ? undefined : book.find(id))
    return [
      {
        head: [plain(name?.replace('{subject}', main.subject) ?? capitalize(main.subject))],
        about: [
          [plain(`${tellTime(main)}, `), { text: presentPlace(main), href: main.sourceUrl }],
          ...(note === undefined ? [] : [[plain(capitalize(note))]]),
        ],
        cells: [isChange(main) ? tellChange(main) : [figure(main)], change(step), change(year)],
      },
    ]
  }
  const idOf = ({ latest }: Measure) => `${section}/${latest}`
  const rows = each(MEASURES[section], tellRow, { kind: 'row', idOf })
  return tableOf('All figures', COLUMNS[section], rows)
}

const isChange = ({ kind }: Fact) => /(?:^|-)change$/.test(kind)

/** 'up 0.02 percentage points' */
function tellChange(fact: Fact | undefined): Sentence {
  if (!fact) return [plain('–')]
  const value = numberOf(fact)
  if (value === 0) return [plain('unchanged')]
  return [plain(value > 0 ? 'up ' : 'down '), figure(fact, formatFact(fact, { sign: 'left out' }))]
}

/** The month or the last day that a fact covers. */
function tellTime({ period }: Fact): string {
  const isMonthsEnd = addDays(period.to, 1).endsWith('-01') && period.from.endsWith('-01')
  return isMonthsEnd ? formatMonth(period.to) : formatDay(period.to)
}
