import { describe, expect, it } from 'vitest'

import { createScaleLabels, tickMarkLength } from './chart-scale.ts'
import { summarisePrices } from './price-points.ts'

describe('tickMarkLength', () => {
  it.each([
    [320, 8],
    [1_520, 8],
    [1_680, 9],
    [3_840, 21],
  ])('at %d px is %d', (width, expected) => {
    expect(tickMarkLength(width, 12)).toBe(expected)
  })

  it('never lets more than 20 labels stand side by side', () => {
    for (let width = 320; width <= 3_840; width += 1) {
      const labelWidth = tickMarkLength(width, 12) * (12 + 4) * (5 / 8)
      expect(width / labelWidth).toBeLessThanOrEqual(20)
    }
  })
})

const labelsOf = (low: number, high: number, unit: string | undefined, digits = 2) => {
  const summary = summarisePrices([
    { day: '2026-01-01', price: low },
    { day: '2026-01-02', price: high },
  ])
  if (!summary) throw new Error('no prices')
  const { format, step } = createScaleLabels(summary, { unit, digits })
  return { low: format(low), high: format(high), step }
}

describe('createScaleLabels', () => {
  it.each([
    [99.5, 245.5, 'USD', { low: '$99.50', high: '$245.50', step: 0.01 }],
    [900.4, 6_812.35, 'USD', { low: '$900', high: '$6,812', step: 1 }],
    [88.2, 412.3, 'NOK', { low: 'NOK\u{a0}88', high: 'NOK\u{a0}412', step: 1 }],
  ])('fits %d to %d %s into the space beside the plot', (low, high, currency, expected) => {
    expect(labelsOf(low, high, currency)).toEqual(expected)
  })

  it.each([
    [1.1203, 1.1235, 'USD', 4, { low: '$1.1203', high: '$1.1235', step: 0.0001 }],
    [2_211.5, 2_397.2, 'JPY', 0, { low: '¥2,212', high: '¥2,397', step: 1 }],
    [2_600, 2_874.56, 'points', 2, { low: '2,600.00', high: '2,874.56', step: 0.01 }],
    [4_982.77, 16_602.99, 'points', 2, { low: '4,983', high: '16,603', step: 1 }],
  ])('writes %d to %d %s with %d digits', (low, high, unit, digits, expected) => {
    expect(labelsOf(low, high, unit, digits)).toEqual(expected)
  })

  it('drops the cents when every label is a whole amount', () => {
    const summary = summarisePrices([
      { day: '2026-01-01', price: 99.5 },
      { day: '2026-01-02', price: 245.5 },
    ])
    const ticks = (prices: number[]) =>
      summary && createScaleLabels(summary, { unit: 'USD', digits: 2 }).formatTicks(prices)
    expect(ticks([100, 150.00000001, 200])).toEqual(['$100', '$150', '$200'])
    expect(ticks([100, 102.5, 105])).toEqual(['$100.00', '$102.50', '$105.00'])
  })

  it('keeps the cents when labels would otherwise be the same', () => {
    expect(labelsOf(6_812.1, 6_812.35, 'USD')).toEqual({ low: '$6,812.10', high: '$6,812.35', step: 0.01 })
  })

  it('tells prices below a cent apart', () => {
    expect(labelsOf(0.00001, 0.00002, 'USD').step).toBeCloseTo(0.00000001, 12)
    expect(labelsOf(0, 0, 'USD').step).toBe(0.01)
  })
})
