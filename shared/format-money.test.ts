import { describe, expect, it } from 'vitest'

import { formatCompactMoney, formatMoney, isMinorUnit, moneyDigits } from './format-money.ts'

describe('formatMoney', () => {
  it.each([
    [245.5, 'USD', '$245.50'],
    [97_123.456, 'USD', '$97,123.46'],
    [1, 'USD', '$1.00'],
    [0, 'USD', '$0.00'],
    [0.38124, 'USD', '$0.3812'],
    [0.5, 'USD', '$0.50'],
    [0.000012345, 'USD', '$0.00001235'],
    [4.2e-13, 'USD', '$0.00000000000042'],
    [-3.1, 'USD', '-$3.10'],
    [12.3, 'EUR', '€12.30'],
    [9.1, 'CAD', 'CA$9.10'],
    [2_845, 'JPY', '¥2,845'],
    [2_397.2, 'JPY', '¥2,397'],
    [55.5, 'JPY', '¥55.50'],
    [0, 'JPY', '¥0'],
    [0.99999, 'USD', '$1.00'],
    [412.3, 'GBp', '412.30p'],
    [11.75, 'GBP', '£11.75'],
    [1_050, 'ILA', '1,050.00 agorot'],
    [1.5, 'USDT', '1.50 USDT'],
    [12.3, undefined, '12.30'],
  ])('formats %d in %s as %s', (amount, currency, expected) => {
    expect(formatMoney(amount, currency)).toBe(expected)
  })

  it('writes a plus sign for a change', () => {
    expect(formatMoney(20.449, 'USD', { sign: 'always' })).toBe('+$20.45')
    expect(formatMoney(-20.449, 'GBp', { sign: 'always' })).toBe('-20.45p')
  })

  it.each([
    [1.1234, 4, '$1.1234'],
    [1.1, 4, '$1.1000'],
    [2_397.2, 0, '$2,397'],
    [0, 4, '$0.0000'],
    [0.85, 4, '$0.8500'],
    [0.0067123, 4, '$0.006712'],
    [0.38124, 6, '$0.3812'],
    [0.5, 0, '$0.50'],
  ])('formats %d with %d digits as %s', (amount, digits, expected) => {
    expect(formatMoney(amount, 'USD', { digits })).toBe(expected)
  })

  it.each([
    [0.4672, 30, undefined, '$0.47'],
    [-0.004939, 1.1186, 4, '-$0.0049'],
    [0.0021, 30, 2, '$0.0021'],
    [0.005, 30, 2, '$0.01'],
    [0, 30, 2, '$0.00'],
    [0.02, 0.3812, 2, '$0.02'],
    [12.5, 0.3812, 2, '$12.50'],
  ])('writes %d with as many digits as %d, unless that rounds to zero', (amount, like, digits, expected) => {
    expect(formatMoney(amount, 'USD', { like, ...(digits !== undefined && { digits }) })).toBe(expected)
  })

  it('omits the cents of large sums', () => {
    expect(formatMoney(3_688_676_720_640, 'USD', { cents: 'rounded' })).toBe('$3,688,676,720,640')
    expect(formatMoney(-15_089_000.4, undefined, { cents: 'rounded' })).toBe('-15,089,000')
  })
})

describe('formatCompactMoney', () => {
  it.each([
    [3_740_000_000_000, 'USD', '$3.74T'],
    [45_123_456, 'GBP', '£45.1M'],
    [999_999.6, 'USD', '$1,000,000'],
    [150_000, 'USD', '$150,000'],
    [-15_089_000, 'USD', '-$15.1M'],
    [2_997_400_064, undefined, '3B'],
    [9_810_000_000, 'CAD', 'CA$9.81B'],
    [2_500_000, 'GBp', '2.5Mp'],
    [2_500_000, 'USDT', '2.5M USDT'],
  ])('formats %d in %s as %s', (amount, currency, expected) => {
    expect(formatCompactMoney(amount, currency)).toBe(expected)
  })
})

describe('moneyDigits', () => {
  it.each([
    [2_845, 'USD', 2],
    [2_845, 'JPY', 0],
    [100, 'KRW', 0],
    [99.9, 'KRW', 2],
    [0, 'JPY', 0],
    [2_845, 'GBp', 2],
    [2_845, undefined, 2],
  ])('of %d in %s are %d', (size, currency, expected) => {
    expect(moneyDigits(size, currency)).toBe(expected)
  })
})

describe('isMinorUnit', () => {
  it.each([
    ['GBp', true],
    ['ILA', true],
    ['GBP', false],
    ['constructor', false],
  ])('says of %s: %s', (currency, expected) => {
    expect(isMinorUnit(currency)).toBe(expected)
  })
})
