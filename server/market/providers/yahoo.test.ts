import { beforeEach, describe, expect, it } from 'vitest'

import { SourceError } from '../../lib/errors.ts'
import { createUpstreamFetch } from '../../lib/upstream-fetch.ts'
import { BudgetUsedUpError } from '../sources/budget-refusals.ts'
import { createFakeClock, type FakeClock } from '../testing/fake-clock.ts'
import type { FakeReply } from '../testing/fake-source.ts'
import { chartBody, notFound, summaryBody, unauthorized } from '../testing/fake-yahoo.ts'
import { setUpYahoo } from '../testing/set-up-yahoo.ts'
import { askOnBehalfOf } from '../../lib/askers.ts'
import type { Asset, MarketProvider } from './provider.ts'
import { createYahooProvider } from './yahoo.ts'

const acme: Asset = { kind: 'stock', ticker: 'ACME', symbol: 'ACME' }
const year = { from: new Date('2025-11-20T00:00:00Z'), to: new Date('2026-11-20T15:00:00Z') }
const html: FakeReply = { type: 'text/html', body: '<!DOCTYPE html><title>One moment…</title>' }
const officer = { name: 'W. Coyote', title: 'CEO' }

const yahoo = setUpYahoo()
const { countOf, reply } = yahoo
let clock: FakeClock
let provider: Required<MarketProvider>

beforeEach(() => {
  clock = createFakeClock()
  provider = createYahooProvider({
    fetch: createUpstreamFetch({
      upstreamBaseUrl: yahoo.baseUrl,
      timeoutMs: 60_000,
      maxBytes: 100_000,
      startDeadline: yahoo.startDeadline,
    }),
    clock,
    userAgent: 'test',
  })
})

const parts: (() => Promise<unknown>)[] = [
  () => provider.getPrices(acme, year),
  () => provider.getProfile(acme),
  () => provider.getStats(acme),
  () => provider.getRelated(acme),
]

/** Makes the fake answer every question. */
function answerAll() {
  reply('/v8/finance/chart/', { body: chartBody() })
  reply('/quoteSummary/', {
    body: summaryBody({
      assetProfile: { companyOfficers: [officer] },
      price: { longName: 'Acme Inc.', regularMarketTime: 1_795_122_000 },
      summaryDetail: { trailingPE: 12.5, currency: 'USD' },
    }),
  })
  reply('/recommendationsbysymbol/', {
    body: {
      finance: { result: [{ symbol: 'ACME', recommendedSymbols: [{ symbol: 'MSFT' }] }], error: null },
    },
  })
  reply('/v7/finance/quote', {
    body: {
      quoteResponse: {
        result: [
          { symbol: 'MSFT', quoteType: 'EQUITY', regularMarketPrice: 400, regularMarketChangePercent: 1.5 },
        ],
        error: null,
      },
    },
  })
}

