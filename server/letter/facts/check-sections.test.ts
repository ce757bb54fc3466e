import { addDays, addMonths } from '../../lib/dates.ts'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { createLogger } from '../../lib/logger.ts'
import { analyseCongress, listRequiredCongressFacts } from '../congress/analyse-congress.ts'
import { createCoverage, createMember, createTrade } from '../congress/testing/congress-trades.ts'
import { analyseEconomy, economySeries } from '../series/analyse-economy.ts'
import { analyseHousing, housingSeries } from '../series/analyse-housing.ts'
import { analyseMarkets, type MarketHistory } from '../series/analyse-markets.ts'
import { listMarketLines, listSeriesLines } from '../series/chart-line.ts'
import { getSeries } from '../../records/series/series.ts'
import type { SectionContent } from '../../../shared/edition-contract.ts'
import type { Fact, SectionName } from './fact.ts'
import type { SeriesReading } from '../../records/series/series-observation.ts'
import type { SeriesSection } from '../series/series-section.ts'
import { aLetter } from '../testing/edition-content.ts'
import { createReading } from '../testing/series-readings.ts'
import { writeSection } from '../writer/write-section.ts'
import { checkEditionBound } from './check-bound.ts'
import { composeEdition } from './compose-edition.ts'
import { composeCongress } from '../congress/congress-words.ts'
import { drawFrom } from '../series/series-words-chart.ts'
import { composeSeries, listRequiredSeriesFacts } from '../series/series-words.ts'

const WEEK = { from: '2025-01-27', to: '2025-02-02' }

async function writeByRules(section: SectionName, facts: readonly Fact[], required: readonly string[]) {
  const { text } = await writeSection(
    { model: undefined, logger: createLogger('silent') },
    { section, facts, required },
  )
  return text
}

/** Nothing of the edition may stand without its fact. */
function expectBound(section: SectionContent, facts: readonly Fact[]): void {
  const content = composeEdition({
    slotDate: '2025-02-03',
    week: WEEK,
    letter: aLetter(),
    sections: [section],
  })
  expect(checkEditionBound(content, facts)).toEqual([])
}

async function expectSeriesBound(section: SeriesSection, lines: Parameters<typeof composeSeries>[2]) {
  const text = await writeByRules(section.section, section.facts, listRequiredSeriesFacts(section))
  const composed = composeSeries(section, text, lines)
  expectBound(composed, [...section.facts, ...(drawFrom(section, lines)?.facts ?? [])])
  return composed
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

/** Some three years of a series that wanders by up to the given share at each step, or stands still.
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
  it.each(SERIES)('%s, whatever its series say', async (_name, wanted, analyse) => {
    const readings = fc.tuple(
      ...wanted.map(({ id }) =>
        fc.option(fc.tuple(steps, age).map(([list, monthsOld]) => wander(id, list, monthsOld))),
      ),
    )
    let findings = 0
    let charts = 0
    await fc.assert(
      fc.asyncProperty(readings, async (list) => {
        const known = list.filter((reading) => reading !== null)
        const composed = await expectSeriesBound(analyse(known, WEEK), listSeriesLines(known, wanted, WEEK))
        findings += composed.findings.length
        if (composed.chart) charts++
      }),
      { numRuns: 40 },
    )
    expect(findings).toBeGreaterThan(40)
    expect(charts).toBeGreaterThan(0)
  })

  it('markets, whatever their closes are', async () => {
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
    let findings = 0
    await fc.assert(
      fc.asyncProperty(histories, async (list) => {
        const composed = await expectSeriesBound(analyseMarkets(list, WEEK), listMarketLines(list, WEEK))
        findings += composed.findings.length
      }),
      { numRuns: 40 },
    )
    expect(findings).toBeGreaterThan(40)
  })

  it('Congress, whatever its members report', async () => {
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
    let findings = 0
    await fc.assert(
      fc.asyncProperty(rows, async (trades) => {
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
        const text = await writeByRules('congress', section.facts, listRequiredCongressFacts(section))
        const composed = composeCongress(section, text)
        expectBound(composed, section.facts)
        findings += composed.findings.length
      }),
      { numRuns: 100 },
    )
    expect(findings).toBeGreaterThan(30)
  })
})
