import { describe, expect, it, vi } from 'vitest'

import { freeLocks, type KeyLocks } from '../db/advisory-locks.ts'
import { askOnBehalfOf, currentAskers } from '../lib/askers.ts'
import { SourceError, UnknownTickerError } from '../lib/errors.ts'
import { createMemoryState } from './cache/shared-state.ts'
import { createTestMarket } from './testing/create-test-market.ts'
import { createFakeClock } from './testing/fake-clock.ts'
import { chartBody, summaryBody } from './testing/fake-yahoo.ts'
import { setUpYahoo } from './testing/set-up-yahoo.ts'
import type { FakeReply } from './testing/fake-source.ts'

const yahoo = setUpYahoo()
const { countOf, reply } = yahoo

const down: FakeReply = { status: 403, body: 'blocked' }
const live = { config: { marketData: 'live' as const } }

const bitcoinMeta = {
  instrumentType: 'CRYPTOCURRENCY',
  longName: 'Bitcoin USD',
  exchangeTimezoneName: 'UTC',
  fullExchangeName: 'CCC',
}
const DAY_MS = 86_400_000

function answerCoinGecko(): void {
  reply('/api.coingecko.com/api/v3/coins/markets', {
    body: [
      {
        id: 'bitcoin',
        symbol: 'btc',
        name: 'Bitcoin',
        current_price: 90_000,
        market_cap: 1_800_000_000_000,
        price_change_percentage_24h: 1.5,
        last_updated: '2026-11-20T14:59:00.000Z',
      },
    ],
  })
  const newest = Date.parse('2026-11-20T00:00:00Z')
  reply('/api.coingecko.com/api/v3/coins/bitcoin/market_chart', {
    body: {
      prices: [
        [newest - DAY_MS, 80_000],
        [newest, 90_000],
      ],
    },
  })
}

it('takes no lock when no call is left, and asks the next source if there is one', async () => {
  answerCoinGecko()
  const clock = createFakeClock()
  const state = createMemoryState({ clock })
  const limit = { source: 'yahoo', name: 'Yahoo Finance', perMinute: 1 } as const
  await state.budget.take(limit)
  await expect(state.budget.take(limit)).rejects.toMatchObject({ concerns: 'pause' })
  const tryLock = vi.fn<KeyLocks['tryLock']>((key) => freeLocks.tryLock(key))
  const { market } = createTestMarket(yahoo.baseUrl, {
    config: { ...live.config, marketCallsPerMinute: 1 },
    clock,
    shared: { ...state, locks: { tryLock } },
  })
  const locked = () => tryLock.mock.calls.map(([key]) => key).filter((key) => key.startsWith('prices:'))
  await expect(market.getStock({ ticker: 'ACME', kind: 'stock', range: '1Y' })).rejects.toMatchObject({
    message: expect.stringContaining('which is all it is asked') as unknown,
  })
  expect(locked()).toEqual([])
  const coin = await market.getStock({ ticker: 'BTC', kind: 'crypto', range: '1Y' })
  expect(coin.meta.source?.name).toBe('CoinGecko')
  expect(locked()).toEqual(['prices:crypto:BTC:1Y'])
})

it('tells a client that used up its calls of the next source what is for nobody else', async () => {
  answerCoinGecko()
  const clock = createFakeClock()
  const state = createMemoryState({ clock })
  const ofYahoo = { source: 'yahoo', name: 'Yahoo Finance', perMinute: 1 } as const
  await state.budget.take(ofYahoo)
  await expect(state.budget.take(ofYahoo)).rejects.toMatchObject({ concerns: 'pause' })
  const takeAll = async () => {
    for (let call = 0; call < 10; call++)
      await state.budget.take({ source: 'coingecko', name: 'CoinGecko', perMinute: 10 }, 'greedy')
  }
  await expect(takeAll()).rejects.toMatchObject({ concerns: 'asker' })
  const { market } = createTestMarket(yahoo.baseUrl, {
    config: { ...live.config, marketCallsPerMinute: 1 },
    clock,
    shared: state,
  })
  const ask = (client: string) =>
    askOnBehalfOf(client, async () => {
      const asking = market.getStock({ ticker: 'BTC', kind: 'crypto', range: '1Y', only: 'prices' })
      const [{ status }] = await Promise.allSettled([asking])
      return [status, currentAskers().wereRefused]
    })
  expect(await ask('greedy')).toEqual(['rejected', true])
  expect(await ask('other')).toEqual(['fulfilled', false])
})