describe('Yahoo through its crumb', () => {
  it.each([
    ['a queue of our own for a connection', 'of a crowd'],
    ['a shortage of calls', 'of all'],
  ] as const)('works again as soon as %s is over', async (_name, whose) => {
    answerAll()
    const refusals = [new BudgetUsedUpError({ source: 'yahoo', name: 'Yahoo', perMinute: 60 }, 1, whose)]
    const upstream = createUpstreamFetch({
      upstreamBaseUrl: yahoo.baseUrl,
      timeoutMs: 60_000,
      maxBytes: 100_000,
      startDeadline: yahoo.startDeadline,
    })
    const counted = createYahooProvider({
      fetch: async (url, init) => {
        const refusal = refusals.pop()
        if (refusal) throw refusal
        return upstream(url, init)
      },
      clock,
      userAgent: 'test',
    })
    await expect(counted.getProfile(acme)).rejects.toBeInstanceOf(BudgetUsedUpError)
    expect((await counted.getProfile(acme)).name).toBe('Acme Inc.')
  })

  it('returns prices, profile, statistics and related tickers with one crumb', async () => {
    answerAll()
    expect(await provider.getPrices(acme, year)).toMatchObject({
      name: 'Acme Inc.',
      type: 'equity',
      currency: 'USD',
    })
    expect(await provider.getProfile(acme)).toMatchObject({ name: 'Acme Inc.', ceo: 'W. Coyote' })
    expect(await provider.getStats(acme)).toEqual({
      stats: { trailingPE: 12.5, currency: 'USD' },
      currency: 'USD',
      asOf: '2026-11-19T21:00:00.000Z',
    })
    expect((await provider.getRelated(acme)).quotes).toEqual([
      { kind: 'stock', ticker: 'MSFT', name: 'MSFT', price: 400, changePercent: 1.5, currency: undefined },
    ])
    expect(countOf('getcrumb')).toBe(1)
  })

  it('dates the next report by the clocks of the exchange', async () => {
    const earningsDate = [Date.parse('2027-02-15T21:30:00Z') / 1_000]
    reply('/quoteSummary/', {
      body: summaryBody({
        calendarEvents: { earnings: { earningsDate } },
        quoteType: { timeZoneFullName: 'Australia/Sydney' },
      }),
    })
    expect((await provider.getStats(acme)).stats).toEqual({ nextEarningsDate: '2027-02-16' })
  })

  it('requests one crumb for many simultaneous questions', async () => {
    answerAll()
    await Promise.all(Array.from({ length: 20 }, () => provider.getStats(acme)))
    expect(countOf('getcrumb')).toBe(1)
  })

  it('renews a refused crumb once and retries', async () => {
    answerAll()
    await provider.getStats(acme)
    yahoo.expireCrumbs()
    const sheets = await Promise.all([
      provider.getStats(acme),
      provider.getStats(acme),
      provider.getStats(acme),
    ])
    expect(sheets.map(({ stats }) => stats['trailingPE'])).toEqual([12.5, 12.5, 12.5])
    expect(countOf('getcrumb')).toBe(2)
  })

  it('renews a crumb once a minute, however often one symbol is refused, which then concerns that symbol only', async () => {
    // The first part of an address that fits is answered.
    reply('/quoteSummary/XYZ', unauthorized('Invalid Crumb'))
    answerAll()
    const refused = { ...acme, ticker: 'XYZ', symbol: 'XYZ' }
    const ask = async () => {
      await provider.getStats(acme)
      return provider.getStats(refused).catch(({ concerns }: SourceError) => concerns)
    }
    expect([await ask(), await ask(), await ask()]).toEqual(['source', 'ticker', 'ticker'])
    expect(countOf('getcrumb')).toBe(2)
    clock.advance(60_001)
    expect([await ask(), await ask()]).toEqual(['source', 'ticker'])
    expect(countOf('getcrumb')).toBe(3)
  })

  it('keeps a crumb that others use while one symbol is refused and no other crumb is to be had', async () => {
    reply('/quoteSummary/XYZ', unauthorized('Invalid Crumb'))
    answerAll()
    await provider.getStats(acme)
    reply('getcrumb', { status: 429, type: 'text/plain', body: 'Too Many Requests' })
    const refused = { ...acme, ticker: 'XYZ', symbol: 'XYZ' }
    const both = [provider.getStats(refused), provider.getStats(refused)]
    await expect(Promise.allSettled(both)).resolves.toEqual(
      both.map(() =>
        expect.objectContaining({ reason: expect.objectContaining({ concerns: 'ticker' }) as unknown }),
      ),
    )
    expect((await provider.getStats(acme)).stats['trailingPE']).toBe(12.5)
    expect(countOf('getcrumb')).toBe(2)
    // It may also have been the crumb.
    yahoo.handlers.delete('getcrumb')
    yahoo.expireCrumbs()
    await expect(provider.getStats(acme)).rejects.toMatchObject({ concerns: 'ticker' })
    clock.advance(10_001)
    expect((await provider.getStats(acme)).stats['trailingPE']).toBe(12.5)
  })

  it('renews a crumb that several clients are refused after ten seconds', async () => {
    answerAll()
    const ask = (client: string) =>
      askOnBehalfOf(client, () =>
        provider.getStats(acme).then(
          () => 'answered',
          ({ concerns }: SourceError) => concerns,
        ),
      )
    expect(await ask('a')).toBe('answered')
    yahoo.expireCrumbs()
    expect(await ask('a')).toBe('answered')
    yahoo.expireCrumbs()
    clock.advance(10_001)
    expect([await ask('a'), await ask('a'), await ask('b'), await ask('a')]).toEqual([
      'ticker',
      'ticker',
      'answered',
      'answered',
    ])
    expect(countOf('getcrumb')).toBe(3)
  })

  it('counts a refused crumb once against Yahoo, not for everyone who waits for it or asks in the pause after it', async () => {
    answerAll()
    reply('getcrumb', { status: 429, type: 'text/plain', body: 'Too Many Requests' })
    const ask = () =>
      provider.getStats(acme).then(
        () => 'answered',
        (error: unknown) => (error instanceof SourceError ? error.concerns : String(error)),
      )
    const first = await Promise.all([ask(), ask(), ask()])
    expect(first.toSorted()).toEqual(['pause', 'pause', 'source'])
    expect([await ask(), await ask()]).toEqual(['pause', 'pause'])
    expect(countOf('getcrumb')).toBe(1)
    clock.advance(10_001)
    expect(await ask()).toBe('source')
    expect(countOf('getcrumb')).toBe(2)
  })

  it('gives up if a fresh crumb is refused as well', async () => {
    reply('/quoteSummary/', unauthorized('Invalid Crumb'))
    await expect(provider.getStats(acme)).rejects.toMatchObject({ code: 'source-unavailable' })
    expect(countOf('/quoteSummary/')).toBe(2)
  })

  it.each<[string, FakeReply | undefined]>([
    ['429', { status: 429, type: 'text/plain', body: 'Too Many Requests' }],
    ['the words "Too Many Requests" for a crumb', { type: 'text/plain', body: 'Too Many Requests' }],
    ['a web page', html],
    ['nothing', { body: '' }],
    ['no answer in time', undefined],
  ])('is unavailable if getcrumb returns %s, and does not ask it for a while', async (_name, answer) => {
    answerAll()
    reply('getcrumb', answer)
    await expect(provider.getProfile(acme)).rejects.toMatchObject({ code: 'source-unavailable' })
    await expect(provider.getStats(acme)).rejects.toMatchObject({ code: 'source-unavailable' })
    expect(countOf('getcrumb')).toBe(1)
    expect(await provider.getPrices(acme, year)).toMatchObject({ name: 'Acme Inc.' })

    yahoo.handlers.delete('getcrumb')
    clock.advance(10_001)
    expect(await provider.getProfile(acme)).toMatchObject({ ceo: 'W. Coyote' })
  })

  it('does not extend the pause by the hours that the clock is set back', async () => {
    answerAll()
    reply('getcrumb', html)
    await expect(provider.getStats(acme)).rejects.toMatchObject({ code: 'source-unavailable' })
    yahoo.handlers.delete('getcrumb')
    clock.advance(-8 * 3_600_000)
    expect(await provider.getProfile(acme)).toMatchObject({ ceo: 'W. Coyote' })
  })

  it('is unavailable if the quote page sets no cookie', async () => {
    reply('/finance.yahoo.com/quote/', html)
    await expect(provider.getStats(acme)).rejects.toMatchObject({ code: 'source-unavailable' })
  })

  it('accepts the consent form that European addresses are redirected to', async () => {
    answerAll()
    const cookie = (text: string) => ({ 'set-cookie': `${text}; Domain=.yahoo.com; Path=/; Secure` })
    const goTo = (location: string, text: string): FakeReply => ({
      status: 302,
      body: '',
      headers: { location, ...cookie(text) },
    })
    reply('/finance.yahoo.com/quote/AAPL', goTo('https://guce.yahoo.com/consent?gcrumb=x', 'GUCS=1'))
    reply('/guce.yahoo.com/consent', goTo('https://consent.yahoo.com/v2/collectConsent?sessionId=1', 'B=1'))
    yahoo.handlers.set('/v2/collectConsent', (_url, request) =>
      request.method === 'POST'
        ? goTo('https://guce.yahoo.com/copyConsent?sessionId=1', 'CFC=1')
        : { type: 'text/html', body: '<input type="hidden" name="csrfToken" value="t">' },
    )
    yahoo.handlers.set('/copyConsent', () => {
      yahoo.handlers.delete('/finance.yahoo.com/quote/AAPL')
      return goTo('https://finance.yahoo.com/quote/AAPL?guccounter=2', 'A3=d=1')
    })
    expect(await provider.getProfile(acme)).toMatchObject({ ceo: 'W. Coyote' })
  })
})

