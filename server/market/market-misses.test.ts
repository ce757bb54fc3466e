import { describe, expect, it } from 'vitest'

import { askOnBehalfOf } from '../lib/askers.ts'
import { createUpstreamFetch } from '../lib/upstream-fetch.ts'
import type { Market } from './index.ts'
import { createTestMarket } from './testing/create-test-market.ts'
import { chartBody, notFound, summaryBody } from './testing/fake-yahoo.ts'
import { setUpYahoo } from './testing/set-up-yahoo.ts'
import type { FakeReply } from './testing/fake-source.ts'
import { wikidataBody } from './testing/wikidata-body.ts'

const yahoo = setUpYahoo()
const { countOf, reply } = yahoo

const live = { config: { marketData: 'live' as const } }
/** Questions to Yahoo about assets, without those for a crumb. */
const questions = () =>
  yahoo.asked
    .filter((path) => path.startsWith('/query2.finance.yahoo.com/') && !path.includes('getcrumb'))
    .map((path) => path.replace('/query2.finance.yahoo.com', ''))
const gone: FakeReply = { status: 404, type: 'text/html', body: '' }

function answerLists(): void {
  reply('company_tickers_exchange.json', {
    body: {
      fields: ['cik', 'name', 'ticker', 'exchange'],
      data: [
        [1, 'ACME CORP', 'ACME', 'NYSE'],
        [2, 'Bitcoin Fund', 'BTC', 'NYSE'],
      ],
    },
  })
  reply('nasdaqlisted.txt', {
    type: 'text/plain',
    body: 'Symbol|Security Name|Test Issue\nAAPL|Apple Inc. - Common Stock|N\nFile Creation Time: 1120202621:33|\n',
  })
  reply('otherlisted.txt', {
    type: 'text/plain',
    body: 'ACT Symbol|Security Name|Exchange|Test Issue\nSPY|A fund|P|N\nFile Creation Time: 1120202621:33|\n',
  })
  reply('/coins/markets', { body: [{ id: 'bitcoin', symbol: 'btc', name: 'Bitcoin' }] })
}

describe('a ticker that does not exist', () => {
  const ask = async (world: ReturnType<typeof createTestMarket>) => {
    const { market } = world
    const query = { ticker: 'QQZZ', kind: 'stock' } as const
    const settled = await Promise.allSettled([
      market.getStock({ ...query, range: '1Y' }),
      market.getStock({ ...query, range: 'MAX' }),
      market.getStats(query),
      market.getRelated(query),
    ])
    return settled.map((result) =>
      result.status === 'rejected' ? (result.reason as { code: string }).code : '',
    )
  }
  const unknown = Array.from({ length: 4 }, () => 'unknown-ticker')

  it('costs one question for all parts and ranges, and then none for ten seconds, or for twenty the second time', async () => {
    answerLists()
    const world = createTestMarket(yahoo.baseUrl, live)
    expect(await ask(world)).toEqual(unknown)
    expect(questions()).toEqual(['/v8/finance/chart/QQZZ'])
    world.clock.advance(9_000)
    expect(await ask(world)).toEqual(unknown)
    expect(questions()).toHaveLength(1)
    world.clock.advance(3_600_000)
    expect(await ask(world)).toEqual(unknown)
    expect(questions()).toHaveLength(2)
    world.clock.advance(19_000)
    expect(await ask(world)).toEqual(unknown)
    expect(questions()).toHaveLength(2)
  })

  it('is found soon if its source knew no ticker for some seconds', async () => {
    answerLists()
    const world = createTestMarket(yahoo.baseUrl, live)
    for (const seconds of [0, 10]) {
      world.clock.advance(seconds * 1_000)
      expect(await ask(world)).toEqual(unknown)
    }
    reply('/chart/QQZZ', { body: chartBody() })
    world.clock.advance(20_000)
    expect((await world.market.getStock({ ticker: 'QQZZ', kind: 'stock', range: '1Y' })).ticker).toBe('QQZZ')
  })

  it('costs one question even without the lists, which are not requested again at once', async () => {
    for (const list of ['/www.sec.gov/', '/www.nasdaqtrader.com/', '/coins/markets']) reply(list, gone)
    const world = createTestMarket(yahoo.baseUrl, live)
    expect(await ask(world)).toEqual(unknown)
    await world.market.backgroundLoadsEnded()
    expect(questions()).toEqual(['/v8/finance/chart/QQZZ'])
    const listsAsked = () => yahoo.asked.filter((path) => !path.includes('finance.yahoo.com')).length
    const before = listsAsked()
    world.clock.advance(60_000)
    expect(await ask(world)).toEqual(unknown)
    await world.market.backgroundLoadsEnded()
    expect(listsAsked()).toBe(before)
  })

  it('is not assumed just because the lists lack it', async () => {
    answerLists()
    reply('/chart/QQZZ', { body: chartBody() })
    const { market } = createTestMarket(yahoo.baseUrl, live)
    expect((await market.getStock({ ticker: 'QQZZ', kind: 'stock', range: '1Y' })).ticker).toBe('QQZZ')
  })

  it('is reported as unavailable, not unknown, if its one question fails', async () => {
    answerLists()
    reply('/chart/QQZZ', { status: 500, body: '' })
    const { market } = createTestMarket(yahoo.baseUrl, live)
    const stock = market.getStock({ ticker: 'QQZZ', kind: 'stock', range: '1Y' })
    await expect(stock).rejects.toMatchObject({ code: 'source-unavailable' })
  })

  it('is checked without delaying the statistics of an existing ticker whose prices fail', async () => {
    reply('/chart/ACME', { status: 500, body: '' })
    reply('/quoteSummary/ACME', { body: summaryBody({ summaryDetail: { trailingPE: 12.5 } }) })
    const { market } = createTestMarket(yahoo.baseUrl, live)
    expect((await market.getStats({ ticker: 'ACME' })).stats).toEqual({ trailingPE: 12.5 })
  })
})

