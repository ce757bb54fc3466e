import { describe, expect, it } from 'vitest'

import {
  relatedResponseSchema,
  statsResponseSchema,
  stockResponseSchema,
} from '../../shared/market-contract.ts'
import { askOnBehalfOf } from '../lib/askers.ts'
import { listCandidates } from './ask-in-order.ts'
import { createTestMarket } from './testing/create-test-market.ts'
import type { FakeReply } from './testing/fake-source.ts'
import { chartBody, notFound, summaryBody } from './testing/fake-yahoo.ts'
import { setUpYahoo } from './testing/set-up-yahoo.ts'

const yahoo = setUpYahoo()
const { countOf, reply } = yahoo

const broken: FakeReply = { status: 500, body: 'Internal Server Error' }
const year = { ticker: 'ACME', range: '1Y' } as const

function answerAcme() {
  reply('/chart/ACME', { body: chartBody() })
  reply('/quoteSummary/ACME', {
    body: summaryBody({
      assetProfile: { longBusinessSummary: 'Makes anvils.', city: 'Tucson', country: 'United States' },
      price: { longName: 'Acme Incorporated', exchangeName: 'NasdaqGS' },
      summaryDetail: { trailingPE: 12.5 },
    }),
  })
}
function answerBitcoin() {
  const meta = {
    instrumentType: 'CRYPTOCURRENCY',
    longName: 'Bitcoin USD',
    exchangeTimezoneName: 'UTC',
    fullExchangeName: 'CCC',
  }
  reply('/chart/BTC-USD', { body: chartBody({ meta }) })
}

