import { describe, expect, it } from 'vitest'

import type { FoundAsset } from '../../shared/market-contract.ts'
import { listCandidates } from './ask-in-order.ts'
import { cleanSearchText, findCounterpart, mergeFound, pickSuggestions } from './search-assets.ts'

const stock = (ticker: string, name = ticker): FoundAsset => ({ kind: 'stock', ticker, name })
const coin = (ticker: string, name = ticker): FoundAsset => ({ kind: 'crypto', ticker, name })

describe('mergeFound', () => {
  it('puts the exact ticker of either kind first, and keeps the order of the rest', () => {
    const merged = mergeFound('btc', [[coin('HBTC'), coin('BTC'), stock('MARA')], [stock('BTC')]])
    expect(merged.map(({ kind, ticker }) => `${kind} ${ticker}`)).toEqual([
      'crypto BTC',
      'stock BTC',
      'crypto HBTC',
      'stock MARA',
    ])
  })

  it('keeps the first name for an asset in two lists', () => {
    expect(mergeFound('apple', [[stock('AAPL', 'Apple Inc.')], [stock('AAPL', 'APPLE INC')]])).toEqual([
      stock('AAPL', 'Apple'),
    ])
  })

  it('stops at eight', () => {
    const many = Array.from({ length: 12 }, (_, index) => stock(`A${index}`))
    expect(mergeFound('a', [many])).toHaveLength(8)
  })
})

describe('pickSuggestions', () => {
  it('leaves out the unknown ticker itself, and stops at five', () => {
    const found = [stock('ABC'), coin('ABC'), ...['A', 'B', 'C', 'D', 'E'].map((ticker) => stock(ticker))]
    const suggestions = pickSuggestions(found, listCandidates('ABC', 'stock'))
    expect(suggestions).toEqual([coin('ABC'), stock('A'), stock('B'), stock('C'), stock('D')])
  })
})

describe('findCounterpart', () => {
  const [bitcoin] = listCandidates('BTC', 'crypto')

  it('returns the asset of the other kind with the same ticker', () => {
    const fund = stock('BTC', 'A fund of bitcoin')
    expect(findCounterpart(bitcoin!, [coin('BTC'), stock('BTCS'), fund])).toEqual(fund)
  })

  it('returns nothing if only the names are alike', () => {
    expect(findCounterpart(bitcoin!, [coin('BTC'), stock('BTCS')])).toBeUndefined()
  })
})

describe('cleanSearchText', () => {
  it.each([
    ["McDonald's", "McDonald's"],
    ['McDonald’s', "McDonald's"],
    ['AT&T, Inc.', 'AT&T, Inc.'],
    ['^GSPC EURUSD=X BRK-B', '^GSPC EURUSD=X BRK-B'],
    ['トヨタ自動車 Ørsted हिन्दुस्तान', 'トヨタ自動車 Ørsted हिन्दुस्तान'],
    ['Cafe\u0301', 'Caf\u00e9'],
    ["<script>alert('x')</script>", "script alert 'x' script"],
    ['../../etc/passwd%00', '.. .. etc passwd 00'],
    ['<>"{}', ''],
  ])('turns %j into %j', (text, cleaned) => {
    expect(cleanSearchText(text)).toBe(cleaned)
  })
})