describe('a redirect to another host', () => {
  it('is not followed', async () => {
    answerAll()
    const goTo = (location: string): FakeReply => ({
      status: 302,
      body: '',
      headers: { location, 'set-cookie': 'A3=d=1; Domain=.yahoo.com; Path=/; Secure' },
    })
    reply('/finance.yahoo.com/quote/AAPL', goTo('https://guce.yahoo.com/consent?gcrumb=x'))
    reply('/guce.yahoo.com/consent', goTo('https://elsewhere.example/v2/collectConsent?sessionId=1'))
    let asked = 0
    yahoo.handlers.set('/elsewhere.example', () => {
      asked++
      return { type: 'text/html', body: '<input type="hidden" name="csrfToken" value="t">' }
    })
    await expect(provider.getStats(acme)).rejects.toMatchObject({ code: 'source-unavailable' })
    expect(asked).toBe(0)
  })
})

describe('what counts as not found', () => {
  it("is Yahoo's own Not Found for the chart", async () => {
    await expect(provider.getPrices(acme, year)).rejects.toMatchObject({ code: 'unknown-ticker' })
  })

  it('is Quote not found for the statistics, while missing fundamentals are just empty', async () => {
    reply('/quoteSummary/', notFound('quoteSummary', 'Quote not found for symbol: ACME'))
    await expect(provider.getStats(acme)).rejects.toMatchObject({ code: 'unknown-ticker' })
    reply(
      '/quoteSummary/',
      notFound('quoteSummary', 'No fundamentals data found for any of the summaryTypes=x'),
    )
    expect(await provider.getStats(acme)).toEqual({ stats: {} })
    expect(await provider.getProfile(acme)).toEqual({})
  })

  it('does not include an empty list of related tickers', async () => {
    reply('/recommendationsbysymbol/', { body: { finance: { result: [], error: null } } })
    expect(await provider.getRelated(acme)).toEqual({ quotes: [] })
  })

  it.each<[string, FakeReply | undefined, string]>([
    ['a 404 page', { status: 404, ...html }, 'source-unavailable'],
    [
      'a 404 with another code',
      {
        status: 404,
        body: { finance: { result: null, error: { code: 'Made Up Error', description: 'x' } } },
      },
      'source-unavailable',
    ],
    ['401 every time', unauthorized('Invalid Crumb'), 'source-unavailable'],
    ['403', { status: 403, ...html }, 'source-unavailable'],
    ['429', { status: 429, type: 'text/plain', body: 'Too Many Requests' }, 'source-unavailable'],
    ['500', { status: 500, ...html }, 'source-unavailable'],
    ['no answer in time', undefined, 'source-unavailable'],
    ['a page with status 200', html, 'source-failed'],
    ['an empty body', { body: '' }, 'source-failed'],
    ['a body cut short', { body: JSON.stringify(chartBody()).slice(0, 80) }, 'source-failed'],
  ])('does not include %s', async (_name, answer, code) => {
    for (const path of ['/v8/finance/chart/', '/quoteSummary/', '/recommendationsbysymbol/'])
      reply(path, answer)
    for (const ask of parts) {
      await expect(ask()).rejects.toMatchObject({ code, retryAfterSeconds: expect.any(Number) })
    }
  })

  it.each([
    ['an empty result', { quoteSummary: { result: [], error: null } }],
    ['no result', { quoteSummary: { result: null, error: null } }],
    ['another shape', { hello: 'there' }],
    ['a list', []],
    ['null', 'null'],
  ])('does not include %s for the profile', async (_name, body) => {
    reply('/quoteSummary/', { body })
    await expect(provider.getProfile(acme)).rejects.toMatchObject({ name: 'SourceError' })
  })
})