describe('a listed ticker that the source says it does not know', () => {
  const query = { ticker: 'AAPL', range: '1Y' } as const

  it('is reported as missing there, not as unknown or as an outage; for ten seconds, or for twenty the second time', async () => {
    answerLists()
    const { market, clock } = createTestMarket(yahoo.baseUrl, live)
    const expectMissing = () =>
      expect(market.getStock(query)).rejects.toMatchObject({
        code: 'not-at-source',
        message: 'AAPL is listed, or was until now, but Yahoo Finance does not have it. Try again later.',
      })
    await expectMissing()
    await expect(market.getStats(query)).rejects.toMatchObject({ code: 'not-at-source' })
    clock.advance(10_000)
    const once = questions().length
    await expectMissing()
    expect(questions().length).toBeGreaterThan(once)
    const twice = questions().length
    reply('/chart/AAPL', { body: chartBody() })
    clock.advance(19_000)
    await expectMissing()
    expect(questions()).toHaveLength(twice)
    clock.advance(1_000)
    expect((await market.getStock(query)).ticker).toBe('AAPL')
  })

  it('is asked for again soon the first time, which may be a slip', async () => {
    answerLists()
    const { market, clock } = createTestMarket(yahoo.baseUrl, live)
    await expect(market.getStock(query)).rejects.toMatchObject({
      code: 'not-at-source',
      retryAfterSeconds: 10,
    })
    reply('/chart/AAPL', { body: chartBody() })
    clock.advance(10_000)
    expect((await market.getStock(query)).ticker).toBe('AAPL')
  })

  it('is an outage, and asked for again soon, if the source fails instead', async () => {
    answerLists()
    reply('/chart/AAPL', { status: 503, body: '' })
    const { market, clock } = createTestMarket(yahoo.baseUrl, live)
    await expect(market.getStock(query)).rejects.toMatchObject({ code: 'source-unavailable' })
    reply('/chart/AAPL', { body: chartBody() })
    clock.advance(10_000)
    expect((await market.getStock(query)).ticker).toBe('AAPL')
  })

  it('keeps its earlier answer, which says how old it is', async () => {
    answerLists()
    reply('/chart/AAPL', { body: chartBody() })
    const { market, clock } = createTestMarket(yahoo.baseUrl, live)
    await market.getStock(query)
    reply('/chart/AAPL', notFound('chart', 'No data found, symbol may be delisted'))
    clock.advance(4 * 86_400_000)
    expect((await market.getStock(query)).meta.stale).toBe(true)
  })
})

