import { describe, expect, it } from 'vitest'

import { endsInClose, formatPrice, formatPriceChange, priceStyleOf } from './format-price.ts'
import type { StockResponse } from './market-contract.ts'

type Meta = Pick<StockResponse['meta'], 'currency' | 'type' | 'priceDigits'>

const styleOf = (prices: number[], meta: Meta) => priceStyleOf({ prices, meta })

describe('the style of an asset’s prices', () => {
  it.each<[string, number[], Meta, string[]]>([
    ['a share', [99.5, 245.504], { currency: 'USD', priceDigits: 2 }, ['$99.50', '$245.50']],
    ['unknown digits', [99.5, 245.504], { currency: 'USD' }, ['$99.50', '$245.50']],
    ['a rate', [1.1235, 1.12], { currency: 'USD', type: 'currency', priceDigits: 4 }, ['$1.1235', '$1.1200']],
    ['a rate with unknown digits', [1.1235], { currency: 'USD', type: 'currency' }, ['$1.1235']],
    ['a rate in yen', [154.3219], { currency: 'JPY', type: 'currency', priceDigits: 2 }, ['¥154.32']],
    [
      'a rate below 1',
      [0.85, 0.0067],
      { currency: 'GBP', type: 'currency', priceDigits: 4 },
      ['£0.8500', '£0.0067'],
    ],
    [
      'yen',
      [2211.54, 2397.2, 96.4, 2345],
      { currency: 'JPY', priceDigits: 2 },
      ['¥2,212', '¥2,397', '¥96', '¥2,345'],
    ],
    ['a few yen', [120.2, 96.4], { currency: 'JPY', priceDigits: 2 }, ['¥120.20', '¥96.40']],
    [
      'a share that fell below 1',
      [312.5, 0.4312],
      { currency: 'USD', priceDigits: 4 },
      ['$312.50', '$0.4312'],
    ],
    [
      'a coin with four digits',
      [2.1, 2.1234],
      { currency: 'USD', type: 'coin', priceDigits: 4 },
      ['$2.1000', '$2.1234'],
    ],
    ['pence', [412.3], { currency: 'GBp', priceDigits: 2 }, ['412.30p']],
    ['an index', [6602.989], { type: 'index', priceDigits: 2 }, ['6,602.99 points']],
    ['an unknown currency', [12.5], {}, ['12.50']],
  ])('formats %s', (_what, prices, meta, expected) => {
    const style = styleOf(prices, meta)
    expect(prices.map((price) => formatPrice(price, style))).toEqual(expected)
  })

  it('has a default without prices', () => {
    expect(styleOf([], { currency: 'USD' })).toEqual({ unit: 'USD', digits: 2 })
  })
})

describe('a change', () => {
  it.each([
    [0.4672, 30, { unit: 'USD', digits: 2 }, '+$0.47'],
    [-0.02236, 10, { unit: 'USD', digits: 2 }, '-$0.02'],
    [0.0031, 10, { unit: 'USD', digits: 2 }, '+$0.0031'],
    [-0.004939, 1.1186, { unit: 'USD', digits: 4 }, '-$0.0049'],
    [0.021, 0.3812, { unit: 'USD', digits: 2 }, '+$0.021'],
    [133.46, 2345, { unit: 'JPY', digits: 0 }, '+¥133'],
    [709.37, 6602.99, { unit: 'points', digits: 2 }, '+709.37 points'],
    [0, 30, { unit: 'USD', digits: 2 }, '$0.00'],
  ])('of %d to %d is formatted like prices of %j: %s', (change, price, style, expected) => {
    expect(formatPriceChange(change, price, style)).toBe(expected)
  })
})

type SessionMeta = Pick<StockResponse['meta'], 'kind' | 'type' | 'session' | 'retrievedAt'>

const ends = (lastDay: string, meta: Partial<SessionMeta>) =>
  endsInClose({
    dates: ['2026-11-02', lastDay],
    meta: { kind: 'stock', retrievedAt: '2026-11-20T21:05:00Z', ...meta },
  })

describe('a series of prices', () => {
  it.each<[string, boolean, string, Partial<SessionMeta>]>([
    ['while the exchange is open', false, '2026-11-20', { session: 'open' }],
    ['once it is closed', true, '2026-11-20', { session: 'closed' }],
    ['of a coin, which trades at all hours', false, '2026-11-19', { kind: 'crypto' }],
    ['of a coin in euros', false, '2026-11-19', { type: 'coin' }],
    ['of a day before the answer, without known hours', true, '2026-11-19', {}],
    ['of the day of the answer, without known hours', false, '2026-11-20', {}],
    ['of a day that has only begun in the east', false, '2026-11-21', {}],
  ])('%s, ends in a close: %s', (_what, expected, lastDay, meta) => {
    expect(ends(lastDay, meta)).toBe(expected)
  })

  it('without prices does not end in a close', () => {
    const meta: SessionMeta = { kind: 'stock', retrievedAt: '2026-11-20T21:05:00Z' }
    expect(endsInClose({ dates: [], meta })).toBe(false)
  })
})
