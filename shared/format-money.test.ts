import { describe, expect, it } from 'vitest'

import { formatMoney } from './format-money.ts'

describe('formatMoney', () => {
  it.each([
    [245.5, 'USD', '$245.50'],
    [97_123.456, 'USD', '$97,123.46'],
    [1, 'USD', '$1.00'],
    [0, 'USD', '$0.00'],
    [0.38124, 'USD', '$0.3812'],
    [0.5, 'USD', '$0.50'],
    [0.000012345, 'USD', '$0.00001235'],
    [-3.1, 'USD', '-$3.10'],
    [12.3, 'EUR', '€12.30'],
    [9.1, 'CAD', 'CA$9.10'],
    [2_845, 'JPY', '¥2,845'],
    [412.3, 'GBp', '412.30p'],
    [11.75, 'GBP', '£11.75'],
    [1_050, 'ILA', '1,050.00 agorot'],
    [1.5, 'USDT', '1.50 USDT'],
    [12.3, undefined, '12.30'],
  ])('writes %d in %s as %s', (amount, currency, expected) => {
    expect(formatMoney(amount, currency)).toBe(expected)
  })

  it('writes the sign of both directions where a change is meant', () => {
    expect(formatMoney(20.449, 'USD', { sign: 'always' })).toBe('+$20.45')
    expect(formatMoney(-20.449, 'GBp', { sign: 'always' })).toBe('-20.45p')
  })

  it('leaves the cents out of large sums', () => {
    expect(formatMoney(3_688_676_720_640, 'USD', { cents: 'rounded' })).toBe('$3,688,676,720,640')
    expect(formatMoney(-15_089_000.4, undefined, { cents: 'rounded' })).toBe('-15,089,000')
  })
})