describe('an answer for another asset', () => {
  const answerFor = (symbol: string) => {
    answerAll()
    reply('/v8/finance/chart/', { body: chartBody({ meta: { symbol } }) })
    reply('/quoteSummary/', { body: summaryBody({ price: { symbol }, summaryDetail: { trailingPE: 9 } }) })
    const recommended = { symbol, recommendedSymbols: [{ symbol: 'MSFT' }] }
    reply('/recommendationsbysymbol/', { body: { finance: { result: [recommended], error: null } } })
  }
  const askAll = ({ symbol, kind = 'stock' }: { symbol: string; kind?: Asset['kind'] }) => {
    const asset: Asset = { kind, ticker: symbol, symbol }
    return Promise.allSettled([
      provider.getPrices(asset, year),
      provider.getDay(asset),
      provider.getProfile(asset),
      provider.getStats(asset),
      provider.getRelated(asset),
    ])
  }

  it.each([
    ['ACME', 'OTHER'],
    ['FB', 'META'],
    ['BRK-B', 'BRK-A'],
    ['BMW.DE', 'BMW.F'],
    ['AAPL', 'AAPL.MX'],
    ['SUI-USD', 'SUI20947-USD'],
    ['EURUSD=X', 'EURGBP=X'],
  ])('is refused for every part, and not taken for "not found": %s, %s', async (symbol, answered) => {
    answerFor(answered)
    const all = await askAll({ symbol })
    expect(all).toEqual(
      all.map(() => ({
        status: 'rejected',
        reason: expect.objectContaining({
          code: 'source-failed',
          concerns: 'ticker',
          message: `Yahoo Finance was asked for ${symbol} and answered for ${answered}.`,
        }),
      })),
    )
  })

  it.each([
    ['BRK.B', 'BRK-B'],
    ['USDJPY=X', 'JPY=X'],
    ['ACME', 'acme'],
    ['OCDO.L', 'OCDO.L'],
  ])('is not one whose symbol is only spelled otherwise: %s, %s', async (symbol, answered) => {
    answerFor(answered)
    expect((await askAll({ symbol })).map(({ status }) => status)).not.toContain('rejected')
  })
})

