import {
  notFound,
  startFakeYahoo,
  type FakeHandler,
  type FakeReply,
  type FakeYahoo,
} from '../../server/market/testing/fake-yahoo.ts'
import { wikidataBody } from '../../server/market/testing/wikidata-body.ts'
import { findChart, findSummary, listHits, RELATED } from './assets.ts'

/** The parts that can fail separately, and what identifies each in an address. */
const PARTS = {
  chart: '/v8/finance/chart/',
  summary: '/v10/finance/quoteSummary/',
  quote: '/v7/finance/quote',
  recommendations: '/recommendationsbysymbol/',
  search: '/v1/finance/search',
  crumb: '/v1/test/getcrumb',
  coingecko: '/api.coingecko.com/',
  listing: '/www.sec.gov/files/company_tickers_exchange.json',
  wikidata: '/query.wikidata.org/',
} as const
export type Part = keyof typeof PARTS

/** Every way in which a part fails; a number is a status without a body. */
export const FAULTS = ['hang', 'reset', 'truncate', 'html', 'empty', 401, 403, 429, 500, 503] as const
export type Fault = (typeof FAULTS)[number]

/** Market data sources on a port of this machine, with the assets of assets.ts; any other symbol is unknown to them. */
export interface Upstream {
  readonly url: string
  readonly yahoo: FakeYahoo
  /** @param every  2 spoils every other answer, including the first; 1 spoils all */
  fail(part: Part, fault: Fault, options?: { every?: 1 | 2 }): void
  /** Ends the failures of a part; of all if none is given. */
  heal(part?: Part): void
  /** How often a part was requested. */
  count(part: Part): number
  close(): void
}

export async function startUpstream(): Promise<Upstream> {
  const yahoo = await startFakeYahoo()
  const failing = new Map<Part, { fault: Fault; every: number; answers: number }>()

  function spoilIfFailing(part: Part, usual: FakeReply): ReturnType<FakeHandler> {
    const failure = failing.get(part)
    if (!failure) return usual
    failure.answers += 1
    return (failure.answers - 1) % failure.every === 0 ? spoil(usual, failure.fault) : usual
  }

  for (const [part, answer] of Object.entries(ANSWERS) as [Part, Answer][]) {
    yahoo.handlers.set(PARTS[part], (url, request) => spoilIfFailing(part, answer(url, request)))
  }
  return {
    url: yahoo.baseUrl,
    yahoo,
    fail(part, fault, { every = 1 } = {}) {
      failing.set(part, { fault, every, answers: 0 })
      if (part !== 'crumb') return
      // The crumb in use would stay valid for a long time.
      yahoo.expireCrumbs()
      yahoo.handlers.set(PARTS.crumb, () => spoil({ type: 'text/plain', body: 'cr/umb.0' }, fault))
    },
    heal(part) {
      for (const healed of part === undefined ? [...failing.keys()] : [part]) failing.delete(healed)
      if (!failing.has('crumb')) yahoo.handlers.delete(PARTS.crumb)
    },
    count: (part) => yahoo.asked.filter((path) => path.includes(PARTS[part])).length,
    close: () => void yahoo.close(),
  }
}

type Answer = (...asked: Parameters<FakeHandler>) => FakeReply

const found = (body: unknown): FakeReply =>
  body === undefined ? notFound('chart', 'No data found, symbol may be delisted') : { body }

const ANSWERS: Readonly<Record<Exclude<Part, 'crumb'>, Answer>> = {
  chart: (url) => found(findChart(url)),
  summary: (url) => {
    const body = findSummary(url)
    return body === undefined ? notFound('quoteSummary', 'Quote not found') : { body }
  },
  quote: () => ({ body: { quoteResponse: { result: RELATED, error: null } } }),
  recommendations: () => ({
    body: {
      finance: { result: [{ recommendedSymbols: RELATED.map(({ symbol }) => ({ symbol })) }], error: null },
    },
  }),
  search: (url) => ({ body: { quotes: listHits(url) } }),
  coingecko: (url) =>
    url.pathname.endsWith('/coins/markets')
      ? { body: [COIN_ROW] }
      : { body: { prices: listCoinPoints(Number(url.searchParams.get('days'))) } },
  listing: () => ({
    body: {
      fields: ['cik', 'name', 'ticker', 'exchange'],
      data: [
        [1, 'Riser Corporation', 'RISE', 'Nasdaq'],
        [2, 'Risotto Kitchens', 'RISO', 'NYSE'],
      ],
    },
  }),
  wikidata: () => ({ body: wikidataBody(WIKIDATA_ITEMS) }),
}

const COIN_ROW = {
  id: 'bitcoin',
  symbol: 'btc',
  name: 'Bitcoin',
  current_price: 90_000,
  market_cap: 1_800_000_000_000,
  last_updated: '2026-11-20T15:00:00.000Z',
}

function listCoinPoints(days: number): [number, number][] {
  const now = Date.now()
  return Array.from({ length: days }, (_value, index) => [
    now - (days - 1 - index) * 86_400_000,
    80_000 + index,
  ])
}

const WIKIDATA_ITEMS: Parameters<typeof wikidataBody>[0] = [
  {
    id: 'Q42',
    label: 'Riser Corporation',
    statements: [
      { fact: 'website', value: 'https://www.riser.example/' },
      { fact: 'founded', type: 'literal', value: '1952-04-01T00:00:00Z', precision: 9 },
    ],
  },
]

/** @returns the answer with the fault applied; undefined if it never answers */
function spoil(usual: FakeReply, fault: Fault): ReturnType<FakeHandler> {
  if (typeof fault === 'number') return { status: fault, body: '' }
  const whole = typeof usual.body === 'string' ? usual.body : JSON.stringify(usual.body)
  const spoiled: Record<typeof fault, ReturnType<FakeHandler>> = {
    hang: undefined,
    reset: 'reset',
    truncate: { ...usual, body: whole.slice(0, whole.length / 2) },
    html: { type: 'text/html', body: '<!doctype html><title>Will be right back</title>' },
    empty: { body: '' },
  }
  return spoiled[fault]
}
