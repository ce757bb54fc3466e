import { describe, expect, it } from 'vitest'

import { summarisePrices, thinLine, toPricePoints } from './price-points.ts'

describe('toPricePoints', () => {
  it('sorts by day, keeps the later of two closes on one day, and drops anything that is not a number', () => {
    expect(
      toPricePoints({
        dates: ['2026-01-05', '2026-01-02', '2026-01-05', '2026-01-06', '2026-01-07', '2026-01-08'],
        prices: [10, 9, 11, null, Number.NaN],
      }),
    ).toEqual([
      { day: '2026-01-02', price: 9 },
      { day: '2026-01-05', price: 11 },
    ])
  })
})

describe('summarisePrices', () => {
  it('finds first, last, low, high and the change between the ends', () => {
    const points = [100, 80, 130, 125].map((price, index) => ({ day: `2026-01-0${index + 1}`, price }))
    expect(summarisePrices(points)).toEqual({
      first: { day: '2026-01-01', price: 100 },
      last: { day: '2026-01-04', price: 125 },
      low: { day: '2026-01-02', price: 80 },
      high: { day: '2026-01-03', price: 130 },
      changeAmount: 25,
      changeFraction: 0.25,
      direction: 'rise',
    })
  })

  it('calls a change a rise only when the last price is above the first', () => {
    const between = (first: number, last: number) =>
      summarisePrices([
        { day: '2026-01-01', price: first },
        { day: '2026-01-02', price: last },
      ])
    expect(between(10, 9)?.direction).toBe('fall')
    expect(between(10, 10)?.direction).toBe('fall')
    expect(between(0, 10)?.changeFraction).toBeUndefined()
  })

  it('returns undefined without prices', () => {
    expect(summarisePrices([])).toBeUndefined()
  })
})

describe('thinLine', () => {
  it('keeps all of a short line', () => {
    expect(thinLine([3, 1, 2], { slices: 100 })).toEqual([
      { index: 0, value: 3 },
      { index: 1, value: 1 },
      { index: 2, value: 2 },
    ])
  })

  it('keeps the ends, lows and highs of a long line, in order', () => {
    const prices = Array.from({ length: 11_000 }, (_, index) => 100 + Math.sin(index / 40) * 20)
    prices[5_003] = 500
    prices[7_777] = 1
    const thin = thinLine(prices, { slices: 250 })
    expect(thin.length).toBeLessThanOrEqual(1_000)
    expect(thin[0]).toEqual({ index: 0, value: 100 })
    expect(thin.at(-1)?.index).toBe(10_999)
    expect(thin).toContainEqual({ index: 5_003, value: 500 })
    expect(thin).toContainEqual({ index: 7_777, value: 1 })
    expect(thin.every(({ index }, place) => place === 0 || index > (thin[place - 1]?.index ?? 0))).toBe(true)
  })
})