describe('getStock', () => {
  it('answers in the shape of the contract', async () => {
    answerAcme()
    const { market } = createTestMarket(yahoo.baseUrl)
    const stock = await market.getStock({ ticker: ' acme ', range: '1Y' })
    expect(stockResponseSchema.parse(stock)).toEqual({
      ticker: 'ACME',
      dates: ['2026-11-18', '2026-11-19'],
      prices: [10, 11],
      info: {
        'Company Name': 'Acme Incorporated',
        Ticker: 'ACME',
        About: 'Makes anvils.',
        Headquarters: 'Tucson, United States',
        'Primary exchange': 'NasdaqGS',
      },
      meta: {
        kind: 'stock',
        source: { name: 'Yahoo Finance', url: 'https://finance.yahoo.com/quote/ACME' },
        asOf: '2026-11-19T21:00:00.000Z',
        retrievedAt: '2026-11-20T15:00:00.000Z',
        currency: 'USD',
        delayed: true,
        stale: false,
        sample: false,
        republishable: false,
        range: '1Y',
        profileAvailable: true,
        type: 'equity',
        latest: {
          price: 11,
          day: '2026-11-19',
          isToday: false,
          previous: { close: 10, day: '2026-11-18' },
        },
        profile: {
          sources: [{ name: 'Yahoo Finance', url: 'https://finance.yahoo.com/quote/ACME' }],
          retrievedAt: '2026-11-20T15:00:00.000Z',
          stale: false,
          republishable: false,
        },
        suspectDays: [],
        coversRange: true,
      },
    })
  })

  it('shows prices without a profile if only the profile fails', async () => {
    answerAcme()
    reply('/quoteSummary/ACME', broken)
    const { market } = createTestMarket(yahoo.baseUrl)
    const stock = await market.getStock(year)
    expect(stock.info).toEqual({
      'Company Name': 'Acme Inc.',
      Ticker: 'ACME',
      'Primary exchange': 'NasdaqGS',
    })
    expect(stock.meta.profileAvailable).toBe(false)
  })

  it('does not wait for a profile that hangs', async () => {
    answerAcme()
    reply('/quoteSummary/ACME', undefined)
    const { market } = createTestMarket(yahoo.baseUrl, { profileWaitMs: 1 })
    expect((await market.getStock(year)).meta.profileAvailable).toBe(false)
  })

  it('treats a fund without fundamentals as complete', async () => {
    answerAcme()
    reply('/quoteSummary/ACME', notFound('quoteSummary', 'No fundamentals data found'))
    const { market } = createTestMarket(yahoo.baseUrl)
    expect((await market.getStock(year)).meta.profileAvailable).toBe(true)
  })

  it('marks an older answer with its time if the source fails', async () => {
    answerAcme()
    const { market, clock } = createTestMarket(yahoo.baseUrl)
    await market.getStock(year)
    reply('/chart/ACME', broken)
    clock.advance(3_600_000)
    const { prices, meta } = await market.getStock(year)
    expect(prices).toEqual([10, 11])
    expect([meta.stale, meta.retrievedAt]).toEqual([true, '2026-11-20T15:00:00.000Z'])
  })

  it.each([
    ['is for another security', { meta: { symbol: 'OTHER' } }],
    ['has its days in reverse order', { timestamp: [1_795_098_600, 1_795_012_200], close: [8, 11] }],
  ])('does the same if its answer %s, and without an older one blames the source', async (_what, odd) => {
    answerAcme()
    const { market, clock } = createTestMarket(yahoo.baseUrl)
    await market.getStock(year)
    reply('/chart/ACME', { body: chartBody(odd) })
    clock.advance(3_600_000)
    const { prices, meta } = await market.getStock(year)
    expect([prices, meta.stale, meta.retrievedAt]).toEqual([[10, 11], true, '2026-11-20T15:00:00.000Z'])
    const live = createTestMarket(yahoo.baseUrl, { config: { marketData: 'live' } })
    await expect(live.market.getStock(year)).rejects.toMatchObject({
      code: 'source-failed',
      source: 'Yahoo Finance',
    })
  })

  it('finds the coin if no such stock exists, and says so', async () => {
    answerBitcoin()
    const { market } = createTestMarket(yahoo.baseUrl)
    const coin = await market.getStock({ ticker: 'btc', range: '1Y' })
    expect([coin.ticker, coin.info['Company Name'], coin.meta.kind]).toEqual(['BTC', 'Bitcoin', 'crypto'])
    expect(coin.info['Primary exchange']).toBeUndefined()
  })

  it.each([
    ['BTC-USD', 'stock', 'crypto BTC', 'BTC-USD'],
    ['btcusd', 'stock', 'crypto BTC', 'BTC-USD'],
    ['BTC-USD', 'crypto', 'crypto BTC', 'BTC-USD'],
    ['BTC', 'crypto', 'crypto BTC', 'BTC-USD'],
    // Coins have pages of their own only in dollars.
    ['BTC-EUR', 'stock', 'stock BTC-EUR', 'BTC-EUR'],
  ] as const)(
    'answers %s as %s with the address of that asset: %s',
    async (ticker, kind, address, symbol) => {
      const coin = (currency: string) => ({
        body: chartBody({ meta: { symbol, instrumentType: 'CRYPTOCURRENCY', currency } }),
      })
      reply('/chart/BTC-USD', coin('USD'))
      reply('/chart/BTC-EUR', coin('EUR'))
      const { market } = createTestMarket(yahoo.baseUrl)
      const first = await market.getStock({ ticker, kind, range: '1Y' })
      const day = await market.getDay({ ticker, kind })
      for (const { ticker, meta } of [first, day]) {
        expect([`${meta.kind} ${ticker}`, meta.type]).toEqual([address, 'coin'])
        expect(listCandidates(ticker, meta.kind)[0]?.symbol).toBe(symbol)
      }
      const again = await market.getStock({ ticker: first.ticker, kind: first.meta.kind, range: '1Y' })
      expect(again).toEqual(first)
    },
  )

  it('shows the stock of that ticker on the stock screen, the coin on the other', async () => {
    answerBitcoin()
    yahoo.handlers.set('/chart/BTC', (url) =>
      url.pathname.endsWith('/BTC') ? { body: chartBody({ meta: { longName: 'Some Fund' } }) } : broken,
    )
    const { market } = createTestMarket(yahoo.baseUrl)
    const names = await Promise.all(
      [undefined, 'stock' as const, 'crypto' as const].map(async (kind) => {
        const { info } = await market.getStock({ ticker: 'BTC', kind, range: '1Y' })
        return info['Company Name']
      }),
    )
    expect(names).toEqual(['Some Fund', 'Some Fund', 'Bitcoin'])
  })

  it('does not show the coin when the stock’s source fails', async () => {
    answerBitcoin()
    yahoo.handlers.set('/chart/BTC', (url) =>
      url.pathname.endsWith('/BTC') ? broken : { body: chartBody() },
    )
    const { market } = createTestMarket(yahoo.baseUrl, { config: { marketData: 'live' } })
    await expect(market.getStock({ ticker: 'BTC', range: '1Y' })).rejects.toMatchObject({
      code: 'source-unavailable',
    })
  })

  it('asks separately for each range, and once for a crowd', async () => {
    answerAcme()
    const { market } = createTestMarket(yahoo.baseUrl)
    await Promise.all(Array.from({ length: 50 }, () => market.getStock(year)))
    await market.getStock({ ticker: 'ACME', range: '5Y' })
    expect([countOf('/chart/'), countOf('/quoteSummary/')]).toEqual([2, 1])
  })
})

describe('getStats and getRelated', () => {
  it('answer in the shape of the contract', async () => {
    answerAcme()
    reply('/recommendationsbysymbol/', { body: { finance: { result: [], error: null } } })
    const { market } = createTestMarket(yahoo.baseUrl)
    const stats = statsResponseSchema.parse(await market.getStats({ ticker: 'ACME' }))
    expect(stats.stats).toEqual({ trailingPE: 12.5 })
    expect(relatedResponseSchema.parse(await market.getRelated({ ticker: 'ACME' })).related).toEqual([])
  })

  it('distinguish an unknown ticker from one without related ones', async () => {
    reply('/recommendationsbysymbol/', { body: { finance: { result: [], error: null } } })
    reply('/quoteSummary/', notFound('quoteSummary', 'Quote not found for symbol: NOPE'))
    const { market } = createTestMarket(yahoo.baseUrl)
    await expect(market.getRelated({ ticker: 'NOPE' })).rejects.toMatchObject({ code: 'unknown-ticker' })
    await expect(market.getStats({ ticker: 'NOPE' })).rejects.toMatchObject({ code: 'unknown-ticker' })
  })
})

