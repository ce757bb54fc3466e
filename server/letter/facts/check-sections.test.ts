import { NO_ATTEMPTS } from '../testing/statements.ts'
import { addDays, addMonths } from '../../lib/dates.ts'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { analyseCongress } from '../congress/analyse-congress.ts'
import { createCoverage, createMember, createTrade } from '../congress/testing/congress-trades.ts'
import { analyseEconomy, economySeries } from '../series/analyse-economy.ts'
import { analyseHousing, housingSeries } from '../series/analyse-housing.ts'
import { analyseMarkets, type MarketHistory } from '../series/analyse-markets.ts'
import { listMarketLines, listSeriesLines } from '../series/chart-line.ts'
import { getSeries } from '../../records/series/series.ts'
import type { SectionContent } from '../../../shared/edition-contract.ts'
import type { SectionStatements } from '../statements/statement.ts'
import type { Fact } from './fact.ts'
import type { SeriesReading } from '../../records/series/series-observation.ts'
import type { SeriesSection } from '../series/series-section.ts'
import { aLetter } from '../testing/edition-content.ts'
import { createReading } from '../testing/series-readings.ts'
import { checkEditionBound } from './check-bound.ts'
import { composeEdition } from './compose-edition.ts'
import { stateCongress } from '../congress/congress-statements.ts'
import { composeCongress } from '../congress/congress-tables.ts'
import { drawFrom } from '../series/picture.ts'
import { stateSeries, type SeriesSources } from '../series/series-statements.ts'
import { composeSeries } from '../series/series-table.ts'

const SLOT_DATE = '2025-02-03'
const WEEK = { from: '2025-01-27', to: '2025-02-02' }

/** Expects every figure of the section to have its fact.
 *  @returns how many rows its tables have */
function expectBound(section: SectionContent, statements: SectionStatements, facts: readonly Fact[]): number {
  const content = composeEdition({
    slotDate: SLOT_DATE,
    week: WEEK,
    letter: aLetter(),
    sections: [section],
    statements: [statements],
  })
  expect(checkEditionBound(content, facts)).toEqual([])
  return section.tables.reduce((sum, { rows }) => sum + rows.length, 0)
}

function expectSeriesBound(
  section: SeriesSection,
  sources: SeriesSources,
  lines: Parameters<typeof composeSeries>[2],
) {
  const statements = stateSeries(section, sources)
  const facts = [...section.facts, ...statements.facts, ...(drawFrom(section, lines)?.facts ?? [])]
  const composed = composeSeries(section, facts, lines, NO_ATTEMPTS)
  return { rows: expectBound(composed, statements, facts), composed }
}

const START: Readonly<Record<string, number>> = {
  PMMS30: 6.95,
  MSPUS: 419_200,
  'ZHVI-102001': 355_000,
  'HPI-USA-NSA': 420,
  MSACSR: 8.5,
  HOUST: 1499,
  PERMIT: 1482,
  CES0500000008: 30.6,
  LNS14000000: 4.1,
  CES0000000001: 159_536,
  ICSA: 207_000,
  JTS000000000000000JOL: 8098,
  UMCSENT: 71.1,
  FEDFUNDS: 4.48,
  BC_10YEAR: 4.5,
  BC_2YEAR: 4.2,
  BC_3MONTH: 4.3,
  T10Y2Y: 0.3,
}

/** About three years of a series that moves by at most the given share at each step, or stays flat.
 *  @param monthsOld  how long ago it ended */
function wander(id: string, steps: readonly number[], monthsOld: number): SeriesReading {
  const start = START[id] ?? 310
  const old = -30 * monthsOld
  const { frequency } = getSeries(id)
  const count = frequency === 'daily' || frequency === 'weekly' ? 160 : 40
  const dates = Array.from({ length: count }, (_, index) => {
    if (frequency === 'daily') return addDays('2025-01-31', old - (index > 20 ? index * 7 : index))
    if (frequency === 'weekly') return addDays(id === 'ICSA' ? '2025-01-25' : '2025-01-30', old - 7 * index)
    return addMonths('2024-12-01', (frequency === 'quarterly' ? -3 * index : -index) - monthsOld)
  })
  const values = dates.map((date, index) => {
    const step = steps[index % steps.length] ?? 0
    return [date, Math.round(start * (1 + step) * 100) / 100] as const
  })
  return createReading(id, Object.fromEntries(values.reverse()))
}

const steps = fc.array(fc.double({ min: -0.03, max: 0.03, noNaN: true }), { minLength: 1, maxLength: 12 })
/** Mostly fresh, some overdue. */
const age = fc.constantFrom(0, 0, 0, 0, 1, 9)
const SERIES = [
  ['housing', housingSeries, analyseHousing],
  ['economy', economySeries, analyseEconomy],
] as const