describe('a ticker on no list that the source suddenly does not know', () => {
  it.each([
    ['BTC', 'crypto', '/chart/BTC-USD'],
    ['^GSPC', 'stock', '/chart/%5EGSPC'],
  ] as const)('keeps its earlier answer for a week: %s', async (ticker, kind, chart) => {
    answerLists()
    const query = { ticker, kind, range: '1Y' } as const
    reply(chart, { body: chartBody({ meta: { symbol: decodeURIComponent(chart.slice('/chart/'.length)) } }) })
    const { market, clock } = createTestMarket(yahoo.baseUrl, live)
    await market.getStock(query)
    reply(chart, notFound('chart', 'No data found, symbol may be delisted'))
    clock.advance(4 * 86_400_000)
    expect((await market.getStock(query)).meta.stale).toBe(true)
    expect(await market.listKeptQuotes([{ ticker, kind }])).toMatchObject([{ ticker }])
    clock.advance(5 * 86_400_000)
    await expect(market.getStock(query)).rejects.toMatchObject({ code: 'unknown-ticker' })
  })
})

describe('a search', () => {
  const search = async (market: ReturnType<typeof createTestMarket>['market'], text: string) =>
    (await market.searchAssets({ text })).results.map(({ kind, ticker }) => `${kind} ${ticker}`)

  it('is answered from the lists if they have the exact ticker', async () => {
    answerLists()
    const { market } = createTestMarket(yahoo.baseUrl, live)
    expect(await search(market, 'acme')).toEqual(['stock ACME'])
    expect(await search(market, 'SPY')).toEqual(['stock SPY'])
    expect(questions()).toEqual([])
  })

  it('asks a finder for what the lists lack, and for what may be a coin', async () => {
    answerLists()
    reply('/v1/finance/search', {
      body: { quotes: [{ symbol: 'BTC-USD', longname: 'Bitcoin USD', quoteType: 'CRYPTOCURRENCY' }] },
    })
    const { market } = createTestMarket(yahoo.baseUrl, live)
    expect(await search(market, 'btc')).toEqual(['crypto BTC', 'stock BTC'])
    expect(await search(market, 'toyota')).toEqual(['crypto BTC'])
    expect(questions()).toHaveLength(2)
  })

  it('asks a finder while it is not known which texts may mean a coin', async () => {
    answerLists()
    reply('/coins/markets', gone)
    reply('/v1/finance/search', { body: { quotes: [] } })
    const { market } = createTestMarket(yahoo.baseUrl, live)
    expect(await search(market, 'acme')).toEqual(['stock ACME'])
    expect(questions()).toEqual(['/v1/finance/search'])
  })
})

describe('an abandoned search', () => {
  it('still loads the lists for the next one', async () => {
    answerLists()
    const { market } = createTestMarket(yahoo.baseUrl, live)
    await askOnBehalfOf(
      'gone',
      () => market.searchAssets({ text: 'acme' }).catch(() => undefined),
      (hangUp) => hangUp(),
    )
    const found = await askOnBehalfOf('visitor', () => market.searchAssets({ text: 'acme' }))
    expect(found.results.map(({ ticker }) => ticker)).toEqual(['ACME'])
    expect(questions()).toEqual([])
  })
})

