import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { roundFigure } from './fact.ts'

describe('roundFigure', () => {
  it.each([
    [6.95 - 6.96, 2, -0.01],
    [1.005, 2, 1.01],
    [-1.005, 2, -1.01],
    [-0.0004, 3, 0],
    [213_512.5, 0, 213_513],
    [1e-9, 3, 0],
    [2.5e300, 2, 2.5e300],
    [12_345_678_901.23, 2, 12_345_678_901.23],
    [123_456_789_012.34, 2, 123_456_789_012.34],
    [0.1 + 0.2, 4, 0.3],
  ])('rounds %s to %s digits', (value, digits, rounded) => {
    expect(roundFigure(value, digits)).toBe(rounded)
  })

  it('is finite and close to the original for every finite number', () => {
    fc.assert(
      fc.property(fc.double({ noNaN: true, noDefaultInfinity: true, min: -1e12, max: 1e12 }), (value) => {
        const rounded = roundFigure(value, 2)
        expect(Object.is(rounded, -0)).toBe(false)
        expect(Math.abs(rounded - value)).toBeLessThanOrEqual(0.0051 + Math.abs(value) * 1e-11)
      }),
    )
  })
})
