import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import type { SeriesReading } from '../../records/series/series-observation.ts'
import { createReading, listMonths } from '../testing/series-readings.ts'
import { analyseHousing, housingSeries } from './analyse-housing.ts'

const WEEK = { from: '2025-01-27', to: '2025-02-02' }
const RATES = { '2024-02-01': 6.63, '2025-01-23': 6.96, '2025-01-30': 6.95 }
const rates = (values: Record<string, number> = RATES) => createReading('PMMS30', values)
const fullYear = (last: number, first: number) => [first, ...Array.from({ length: 11 }, () => first), last]

const analyse = (...readings: SeriesReading[]) => {
  const section = analyseHousing(readings, WEEK)
  const valueOf = (id: string) => section.facts.find((fact) => fact.id === `housing/${id}`)?.value
  return {
    ...section,
    valueOf,
    find: (id: string) => section.facts.find((fact) => fact.id === `housing/${id}`),
  }
}

describe('the mortgage rate', () => {
  it('is compared with the week before and the same week a year before', () => {
    const { valueOf, find } = analyse(rates())
    expect(valueOf('mortgage-30/rate')).toBe(6.95)
    expect(valueOf('mortgage-30/week/change')).toBe(-0.01)
    expect(valueOf('mortgage-30/year/change')).toBe(0.32)
    expect(find('mortgage-30/week/change')).toMatchObject({
      unit: 'percentage-points',
      precision: 2,
      period: { from: '2025-01-23', to: '2025-01-30' },
      asOf: '2025-01-30',
      sourceName: 'Freddie Mac',
      sourceUrl: 'https://www.freddiemac.com/pmms',
      inputs: [
        'housing/mortgage-30/rate',
        'housing/mortgage-30/rate-last-week',
        'PMMS30@2025-01-30@2025-01-30',
        'PMMS30@2025-01-23@2025-01-23',
      ],
    })
  })

  it('finds the week before a holiday, whose rate is dated a Wednesday', () => {
    const section = analyseHousing([rates({ '2024-11-21': 6.84, '2024-11-27': 6.81 })], {
      from: '2024-11-25',
      to: '2024-12-01',
    })
    expect(section.facts.find(({ id }) => id === 'housing/mortgage-30/week/change')?.value).toBe(-0.03)
  })

  it('does not use another week in place of a missing one', () => {
    const { find, heldBack } = analyse(rates({ '2024-02-01': 6.63, '2025-01-16': 7.04, '2025-01-30': 6.95 }))
    expect(find('mortgage-30/week/change')).toBeUndefined()
    expect(heldBack).toContainEqual({
      name: '30-year fixed mortgage rate: change over the week',
      code: 'missing',
    })
  })

  it('comes from the stand-in if necessary, and says so', () => {
    const { find, coverage } = analyse(rates({ '2024-11-27': 6.81 }), createReading('MORTGAGE30US', RATES))
    expect(find('mortgage-30/rate')).toMatchObject({ value: 6.95, sourceName: 'Freddie Mac, by way of FRED' })
    expect(coverage[0]).toEqual({
      series: 'MORTGAGE30US',
      name: '30-year fixed mortgage rate',
      newestDate: '2025-01-30',
      code: undefined,
    })
  })

  it('is left out and reported if it is impossible', () => {
    const { facts, heldBack, coverage } = analyse(rates({ ...RATES, '2025-01-30': 70 }))
    expect(facts).toEqual([])
    expect(heldBack[0]).toEqual({ name: '30-year fixed mortgage rate', code: 'suspect' })
    expect(coverage[0]?.code).toBe('suspect')
  })

  it('is left out if its digits are swapped, or those of the week before that it would be compared with', () => {
    const weeks = Object.fromEntries(
      ['2025-01-02', '2025-01-09', '2025-01-16', '2025-01-23'].map((day) => [day, 6.95]),
    )
    expect(analyse(rates({ ...weeks, '2025-01-30': 9.65 })).facts).toEqual([])
    const { facts } = analyse(rates({ ...weeks, '2025-01-23': 4.96, '2025-01-30': 6.95 }))
    expect(facts.map(({ id, value }) => [id, value])).toEqual([['housing/mortgage-30/rate', 6.95]])
  })

  it('is not news if the newest rate is from the week before', () => {
    const { facts, coverage } = analyse(rates({ '2025-01-16': 7.04, '2025-01-23': 6.96 }))
    expect(facts).toEqual([])
    expect(coverage[0]).toMatchObject({ newestDate: '2025-01-23', code: 'stale' })
  })

  it('leaves out what is not public yet', () => {
    expect(analyse(rates({ ...RATES, '2025-02-06': 6.89 })).valueOf('mortgage-30/rate')).toBe(6.95)
  })
})

