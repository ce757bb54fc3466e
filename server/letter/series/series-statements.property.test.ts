import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { addDays, addMonths } from '../../lib/dates.ts'
import { getSeries } from '../../records/series/series.ts'
import type { SeriesReading } from '../../records/series/series-observation.ts'
import { createHistory } from '../testing/market-histories.ts'
import { createReading } from '../testing/series-readings.ts'
import { marketSeries } from './add-yield.ts'
import { analyseEconomy, economySeries } from './analyse-economy.ts'
import { analyseHousing, housingSeries } from './analyse-housing.ts'
import { analyseMarkets } from './analyse-markets.ts'
import { stateConnections } from './connections.ts'
import { listNewFacts } from '../statements/make-statement.ts'
import { stateAhead } from './look-ahead.ts'
import { stateSeries } from './series-statements.ts'
import { WEEK } from './testing/analyse-week.ts'
import { listFaults } from './testing/check-statements.ts'
import { openAttempts } from '../statements/leave-out-unwritable.ts'

const START: Readonly<Record<string, number>> = {
  PMMS30: 6.95,
  MSPUS: 419_200,
  'ZHVI-102001': 355_000,
  'ZORI-102001': 1958,
  'HPI-USA-NSA': 420,
  MSACSR: 8.5,
  HOUST: 1499,
  PERMIT: 1482,
  CES0500000008: 30.6,
  LNS14000000: 4.1,
  CES0000000001: 159_536,
  ICSA: 207_000,
  JTS000000000000000JOL: 8098,
  GASREGW: 3.1,
  UMCSENT: 71.1,
  FEDFUNDS: 4.48,
  BC_10YEAR: 4.5,
  BC_2YEAR: 4.2,
  BC_3MONTH: 4.3,
  T10Y2Y: 0.3,
}

/** Dates, newest first, of values that are public by the end of the week. */
function listDates(id: string, count: number, monthsOld: number): string[] {
  const old = -30 * monthsOld
  const { frequency, release } = getSeries(id)
  const lag = release.after === 'months' ? release.months : 1
  return Array.from({ length: count }, (_, index) => {
    if (frequency === 'daily') return addDays('2025-01-31', old - index)
    if (frequency === 'weekly') {
      const last = id === 'ICSA' ? '2025-01-25' : id === 'GASREGW' ? '2025-01-27' : '2025-01-30'
      return addDays(last, old - 7 * index)
    }
    return addMonths('2025-01-01', (frequency === 'quarterly' ? -3 : -1) * index - lag - monthsOld)
  })
}

/** A series that repeats its steps; a slope adds streaks and extremes.
 *  @param steps  as shares of the first value */
function wander(id: string, steps: readonly number[], slope: number, monthsOld: number): SeriesReading {
  const start = START[id] ?? 310
  const values = listDates(id, 60, monthsOld).map((date, index) => {
    const share = 1 + (steps[index % steps.length] ?? 0) - slope * index
    return [date, Math.max(0.6, Math.round(start * share * 100) / 100)] as const
  })
  return createReading(id, Object.fromEntries(values.reverse()), { isAsRevisedSince: start > 100 })
}

const steps = fc.array(fc.double({ min: -0.03, max: 0.03, noNaN: true }), { minLength: 1, maxLength: 12 })
const slope = fc.constantFrom(0, 0, 0.004, -0.004)
/** Mostly fresh, some overdue. */
const age = fc.constantFrom(0, 0, 0, 0, 1, 9)

const WANTED = [...housingSeries, ...economySeries, ...marketSeries]
const IDS = [...new Set(WANTED.map(({ id }) => id))]

const readings = fc
  .tuple(...IDS.map((id) => fc.option(fc.tuple(steps, slope, age).map((words) => wander(id, ...words)))))
  .map((list) => list.filter((reading) => reading !== null))

