import { describe, expect, it } from 'vitest'

import { parseTicker } from './asset-address.ts'

describe('parseTicker', () => {
  it.each([
    [' aapl ', 'AAPL'],
    ['brk-b', 'BRK-B'],
    ['^gspc', '^GSPC'],
    ['EURUSD=X', 'EURUSD=X'],
    ['0700.hk', '0700.HK'],
    ['A'.repeat(15), 'A'.repeat(15)],
  ])('reads %j as %s', (text, ticker) => {
    expect(parseTicker(text)).toBe(ticker)
  })

  it.each(['', ' ', '..', '--', 'A B', 'A/B', '$AAPL', 'A'.repeat(16), 'ß', 'ſ', 'ÄAPL', 'AAPL\n.L'])(
    'refuses %j',
    (text) => {
      expect(parseTicker(text)).toBeUndefined()
    },
  )
})
