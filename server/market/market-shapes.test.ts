import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'

import {
  relatedResponseSchema,
  searchResponseSchema,
  statsResponseSchema,
  stockResponseSchema,
} from '../../shared/market-contract.ts'
import { AppError } from '../lib/errors.ts'
import type { UpstreamFetch } from '../lib/upstream-fetch.ts'
import { createMemoryState } from './cache/shared-state.ts'
import { createTestMarket } from './testing/create-test-market.ts'
import { createFakeClock } from './testing/fake-clock.ts'
import { chartBody, summaryBody } from './testing/fake-yahoo.ts'
import { wikidataBody } from './testing/wikidata-body.ts'

/** The normal answer of each endpoint, by a part of its address. */
const BODIES: Readonly<Record<string, unknown>> = {
  '/v8/finance/chart/': chartBody({
    meta: {
      priceHint: 2,
      currentTradingPeriod: { regular: { start: 1_795_098_600, end: 1_795_122_000 } },
    },
    splits: { '1795098600': { date: 1_795_098_600, numerator: 4, denominator: 1 } },
  }),
  '/v10/finance/quoteSummary/': summaryBody({
    assetProfile: {
      longBusinessSummary: 'Makes anvils.',
      website: 'https://acme.example',
      city: 'Tucson',
      country: 'United States',
      fullTimeEmployees: 12,
      companyOfficers: [{ name: 'Jane Doe', title: 'CEO & Director' }],
    },
    price: {
      longName: 'Acme Incorporated',
      exchangeName: 'NasdaqGS',
      currency: 'USD',
      regularMarketTime: 1_795_122_000,
    },
    summaryDetail: { trailingPE: 12.5, currency: 'USD', exDividendDate: 1_795_098_600, dividendRate: 0 },
    defaultKeyStatistics: { enterpriseValue: 1_000_000, lastSplitFactor: '4:1' },
    financialData: { totalRevenue: 5, recommendationKey: 'buy' },
  }),
  '/v6/finance/recommendationsbysymbol/': {
    finance: {
      result: [{ symbol: 'ACME', recommendedSymbols: [{ symbol: 'MSFT', score: 0.3 }] }],
      error: null,
    },
  },
  '/v7/finance/quote': {
    quoteResponse: {
      result: [
        {
          symbol: 'MSFT',
          quoteType: 'EQUITY',
          longName: 'Microsoft',
          currency: 'USD',
          regularMarketPrice: 400,
          regularMarketChangePercent: 1.5,
          regularMarketTime: 1_795_122_000,
        },
      ],
      error: null,
    },
  },
  '/v1/finance/search': {
    quotes: [{ symbol: 'ACME', longname: 'Acme', shortname: 'Acme', quoteType: 'EQUITY', exchDisp: 'NYSE' }],
  },
  '/company_tickers': {
    fields: ['cik', 'name', 'ticker', 'exchange'],
    data: [[1, 'ACME CORP', 'ACME', 'NYSE']],
  },
  '/coins/markets': [
    {
      id: 'bitcoin',
      symbol: 'btc',
      name: 'Bitcoin',
      market_cap: 1,
      last_updated: '2026-11-20T14:59:00.000Z',
    },
  ],
  '/sparql': wikidataBody([
    {
      id: 'Q1',
      label: 'Acme',
      statements: [
        { fact: 'website', value: 'https://acme.example/' },
        { fact: 'founded', type: 'literal', value: '1952-04-01T00:00:00Z', precision: 9 },
      ],
    },
  ]),
}

type Path = readonly string[]

function listPaths(node: unknown, above: Path = []): Path[] {
  if (typeof node !== 'object' || node === null) return [above]
  return [above, ...Object.entries(node).flatMap(([key, child]) => listPaths(child, [...above, key]))]
}

