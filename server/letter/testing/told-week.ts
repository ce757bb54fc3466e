import { addDays } from '../../lib/dates.ts'
import type { InsiderFiling } from '../../records/insiders/insider-filing.ts'
import { closeKey } from '../../records/insiders/judge-trades.ts'
import { analyseCongress } from '../congress/analyse-congress.ts'
import type { CongressSection } from '../congress/congress-section.ts'
import { stateCongress } from '../congress/congress-statements.ts'
import { createCoverage, createMember, createTrade } from '../congress/testing/congress-trades.ts'
import { analyseInsiders } from '../insiders/analyse-insiders.ts'
import type { InsiderSection } from '../insiders/insider-section.ts'
import { stateInsiders } from '../insiders/insider-statements.ts'
import { analyseEconomy } from '../series/analyse-economy.ts'
import { analyseHousing } from '../series/analyse-housing.ts'
import { analyseMarkets } from '../series/analyse-markets.ts'
import { stateConnections } from '../series/connections.ts'
import { stateSeries } from '../series/series-statements.ts'
import type { Statement } from '../statements/statement.ts'
import { createRuns } from './compose-congress-week.ts'
import { accessionOf, createCollection, createFiling, createTransaction } from './insider-filings.ts'
import { createHistory } from './market-histories.ts'
import { createReading, listMonths } from './series-readings.ts'
import { openAttempts } from '../statements/leave-out-unwritable.ts'

export const TOLD_WEEK = { from: '2025-01-27', to: '2025-02-02' }

/** The statements of an invented week, with trades of many kinds and series that moved. */
export function createToldWeek(): readonly Statement[] {
  const series = tellSeries()
  const sections = [stateInsiders(createToldInsiders()), stateCongress(createToldCongress()), ...series.told]
  return [
    ...sections.flatMap(({ statements }) => statements),
    ...stateConnections(sections, openAttempts('economy')),
    // Connections of a week without a sum for a household.
    ...stateConnections(series.ratesAlone, openAttempts('economy')),
  ]
}

function asChief(filing: InsiderFiling): InsiderFiling {
  const [owner] = filing.owners
  if (!owner) throw new TypeError('a filing without an owner')
  const chief = { isDirector: false, isOfficer: true, officerTitle: 'Chief Executive Officer' }
  return { ...filing, owners: [{ ...owner, ...chief }] }
}

/** Purchases and sales of four companies: on a plan, through a trust, in an offering. */
export function createToldInsiders(): InsiderSection {
  const sale = { code: 'S', shares: 200_000, price: 50, ownedAfter: 900_000 } as const
  const filings = [
    createFiling({
      accession: accessionOf(1),
      ownerName: 'Roe Ann',
      ownerCiks: ['81'],
      transactions: [createTransaction({ shares: 100_000, price: 30, ownedAfter: 400_000 })],
    }),
    asChief(
      createFiling({
        accession: accessionOf(2),
        issuerCik: '43',
        issuerName: 'Birch Lake Foods Inc',
        ticker: 'BRCH',
        ownerName: 'Poe Max',
        ownerCiks: ['82'],
        transactions: [
          createTransaction({ ...sale, isPlanned: true }),
          createTransaction({ ...sale, line: 2, tradedOn: '2025-01-28', isPlanned: true }),
        ],
      }),
    ),
    createFiling({
      accession: accessionOf(3),
      issuerCik: '44',
      issuerName: 'Cedar Works Corp',
      ticker: 'CDRW',
      ownerName: 'Loe Kim',
      ownerCiks: ['83'],
      transactions: [
        createTransaction({
          ...sale,
          shares: 20_000,
          ownedAfter: 60_000,
          ownership: 'indirect',
          ownershipNature: 'By Trust',
        }),
      ],
    }),
    createFiling({
      accession: accessionOf(4),
      issuerCik: '45',
      issuerName: 'Dune Rail Inc',
      ticker: 'DUNE',
      ownerName: 'Noe Sam',
      ownerCiks: ['84'],
      transactions: [createTransaction({ shares: 90_000, price: 20, via: 'offering' })],
    }),
  ]
  const closes = new Map(
    [
      ['ACME', '2025-01-27', 30],
      ['BRCH', '2025-01-27', 50],
      ['BRCH', '2025-01-28', 50],
      ['CDRW', '2025-01-27', 50],
      ['DUNE', '2025-01-27', 20],
    ].map(([ticker, day, close]) => [
      closeKey(String(ticker), String(day)),
      { close: Number(close), adjustedClose: Number(close) },
    ]),
  )
  return analyseInsiders(createCollection(filings), closes, TOLD_WEEK)
}

