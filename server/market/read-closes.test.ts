import { describe, expect, it } from 'vitest'

import { createUpstreamFetch } from '../lib/upstream-fetch.ts'
import { createTestMarket } from './testing/create-test-market.ts'
import { createFakeClock } from './testing/fake-clock.ts'
import type { FakeReply } from './testing/fake-source.ts'
import { chartBody, notFound } from './testing/fake-yahoo.ts'
import { setUpYahoo } from './testing/set-up-yahoo.ts'

const yahoo = setUpYahoo()
const { reply } = yahoo

const down: FakeReply = { status: 403, body: 'blocked' }
const live = { config: { marketData: 'live' as const } }
const seconds = (instant: string) => Date.parse(instant) / 1000

const openMarket = (now: string) => createTestMarket(yahoo.baseUrl, { ...live, clock: createFakeClock(now) })

const index = { ticker: '^GSPC', kind: 'stock', from: '2026-11-16', to: '2026-11-22' } as const
const bitcoin = { ...index, ticker: 'BTC-USD', kind: 'crypto' } as const

const answerIndex = () =>
  reply('/chart/%5EGSPC', {
    body: chartBody({
      meta: {
        symbol: '^GSPC',
        instrumentType: 'INDEX',
        // 9:30 to 16:00 on Friday 2026-11-20
        currentTradingPeriod: { regular: { start: 1_795_185_000, end: 1_795_208_400 } },
      },
      timestamp: [seconds('2026-11-13T14:30:00Z'), seconds('2026-11-19T14:30:00Z'), 1_795_185_000],
      close: [6000, 6100.5, 6050.25],
    }),
  })

const answerBitcoin = () =>
  reply('/chart/BTC-USD', {
    body: chartBody({
      meta: { symbol: 'BTC-USD', instrumentType: 'CRYPTOCURRENCY', exchangeTimezoneName: 'UTC' },
      timestamp: ['2026-11-20', '2026-11-21', '2026-11-22', '2026-11-23'].map((day) =>
        seconds(`${day}T00:00:00Z`),
      ),
      close: [90_000, 91_000, 92_000, 93_000],
    }),
  })

describe('readCloses', () => {
  it('returns an index with the source and time of its closes', async () => {
    answerIndex()
    const { market } = openMarket('2026-11-22T23:30:00Z')
    expect(await market.readCloses(index)).toEqual({
      closes: [
        { date: '2026-11-19', close: 6100.5, adjustedClose: 6100.5 },
        { date: '2026-11-20', close: 6050.25, adjustedClose: 6050.25 },
      ],
      sourceName: 'Yahoo Finance',
      // The list of each day's close, not the page of the newest price.
      sourceUrl: 'https://finance.yahoo.com/quote/%5EGSPC/history/?period1=1794787200&period2=1795392000',
      retrievedAt: '2026-11-22T23:30:00.000Z',
    })
  })

  it('leaves out a day while the exchange trades, and until its last price has settled', async () => {
    answerIndex()
    const datesAt = async (now: string) =>
      (await openMarket(now).market.readCloses(index)).closes.map(({ date }) => date)
    expect(await datesAt('2026-11-20T20:00:00Z')).toEqual(['2026-11-19'])
    expect(await datesAt('2026-11-20T21:10:00Z')).toEqual(['2026-11-19'])
    expect(await datesAt('2026-11-20T21:30:00Z')).toEqual(['2026-11-19', '2026-11-20'])
  })

  it('leaves out a coin’s day until midnight UTC, and days after the requested ones', async () => {
    answerBitcoin()
    const datesAt = async (now: string) =>
      (await openMarket(now).market.readCloses(bitcoin)).closes.map(({ date }) => date)
    // 18:00 in Chicago is an hour before midnight UTC in summer, and midnight in winter.
    expect(await datesAt('2026-11-22T23:00:00Z')).toEqual(['2026-11-20', '2026-11-21'])
    expect(await datesAt('2026-11-23T00:00:05Z')).toEqual(['2026-11-20', '2026-11-21', '2026-11-22'])
  })

  it('asks only once for the same days', async () => {
    answerIndex()
    const { market } = openMarket('2026-11-22T23:30:00Z')
    await market.readCloses(index)
    await market.readCloses({ ...index, to: '2026-11-20' })
    expect(yahoo.asked.filter((path) => path.includes('/chart/'))).toHaveLength(1)
  })

  it('takes a coin, which is never split, from CoinGecko while Yahoo does not answer', async () => {
    reply('/query2.finance.yahoo.com/', down)
    reply('/api.coingecko.com/api/v3/coins/markets', {
      body: [{ id: 'bitcoin', symbol: 'btc', name: 'Bitcoin', current_price: 90_000, market_cap: 1 }],
    })
    const prices = [
      [Date.parse('2026-11-21T00:00:00Z'), 90_000],
      [Date.parse('2026-11-22T00:00:00Z'), 91_000],
    ]
    reply('/api.coingecko.com/api/v3/coins/bitcoin/market_chart', { body: { prices } })
    const { market } = openMarket('2026-11-22T23:00:00Z')
    expect(await market.readCloses(bitcoin)).toMatchObject({
      closes: [
        { date: '2026-11-20', close: 90_000 },
        { date: '2026-11-21', close: 91_000 },
      ],
      sourceName: 'CoinGecko',
    })
  })

  it('fails, rather than returning nothing, if no source answers', async () => {
    reply('/', down)
    const { market } = openMarket('2026-11-22T23:00:00Z')
    for (const query of [index, bitcoin]) {
      await expect(market.readCloses(query)).rejects.toMatchObject({
        name: 'SourceError',
        code: 'source-unavailable',
        source: 'Yahoo Finance',
      })
    }
  })

  it('fails if there is no final close on those days', async () => {
    answerIndex()
    const { market } = openMarket('2026-11-22T23:00:00Z')
    const weekend = market.readCloses({ ...index, from: '2026-11-21' })
    await expect(weekend).rejects.toMatchObject({
      name: 'SourceError',
      concerns: 'ticker',
      message:
        'Yahoo Finance has no final close of ^GSPC from 2026-11-21 to 2026-11-22. Try again after the close of a trading day.',
    })
  })

  it('reports an unknown ticker', async () => {
    reply('/chart/', notFound('chart', 'No data found, symbol may be delisted'))
    const { market } = openMarket('2026-11-22T23:00:00Z')
    await expect(market.readCloses({ ...index, ticker: '^NOPE' })).rejects.toMatchObject({
      name: 'UnknownTickerError',
      code: 'unknown-ticker',
    })
  })

  it('returns an earlier answer with its own time while the source is down', async () => {
    answerIndex()
    const { market, clock } = openMarket('2026-11-20T22:00:00Z')
    await market.readCloses(index)
    reply('/', down)
    reply('/chart/', down)
    yahoo.handlers.delete('/chart/%5EGSPC')
    clock.advance(7 * 86_400_000)
    const { retrievedAt, closes } = await market.readCloses(index)
    expect([retrievedAt, closes.at(-1)?.date]).toEqual(['2026-11-20T22:00:00.000Z', '2026-11-20'])
  })

  it('never returns sample prices', async () => {
    const { market } = createTestMarket(yahoo.baseUrl, { config: { marketData: 'sample' } })
    await expect(market.readCloses(bitcoin)).rejects.toMatchObject({ source: 'Sample data' })
    expect(yahoo.asked).toEqual([])
  })
})

