import { NO_ATTEMPTS } from '../testing/statements.ts'
import { addDays, listDays } from '../../lib/dates.ts'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { analyseEconomy, economySeries } from './analyse-economy.ts'
import { analyseHousing, housingSeries } from './analyse-housing.ts'
import { analyseMarkets, type MarketAssetId, type MarketHistory } from './analyse-markets.ts'
import { listMarketLines, listSeriesLines, type ChartLine } from './chart-line.ts'
import type { SeriesReading } from '../../records/series/series-observation.ts'
import type { SeriesSection } from './series-section.ts'
import { createHistory } from '../testing/market-histories.ts'
import { aLetter } from '../testing/edition-content.ts'
import { createReading, listMonths } from '../testing/series-readings.ts'
import { drawFrom } from './picture.ts'
import { checkEditionBound } from '../facts/check-bound.ts'
import { composeEdition } from '../facts/compose-edition.ts'
import { stateSeries } from './series-statements.ts'
import { composeSeries } from './series-table.ts'

const SLOT_DATE = '2025-02-03'
const WEEK = { from: '2025-01-27', to: '2025-02-02' }

interface Shape {
  readonly last: string
  readonly middle: number
  readonly spread: number
}

const MONTHLY: Readonly<Record<string, Shape>> = {
  'ZHVI-102001': { last: '2024-12', middle: 360_000, spread: 9000 },
  'HPI-USA-NSA': { last: '2024-11', middle: 420, spread: 9 },
  CSUSHPINSA: { last: '2024-11', middle: 320, spread: 7 },
  MSACSR: { last: '2024-12', middle: 8.5, spread: 1 },
  HOUST: { last: '2024-12', middle: 1400, spread: 150 },
  PERMIT: { last: '2024-12', middle: 1450, spread: 150 },
  CUUR0000SA0: { last: '2024-12', middle: 315, spread: 6 },
  CUUR0000SA0L1E: { last: '2024-12', middle: 320, spread: 6 },
  CPIAUCSL: { last: '2024-12', middle: 316, spread: 6 },
  CWUR0000SA0: { last: '2024-12', middle: 309, spread: 6 },
  CES0500000008: { last: '2024-12', middle: 30, spread: 0.6 },
  LNS14000000: { last: '2024-12', middle: 4.2, spread: 0.8 },
  PAYEMS: { last: '2024-12', middle: 159_000, spread: 300 },
  JTSJOL: { last: '2024-11', middle: 8000, spread: 600 },
  FEDFUNDS: { last: '2024-12', middle: 4.5, spread: 0.4 },
  UMCSENT: { last: '2024-12', middle: 72, spread: 5 },
}
const DAYS: Readonly<Record<string, Shape & { readonly step: number }>> = {
  PMMS30: { last: '2025-01-30', middle: 6.9, spread: 0.3, step: 7 },
  MORTGAGE30US: { last: '2025-01-30', middle: 6.9, spread: 0.3, step: 7 },
  ICSA: { last: '2025-01-25', middle: 215_000, spread: 9000, step: 7 },
  BC_10YEAR: { last: '2025-01-31', middle: 4.4, spread: 0.3, step: 1 },
  DGS2: { last: '2025-01-30', middle: 4.4, spread: 0.3, step: 1 },
  BC_3MONTH: { last: '2025-01-31', middle: 4.4, spread: 0.3, step: 1 },
}

const values = ({ middle, spread }: Shape, count: number) =>
  fc.array(
    fc.integer({ min: -20, max: 20 }).map((step) => Math.round((middle + (step / 20) * spread) * 100) / 100),
    { minLength: count, maxLength: count },
  )

/** Any series may be missing, overdue, flat, full of gaps, read late, or contain a slip. */
function readingOf(id: string): fc.Arbitrary<SeriesReading | undefined> {
  const monthly = MONTHLY[id]
  const daily = DAYS[id]
  const shape = monthly ?? daily
  if (!shape) throw new TypeError(`no shape for ${id}`)
  const count = monthly ? 40 : 60
  return fc
    .record({
      list: fc.oneof(
        values(shape, count),
        values(shape, 1).map(([one = 0]) => Array.from({ length: count }, () => one)),
      ),
      gap: fc.option(fc.nat({ max: count - 1 }), { nil: undefined, freq: 2 }),
      slip: fc.option(fc.nat({ max: count - 1 }), { nil: undefined, freq: 4 }),
      isOverdue: fc.integer({ min: 0, max: 7 }).map((one) => one === 0),
      isMissing: fc.integer({ min: 0, max: 4 }).map((one) => one === 0),
      isAsRevisedSince: fc.boolean(),
    })
    .map(({ list, gap, slip, isOverdue, isMissing, isAsRevisedSince }) => {
      if (isMissing) return undefined
      const slipped = list.map((value, index) => (index === slip ? value * 1000 : value))
      const byDate = monthly
        ? listMonths(isOverdue ? '2024-03' : monthly.last, slipped)
        : Object.fromEntries(
            slipped.map((value, index) => [
              addDays(shape.last, (daily?.step ?? 1) * (index - count + 1) - (isOverdue ? 70 : 0)),
              value,
            ]),
          )
      const dates = Object.keys(byDate)
      if (gap !== undefined) delete byDate[dates[gap] ?? '']
      return createReading(id, byDate, { isAsRevisedSince })
    })
}