describe('when Yahoo does not answer', () => {
  it('shows a coin from CoinGecko, whose history is shorter', async () => {
    reply('/query2.finance.yahoo.com/', down)
    reply('/finance.yahoo.com/', down)
    answerCoinGecko()
    const { market } = createTestMarket(yahoo.baseUrl, live)
    const year = await market.getStock({ ticker: 'btc', kind: 'crypto', range: '1M' })
    expect(year).toMatchObject({
      ticker: 'BTC',
      // A point at midnight is the close of the day that ended.
      dates: ['2026-11-18', '2026-11-19'],
      prices: [80_000, 90_000],
      info: { 'Company Name': 'Bitcoin' },
      meta: { source: { name: 'CoinGecko' }, kind: 'crypto', type: 'coin', coversRange: true },
    })
    const all = await market.getStock({ ticker: 'btc', kind: 'crypto', range: 'MAX' })
    expect(all.meta.coversRange).toBe(false)
    expect((await market.getStats({ ticker: 'BTC', kind: 'crypto' })).stats).toMatchObject({
      marketCap: 1_800_000_000_000,
    })
  })

  it('keeps no statistics of another coin for when Yahoo answers again', async () => {
    reply('/chart/BTC-USD', { body: chartBody() })
    answerCoinGecko()
    const { market, clock } = createTestMarket(yahoo.baseUrl, live)
    const query = { ticker: 'BTC', kind: 'crypto' } as const
    await market.getStock({ ...query, range: '1Y' })
    reply('/quoteSummary/BTC-USD', down)
    await expect(market.getStats(query)).rejects.toBeInstanceOf(SourceError)
    reply('/quoteSummary/BTC-USD', { body: summaryBody({ summaryDetail: { marketCap: 12.5 } }) })
    clock.advance(10_000)
    expect((await market.getStats(query)).stats).toEqual({ marketCap: 12.5 })
  })

  it('keeps no statistics that were judged by a stand-in’s prices for when Yahoo’s are back', async () => {
    answerCoinGecko()
    reply('/query2.finance.yahoo.com/', down)
    const { market, clock } = createTestMarket(yahoo.baseUrl, live)
    const query = { ticker: 'BTC', kind: 'crypto' } as const
    await market.getStock({ ...query, range: '1Y' })
    expect((await market.getStats(query)).meta.source.name).toBe('CoinGecko')
    yahoo.handlers.delete('/query2.finance.yahoo.com/')
    reply('/chart/BTC-USD', { body: chartBody({ meta: bitcoinMeta }) })
    reply('/quoteSummary/BTC-USD', { body: summaryBody({ summaryDetail: { marketCap: 12.5 } }) })
    clock.advance(45 * 60_000)
    await market.getStock({ ...query, range: '1Y' })
    await market.backgroundLoadsEnded()
    expect((await market.getStats(query)).stats).toEqual({ marketCap: 12.5 })
  })

  it('takes a coin’s statistics from where its prices are from, although Yahoo gives some too', async () => {
    answerCoinGecko()
    reply('/chart/BTC-USD', down)
    reply('/quoteSummary/BTC-USD', { body: summaryBody({ summaryDetail: { marketCap: 12.5 } }) })
    const { market } = createTestMarket(yahoo.baseUrl, live)
    const query = { ticker: 'BTC', kind: 'crypto' } as const
    await market.getStock({ ...query, range: '1Y' })
    const { stats, meta } = await market.getStats(query)
    expect([meta.source.name, stats['marketCap']]).toEqual(['CoinGecko', 1_800_000_000_000])
  })

  it('is an outage, not another coin, if CoinGecko fails too where its prices are shown', async () => {
    answerCoinGecko()
    reply('/chart/BTC-USD', down)
    reply('/quoteSummary/BTC-USD', { body: summaryBody({ summaryDetail: { marketCap: 12.5 } }) })
    const { market, clock } = createTestMarket(yahoo.baseUrl, live)
    const query = { ticker: 'BTC', kind: 'crypto' } as const
    await market.getStock({ ...query, range: '1Y' })
    reply('/api.coingecko.com/api/v3/coins/markets', { status: 503, body: 'down' })
    await expect(market.getStats(query)).rejects.toMatchObject({
      code: 'source-unavailable',
      source: 'CoinGecko',
    })
    answerCoinGecko()
    clock.advance(20_000)
    expect((await market.getStats(query)).meta.source.name).toBe('CoinGecko')
  })

  it.each<[why: string, failing?: FakeReply]>([
    ['is another there'],
    ['it cannot answer for', { status: 429, body: 'slow down' }],
  ])(
    'asks CoinGecko once in ten seconds for a coin that %s, while Yahoo is left alone',
    async (_, failing) => {
      answerCoinGecko()
      reply('/chart/', { body: chartBody() })
      reply('/quoteSummary/', down)
      const { market, clock } = createTestMarket(yahoo.baseUrl, live)
      const query = { ticker: 'BTC', kind: 'crypto' } as const
      await market.getStock({ ...query, range: '1Y' })
      const ask = (client: string, ticker: string) =>
        askOnBehalfOf(client, () => market.getStats({ ...query, ticker })).catch((error: unknown) => error)
      for (const ticker of ['A', 'B', 'C', 'D', 'E']) await ask(ticker, ticker)
      if (failing) reply('/api.coingecko.com/api/v3/coins/markets', failing)
      clock.advance(120_000)
      const calls = () => countOf('/api.coingecko.com/api/v3/coins/markets')
      const before = calls()
      for (const client of ['1', '2', '3', '4', '5']) {
        expect(await ask(client, 'BTC')).toMatchObject({
          code: 'source-unavailable',
          source: 'Yahoo Finance',
        })
        clock.advance(1_000)
      }
      expect(calls()).toBe(before + 1)
    },
  )

  it('reports the failure for a stock, which CoinGecko does not cover', async () => {
    reply('/query2.finance.yahoo.com/', down)
    const symbols: string[] = []
    // A request for CoinGecko's list of all coins is fine, since it names none.
    yahoo.handlers.set('/api.coingecko.com/', (url) => {
      symbols.push(...url.searchParams.getAll('symbols'))
      return { body: [] }
    })
    const { market } = createTestMarket(yahoo.baseUrl, live)
    await expect(market.getStock({ ticker: 'ACME', range: '1Y' })).rejects.toMatchObject({
      code: 'source-unavailable',
      fault: 'refused',
      message: 'Yahoo Finance answered with status 403. Try again later.',
    })
    expect(symbols).toEqual([])
  })
})

