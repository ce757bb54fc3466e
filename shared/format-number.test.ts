import { describe, expect, it } from 'vitest'

import { formatCompactNumber, formatNumber, formatPercent, numberFormat } from './format-number.ts'

describe('formatNumber', () => {
  it.each([
    [150_000, '150,000'],
    [3_688_676_720_640, '3,688,676,720,640'],
    [27.169, '27.17'],
    [-0.001, '0'],
    [-15_089_000, '-15,089,000'],
  ])('formats %d as %s', (value, expected) => {
    expect(formatNumber(value)).toBe(expected)
  })

  it('shows as many digits as requested', () => {
    expect(formatNumber(1.2, { minDigits: 2 })).toBe('1.20')
    expect(formatNumber(1.23456, { maxDigits: 4 })).toBe('1.2346')
  })
})

describe('formatCompactNumber', () => {
  it.each([
    [0, '0'],
    [277, '277'],
    [999_999, '999,999'],
    [1_000_000, '1M'],
    [1_234_567, '1.23M'],
    [45_123_456, '45.1M'],
    [1_200_000_000, '1.2B'],
    [999_999_999, '1B'],
    [-15_089_000, '-15.1M'],
  ])('formats %d as %s', (value, expected) => {
    expect(formatCompactNumber(value)).toBe(expected)
  })
})

describe('formatPercent', () => {
  it.each([
    [0.24295, '24.30%'],
    [-0.091, '-9.10%'],
    [20.28835, '2,028.84%'],
  ])('formats the fraction %d as %s', (fraction, expected) => {
    expect(formatPercent(fraction)).toBe(expected)
  })

  it('writes a plus sign for a change', () => {
    expect(formatPercent(0.0912, { sign: 'always' })).toBe('+9.12%')
    expect(formatPercent(-0.0912, { sign: 'always' })).toBe('-9.12%')
    expect(formatPercent(0, { sign: 'always' })).toBe('0.00%')
  })
})

describe('numberFormat', () => {
  it('caches formats, but only a limited number of them', () => {
    const inDollars = () => numberFormat({ style: 'currency', currency: 'USD' })
    const kept = inDollars()
    expect(inDollars()).toBe(kept)
    const letters = 'ABCDEFGHIJ'.split('')
    for (const code of letters.flatMap((a) => letters.flatMap((b) => letters.map((c) => a + b + c)))) {
      numberFormat({ style: 'currency', currency: code })
    }
    expect(inDollars()).not.toBe(kept)
    expect(inDollars().format(2)).toBe('$2.00')
  })
})