describe('one client', () => {
  const tickers = (from: number, count: number) =>
    Array.from(
      { length: count },
      (_, index) => `Z${String.fromCharCode(65 + ((from + index) % 26))}${from + index}`,
    )

  it('cannot use up the questions of another, and both get cached answers', async () => {
    reply('/chart/ACME', { body: chartBody() })
    reply('/quoteSummary/ACME', { body: summaryBody({ price: { longName: 'Acme Incorporated' } }) })
    const { market } = createTestMarket(yahoo.baseUrl, {
      config: { marketData: 'live', marketCallsPerMinute: 600 },
    })
    const getCodes = async (client: string, wanted: string[]) => {
      const settled = await Promise.allSettled(
        wanted.map((ticker) =>
          askOnBehalfOf(client, () => market.getStock({ ticker, kind: 'stock', range: '1Y' })),
        ),
      )
      return settled.map((result) =>
        result.status === 'rejected' ? (result.reason as { code: string }).code : 'found',
      )
    }
    expect(await getCodes('other', ['ACME'])).toEqual(['found'])
    const greedy = await getCodes('greedy', tickers(0, 120))
    expect(greedy.filter((code) => code === 'too-many-requests').length).toBeGreaterThan(30)
    expect(await getCodes('other', tickers(200, 10))).toEqual(
      Array.from({ length: 10 }, () => 'unknown-ticker'),
    )
    expect(await getCodes('greedy', ['ACME'])).toEqual(['found'])
  })

  it('leaves no poorer answer in the cache when the first source is not asked for it', async () => {
    reply('/chart/ABC-USD', {
      body: chartBody({ meta: { symbol: 'ABC-USD', instrumentType: 'CRYPTOCURRENCY' } }),
    })
    reply('/coins/markets', { body: [{ id: 'abc', symbol: 'abc', name: 'Abc', current_price: 1 }] })
    reply('/market_chart', { body: { prices: [[Date.parse('2026-11-19T00:00:00Z'), 1]] } })
    const { market } = createTestMarket(yahoo.baseUrl, {
      config: { marketData: 'live', marketCallsPerMinute: 600 },
    })
    const getSource = (client: string) =>
      askOnBehalfOf(client, async () => {
        const stock = await market.getStock({ ticker: 'ABC', kind: 'crypto', range: 'MAX' })
        return stock.meta.source.name
      })
    await Promise.allSettled(
      tickers(0, 60).map((ticker) =>
        askOnBehalfOf('greedy', () => market.getStock({ ticker, kind: 'stock', range: '1Y' })),
      ),
    )
    await expect(getSource('greedy')).rejects.toMatchObject({ code: 'too-many-requests' })
    expect(await getSource('visitor')).toBe('Yahoo Finance')
  })
})

describe('a profile that the source does not have for a moment', () => {
  const profile = {
    assetProfile: { longBusinessSummary: 'Makes anvils.', website: 'https://acme.example' },
    price: { symbol: 'ACME', longName: 'Acme Inc.' },
  }
  const getAbout = async ({ market }: ReturnType<typeof createTestMarket>) => {
    const { info } = await market.getStock({ ticker: 'ACME', kind: 'stock', range: '1Y' })
    await market.backgroundLoadsEnded()
    return info['About']
  }

  it('is asked for again soon', async () => {
    reply('/chart/ACME', { body: chartBody() })
    reply('/quoteSummary/ACME', notFound('quoteSummary', 'Quote not found for symbol: ACME'))
    const world = createTestMarket(yahoo.baseUrl, live)
    expect(await getAbout(world)).toBeUndefined()
    reply('/quoteSummary/ACME', { body: summaryBody(profile) })
    world.clock.advance(20_000)
    expect(await getAbout(world)).toBe('Makes anvils.')
  })

  it('is asked for again soon if it has no name, by which others can be asked for the rest', async () => {
    reply('/chart/ACME', { body: chartBody() })
    reply('/quoteSummary/ACME', { body: summaryBody({ assetProfile: profile.assetProfile }) })
    const world = createTestMarket(yahoo.baseUrl, live)
    await getAbout(world)
    const asked = countOf('/quoteSummary/ACME')
    world.clock.advance(20_000)
    await getAbout(world)
    expect(countOf('/quoteSummary/ACME')).toBe(asked + 1)
  })

  it('does not replace the one that is known', async () => {
    reply('/chart/ACME', { body: chartBody() })
    reply('/quoteSummary/ACME', { body: summaryBody(profile) })
    const world = createTestMarket(yahoo.baseUrl, live)
    await getAbout(world)
    reply('/quoteSummary/ACME', notFound('quoteSummary', 'Quote not found for symbol: ACME'))
    world.clock.advance(8 * 24 * 3_600_000)
    expect([await getAbout(world), await getAbout(world)]).toEqual(['Makes anvils.', 'Makes anvils.'])
  })

  it('replaces that of another company, and is asked for again soon', async () => {
    reply('/chart/ACME', { body: chartBody() })
    reply('/quoteSummary/ACME', { body: summaryBody(profile) })
    const world = createTestMarket(yahoo.baseUrl, live)
    await getAbout(world)
    const zenith = { symbol: 'ACME', longName: 'Zenith Corp' }
    reply('/quoteSummary/ACME', { body: summaryBody({ price: zenith }) })
    world.clock.advance(8 * 24 * 3_600_000)
    expect([await getAbout(world), await getAbout(world)]).toEqual(['Makes anvils.', undefined])
    const whole = { assetProfile: { longBusinessSummary: 'Makes zeniths.' }, price: zenith }
    reply('/quoteSummary/ACME', { body: summaryBody(whole) })
    world.clock.advance(20_000)
    expect(await getAbout(world)).toBe('Makes zeniths.')
  })
})

