import { describe, expect, it } from 'vitest'

import { relatedResponseSchema } from '../../shared/market-contract.ts'
import { addDays } from '../lib/dates.ts'
import { AppError, SourceError } from '../lib/errors.ts'
import { findFirstKnown, listCandidates } from './ask-in-order.ts'
import { composeRelated, formatChange } from './compose-response.ts'
import { listSuspectDays } from './judge-prices.ts'
import { startOfRange } from './trading-days.ts'
import type { Asset, RelatedSheet } from './providers/provider.ts'
import { undoSplits } from './closes.ts'

const symbolsOf = (typed: string, kind?: 'stock' | 'crypto') =>
  listCandidates(typed, kind).map(({ kind, ticker, symbol }) => `${kind} ${ticker} ${symbol}`)

describe('listCandidates', () => {
  it.each(['BTC', 'BTC-USD', 'btcusd', ' btc '])('reads %j as Bitcoin among coins', (typed) => {
    expect(symbolsOf(typed, 'crypto')).toEqual(['crypto BTC BTC-USD'])
  })

  it('does not shorten the symbols of dollar coins', () => {
    expect(symbolsOf('TUSD', 'crypto')).toEqual(['crypto TUSD TUSD-USD'])
    expect(symbolsOf('USD', 'crypto')).toEqual(['crypto USD USD-USD'])
    expect(symbolsOf('CRVUSD', 'crypto')).toEqual(['crypto CRVUSD CRVUSD-USD'])
  })

  it('without a kind means the stock first, and by its full symbol only the coin', () => {
    expect(symbolsOf('btc')).toEqual(['stock BTC BTC', 'crypto BTC BTC-USD'])
    expect(symbolsOf('BTC-USD')).toEqual(['crypto BTC BTC-USD'])
    expect(symbolsOf('brk-b', 'stock')).toEqual(['stock BRK-B BRK-B'])
  })

  it('means the coin by its symbol in dollars among stocks as well', () => {
    expect(symbolsOf('BTC-USD', 'stock')).toEqual(['crypto BTC BTC-USD'])
    expect(symbolsOf('btcusd', 'stock')).toEqual(['stock BTCUSD BTCUSD', 'crypto BTC BTC-USD'])
  })

  it.each(['', '..', 'A B', '../x', 'A'.repeat(16)])('refuses %j', (typed) => {
    expect(() => listCandidates(typed, undefined)).toThrow(
      expect.objectContaining({ code: 'invalid-ticker' }),
    )
  })
})

describe('findFirstKnown', () => {
  const candidates = listCandidates('BTC', undefined)

  it('falls back to the coin if no such stock exists', async () => {
    const ask = async (asset: Asset) => {
      if (asset.kind === 'stock') throw new AppError('unknown-ticker', 'none')
      return asset.symbol
    }
    expect(await findFirstKnown(candidates, ask)).toBe('BTC-USD')
  })

  it('does not mistake a failed source for an unknown stock', async () => {
    const ask = () => Promise.reject(new SourceError('Test', 'down'))
    await expect(findFirstKnown(candidates, ask)).rejects.toMatchObject({ code: 'source-unavailable' })
  })
})

describe('startOfRange', () => {
  it.each([
    ['1M', '2026-03-31T15:00:00Z', '2026-02-28'],
    ['6M', '2026-11-20T15:00:00Z', '2026-05-20'],
    ['1Y', '2028-02-29T15:00:00Z', '2027-02-28'],
    ['5Y', '2026-11-20T15:00:00Z', '2021-11-20'],
    ['MAX', '2026-11-20T15:00:00Z', '1900-01-01'],
  ] as const)('of %s at %s is %s', (range, now, expected) => {
    expect(startOfRange(range, new Date(now)).toISOString()).toBe(`${expected}T00:00:00.000Z`)
  })
})