describe('malformed payloads', () => {
  it('cost a field, not the whole answer', async () => {
    answerAll()
    reply('/quoteSummary/', {
      body: summaryBody({
        assetProfile: { companyOfficers: [officer], fullTimeEmployees: 'many', maxAge: 'old' },
        summaryDetail: {
          trailingPE: 12.5,
          marketCap: 'unknown to us',
          exDividendDate: 1_739_145_600,
          x: { y: 1 },
        },
        defaultKeyStatistics: { sharesShortPriorMonth: 157_008_120, lastSplitDate: null },
        financialData: 'gone',
      }),
    })
    expect(await provider.getProfile(acme)).toMatchObject({ ceo: 'W. Coyote', employees: undefined })
    expect((await provider.getStats(acme)).stats).toEqual({
      trailingPE: 12.5,
      marketCap: 'unknown to us',
      exDividendDate: '2025-02-10',
      sharesShortPriorMonth: 157_008_120,
    })
  })

  it('are requested with the ticker as one encoded path segment', async () => {
    answerAll()
    reply('/recommendationsbysymbol/', { body: { finance: { result: [], error: null } } })
    const index: Asset = { kind: 'stock', ticker: '^GSPC', symbol: '^GSPC' }
    await provider.getPrices(index, year)
    await provider.getStats(index)
    await provider.getRelated(index)
    expect(yahoo.asked.filter((path) => path.includes('GSPC'))).toEqual([
      '/query2.finance.yahoo.com/v8/finance/chart/%5EGSPC',
      '/query2.finance.yahoo.com/v10/finance/quoteSummary/%5EGSPC',
      '/query2.finance.yahoo.com/v6/finance/recommendationsbysymbol/%5EGSPC',
    ])
  })
})

it.each([
  ['deletes the session’s', 'A3=; Domain=.yahoo.com; Path=/; Max-Age=0', 200],
  ['deletes the session’s along with a failure', 'A3=; Domain=.yahoo.com; Path=/; Max-Age=0', 503],
  ['sets a long one', `C=${'x'.repeat(9_000)}; Domain=.yahoo.com; Path=/; Secure`, 200],
  ['sets one of another domain', 'A3=d=2; Domain=example.com; Path=/', 200],
])('keeps the cookies of its crumb if an answer about one ticker %s', async (_what, cookie, status) => {
  const body = summaryBody({ assetProfile: {}, price: {} })
  reply('/quoteSummary/', { status, body, headers: { 'set-cookie': cookie } })
  for (let asked = 0; asked < 3; asked += 1) await provider.getProfile(acme).catch(() => undefined)
  expect(countOf('/getcrumb')).toBe(1)
  const sent = yahoo.requests.filter(({ url }) => url.pathname.includes('/quoteSummary/'))
  expect(new Set(sent.map(({ headers }) => headers.cookie)).size).toBe(1)
  expect(sent.length).toBeGreaterThan(1)
})

it('is unavailable if its cookies are longer than any header may be', async () => {
  answerAll()
  reply('/finance.yahoo.com/quote/', {
    ...html,
    headers: { 'set-cookie': `A3=${'x'.repeat(9_000)}; Domain=.yahoo.com; Path=/; Secure` },
  })
  await expect(provider.getStats(acme)).rejects.toMatchObject({ code: 'source-unavailable' })
})
