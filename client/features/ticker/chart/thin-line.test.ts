import { describe, expect, it } from 'vitest'

import { thinLine } from './price-points.ts'

const pointsOf = (prices: number[]) => prices.map((price) => ({ day: '2026-01-01', price }))

describe('thinLine', () => {
  it('keeps a short line whole', () => {
    expect(thinLine(pointsOf([3, 1, 2]), { slices: 100 })).toEqual([
      { index: 0, price: 3 },
      { index: 1, price: 1 },
      { index: 2, price: 2 },
    ])
  })

  it('keeps the ends, lows and highs of a long line, in order', () => {
    const prices = Array.from({ length: 11_000 }, (_, index) => 100 + Math.sin(index / 40) * 20)
    prices[5_003] = 500
    prices[7_777] = 1
    const thin = thinLine(pointsOf(prices), { slices: 250 })
    expect(thin.length).toBeLessThanOrEqual(1_000)
    expect(thin[0]).toEqual({ index: 0, price: 100 })
    expect(thin.at(-1)?.index).toBe(10_999)
    expect(thin).toContainEqual({ index: 5_003, price: 500 })
    expect(thin).toContainEqual({ index: 7_777, price: 1 })
    expect(thin.every(({ index }, place) => place === 0 || index > (thin[place - 1]?.index ?? 0))).toBe(true)
  })
})
