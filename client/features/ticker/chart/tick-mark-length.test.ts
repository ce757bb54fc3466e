import { describe, expect, it } from 'vitest'

import { tickMarkLength } from './tick-mark-length.ts'

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
