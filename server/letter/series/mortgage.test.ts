import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { monthlyPayment } from './mortgage.ts'

describe('monthlyPayment', () => {
  // Monthly payment in dollars for each $1,000 borrowed over 30 years, as printed in lenders' tables.
  it.each([
    [5, 5.37],
    [6, 6],
    [6.5, 6.32],
    [7, 6.65],
    [8, 7.34],
    [10, 8.78],
  ])('agrees with the printed table at %s %', (rate, payment) => {
    expect(Number(monthlyPayment(1000, rate).toFixed(2))).toBe(payment)
  })

  it('spreads a loan without interest evenly over its months', () => {
    expect(monthlyPayment(36_000, 0)).toBe(100)
  })

  it('is finite, grows with the rate, and pays back more than was lent', () => {
    const rates = fc.double({ min: 0.1, max: 25, noNaN: true })
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 10_000_000 }), rates, (loan, rate) => {
        const payment = monthlyPayment(loan, rate)
        expect(payment * 360).toBeGreaterThan(loan)
        expect(payment).toBeLessThan(monthlyPayment(loan, rate + 0.5))
      }),
    )
  })
})