describe('listSuspectDays', () => {
  const closesOf = (...closes: number[]) =>
    closes.map((adjustedClose, index) => ({
      date: `2026-11-0${index + 2}`,
      close: adjustedClose,
      adjustedClose,
    }))

  it('lists days on which the price is off by a factor of ten', () => {
    expect(listSuspectDays(closesOf(5, 500, 5.1, 5.2))).toEqual(['2026-11-03', '2026-11-04'])
  })

  it('does not list days of large moves', () => {
    expect(listSuspectDays(closesOf(10, 99, 10.5, 3, 0.31))).toEqual([])
  })
})

describe('formatChange', () => {
  it.each([
    [1.236, '+1.24%'],
    [-0.5, '-0.50%'],
    [0, '+0.00%'],
    [-0, '+0.00%'],
    [-0.004, '+0.00%'],
    [0.004, '+0.00%'],
    [-0.006, '-0.01%'],
    [1234.5, '+1234.50%'],
  ])('of %d is %s', (percent, expected) => {
    expect(formatChange(percent)).toBe(expected)
  })
})

describe('composeRelated', () => {
  it('keeps the eight highest, highest first', () => {
    const quotes = [3, -2, 10, 0, 5, 9, -7, 1, 2, 4].map((changePercent) => ({
      kind: 'stock' as const,
      ticker: `T${changePercent + 7}`,
      name: 'APPFOLIO INC',
      price: 1,
      changePercent,
    }))
    const value: RelatedSheet = { quotes, asOf: '2026-11-20T14:59:30.000Z' }
    const response = composeRelated(
      {
        asset: { kind: 'stock', ticker: 'ACME', symbol: 'ACME' },
        isSample: false,
        now: new Date('2026-11-20T15:00:00Z'),
        findListedName: ({ ticker }) => (ticker === 'T17' ? 'AppFolio, Inc.' : undefined),
      },
      {
        value: { source: { name: 'Test', url: 'https://test.example', republishable: false }, data: value },
        retrievedAt: '2026-11-20T15:00:00.000Z',
        isStale: false,
      },
    )
    expect(relatedResponseSchema.parse(response).related.map(({ change }) => change)).toEqual([
      '+10.00%',
      '+9.00%',
      '+5.00%',
      '+4.00%',
      '+3.00%',
      '+2.00%',
      '+1.00%',
      '+0.00%',
    ])
    // One is listed in a better spelling.
    expect(response.related.slice(0, 2).map(({ company_name }) => company_name)).toEqual([
      'AppFolio',
      'Appfolio',
    ])
    expect(response.meta.delayed).toBe(false)
  })
})

describe('undoSplits', () => {
  it('restores the price paid before each later split', () => {
    const close = (date: string) => ({ date, close: 10, adjustedClose: 9 })
    const closes = [close('2026-01-05'), close('2026-02-02'), close('2026-03-02')]
    const splits = [
      { date: '2026-02-02', factor: 4 },
      { date: '2026-03-01', factor: 0.5 },
    ]
    expect(undoSplits({ closes, splits })).toEqual([
      { date: '2026-01-05', close: 20, adjustedClose: 9 },
      { date: '2026-02-02', close: 5, adjustedClose: 9 },
      { date: '2026-03-02', close: 10, adjustedClose: 9 },
    ])
  })

  it('reads the days of splits once for all closes between two of them', () => {
    let reads = 0
    const dayOf = (index: number) => addDays('2000-01-01', index)
    const closes = Array.from({ length: 5_000 }, (_, index) => ({
      date: dayOf(index),
      close: 10,
      adjustedClose: 10,
    }))
    const splits = Array.from({ length: 20 }, (_, index) => ({
      factor: 2,
      get date() {
        reads++
        return dayOf(250 * index + 1)
      },
    }))
    const restored = undoSplits({ closes, splits })
    expect([0, 1, 4_750, 4_751].map((place) => restored[place]?.close)).toEqual([
      10 * 2 ** 20,
      10 * 2 ** 19,
      20,
      10,
    ])
    expect(reads).toBeLessThan(1_000)
  })
})
