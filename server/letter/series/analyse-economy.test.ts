import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { createReading, listMonths } from '../testing/series-readings.ts'
import { analyseEconomy, economySeries } from './analyse-economy.ts'
import { analyseWeek, LATE_MARCH, UNEMPLOYMENT, WEEK } from './testing/analyse-week.ts'

const fullYear = (first: number, last: number) => [first, ...Array.from({ length: 11 }, () => first), last]
const pay = (values: Record<string, number>) => createReading('CES0500000008', values)
const payPrices = (values: Record<string, number>) => createReading('CWUR0000SA0', values)

describe('consumer prices', () => {
  // The changes over the year in CPI-U, all items, not seasonally adjusted (CUUR0000SA0), from the Bureau's releases of
  // 15 January, 12 February and 12 March 2025.
  it.each([
    ['2024-12', 306.746, 315.605, 0.029],
    ['2025-01', 308.417, 317.671, 0.03],
    ['2025-02', 310.326, 319.082, 0.028],
  ])('rose over the year to %s by as much as published', (month, before, now, change) => {
    const publicFrom = '2025-03-18'
    const { find } = analyseWeek(
      [createReading('CUUR0000SA0', listMonths(month, fullYear(before, now)), { publicFrom })],
      LATE_MARCH,
    )
    expect(find('cpi/change')).toMatchObject({
      value: change,
      unit: 'fraction',
      precision: 3,
      subject: 'consumer prices',
      asOf: publicFrom,
      sourceName: 'US Bureau of Labor Statistics',
    })
  })

  it('are unknown before their release', () => {
    const reading = createReading(
      'CUUR0000SA0',
      listMonths('2025-01', [...fullYear(306.746, 315.605), 317.671]),
    )
    expect(analyseWeek([reading], { from: '2025-02-03', to: '2025-02-09' }).find('cpi/change')).toMatchObject(
      {
        value: 0.029,
        period: { from: '2023-12-01', to: '2024-12-31' },
        asOf: '2025-01-15',
      },
    )
  })

  it('have a kind of figure of their own if only the adjusted index is known', () => {
    const { find, facts } = analyseWeek([
      createReading('CPIAUCSL', listMonths('2024-12', fullYear(308.742, 317.603))),
    ])
    expect(find('cpi/change')).toBeUndefined()
    expect(find('cpi-adjusted/adjusted-change')).toMatchObject({
      value: 0.029,
      kind: 'adjusted-change',
      subject: 'Consumer prices (seasonally adjusted)',
    })
    expect(find('cpi-adjusted/adjusted-change')?.formula).toContain('seasonally adjusted')
    expect(facts.map(({ id }) => id)).toEqual(['economy/cpi-adjusted/adjusted-change'])
  })

  it('are never computed from both indexes at once', () => {
    const { facts } = analyseWeek([
      createReading('CUUR0000SA0', listMonths('2024-12', fullYear(306.746, 315.605))),
      createReading('CPIAUCSL', listMonths('2024-12', fullYear(308.742, 317.603))),
    ])
    expect(facts.map(({ id }) => id)).toEqual(['economy/cpi/change'])
  })

  it('are left out if they jump by more than eight percent in a month, and the section says so', () => {
    const { facts, heldBack } = analyseWeek([
      createReading('CUUR0000SA0', listMonths('2024-12', fullYear(306.746, 341.605))),
    ])
    expect(facts).toEqual([])
    expect(heldBack[0]).toEqual({ name: 'Consumer prices, all items', code: 'suspect' })
  })
})

describe('hourly pay after inflation', () => {
  it('compares the rise in pay with the rise in prices', () => {
    const { find, valueOf } = analyseWeek([
      pay(listMonths('2024-12', fullYear(29.4, 30.62))),
      payPrices(listMonths('2024-12', fullYear(300.728, 309.067))),
      createReading('CUUR0000SA0', listMonths('2024-12', fullYear(306.746, 315.605))),
    ])
    // (30.62 / 29.4) / (309.067 / 300.728) - 1
    expect([valueOf('wage/change'), valueOf('wage-prices/change'), valueOf('real-wage/change')]).toEqual([
      0.041, 0.028, 0.013,
    ])
    expect(find('real-wage/change')).toMatchObject({
      period: { from: '2023-12-01', to: '2024-12-31' },
      asOf: '2025-01-15',
    })
  })

  it('falls if prices rose by more', () => {
    const { valueOf } = analyseWeek([
      pay(listMonths('2024-12', fullYear(30, 30.6))),
      payPrices(listMonths('2024-12', fullYear(300, 312))),
    ])
    expect(valueOf('real-wage/change')).toBe(-0.019)
  })

  it('covers the newest month that both series have', () => {
    const { find } = analyseWeek(
      [
        pay(listMonths('2025-01', [...fullYear(29.4, 30.62), 30.84])),
        payPrices(listMonths('2024-12', fullYear(300.728, 309.067))),
      ],
      { from: '2025-02-10', to: '2025-02-16' },
    )
    expect(find('real-wage/change')?.period.to).toBe('2024-12-31')
  })

  it('is not computed across a missing month', () => {
    const prices = listMonths('2024-12', fullYear(300.728, 309.067))
    delete prices['2023-12-01']
    const { facts, heldBack } = analyseWeek([
      pay(listMonths('2024-12', fullYear(29.4, 30.62))),
      payPrices(prices),
    ])
    expect(facts).toEqual([])
    expect(heldBack[0]?.name).toBe('hourly pay after inflation')
  })
})