describe('findKeptCloses', () => {
  const acme = { ticker: 'ACME', kind: 'stock', range: '1Y', only: 'prices' } as const
  const now = '2026-11-22T23:00:00Z'
  const splits = { '1795098600': { date: 1_795_098_600, numerator: 4, denominator: 1 } }

  it('returns what somebody has looked up, as paid before a split, and asks nothing', async () => {
    reply('/chart/ACME', { body: chartBody({ splits, close: [10, 11] }) })
    const { market } = openMarket(now)
    expect(await market.findKeptCloses('ACME', { mayWait: true })).toBeUndefined()
    expect(yahoo.asked).toEqual([])
    await market.getStock(acme)
    const asked = yahoo.asked.length
    expect(await market.findKeptCloses('ACME', { mayWait: true })).toEqual({
      closes: [
        { date: '2026-11-18', close: 40, adjustedClose: 10 },
        { date: '2026-11-19', close: 11, adjustedClose: 11 },
      ],
      sourceName: 'Yahoo Finance',
      sourceUrl: 'https://finance.yahoo.com/quote/ACME',
      retrievedAt: '2026-11-22T23:00:00.000Z',
    })
    expect(yahoo.asked).toHaveLength(asked)
  })

  it.each([
    ['waits, if it may, for closes that somebody is looking up', { body: chartBody() }, 2],
    ['returns nothing if the lookup fails', down, undefined],
  ])('%s', async (_title, answer, count) => {
    reply('/chart/ACME', answer)
    const asked = Promise.withResolvers<void>()
    const mayAnswer = Promise.withResolvers<void>()
    const ask = createUpstreamFetch({ upstreamBaseUrl: yahoo.baseUrl, timeoutMs: 600_000, maxBytes: 100_000 })
    const { market } = createTestMarket(yahoo.baseUrl, {
      ...live,
      clock: createFakeClock(now),
      fetch: async (...question) => {
        asked.resolve()
        await mayAnswer.promise
        return ask(...question)
      },
    })
    const looking = Promise.allSettled([market.getStock(acme)])
    await asked.promise
    expect(await market.findKeptCloses('ACME', { mayWait: false })).toBeUndefined()
    const finding = market.findKeptCloses('ACME', { mayWait: true })
    mayAnswer.resolve()
    expect((await finding)?.closes.length).toBe(count)
    await looking
  })

  it('returns nothing in another currency, and no sample prices', async () => {
    reply('/chart/ACME', { body: chartBody({ meta: { currency: 'CAD' } }) })
    const { market } = openMarket(now)
    await market.getStock(acme)
    expect(await market.findKeptCloses('ACME', { mayWait: true })).toBeUndefined()
    const sample = createTestMarket(yahoo.baseUrl, { config: { marketData: 'sample' } })
    await sample.market.getStock({ ...acme, ticker: 'AAPL' })
    expect(await sample.market.findKeptCloses('AAPL', { mayWait: true })).toBeUndefined()
  })

  it('returns nothing from a source that lists no splits', async () => {
    reply('/query2.finance.yahoo.com/', down)
    const values = [{ datetime: '2026-11-20', open: '1', high: '1', low: '1', close: '11', volume: '5' }]
    reply('/api.twelvedata.com/time_series', {
      body: { meta: { symbol: 'ACME', currency: 'USD', type: 'Common Stock' }, values, status: 'ok' },
    })
    const { market } = createTestMarket(yahoo.baseUrl, {
      config: {
        marketData: 'live',
        marketSources: ['yahoo', 'twelve-data'],
        twelveData: { apiKey: 'secret', callsPerMinute: 8, callsPerDay: 800, mayRepublish: false },
      },
      clock: createFakeClock(now),
    })
    expect((await market.getStock(acme)).meta.source.name).toBe('Twelve Data')
    expect(await market.findKeptCloses('ACME', { mayWait: true })).toBeUndefined()
  })
})
