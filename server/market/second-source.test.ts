import { expect, it } from 'vitest'

import { createLogger } from '../lib/logger.ts'
import { createTestMarket } from './testing/create-test-market.ts'
import { chartBody } from './testing/fake-yahoo.ts'
import { setUpYahoo } from './testing/set-up-yahoo.ts'

const yahoo = setUpYahoo()
const { reply } = yahoo

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
  await market.backgroundLoadsEnded()
  const { meta } = await market.getStock(query)
  expect(meta.source.name).toBe('Yahoo Finance')
  expect(meta.disagreement).toEqual({
    source: { name: 'CoinGecko', url: 'https://www.coingecko.com/en/coins/bitcoin' },
    days: [{ date: '2026-11-18', close: 82_000, otherClose: 81_000 }],
  })
  expect(yahoo.asked.slice(asked).filter((path) => !path.includes('/v8/finance/chart/'))).toEqual([])
  await market.backgroundLoadsEnded()
})

it('leaves out the statistics of another coin with the same symbol, and says so', async () => {
  const { market } = openMarket()
  answerYahoo([0.000_3, 0.000_3, 0.000_3, 0.000_314], { longName: 'Salmonation USD' })
  answerCoinGecko([80_000, 81_000, 82_000, 83_000])
  await market.getStock(query)
  await expect(market.getStats(query)).rejects.toMatchObject({
    code: 'not-at-source',
    message: 'BTC is another coin at CoinGecko than at Yahoo Finance, which has the prices.',
  })
  await market.backgroundLoadsEnded()
})

it('keeps a coin’s older prices while only another coin of its symbol is to be had', async () => {
  const { market, clock, lines } = openMarket()
  answerYahoo([60_000, 61_000, 62_000, 63_000], { longName: 'Salmonation USD' })
  await market.getStock(query)
  reply('/v8/finance/chart/', { status: 403, body: 'blocked' })
  answerCoinGecko([80_000, 81_000, 82_000, 83_000])
  clock.advance(HOUR_MS)
  await market.getStock(query)
  await market.backgroundLoadsEnded()
  const { meta, prices } = await market.getStock(query)
  expect([meta.source.name, prices.at(-1)]).toEqual(['Yahoo Finance', 63_000])
  expect(lines.join('')).toContain('they are 1.3 times those of Yahoo Finance, as those of another coin')
  await market.backgroundLoadsEnded()
})

it('does not compare the first source with a stand-in’s prices of another coin', async () => {
  const { market, clock } = openMarket()
  reply('/v8/finance/chart/', { status: 403, body: 'blocked' })
  answerCoinGecko([80_000, 81_000, 82_000, 83_000])
  await market.getStock(query)
  answerYahoo([60_000, 61_000, 62_000, 63_000], { longName: 'Salmonation USD' })
  clock.advance(HOUR_MS)
  await market.getStock(query)
  await market.backgroundLoadsEnded()
  const { meta } = await market.getStock(query)
  expect([meta.source.name, meta.disagreement]).toEqual(['Yahoo Finance', undefined])
  await market.backgroundLoadsEnded()
})

it('uses the second source if the first one’s prices cannot be right, and logs why', async () => {
  const { market, lines } = openMarket()
  answerYahoo([80_000, 81_000, 820, 830], { regularMarketPrice: 83_000 })
  answerCoinGecko([80_000, 81_000, 82_000, 83_000])
  const { meta, prices } = await market.getStock(query)
  expect([meta.source.name, prices.at(-1)]).toEqual(['CoinGecko', 83_000])
  expect(lines.join('')).toContain('its newest close, 830, is far from the price it quotes, 83000')
  await market.backgroundLoadsEnded()
})

it('leaves out a close that is wrong between others, names its day, and computes no change of the day across it', async () => {
  const { market, lines } = openMarket()
  answerYahoo([80_000, 81_000, 0.24, 83_000])
  const { dates, prices, meta } = await market.getStock(query)
  expect(prices).toEqual([80_000, 81_000, 83_000])
  expect(dates).not.toContain('2026-11-19')
  expect(meta).toMatchObject({ leftOutDays: ['2026-11-19'], suspectDays: [] })
  expect(meta.latest?.previous).toBeUndefined()
  expect(await market.listKeptQuotes([{ kind: 'crypto', ticker: 'BTC' }])).toMatchObject([
    { price: 83_000, changeFraction: null },
  ])
  const read = await market.readCloses({
    ticker: 'BTC-USD',
    kind: 'crypto',
    from: '2026-11-17',
    to: '2026-11-20',
  })
  expect(read.closes.map(({ date }) => date)).toEqual(['2026-11-17', '2026-11-18'])
  expect(lines).toEqual([])
  await market.backgroundLoadsEnded()
})

it('shows no history that leaps within the last year, whatever price it quotes', async () => {
  const { market, lines } = openMarket()
  answerYahoo([830, 83_000, 83_100, 83_200], { regularMarketPrice: 83_200 })
  reply('/api.coingecko.com/', { status: 503, body: '' })
  await expect(market.getStock(query)).rejects.toMatchObject({ code: 'source-failed' })
  expect(lines.join('')).toContain('its close of 2026-11-18, 83000, is far from the one before, 830')
  await market.backgroundLoadsEnded()
})