describe('an answer with nothing of use in it', () => {
  const query = { ticker: 'ACME', kind: 'stock' } as const
  it.each<[what: string, path: string, ask: (market: Market) => Promise<unknown>]>([
    ['statistics', '/quoteSummary/ACME', (market) => market.getStats(query)],
    ['related tickers', '/recommendationsbysymbol/ACME', (market) => market.getRelated(query)],
    ['matches for a search', '/v1/finance/search', (market) => market.searchAssets({ text: 'zenith' })],
    ['facts', '/sparql', (market) => market.getStock({ ...query, range: '1Y' })],
  ])('is asked for again after ten seconds: %s', async (_what, path, ask) => {
    answerLists()
    reply('/chart/ACME', { body: chartBody() })
    reply('/quoteSummary/ACME', { body: summaryBody({ price: { longName: 'Acme Inc.' } }) })
    reply('/recommendationsbysymbol/', { body: { finance: { result: [], error: null } } })
    reply('/v1/finance/search', { body: { quotes: [] } })
    const statements = [{ fact: 'website', value: 'https://acme.example/' }]
    reply('/sparql', { body: wikidataBody([{ id: 'Q1', label: 'Acme', statements }]) })
    const { market, clock } = createTestMarket(yahoo.baseUrl, live)
    const countAsked = async () => {
      await ask(market)
      await market.backgroundLoadsEnded()
      return countOf(path)
    }
    const first = await countAsked()
    expect(first).toBeGreaterThan(0)
    expect(await countAsked()).toBe(first)
    clock.advance(10_000)
    expect(await countAsked()).toBeGreaterThan(first)
  })

  it('is kept if it has one fact', async () => {
    reply('/chart/ACME', { body: chartBody() })
    reply('/quoteSummary/ACME', { body: summaryBody({ price: { longName: 'Acme Inc.' } }) })
    const founded = { fact: 'founded', type: 'literal', value: '1952-04-01T00:00:00Z', precision: 9 }
    reply('/sparql', { body: wikidataBody([{ id: 'Q1', label: 'Acme', statements: [founded] }]) })
    const { market, clock } = createTestMarket(yahoo.baseUrl, live)
    for (const hours of [0, 24, 24]) {
      clock.advance(hours * 3_600_000)
      const { info } = await market.getStock({ ...query, range: '1Y' })
      expect(info.Founded).toBe('1952')
    }
    await market.backgroundLoadsEnded()
    expect(countOf('/sparql')).toBe(1)
  })
})

describe('a hundred requests that wait for one answer of a source', () => {
  it.each([
    ['prices', (market: Market) => market.getStock({ ticker: 'ACME', range: '1Y' })],
    ['statistics', (market: Market) => market.getStats({ ticker: 'ACME' })],
    ['lists', (market: Market, index: number) => market.searchAssets({ text: `T${index}` })],
  ] as const)('go on one at a time, with others in between: %s', async (_answer, ask) => {
    answerLists()
    const listed = Array.from({ length: 100 }, (_, index) => [index, `Company ${index}`, `T${index}`, 'NYSE'])
    reply('company_tickers_exchange.json', {
      body: { fields: ['cik', 'name', 'ticker', 'exchange'], data: listed },
    })
    reply('/chart/ACME', { body: chartBody() })
    reply('/quoteSummary/ACME', { body: summaryBody({ summaryDetail: { trailingPE: 12.5 } }) })
    const limits = { timeoutMs: 600_000, maxBytes: 10_000_000 }
    const upstream = createUpstreamFetch({ upstreamBaseUrl: yahoo.baseUrl, ...limits })
    const answered = Promise.withResolvers<void>()
    const { market } = createTestMarket(yahoo.baseUrl, {
      ...live,
      fetch: async (...asked) => {
        await answered.promise
        return upstream(...asked)
      },
    })
    let turn = 0
    const turns: number[] = []
    const all = Array.from({ length: 100 }, async (_, index) => {
      await askOnBehalfOf('many', () => ask(market, index))
      turns.push(turn)
    })
    answered.resolve()
    let next = setImmediate(function count() {
      turn++
      next = setImmediate(count)
    })
    await Promise.all(all)
    clearImmediate(next)
    expect(new Set(turns).size).toBe(100)
  })
})