describe('ranges', () => {
  it('up to a year are cut from one answer', async () => {
    reply('/chart/ACME', {
      body: chartBody({
        // 2026-01-05, 2026-09-08, 2026-11-18 in New York
        timestamp: [1_767_625_200, 1_788_877_800, 1_795_012_200],
        close: [10, 11, 12],
      }),
    })
    const { market } = createTestMarket(yahoo.baseUrl, live)
    const datesOf = async (range: '1M' | '6M' | '1Y') =>
      (await market.getStock({ ticker: 'ACME', range })).dates
    expect(await datesOf('1M')).toEqual(['2026-11-18'])
    expect(await datesOf('6M')).toEqual(['2026-09-08', '2026-11-18'])
    expect(await datesOf('1Y')).toEqual(['2026-01-05', '2026-09-08', '2026-11-18'])
    expect(countOf('/chart/ACME')).toBe(1)
  })

  it('replace each other while no source answers', async () => {
    reply('/chart/ACME', { body: chartBody() })
    const first = createTestMarket(yahoo.baseUrl, live).market
    await first.getStock({ ticker: 'ACME', range: 'MAX' })
    reply('/chart/ACME', down)
    const month = await first.getStock({ ticker: 'ACME', range: '1M' })
    expect([month.dates.length, month.meta.coversRange, month.meta.stale]).toEqual([2, true, false])

    reply('/chart/ACME', { body: chartBody() })
    const second = createTestMarket(yahoo.baseUrl, live).market
    await second.getStock({ ticker: 'ACME', range: '1Y' })
    reply('/chart/ACME', down)
    const all = await second.getStock({ ticker: 'ACME', range: 'MAX' })
    expect([all.dates.length, all.meta.coversRange]).toEqual([2, false])
  })

  it.each([
    [
      'not replaced by the last year that a stand-in has, unless they are a week old',
      ['yahoo', 'coingecko'],
      'Yahoo Finance',
    ],
    ['replaced by those of the source that is asked first', ['coingecko', 'yahoo'], 'CoinGecko'],
  ] as const)('of all years are %s', async (_, [first, second], expected) => {
    const config = { ...live.config, marketSources: [first, second] }
    const { market, clock } = createTestMarket(yahoo.baseUrl, { config })
    const see = async () => {
      const { meta } = await market.getStock({ ticker: 'BTC', kind: 'crypto', range: 'MAX', only: 'prices' })
      await market.backgroundLoadsEnded()
      return [meta.source?.name, meta.stale]
    }
    const in2015 = 1_420_070_400
    const days = { timestamp: [in2015, 1_795_012_200, 1_795_098_600], close: [5_000, 80_000, 85_000] }
    reply('/chart/BTC-USD', { body: chartBody({ meta: bitcoinMeta, ...days }) })
    expect(await see()).toEqual(['Yahoo Finance', false])
    answerCoinGecko()
    reply('/chart/BTC-USD', down)
    clock.advance(DAY_MS)
    await see()
    expect(await see()).toEqual([expected, expected === 'Yahoo Finance'])
    clock.advance(7 * DAY_MS)
    expect(await see()).toEqual(['CoinGecko', false])
  })

  it('may be empty for an asset with little trading, without failing', async () => {
    reply('/chart/ACME', { body: chartBody({ timestamp: [1_767_625_200], close: [10] }) })
    const { market } = createTestMarket(yahoo.baseUrl, live)
    const month = await market.getStock({ ticker: 'ACME', range: '1M' })
    expect([month.dates, month.prices]).toEqual([[], []])
  })
})