/** Malformations seen in sources: the value of a field in another shape. */
const SLIPS: Readonly<Record<string, (value: unknown) => unknown>> = {
  missing: () => undefined,
  null: () => null,
  text: (value) => (typeof value === 'string' ? '12' : JSON.stringify(value)),
  'a list of it': (value) => [value],
  'a list as an object': (value) =>
    Array.isArray(value) ? Object.fromEntries(Object.entries(value)) : { value },
  'nothing in it': (value) => (Array.isArray(value) ? [] : {}),
  'out of all bounds': (value) => (typeof value === 'number' ? 1e300 : -1),
  'with nulls': (value) => (Array.isArray(value) ? [null, ...(value as unknown[])] : null),
}

function changeAt(node: unknown, [key, ...rest]: Path, change: (value: unknown) => unknown): unknown {
  if (key === undefined) return change(node)
  if (Array.isArray(node)) {
    return node.map((child: unknown, at) => (String(at) === key ? changeAt(child, rest, change) : child))
  }
  const record = node as Record<string, unknown>
  return { ...record, [key]: changeAt(record[key], rest, change) }
}

const slipArbitrary = fc.constantFrom(...Object.keys(BODIES)).chain((endpoint) =>
  fc.record({
    endpoint: fc.constant(endpoint),
    path: fc.constantFrom(...listPaths(BODIES[endpoint])),
    change: fc.oneof(
      { weight: 4, arbitrary: fc.constantFrom(...Object.keys(SLIPS)).map((name) => ({ name })) },
      { weight: 1, arbitrary: fc.jsonValue().map((value) => ({ value })) },
    ),
  }),
)

type Slip = typeof slipArbitrary extends fc.Arbitrary<infer Value> ? Value : never

/** Answers like the sources, with these malformations in every answer. */
function createFetch(slips: readonly Slip[]): UpstreamFetch {
  const bodies = { ...BODIES }
  for (const { endpoint, path, change } of slips) {
    const slip = 'name' in change ? SLIPS[change.name] : () => change.value
    if (slip && hasPath(bodies[endpoint], path)) bodies[endpoint] = changeAt(bodies[endpoint], path, slip)
  }
  return async (input) => {
    const address = String(input)
    if (address.endsWith('getcrumb')) return new Response('cr/umb')
    const body = Object.entries(bodies).find(([part]) => address.includes(part))
    if (body)
      return new Response(JSON.stringify(body[1]) ?? '', { headers: { 'content-type': 'application/json' } })
    return new Response('<html></html>', {
      status: address.includes('yahoo.com') ? 200 : 404,
      headers: { 'set-cookie': 'A3=d=fake; Domain=.yahoo.com; Path=/; Max-Age=31557600; Secure' },
    })
  }
}

function hasPath(node: unknown, [key, ...rest]: Path): boolean {
  if (key === undefined) return true
  return (
    typeof node === 'object' &&
    node !== null &&
    key in node &&
    hasPath((node as Record<string, unknown>)[key], rest)
  )
}