describe('listDailyCloses', () => {
  it('returns the prices paid on the requested days, before a later split', async () => {
    const splits = { '1795098600': { date: 1_795_098_600, numerator: 4, denominator: 1 } }
    reply('/chart/ACME', { body: chartBody({ splits }) })
    const { market } = createTestMarket(yahoo.baseUrl)
    const query = { ticker: 'acme', from: '2026-11-16', to: '2026-11-18' }
    expect(await market.listDailyCloses(query)).toEqual([
      { date: '2026-11-18', close: 40, adjustedClose: 10 },
    ])
    expect(await market.listDailyCloses({ ...query, to: '2026-11-17' })).toEqual([])
  })

  it('never returns sample prices', async () => {
    const { market } = createTestMarket(yahoo.baseUrl, { config: { marketData: 'sample' } })
    const closes = market.listDailyCloses({ ticker: 'AAPL', from: '2026-11-16', to: '2026-11-18' })
    await expect(closes).rejects.toMatchObject({ code: 'source-unavailable' })
  })
})

describe('sample data', () => {
  const apple = { ticker: 'AAPL', range: '1M' } as const

  it('is shown while the first source is left alone and the next one lacks the coin', async () => {
    reply('/query2.finance.yahoo.com/', { status: 403, body: 'blocked' })
    reply('/coins/markets', { body: [] })
    const { market, clock } = createTestMarket(yahoo.baseUrl)
    const ask = (ticker: string, kind: 'stock' | 'crypto') =>
      askOnBehalfOf(ticker, () => market.getStock({ ticker, kind, range: '1Y', only: 'prices' }))
    await Promise.all(['MSFT', 'AAPL', 'NVDA', 'AMZN', 'KO', 'WMT'].map((ticker) => ask(ticker, 'stock')))
    clock.advance(61_000)
    expect((await ask('BTC', 'crypto')).meta.sample).toBe(true)
  })

  it('is shown with a label until the live source has answered once', async () => {
    reply('/', broken)
    const { market, clock } = createTestMarket(yahoo.baseUrl)
    const sample = stockResponseSchema.parse(await market.getStock(apple))
    expect(sample.meta).toMatchObject({
      sample: true,
      source: { name: 'Sample data' },
      profileAvailable: true,
    })
    expect((await market.getStats({ ticker: 'AAPL' })).meta.sample).toBe(true)
    // Asked, and retried once.
    expect(countOf('/chart/')).toBe(2)

    yahoo.handlers.clear()
    reply('/chart/', { body: chartBody() })
    clock.advance(60_000)
    expect((await market.getStock(apple)).meta.sample).toBe(false)
    reply('/chart/', broken)
    await expect(market.getStock({ ticker: 'MSFT', range: '1M' })).rejects.toMatchObject({
      code: 'source-unavailable',
    })
  })

  it('is not shown if the live source refuses only this ticker', async () => {
    reply('/', {
      status: 400,
      body: { chart: { result: null, error: { code: 'Bad Request', description: '' } } },
    })
    const { market } = createTestMarket(yahoo.baseUrl)
    await expect(market.getStock(apple)).rejects.toMatchObject({ concerns: 'ticker' })
  })

  it('is no answer for other tickers', async () => {
    reply('/', broken)
    const { market } = createTestMarket(yahoo.baseUrl)
    await expect(market.getStock({ ticker: 'ZZZZ', range: '1Y' })).rejects.toMatchObject({
      code: 'sample-only',
      message: expect.stringContaining('AAPL, MSFT'),
    })
  })

  it.each([
    ['production', { mode: 'production' as const }],
    ['MARKET_DATA=live', { marketData: 'live' as const }],
    ['a source set by UPSTREAM_BASE_URL', { upstreamBaseUrl: 'http://mirror.example' }],
    ['MARKET_DATA=sample in production', { mode: 'production' as const, marketData: 'sample' as const }],
  ])('is never shown with %s', async (_name, config) => {
    reply('/chart/', broken)
    const { market } = createTestMarket(yahoo.baseUrl, { config })
    await expect(market.getStock(apple)).rejects.toMatchObject({ code: 'source-unavailable' })
  })

  it('is the only data with MARKET_DATA=sample, coins included', async () => {
    const { market } = createTestMarket(yahoo.baseUrl, { config: { marketData: 'sample' } })
    const coin = await market.getStock({ ticker: 'btc-usd', range: '1M' })
    expect([coin.ticker, coin.meta.kind, coin.meta.sample]).toEqual(['BTC', 'crypto', true])
    expect((await market.getStock({ ticker: 'ETH', range: '1M' })).meta.kind).toBe('crypto')
    expect(yahoo.asked).toEqual([])
  })
})