describe('the hours of the exchange', () => {
  const hours = {
    currentTradingPeriod: {
      // 9:30 to 16:00 on 2026-11-20
      regular: { timezone: 'EST', start: 1_795_185_000, end: 1_795_208_400, gmtoffset: -18_000 },
    },
    regularMarketTime: 1_795_186_800,
  }

  it('tell whether it trades, and how long prices are fresh', async () => {
    reply('/chart/ACME', { body: chartBody({ meta: hours, timestamp: [1_795_185_000], close: [10] }) })
    const { market, clock } = createTestMarket(yahoo.baseUrl, live)
    const acme = { ticker: 'ACME', range: '1M' } as const
    expect((await market.getStock(acme)).meta.session).toBe('open')
    // Friday evening.
    clock.advance(8 * 3_600_000)
    expect((await market.getStock(acme)).meta.session).toBe('closed')
    expect(countOf('/chart/ACME')).toBe(2)
    // Sunday.
    clock.advance(40 * 3_600_000)
    await market.getStock(acme)
    expect(countOf('/chart/ACME')).toBe(2)
  })
})

describe('an asset of each kind under one ticker', () => {
  const found = {
    quotes: [
      { symbol: 'BTC-USD', longname: 'Bitcoin USD', quoteType: 'CRYPTOCURRENCY', exchDisp: 'CCC' },
      { symbol: 'BTC', longname: 'A Bitcoin Fund', quoteType: 'ETF', exchDisp: 'NYSEArca' },
    ],
  }
  const fundMeta = { instrumentType: 'ETF', longName: 'A Bitcoin Fund' }

  it('links to the other one', async () => {
    reply('/v1/finance/search', { body: found })
    reply('/chart/BTC-USD', { body: chartBody({ meta: bitcoinMeta }) })
    reply('/chart/BTC', { body: chartBody({ meta: fundMeta }) })
    const { market } = createTestMarket(yahoo.baseUrl, live)
    const coin = await market.getStock({ ticker: 'btcusd', kind: 'crypto', range: '1Y' })
    expect([coin.ticker, coin.meta.type]).toEqual(['BTC', 'coin'])
    expect(coin.meta.counterpart).toEqual({ kind: 'stock', ticker: 'BTC', name: 'A Bitcoin Fund' })
    const fund = await market.getStock({ ticker: 'BTC', kind: 'stock', range: '1Y' })
    expect([fund.ticker, fund.meta.type]).toEqual(['BTC', 'etf'])
    expect(fund.meta.counterpart).toEqual({ kind: 'crypto', ticker: 'BTC', name: 'Bitcoin' })
  })

  it('does not link to one that a search finds but no source has', async () => {
    reply('/v1/finance/search', { body: found })
    reply('/chart/BTC-USD', { body: chartBody({ meta: bitcoinMeta }) })
    const { market } = createTestMarket(yahoo.baseUrl, live)
    const coin = await market.getStock({ ticker: 'BTC', kind: 'crypto', range: '1Y' })
    expect(coin.meta.counterpart).toBeUndefined()
  })

  it('is shown without the link if the search fails', async () => {
    reply('/v1/finance/search', down)
    reply('/chart/BTC-USD', { body: chartBody({ meta: bitcoinMeta }) })
    const { market } = createTestMarket(yahoo.baseUrl, live)
    const coin = await market.getStock({ ticker: 'BTC', kind: 'crypto', range: '1Y' })
    expect(coin.meta.counterpart).toBeUndefined()
  })
})