describe('the payment on a home', () => {
  it('is for a loan of 80 % of the price, and the income needed is 40 times as much', () => {
    const { valueOf, find } = analyse(rates(), createReading('ZHVI-102001', { '2024-12-01': 359_098.757 }))
    // 287,279.20 x 0.0057917 / (1 - 1.0057917^-360)
    expect(valueOf('home/payment')).toBe(1901.64)
    // Computed before the payment is rounded: 1,901.6357 x 40.
    expect(valueOf('home/income-needed')).toBe(76_065)
    expect(valueOf('home/price')).toBe(359_099)
    expect(find('home/payment')).toMatchObject({
      subject: 'a home of typical value by Zillow',
      period: { from: '2025-01-30', to: '2025-01-30' },
      sourceName: 'Freddie Mac and Zillow',
    })
    expect(find('home/payment')?.formula).toContain('principal and interest only')
    expect(find('home/income-needed')?.formula).toContain('principal and interest only')
  })

  it('uses the median price if that is known', () => {
    const { find } = analyse(
      rates(),
      createReading('ZHVI-102001', { '2024-12-01': 359_098.757 }),
      createReading('MSPUS', { '2024-10-01': 419_300 }),
    )
    expect(find('home/price')).toMatchObject({
      value: 419_300,
      subject: 'a new home of median price',
      period: { from: '2024-10-01', to: '2024-12-31' },
    })
  })

  it('is held back if the price is stale', () => {
    const { find, heldBack } = analyse(rates(), createReading('ZHVI-102001', { '2024-10-01': 359_098 }))
    expect(find('home/payment')).toBeUndefined()
    expect(heldBack).toContainEqual({
      name: 'payment on a median home, and the income it takes',
      code: 'no-basis',
      why: 'we have no recent price of a home',
    })
  })
})

describe('prices, supply and building', () => {
  it('compare the index with the same month a year before', () => {
    const { find } = analyse(createReading('CSUSHPINSA', listMonths('2024-11', fullYear(323.8, 312.2))))
    expect(find('index/change')).toMatchObject({
      value: 0.037,
      unit: 'fraction',
      subject: 'Case-Shiller home prices',
      period: { from: '2023-11-01', to: '2024-11-30' },
      asOf: '2025-01-31',
      sourceName: 'S&P Dow Jones Indices LLC, by way of FRED',
    })
  })

  it('does not use a neighboring month in place of a missing one', () => {
    const values = listMonths('2024-11', fullYear(323.8, 312.2))
    delete values['2023-11-01']
    const { facts, heldBack } = analyse(createReading('HPI-USA-NSA', values))
    expect(facts).toEqual([])
    expect(heldBack).toContainEqual({ name: 'FHFA house prices: change over the year', code: 'missing' })
  })

  it('give starts at a seasonally adjusted annual rate, compared with the month and the year before', () => {
    const { find, valueOf } = analyse(
      createReading(
        'HOUST',
        listMonths('2024-12', [1568, ...Array.from({ length: 10 }, () => 1350), 1294, 1499]),
      ),
    )
    expect(find('starts/level')).toMatchObject({ value: 1_499_000, unit: 'count' })
    expect(find('starts/level')?.formula).toContain('seasonally adjusted annual rate')
    expect([valueOf('starts/month/change'), valueOf('starts/year/change')]).toEqual([0.158, -0.044])
    expect(find('starts/month/change')?.period).toEqual({ from: '2024-12-01', to: '2024-12-31' })
  })

  it('give the supply in months', () => {
    expect(analyse(createReading('MSACSR', { '2024-12-01': 8.5 })).find('supply/months')).toMatchObject({
      value: 8.5,
      unit: 'months',
    })
  })

  it('mark what may have been revised, and what is preliminary', () => {
    const { find, revisedFactIds } = analyse(
      createReading('MSACSR', { '2024-12-01': 8.5 }, { isAsRevisedSince: true, isPreliminary: true }),
    )
    expect(find('supply/months')?.formula).toMatch(/; preliminary; as revised since$/)
    expect(revisedFactIds).toEqual(['housing/supply/months'])
  })
})

describe('analyseHousing', () => {
  it('says for every series whether it was there', () => {
    const { coverage, facts } = analyse()
    expect(facts).toEqual([])
    expect(coverage.map(({ series }) => series)).toEqual(housingSeries.map(({ id }) => id))
    expect(coverage[0]).toEqual({
      series: 'PMMS30',
      name: 'PMMS30',
      newestDate: undefined,
      code: 'no-value',
    })
  })

  it('gives the same bytes for readings in any order', () => {
    const readings = [
      rates(),
      createReading('MORTGAGE30US', RATES),
      createReading('ZHVI-102001', listMonths('2024-12', fullYear(359_098, 350_000))),
      createReading('HOUST', listMonths('2024-12', fullYear(1499, 1400))),
      createReading('CSUSHPINSA', listMonths('2024-11', fullYear(323.8, 312.2))),
    ]
    const expected = JSON.stringify(analyseHousing(readings, WEEK))
    fc.assert(
      fc.property(fc.shuffledSubarray(readings, { minLength: 5 }), fc.boolean(), (shuffled, isTurned) => {
        const turned = shuffled.map(({ series, observations }) => ({
          series,
          observations: isTurned ? observations.toReversed() : observations,
        }))
        expect(JSON.stringify(analyseHousing(turned, WEEK))).toBe(expected)
      }),
      { numRuns: 30 },
    )
  })

  it('gives only finite figures, whatever the values are', () => {
    const value = fc.oneof(fc.double(), fc.double({ min: 0, max: 2000 }), fc.constant(6.9))
    const months = fc.array(value, { minLength: 13, maxLength: 13 })
    fc.assert(
      fc.property(months, months, fc.tuple(value, value, value), (index, starts, [last, now, before]) => {
        const section = analyseHousing(
          [
            rates({ '2024-02-01': before, '2025-01-23': last, '2025-01-30': now }),
            createReading('ZHVI-102001', listMonths('2024-12', index)),
            createReading('HPI-USA-NSA', listMonths('2024-11', index)),
            createReading('HOUST', listMonths('2024-12', starts)),
          ],
          WEEK,
        )
        expect(section.facts.filter(({ value: figure }) => !Number.isFinite(figure))).toEqual([])
      }),
      { numRuns: 100 },
    )
  })
})