describe('rates and sentiment', () => {
  const yields = (long: Record<string, number>, two: Record<string, number>) => [
    createReading('BC_10YEAR', long),
    createReading('BC_2YEAR', two),
  ]

  it('give the gap between two yields of the same day', () => {
    const { find } = analyseWeek(
      yields({ '2025-01-30': 4.53, '2025-01-31': 4.58 }, { '2025-01-29': 4.21, '2025-01-30': 4.18 }),
    )
    expect(find('curve-10y-2y/spread')).toMatchObject({
      value: 0.35,
      unit: 'percentage-points',
      period: { from: '2025-01-30', to: '2025-01-30' },
      inputs: ['BC_10YEAR@2025-01-30@2025-01-30', 'BC_2YEAR@2025-01-30@2025-01-30'],
    })
  })

  it('use the published gap if a yield is missing', () => {
    const { valueOf, heldBack } = analyseWeek([
      createReading('BC_10YEAR', { '2025-01-31': 4.58 }),
      createReading('T10Y2Y', { '2025-01-30': 0.34 }),
    ])
    expect(valueOf('curve-10y-2y/spread')).toBe(0.34)
    expect(heldBack.map(({ name }) => name)).toContain('gap between ten-year and three-month Treasury yields')
  })

  it('give the federal funds rate and sentiment with their change', () => {
    const { valueOf } = analyseWeek([
      createReading('FEDFUNDS', { '2024-11-01': 4.64, '2024-12-01': 4.48 }),
      createReading('UMCSENT', { '2024-11-01': 71.8, '2024-12-01': 74 }),
    ])
    expect([valueOf('federal-funds/rate'), valueOf('federal-funds/month/change')]).toEqual([4.48, -0.16])
    expect([valueOf('sentiment/index'), valueOf('sentiment/month/change')]).toEqual([74, 0.031])
  })

  it('give no figure for a month whose successor is overdue', () => {
    const { facts, coverage } = analyseWeek([
      createReading('FEDFUNDS', { '2024-10-01': 4.83, '2024-11-01': 4.64 }),
    ])
    expect(facts).toEqual([])
    expect(coverage.find(({ series }) => series === 'FEDFUNDS')).toMatchObject({
      newestDate: '2024-11-01',
      code: 'stale',
    })
  })
})

describe('analyseEconomy', () => {
  const readings = [
    pay(listMonths('2024-12', fullYear(29.4, 30.62))),
    payPrices(listMonths('2024-12', fullYear(300.728, 309.067))),
    createReading('CUUR0000SA0', listMonths('2024-12', fullYear(306.746, 315.605))),
    createReading('UNRATE', listMonths('2024-12', UNEMPLOYMENT.slice(0, 13))),
    createReading('PAYEMS', { '2024-11-01': 159_280, '2024-12-01': 159_536 }),
    createReading('FEDFUNDS', { '2024-11-01': 4.64, '2024-12-01': 4.48 }),
  ]

  it('says for every series whether it was there', () => {
    const { coverage, facts } = analyseWeek([])
    expect(facts).toEqual([])
    expect(coverage.map(({ series }) => series)).toEqual(economySeries.map(({ id }) => id))
  })

  it('gives the same bytes for readings and values in any order', () => {
    const expected = JSON.stringify(analyseEconomy(readings, WEEK))
    const shuffles = fc.shuffledSubarray(readings, { minLength: readings.length })
    fc.assert(
      fc.property(shuffles, (shuffled) => {
        const turned = shuffled.map(({ series, observations }) => ({
          series,
          observations: observations.toReversed(),
        }))
        expect(JSON.stringify(analyseEconomy(turned, WEEK))).toBe(expected)
      }),
      { numRuns: 30 },
    )
  })

  it('gives every fact its own id', () => {
    const ids = analyseWeek(readings).facts.map(({ id }) => id)
    expect(new Set(ids).size).toBe(ids.length)
  })

  it('gives only finite figures, and no change across a month that is left out', () => {
    const value = fc.oneof(
      { weight: 8, arbitrary: fc.double({ min: 280, max: 320, noNaN: true }) },
      { weight: 1, arbitrary: fc.double() },
    )
    fc.assert(
      fc.property(
        fc.array(value, { minLength: 15, maxLength: 15 }),
        fc.array(fc.double({ min: 0, max: 45 }), { minLength: 15, maxLength: 15 }),
        fc.nat(14),
        (prices, rates, gone) => {
          const series = listMonths('2024-12', prices)
          const dates = Object.keys(series)
          const missing = dates[gone] ?? ''
          delete series[missing]
          const { facts } = analyseWeek([
            payPrices(series),
            pay(listMonths('2024-12', fullYear(29.4, 30.62))),
            createReading('CUUR0000SA0', series),
            createReading('UNRATE', listMonths('2024-12', rates)),
          ])
          expect(facts.filter(({ value: figure }) => !Number.isFinite(figure))).toEqual([])
          const inputs = facts.flatMap((fact) => fact.inputs)
          expect(inputs.filter((input) => input.startsWith(`CUUR0000SA0@${missing}`))).toEqual([])
          // Without December 2023 there is no change over the year to December 2024.
          expect(gone === 2 && facts.some(({ id }) => id === 'economy/cpi/change')).toBe(false)
        },
      ),
      { numRuns: 100 },
    )
  })
})