describe('the words of a section are bound to its facts', () => {
  it.each(SERIES)('in %s, whatever its series contain', (_name, wanted, analyse) => {
    const readings = fc.tuple(
      ...wanted.map(({ id }) =>
        fc.option(fc.tuple(steps, age).map(([list, monthsOld]) => wander(id, list, monthsOld))),
      ),
    )
    let found = 0
    let charts = 0
    fc.assert(
      fc.property(readings, (list) => {
        const known = list.filter((reading) => reading !== null)
        const { rows, composed } = expectSeriesBound(
          analyse(known, WEEK),
          { readings: known },
          listSeriesLines(known, wanted, WEEK),
        )
        found += rows
        if (composed.chart) charts++
      }),
      { numRuns: 20 },
    )
    expect(found).toBeGreaterThan(40)
    expect(charts).toBeGreaterThan(0)
  })

  it('in markets, whatever the closes are', () => {
    const history = (asset: MarketHistory['asset'], ticker: string, start: number) =>
      steps.map((list): MarketHistory => ({
        asset,
        ticker,
        sourceName: 'Yahoo Finance',
        sourceUrl: `https://records.test/${ticker}`,
        retrievedAt: '2025-02-02T12:00:00.000Z',
        closes: Array.from({ length: 400 }, (_, index) => {
          const close = Math.round(start * (1 + (list[index % list.length] ?? 0)) * 100) / 100
          return { date: addDays('2025-02-02', index - 399), close, adjustedClose: close }
        }),
      }))
    const histories = fc.tuple(
      history('sp500', '^GSPC', 6040.53),
      history('bitcoin', 'BTC-USD', 97_688.98),
      history('ether', 'ETH-USD', 2869.13),
    )
    let found = 0
    fc.assert(
      fc.property(histories, (list) => {
        const section = analyseMarkets(list, WEEK)
        found += expectSeriesBound(
          section,
          { readings: [], histories: list },
          listMarketLines(list, WEEK),
        ).rows
      }),
      { numRuns: 20 },
    )
    expect(found).toBeGreaterThan(40)
  })

  it('in Congress, whatever its members report', () => {
    const row = fc.record({
      filer: fc.integer({ min: 1, max: 6 }),
      asset: fc.constantFrom(
        ['3M Company', 'MMM'],
        ['US Treasury Note 4.25% due 2/15/2035', undefined],
        ['Acme Corp. - Common Stock', 'ACME'],
        ['One Liberty Properties', 'OLP'],
        ['Twenty-First Fund $50 Series', 'TF5'],
      ),
      type: fc.constantFrom('P', 'S', 'S (partial)', 'E'),
      owner: fc.constantFrom('self', 'SP', 'JT', 'DC'),
      tradedOn: fc.constantFrom('2022-06-03', '2024-06-03', '2025-01-06', '2025-01-24', '2025-02-01'),
      range: fc.constantFrom(
        [1001, 15_000],
        [1_000_001, 5_000_000],
        [3500.33, 3500.33],
        [50_000_000, undefined],
      ),
      chamber: fc.constantFrom('house', 'senate'),
      status: fc.constantFrom('new', 'amended', 'deleted', undefined),
      isMember: fc.boolean(),
    })
    const rows = fc.array(row, { maxLength: 14 }).map((drafts) =>
      drafts.map(({ filer, asset: [asset, ticker], range: [low, high], isMember, ...rest }, index) =>
        createTrade({
          ...rest,
          row: index + 1,
          reportId: `2000${filer}`,
          filer: `Filer ${'ABCDEFG'.charAt(filer)}`,
          member: isMember
            ? createMember({ bioguideId: `F${filer}`, name: `Filer ${'ABCDEFG'.charAt(filer)}` })
            : undefined,
          asset,
          ticker,
          low,
          high,
        }),
      ),
    )
    let found = 0
    fc.assert(
      fc.property(rows, (trades) => {
        const section = analyseCongress(
          {
            trades,
            coverage: [
              createCoverage({
                listed: 9,
                read: 6,
                onPaper: [{ reportId: '1', filer: 'Doe, Jane 3rd', url: 'https://house.example/1' }],
                unread: [
                  {
                    reportId: '2',
                    filer: 'Roe',
                    url: 'https://house.example/2',
                    code: 'server-failed',
                    reason: 'it answered 503',
                  },
                ],
                unknownFilers: [{ reportId: '3', filer: 'Poe', reason: 'two members have that name' }],
              }),
            ],
          },
          WEEK,
        )
        const told = stateCongress(section)
        found += expectBound(composeCongress(section, SLOT_DATE, NO_ATTEMPTS), told, [
          ...section.facts,
          ...told.facts,
        ])
      }),
      { numRuns: 50 },
    )
    expect(found).toBeGreaterThan(30)
  })
})