describe('answers of a wrong shape', () => {
  beforeEach(() => {
    vi.useFakeTimers()
  })
  afterEach(() => {
    vi.useRealTimers()
  })

  /** @returns what is wrong with the market's answers */
  async function listComplaints(fetch: UpstreamFetch): Promise<string[]> {
    const { market } = createTestMarket('http://nobody.example', { fetch, config: { marketData: 'live' } })
    const query = { ticker: 'ACME', kind: 'stock' } as const
    const asked = Promise.allSettled([
      market.getStock({ ...query, range: '1Y' }).then((stock) => stockResponseSchema.parse(stock)),
      market.getStock({ ...query, range: 'MAX' }).then((stock) => stockResponseSchema.parse(stock)),
      market.getStats(query).then((stats) => statsResponseSchema.parse(stats)),
      market.getRelated(query).then((related) => relatedResponseSchema.parse(related)),
      market.searchAssets({ text: 'acme corp' }).then((found) => searchResponseSchema.parse(found)),
    ])
    await vi.advanceTimersByTimeAsync(60_000)
    return (await asked)
      .filter((result) => result.status === 'rejected')
      .map(({ reason }) => reason as unknown)
      .filter((error) => !(error instanceof AppError) || !error.code.startsWith('source-'))
      .map(String)
  }

  it('are not reported for normal answers', async () => {
    expect(await listComplaints(createFetch([]))).toEqual([])
  })

  it('are failures if another release cached them', async () => {
    const clock = createFakeClock()
    const shared = createMemoryState({ clock })
    await shared.store.set(
      'prices:stock:ACME:1Y',
      {
        outcome: 'found',
        retrievedAt: '2026-11-20T15:00:00.000Z',
        freshUntil: '2026-11-21T15:00:00.000Z',
        value: { closes: 'none' },
      },
      86_400_000,
    )
    const { market } = createTestMarket('http://nobody.example', {
      fetch: createFetch([]),
      clock,
      shared,
      config: { marketData: 'live' },
    })
    await expect(market.getStock({ ticker: 'ACME', kind: 'stock', range: '1Y' })).rejects.toMatchObject({
      code: 'source-failed',
    })
  })

  it('are failures of their source, never of ours and never an unknown ticker', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(slipArbitrary, { minLength: 1, maxLength: 3 }), async (slips) => {
        expect(await listComplaints(createFetch(slips))).toEqual([])
      }),
      { numRuns: 50 },
    )
  })
})

it('never treats a future day as the newest, and never dates an answer in the future', async () => {
  const ahead = { value: Date.parse('2033-05-18T14:30:00Z') / 1_000 }
  const endpoints = {
    '/v8/finance/chart/': [
      ['chart', 'result', '0', 'timestamp', '1'],
      ['chart', 'result', '0', 'meta', 'regularMarketTime'],
    ],
    '/v10/finance/quoteSummary/': [['quoteSummary', 'result', '0', 'price', 'regularMarketTime']],
    '/v7/finance/quote': [['quoteResponse', 'result', '0', 'regularMarketTime']],
  }
  const slips = Object.entries(endpoints).flatMap(([endpoint, paths]) =>
    paths.map((path): Slip => ({ endpoint, path, change: ahead })),
  )
  const { market, clock } = createTestMarket('http://nobody.example', { fetch: createFetch(slips) })
  const query = { ticker: 'ACME', kind: 'stock' } as const
  const [year, all, stats, related, closes] = await Promise.all([
    market.getStock({ ...query, range: '1Y' }),
    market.getStock({ ...query, range: 'MAX' }),
    market.getStats(query),
    market.getRelated(query),
    // Its answer lists a split after the newest close.
    market.readCloses({ ...query, from: '2026-11-01', to: '2040-01-01' }).catch((error: unknown) => error),
  ])
  for (const { dates, meta } of [year, all]) {
    expect(dates).toEqual(['2026-11-18'])
    expect(meta.latest).toMatchObject({ price: 10, day: '2026-11-18', isToday: false })
  }
  const now = clock.now().toISOString()
  expect([year, all, stats, related].map(({ meta }) => meta.asOf)).toEqual([now, now, now, now])
  expect(closes).toMatchObject({
    code: 'source-unavailable',
    message: expect.stringContaining('has no final close of ACME') as string,
  })
})

it('refuses prices if all of them are of future days', async () => {
  const path = ['chart', 'result', '0', 'timestamp']
  const slip: Slip = {
    endpoint: '/v8/finance/chart/',
    path,
    change: { value: [2_000_000_000, 2_000_086_400] },
  }
  const { market } = createTestMarket('http://nobody.example', {
    fetch: createFetch([slip]),
    config: { marketData: 'live' },
  })
  await expect(market.getStock({ ticker: 'ACME', kind: 'stock', range: '1Y' })).rejects.toMatchObject({
    code: 'source-failed',
  })
})