describe('searching', () => {
  const listing = {
    fields: ['cik', 'name', 'ticker', 'exchange'],
    data: [
      [1, 'ACME CORP', 'ACME', 'NYSE'],
      [2, 'Apple Inc.', 'AAPL', 'Nasdaq'],
    ],
  }
  const suggestionsFor = async (ticker: string) => {
    const { market } = createTestMarket(yahoo.baseUrl, live)
    const error = await market
      .getStock({ ticker, range: '1Y', kind: 'stock' })
      .catch((caught: unknown) => caught)
    return error instanceof UnknownTickerError ? error.suggestions.map(({ ticker }) => ticker) : error
  }

  it('combines the hits of the sources, each asset once', async () => {
    reply('/v1/finance/search', {
      body: { quotes: [{ symbol: 'AAPL', longname: 'Apple', quoteType: 'EQUITY', exchDisp: 'NASDAQ' }] },
    })
    reply('company_tickers_exchange.json', { body: listing })
    const { market } = createTestMarket(yahoo.baseUrl, live)
    const { results, meta } = await market.searchAssets({ text: ' Apple ' })
    expect(results).toEqual([
      { ticker: 'AAPL', name: 'Apple', kind: 'stock', type: 'equity', exchange: 'NASDAQ' },
    ])
    expect(meta.sources).toHaveLength(2)
  })

  it('takes a company’s own spelling from whichever list has it, also for the letter', async () => {
    reply('company_tickers_exchange.json', {
      body: {
        fields: ['cik', 'name', 'ticker', 'exchange'],
        data: [[7, 'LOAFWORKS BAKERS INC /DE/', 'LOAF', 'Nasdaq']],
      },
    })
    reply('nasdaqlisted.txt', {
      body: 'Symbol|Security Name|Test Issue\nLOAF|LoafWorks Bakers, Inc. - Class A Common Stock|N\nFile Creation Time: 1|\n',
    })
    reply('otherlisted.txt', {
      body: 'ACT Symbol|Security Name|Exchange|Test Issue\nFile Creation Time: 1|||\n',
    })
    const { market } = createTestMarket(yahoo.baseUrl, live)
    expect((await market.searchAssets({ text: 'loaf' })).results.map(({ name }) => name)).toEqual([
      'LoafWorks Bakers',
    ])
    expect([...(await market.listCompanyTitles())]).toEqual([['7', 'LoafWorks Bakers, Inc.']])
  })

  it('works with only one source, and fails with none', async () => {
    reply('company_tickers_exchange.json', { body: listing })
    reply('/v1/finance/search', down)
    const { market, clock } = createTestMarket(yahoo.baseUrl, live)
    expect((await market.searchAssets({ text: 'acme' })).results).toEqual([
      { ticker: 'ACME', name: 'Acme', kind: 'stock', exchange: 'NYSE' },
    ])
    reply('company_tickers_exchange.json', down)
    clock.advance(10 * DAY_MS)
    await expect(market.searchAssets({ text: 'acme' })).rejects.toMatchObject({ code: 'source-unavailable' })
  })

  it('lists companies by CIK with the SEC’s titles, and none if its list is not available', async () => {
    const named = {
      fields: ['cik', 'name', 'ticker', 'exchange'],
      data: [[1_318_605, 'Tesla, Inc.', 'TSLA', 'Nasdaq']],
    }
    reply('company_tickers_exchange.json', { body: named })
    const { market, clock } = createTestMarket(yahoo.baseUrl, live)
    expect([...(await market.listCompanyTitles())]).toEqual([['1318605', 'Tesla, Inc.']])
    reply('company_tickers_exchange.json', down)
    clock.advance(10 * DAY_MS)
    expect([...(await market.listCompanyTitles())]).toEqual([])
  })

  it('finds the company of a ticker by the SEC’s list, and none if that is not available', async () => {
    reply('company_tickers_exchange.json', { body: listing })
    const { market, clock } = createTestMarket(yahoo.baseUrl, live)
    expect(await market.findCompany('ACME')).toEqual({
      cik: '1',
      name: 'ACME CORP',
      tickers: ['ACME'],
    })
    expect(await market.findCompany('NONE')).toBeUndefined()
    reply('company_tickers_exchange.json', down)
    clock.advance(10 * DAY_MS)
    expect(await market.findCompany('ACME')).toBeUndefined()
  })

  it('keeps the list it has while a source sends one with less than half as many rows', async () => {
    const symbols = (...lines: string[]) =>
      ['Symbol|Security Name|Test Issue', ...lines, 'File Creation Time: 1|\n'].join('\n')
    const company = (index: number, ticker: string) => [index, `${ticker} CORP`, ticker, 'NYSE']
    const companies = (...rows: unknown[]) => ({ body: { fields: listing.fields, data: rows } })
    reply(
      'company_tickers_exchange.json',
      companies(company(1, 'ACME'), company(2, 'BOLT'), company(3, 'CORK')),
    )
    reply('nasdaqlisted.txt', { body: symbols('LOAF|LoafWorks Bakers, Inc. - Common Stock|N') })
    reply('otherlisted.txt', { body: symbols() })
    const { market, clock } = createTestMarket(yahoo.baseUrl, live)
    const findAll = async () => {
      // The first search asks for the lists that are no longer fresh, the second has what came of that.
      await market.searchAssets({ text: 'ACME' })
      await market.backgroundLoadsEnded()
      clock.advance(60_000)
      const found = await Promise.all(['ACME', 'LOAF'].map((text) => market.searchAssets({ text })))
      return found.flatMap(({ results }) => results.map(({ ticker }) => ticker))
    }
    expect(await findAll()).toEqual(['ACME', 'LOAF'])
    reply('company_tickers_exchange.json', companies(company(3, 'CORK')))
    reply('nasdaqlisted.txt', { body: symbols() })
    clock.advance(1.5 * DAY_MS)
    expect(await findAll()).toEqual(['ACME', 'LOAF'])
    clock.advance(DAY_MS)
    expect((await market.searchAssets({ text: 'ACME' })).meta.stale).toBe(true)
  })

  it('reports that a source failed that may know more, and never an empty result', async () => {
    reply('company_tickers_exchange.json', { body: listing })
    reply('/v1/finance/search', { status: 403, type: 'text/html', body: '<h1>blocked</h1>' })
    const { market } = createTestMarket(yahoo.baseUrl, live)
    expect(await market.searchAssets({ text: 'apple' })).toMatchObject({
      results: [{ ticker: 'AAPL' }],
      meta: { stale: true },
    })
    await expect(market.searchAssets({ text: 'toyota' })).rejects.toMatchObject({
      code: 'source-unavailable',
    })
    reply('/v1/finance/search', { body: { quotes: [] } })
    expect(await market.searchAssets({ text: 'nissan' })).toMatchObject({
      results: [],
      meta: { stale: false },
    })
  })

  it('sends no part of a text that cannot occur in a name or ticker', async () => {
    reply('company_tickers_exchange.json', { body: listing })
    reply('/v1/finance/search', { body: { quotes: [] } })
    const { market } = createTestMarket(yahoo.baseUrl, live)
    for (const text of ['<script>alert(1)</script>', '${jndi:x}', '<>;--"', '{}']) {
      expect((await market.searchAssets({ text })).results).toEqual([])
    }
    const asked = yahoo.requests.flatMap(({ url }) => url.searchParams.getAll('q'))
    expect(asked).toEqual(['script alert 1 script', 'jndi x'])
  })

  it('does not wait for a source that hangs once the other has answered', async () => {
    reply('company_tickers_exchange.json', undefined)
    reply('/v1/finance/search', {
      body: { quotes: [{ symbol: 'ACME', longname: 'Acme', quoteType: 'EQUITY', exchDisp: 'NYSE' }] },
    })
    const { market } = createTestMarket(yahoo.baseUrl, { ...live, waitFactor: 0.001 })
    const { results, meta } = await market.searchAssets({ text: 'acme' })
    expect(results.map(({ ticker }) => ticker)).toEqual(['ACME'])
    expect(meta.sources.map(({ name }) => name)).toEqual(['Yahoo Finance'])
  })

  it('refuses a text that is too long or empty', async () => {
    const { market } = createTestMarket(yahoo.baseUrl, live)
    const refused = { code: 'malformed-request' }
    await expect(market.searchAssets({ text: '  ' })).rejects.toMatchObject(refused)
    await expect(market.searchAssets({ text: 'x'.repeat(61) })).rejects.toMatchObject(refused)
  })

  it('suggests what may have been meant by an unknown ticker', async () => {
    reply('company_tickers_exchange.json', { body: listing })
    reply('/v1/finance/search', { body: { quotes: [] } })
    expect(await suggestionsFor('APPL')).toEqual(['AAPL'])
  })

  it('reports an unknown ticker without suggestions if none are available', async () => {
    reply('company_tickers_exchange.json', down)
    reply('/v1/finance/search', down)
    expect(await suggestionsFor('APPL')).toEqual([])
  })
})

