import { describe, expect, it } from 'vitest'

import { summarisePrices, type PriceSummary } from './price-points.ts'
import { describeChange, describePrices } from './price-words.ts'

const summaryOf = (...prices: number[]): PriceSummary => {
  const summary = summarisePrices(prices.map((price, index) => ({ day: `2026-01-0${index + 1}`, price })))
  if (!summary) throw new Error('no prices')
  return summary
}

describe('the words of a price series', () => {
  it('say first, last, change, low and high with their days', () => {
    expect(
      describePrices({
        ticker: 'AAPL',
        range: '1Y',
        summary: summaryOf(225.1, 164.08, 260.1, 245.55),
        currency: 'USD',
      }),
    ).toBe(
      'AAPL, past year: from $225.10 on Jan 1, 2026 to $245.55 on Jan 4, 2026, +$20.45 (+9.08%). ' +
        'Lowest close $164.08 on Jan 2, 2026, highest $260.10 on Jan 3, 2026.',
    )
  })

  it('do not speak of a change where there is one close', () => {
    expect(describePrices({ ticker: 'QQQ', range: '1Y', summary: summaryOf(209.64), currency: 'USD' })).toBe(
      'QQQ, past year: one close is known, $209.64 on Jan 1, 2026.',
    )
  })

  it('give every change its sign, in the currency of the listing', () => {
    expect(describeChange(summaryOf(400, 387.7), 'GBp')).toBe('-12.30p (-3.08%)')
    expect(describeChange(summaryOf(400, 400), 'EUR')).toBe('€0.00 (0.00%)')
    expect(describeChange(summaryOf(0, 4), undefined)).toBe('+4.00')
  })
})
