import { describe, expect, it } from 'vitest'

import { createLogger } from '../lib/logger.ts'
import { createAccept } from './accept-prices.ts'
import type { PriceSeries, StatsSheet } from './providers/provider.ts'
import { findOtherCoin, requireSameCoin } from './same-coin.ts'
import { createFakeClock } from './testing/fake-clock.ts'

const sui = { kind: 'crypto', ticker: 'SUI', symbol: 'SUI-USD' } as const
const sourced = <Data>(name: string, data: Data) => ({
  source: { name, url: 'https://example.com/', republishable: false },
  data,
})
const series = (name: string, closes: readonly number[]): PriceSeries => ({
  name,
  closes: closes.map((close, index) => ({ date: `2026-11-${10 + index}`, close, adjustedClose: close })),
  splits: [],
  asOf: '2026-11-20T15:00:00.000Z',
})
const yahoo = (name: string, ...closes: number[]) => sourced('Yahoo Finance', series(name, closes))
const coinGecko = (name: string, ...closes: number[]) => sourced('CoinGecko', series(name, closes))

describe('prices of a coin from another source', () => {
  it('are of another coin if they are more than a fifth off on most days that both have', () => {
    expect(findOtherCoin(sui, coinGecko('Sui', 1.52, 1.5, 1.4), yahoo('Salmonation', 0.9, 0.9, 1.4))).toBe(
      'they are 1.7 times those of Yahoo Finance, as those of another coin',
    )
    expect(findOtherCoin(sui, coinGecko('Sui', 1.52, 1.5, 9), yahoo('Sui', 1.4, 1.6, 1.5))).toBeUndefined()
  })

  it('may be of the same coin if nothing tells', () => {
    const stock = { kind: 'stock', ticker: 'SUI', symbol: 'SUI' } as const
    expect(findOtherCoin(stock, coinGecko('Sui', 9), yahoo('Sun', 1))).toBeUndefined()
    expect(findOtherCoin(sui, coinGecko('Sui', 9), coinGecko('Sui', 1))).toBeUndefined()
    expect(findOtherCoin(sui, coinGecko('Sui', 9), yahoo('Sui', 0))).toBeUndefined()
    expect(findOtherCoin(sui, coinGecko('Sui', 9), undefined)).toBeUndefined()
  })
})

describe('prices that are compared with those that are known', () => {
  const accept = createAccept({ clock: createFakeClock(), logger: createLogger('silent') })
  const whole = { name: 'Yahoo Finance', knowsEveryAsset: true }
  const acceptOf = (kind: 'crypto' | 'stock', known: ReturnType<typeof yahoo>) => {
    const getPrices = async () => series('SUI', [0.000_3, 0.000_3, 0.000_3])
    const asking = accept.prices({ ...whole, getPrices }, { ...sui, kind }, new Date(0), async () => known)
    return asking?.(false)
  }

  it('from the source that knows every asset are not refused for being far off those of a coin that stood in', async () => {
    await expect(acceptOf('crypto', coinGecko('Sui', 1.5, 1.5, 1.5))).resolves.toMatchObject({ name: 'SUI' })
  })

  it('from one that stands in are not refused for being far off those that it gave of another coin', async () => {
    const from = (name: string) => {
      const getPrices = async () => series(name, [0.000_3, 0.000_3, 0.000_3])
      const known = async () => coinGecko('Salmonation', 1.5, 1.5, 1.5)
      return accept.prices({ name: 'CoinGecko', knowsEveryAsset: false, getPrices }, sui, new Date(0), known)
    }
    await expect(from('Sui')?.(false)).resolves.toMatchObject({ name: 'Sui' })
    await expect(from('Salmonation')?.(false)).rejects.toThrow(/cannot be right/)
  })

  it('are refused if they are far off its own, or those of a stock', async () => {
    await expect(acceptOf('crypto', yahoo('Sui', 1.5, 1.5, 1.5))).rejects.toThrow(/cannot be right/)
    await expect(acceptOf('stock', coinGecko('Sun', 1.5, 1.5, 1.5))).rejects.toThrow(/cannot be right/)
  })
})

describe('statistics of a coin', () => {
  const require = (sheet: StatsSheet, shown: ReturnType<typeof yahoo> | undefined) => () =>
    requireSameCoin(sui, sourced('CoinGecko', sheet), shown)
  const ofSui: StatsSheet = { coinName: 'Sui', stats: { currentPrice: 1.52, marketCap: 5.6e9 } }

  it('are refused if neither name nor price are those of the coin that is shown', () => {
    expect(require(ofSui, yahoo('Salmonation', 0.000_314))).toThrow(
      'SUI is another coin at CoinGecko than at Yahoo Finance, which has the prices.',
    )
    expect(require({ coinName: 'Sui', stats: {} }, yahoo('Salmonation', 1.52))).toThrow(/another coin/)
    const nameless = yahoo('', 1.52)
    expect(require({ stats: { marketCap: 12.5 } }, nameless)).toThrow(/another coin/)
    const { name: _name, ...unnamed } = nameless.data
    expect(require({ stats: { previousClose: 12.5 } }, { ...nameless, data: unnamed })).toThrow(
      /another coin/,
    )
  })

  it.each([
    ['name', ofSui, yahoo('SUI', 9)],
    ['price', ofSui, yahoo('Sui Network', 1.3)],
    ['close before', { stats: { previousClose: 1.52 } }, yahoo('Sui Network', 1.3)],
    ['source', ofSui, coinGecko('Salmonation', 9)],
    ['lack of prices', ofSui, undefined],
  ])('are shown by their %s', (_what, sheet, shown) => {
    expect(require(sheet, shown)).not.toThrow()
  })
})