describe('a profile that lacks facts', () => {
  it('names its source', async () => {
    reply('/chart/ACME', { body: chartBody() })
    reply('/quoteSummary/ACME', { body: summaryBody({ price: { longName: 'Acme Incorporated' } }) })
    const { market } = createTestMarket(yahoo.baseUrl, live)
    const { meta } = await market.getStock({ ticker: 'ACME', range: '1Y' })
    expect(meta.profile?.sources.map(({ name }) => name)).toEqual(['Yahoo Finance'])
  })

  it('has no founding date that is still ahead', async () => {
    reply('/chart/BTC-USD', { body: chartBody({ meta: bitcoinMeta }) })
    reply('/quoteSummary/BTC-USD', { body: summaryBody({ assetProfile: { startDate: '2026-11-21' } }) })
    const { market } = createTestMarket(yahoo.baseUrl, live)
    const { info, meta } = await market.getStock({ ticker: 'BTC', kind: 'crypto', range: '1Y' })
    expect([info.Founded, meta.profileAvailable]).toEqual([undefined, true])
  })

  it('is left out of the page if its source fails', async () => {
    reply('/chart/ACME', { body: chartBody() })
    reply('/quoteSummary/ACME', down)
    const { market } = createTestMarket(yahoo.baseUrl, live)
    const { meta, info } = await market.getStock({ ticker: 'ACME', range: '1Y' })
    expect([meta.profileAvailable, meta.profile, info['Company Name']]).toEqual([
      false,
      undefined,
      'Acme Inc.',
    ])
  })
})