/** A member's trades, a spouse's and one through a trust, and a gift. */
export function createToldCongress(): CongressSection {
  const member = createMember({ name: 'Jane Q. Doe', commonName: 'Jane Doe', lastName: 'Doe' })
  const trades = [
    createTrade({ member, low: 50_001, high: 100_000 }),
    createTrade({
      member,
      row: 2,
      asset: 'Elm Bank',
      ticker: 'ELMB',
      owner: 'SP',
      type: 'S',
      low: 15_001,
      high: 50_000,
    }),
    createTrade({
      member,
      row: 3,
      asset: 'Fir Gas',
      ticker: 'FIRG',
      subholding: 'Doe Family Trust > Brokerage',
    }),
    createTrade({
      member,
      row: 4,
      asset: 'Gum Labs',
      ticker: 'GUML',
      type: 'S',
      description: 'Contribution of 382 shares held personally to a university',
      low: 100_001,
      high: 250_000,
    }),
  ]
  return analyseCongress(
    { trades, coverage: [createCoverage()], runs: createRuns('complete', 'complete') },
    TOLD_WEEK,
  )
}

/** Weekly values that end on a day, oldest first. */
const weekly = (last: string, values: readonly number[]) =>
  Object.fromEntries(
    values.map((value, index) => [addDays(last, 7 * (index - values.length + 1)), value] as const),
  )
const flat = (count: number, value: number) => Array.from({ length: count }, () => value)

/** Readings and closes that moved. */
export function createToldSeries() {
  const housing = [
    createReading('PMMS30', {
      '2024-02-01': 6.63,
      ...weekly('2025-01-30', [7.2, ...flat(40, 6.4), 6.5, 6.8, 6.95]),
    }),
    createReading('HPI-USA-NSA', listMonths('2024-11', [400, ...flat(11, 410), 418])),
    createReading('ZORI-102001', listMonths('2024-12', [1900, ...flat(11, 1930), 1958])),
  ]
  const economy = [
    createReading('CES0000000001', listMonths('2024-12', [158_000, ...flat(12, 158_400), 158_600, 158_350])),
    createReading('LNS14000000', listMonths('2024-12', [3.8, 3.9, ...flat(9, 4.1), 4.2, 4.1, 4.3])),
    createReading('ICSA', weekly('2025-01-25', [219_000, 217_000, 215_000, 213_000, 223_000, 231_000])),
    createReading('CUUR0000SA0', listMonths('2024-12', [306.746, ...flat(11, 312), 315.605])),
    createReading('CUSR0000SAF11', listMonths('2024-12', [300, ...flat(11, 303), 305.4])),
    createReading('GASREGW', { '2024-01-29': 3.2, ...weekly('2025-01-27', [3.05, 3.109, 3.06]) }),
    createReading('CES0500000008', listMonths('2024-12', [29.4, ...flat(11, 30), 30.6])),
    createReading('CWUR0000SA0', listMonths('2024-12', [300, ...flat(11, 305), 309])),
  ]
  const yields = [createReading('BC_10YEAR', { '2025-01-24': 4.63, '2025-01-29': 4.55, '2025-01-31': 4.54 })]
  const histories = [
    createHistory('sp500', { '2024-12-31': 6000, '2025-01-24': 5940, '2025-01-31': 6120 }),
    createHistory('bitcoin', { '2024-12-31': 93_000, '2025-01-24': 105_000, '2025-01-31': 102_000 }),
  ]
  return { housing, economy, yields, histories }
}

function tellSeries() {
  const { housing, economy, yields, histories } = createToldSeries()
  const tellHousing = (readings: typeof housing) =>
    stateSeries(analyseHousing(readings, TOLD_WEEK), { readings })
  const markets = stateSeries(analyseMarkets(histories, TOLD_WEEK, yields), { readings: yields, histories })
  return {
    told: [
      tellHousing(housing),
      stateSeries(analyseEconomy(economy, TOLD_WEEK), { readings: economy }),
      markets,
    ],
    ratesAlone: [tellHousing(housing.slice(0, 1)), markets],
  }
}
