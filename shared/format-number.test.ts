import { describe, expect, it } from 'vitest'

import { formatNumber, formatPercent } from './format-number.ts'

describe('formatNumber', () => {
  it.each([
    [150_000, '150,000'],
    [3_688_676_720_640, '3,688,676,720,640'],
    [27.169, '27.17'],
    [-0.001, '0'],
    [-15_089_000, '-15,089,000'],
  ])('writes %d as %s', (value, expected) => {
    expect(formatNumber(value)).toBe(expected)
  })

  it('keeps as many digits as asked', () => {
    expect(formatNumber(1.2, { minDigits: 2 })).toBe('1.20')
    expect(formatNumber(1.23456, { maxDigits: 4 })).toBe('1.2346')
  })
})

describe('formatPercent', () => {
  it.each([
    [0.24295, '24.30%'],
    [-0.091, '-9.10%'],
    [20.28835, '2,028.84%'],
  ])('writes the fraction %d as %s', (fraction, expected) => {
    expect(formatPercent(fraction)).toBe(expected)
  })

  it('writes the sign of both directions where a change is meant', () => {
    expect(formatPercent(0.0912, { sign: 'always' })).toBe('+9.12%')
    expect(formatPercent(-0.0912, { sign: 'always' })).toBe('-9.12%')
    expect(formatPercent(0, { sign: 'always' })).toBe('0.00%')
  })
})
