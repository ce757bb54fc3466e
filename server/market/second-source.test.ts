import { afterEach, beforeEach, expect, it } from 'vitest'

import { createLogger } from '../lib/logger.ts'
import { createTestMarket } from './testing/create-test-market.ts'
import { chartBody, startFakeYahoo, type FakeYahoo } from './testing/fake-yahoo.ts'
import type { FakeReply } from './testing/fake-source.ts'

let yahoo: FakeYahoo
beforeEach(async () => {
  yahoo = await startFakeYahoo()
})
afterEach(() => yahoo.close())

const reply = (part: string, answer: FakeReply) => yahoo.handlers.set(part, () => answer)
const HOUR_MS = 3_600_000
const DAY_SECONDS = 86_400
/** Midnight UTC of 2026-11-17 to 2026-11-20. */
const DAYS = [3, 2, 1, 0].map((back) => Date.parse('2026-11-20T00:00:00Z') / 1_000 - back * DAY_SECONDS)
const COIN = { instrumentType: 'CRYPTOCURRENCY', longName: 'Bitcoin USD', exchangeTimezoneName: 'UTC' }
const query = { ticker: 'BTC', kind: 'crypto', range: '1M', only: 'prices' } as const

function answerYahoo(close: number[], meta: Record<string, unknown> = {}): void {
  reply('/v8/finance/chart/', {
    body: chartBody({ meta: { ...COIN, ...meta }, timestamp: DAYS.slice(0, close.length), close }),
  })
}

function answerCoinGecko(prices: number[]): void {
  reply('/api.coingecko.com/api/v3/coins/markets', {
    body: [{ id: 'bitcoin', symbol: 'btc', name: 'Bitcoin', current_price: 90_000, market_cap: 1 }],
  })
  reply('/api.coingecko.com/api/v3/coins/bitcoin/market_chart', {
    // A day's close is the price at the midnight that ends it; for the newest day, the current price.
    body: {
      prices: prices.map((price, index) => [
        (DAYS[index + 1] ?? Date.parse('2026-11-20T14:00:00Z') / 1_000) * 1_000,
        price,
      ]),
    },
  })
}

function openMarket() {
  const lines: string[] = []
  const logger = createLogger('warn', { write: (line) => void lines.push(line) })
  const { market, clock } = createTestMarket(yahoo.baseUrl, { config: { marketData: 'live' }, logger })
  return { market, clock, lines }
}

it('compares the first source with the one that stood in for it, without another question', async () => {
  const { market, clock } = openMarket()
  reply('/v8/finance/chart/', { status: 403, body: 'blocked' })
  answerCoinGecko([80_000, 81_000, 82_000, 83_000])
  expect((await market.getStock(query)).meta.source.name).toBe('CoinGecko')

  answerYahoo([80_100, 82_000, 82_100, 83_000])
  const asked = yahoo.asked.length
  clock.advance(HOUR_MS)
  await market.getStock(query)
  await market.whenIdle()
  const { meta } = await market.getStock(query)
  expect(meta.source.name).toBe('Yahoo Finance')
  expect(meta.disagreement).toEqual({
    source: { name: 'CoinGecko', url: 'https://www.coingecko.com/en/coins/bitcoin' },
    days: [{ date: '2026-11-18', close: 82_000, otherClose: 81_000 }],
  })
  expect(yahoo.asked.slice(asked).filter((path) => !path.includes('/v8/finance/chart/'))).toEqual([])
  await market.whenIdle()
})

it('uses the second source if the first one’s prices cannot be right, and logs why', async () => {
  const { market, lines } = openMarket()
  answerYahoo([80_000, 81_000, 820, 830], { regularMarketPrice: 83_000 })
  answerCoinGecko([80_000, 81_000, 82_000, 83_000])
  const { meta, prices } = await market.getStock(query)
  expect([meta.source.name, prices.at(-1)]).toEqual(['CoinGecko', 83_000])
  expect(lines.join('')).toContain('its newest close, 830, is far from the price it quotes, 83000')
  await market.whenIdle()
})