const readings = (ids: readonly string[]) =>
  fc.tuple(...ids.map(readingOf)).map((some) => some.filter((one): one is SeriesReading => one !== undefined))

const DAILY = listDays('2023-12-30', '2025-02-02')
const history = (asset: MarketAssetId): fc.Arbitrary<MarketHistory | undefined> =>
  fc
    .record({
      steps: fc.array(fc.integer({ min: -30, max: 30 }), { minLength: 12, maxLength: 12 }),
      lost: fc.nat({ max: 12 }),
      isMissing: fc.integer({ min: 0, max: 3 }).map((one) => one === 0),
    })
    .map(({ steps, lost, isMissing }) => {
      if (isMissing) return undefined
      const closes = DAILY.slice(0, DAILY.length - lost).map((date, index) => [
        date,
        5000 + (steps[index % steps.length] ?? 0) * 3 + (steps[index % 7] ?? 0),
      ])
      return createHistory(
        asset,
        Object.fromEntries(closes),
        asset === 'ether' ? 'CoinGecko' : 'Yahoo Finance',
      )
    })

const HOUSING_IDS = [
  'PMMS30',
  'MORTGAGE30US',
  'ZHVI-102001',
  'HPI-USA-NSA',
  'CSUSHPINSA',
  'MSACSR',
  'HOUST',
  'PERMIT',
]
const ECONOMY_IDS = [...Object.keys(MONTHLY).slice(6), 'ICSA', 'BC_10YEAR', 'DGS2', 'BC_3MONTH']

interface Told {
  readonly section: SeriesSection
  readonly readings: readonly SeriesReading[]
  readonly histories?: readonly MarketHistory[]
  readonly lines: readonly ChartLine[]
}

const sections = fc.oneof(
  readings(HOUSING_IDS).map((some): Told => ({
    section: analyseHousing(some, WEEK),
    readings: some,
    lines: listSeriesLines(some, housingSeries, WEEK),
  })),
  readings(ECONOMY_IDS).map((some): Told => ({
    section: analyseEconomy(some, WEEK),
    readings: some,
    lines: listSeriesLines(some, economySeries, WEEK),
  })),
  fc
    .tuple(fc.tuple(history('sp500'), history('bitcoin'), history('ether')), readings(['BC_10YEAR']))
    .map(([some, yields]): Told => {
      const known = some.filter((one) => one !== undefined)
      return {
        section: analyseMarkets(known, WEEK, yields),
        readings: yields,
        histories: known,
        lines: listMarketLines(known, WEEK),
      }
    }),
)

function tell({ section, readings: read, histories = [], lines }: Told) {
  const statements = stateSeries(section, { readings: read, histories })
  const facts = [...section.facts, ...statements.facts, ...(drawFrom(section, lines)?.facts ?? [])]
  return { content: composeSeries(section, facts, lines, NO_ATTEMPTS), statements, facts }
}

describe('the table and coverage of a section, whatever its series contain', () => {
  it('have only numbers that are a figure with its fact, or part of a known day or name', () => {
    fc.assert(
      fc.property(sections, (told) => {
        const { content, statements, facts } = tell(told)
        const edition = composeEdition({
          slotDate: SLOT_DATE,
          week: WEEK,
          letter: aLetter(),
          sections: [content],
          statements: [statements],
        })
        expect(checkEditionBound(edition, facts)).toEqual([])
      }),
      { numRuns: 30 },
    )
  })

  it('leave no slot unfilled, and have a row for every finding', () => {
    fc.assert(
      fc.property(sections, (told) => {
        const { content } = tell(told)
        expect(JSON.stringify(content)).not.toMatch(/undefined|NaN|null|\{\{|  |\(\)|: \./)
        const shown = new Set(
          content.tables
            .flatMap(({ rows }) => rows.flatMap(({ cells }) => cells.flat()))
            .map(({ factId }) => factId),
        )
        const isZeroChange = (id: string) =>
          told.section.facts.some(
            (fact) => fact.id === id && fact.value === 0 && /(^|-)change$/.test(fact.kind),
          )
        expect(told.section.mainFactIds.filter((id) => !shown.has(id) && !isZeroChange(id))).toEqual([])
        expect(content.chart?.points.length ?? 20).toBeGreaterThanOrEqual(20)
        expect(content.chart?.points.length ?? 0).toBeLessThanOrEqual(110)
      }),
      { numRuns: 30 },
    )
  })
})