const histories = fc
  .tuple(fc.option(fc.tuple(steps, slope)), fc.option(fc.tuple(steps, slope)))
  .map(([shares, coins]) =>
    (
      [
        ['sp500', shares, 6000],
        ['bitcoin', coins, 100_000],
      ] as const
    ).flatMap(([asset, course, start]) =>
      course === null
        ? []
        : [
            createHistory(
              asset,
              Object.fromEntries(
                Array.from({ length: 399 }, (_, index) => index)
                  .map((index) => {
                    const share = 1 + (course[0][index % course[0].length] ?? 0) - course[1] * (index / 7)
                    return [addDays('2025-02-02', -index), Math.round(start * share * 100) / 100] as const
                  })
                  .filter(([date]) => asset === 'bitcoin' || new Date(date).getUTCDay() % 6 !== 0),
              ),
            ),
          ],
    ),
  )

function stateAll(known: readonly SeriesReading[], markets: Parameters<typeof analyseMarkets>[0]) {
  const sections = [
    analyseHousing(known, WEEK),
    analyseEconomy(known, WEEK),
    analyseMarkets(markets, WEEK, known),
  ]
  const stated = sections.map((section) => stateSeries(section, { readings: known, histories: markets }))
  const facts = [...sections, ...stated].flatMap((one) => one.facts)
  const ahead = stateAhead(stated)
  const connections = [...stateConnections(stated, openAttempts('economy')), ...(ahead ? [ahead] : [])]
  return { stated, connections, facts: [...facts, ...listNewFacts(connections, facts)] }
}

describe('the statements of series', () => {
  it('are supported by facts in every telling, headline and line, whatever the series contain', () => {
    fc.assert(
      fc.property(readings, histories, (known, markets) => {
        const { stated, connections, facts } = stateAll(known, markets)
        const statements = stated
          .flatMap(({ statements: own, forYou, coverage }) => own.concat(forYou, coverage))
          .concat(connections)
        expect(listFaults(statements, facts)).toEqual([])
        expect(new Set(statements.map(({ id }) => id)).size).toBe(statements.length)
        const ids = new Set(statements.map(({ id }) => id))
        expect(statements.flatMap(({ follows = [] }) => follows).filter((id) => !ids.has(id))).toEqual([])
        const factIds = facts.map(({ id }) => id)
        expect(new Set(factIds).size).toBe(factIds.length)
      }),
      { numRuns: 10 },
    )
  })

  it('include every kind if the series give enough material', () => {
    // The series ends with three rises, above a slope.
    const course = [0.012, 0.008, 0.004, 0, 0.005, 0.002, 0.003, 0.001] as const
    const rich = (turn: number) => IDS.map((id) => wander(id, course, 0.004 * turn, 0))
    const shares = createHistory('sp500', { '2024-12-31': 6000, '2025-01-24': 5940, '2025-01-31': 6120 })
    const seen = [1, -1].flatMap((turn) => {
      const { stated, connections, facts } = stateAll(rich(turn), [shares])
      const statements = stated
        .flatMap(({ statements: own, forYou, coverage }) => own.concat(forYou, coverage))
        .concat(connections)
      expect(listFaults(statements, facts)).toEqual([])
      return statements.map(({ id }) => id)
    })
    expect(seen).toEqual(
      expect.arrayContaining([
        'housing/payment-year',
        'housing/mortgage-extreme',
        'housing/mortgage-streak',
        'housing/rent',
        'housing/payment-difference',
        'economy/flat-pay-now',
        'economy/payrolls-usual',
        'economy/week-of-40',
        'economy/gas-for-you',
        'economy/groceries-for-you',
        'markets/sp500-turn',
        'markets/bill',
        'economy/household',
      ]),
    )
  })

  it('are the same from the same input in another order', () => {
    fc.assert(
      fc.property(readings, histories, (known, markets) => {
        const turned = known.map(({ series, observations }) => ({
          series,
          observations: observations.toReversed(),
        }))
        const again = stateAll(
          turned.toReversed(),
          markets.map((one) => ({ ...one, closes: one.closes.toReversed() })).toReversed(),
        )
        const first = stateAll(known, markets)
        expect(JSON.stringify(again)).toBe(JSON.stringify(first))
        expect(stateConnections(first.stated.toReversed(), openAttempts('economy'))).toEqual(
          first.connections.filter(({ id }) => id !== 'housing/ahead'),
        )
      }),
      { numRuns: 8 },
    )
  })
})
