import type {
  Meta,
  RelatedResponse,
  StatsResponse,
  StockResponse,
} from '../../../../shared/market-contract.ts'
import type { ErrorCode } from '../../../../shared/error-codes.ts'
import type { Answer, ApiClient } from '../../../lib/api-client.ts'
import { createSite } from '../../../testing/render.tsx'

function createMeta(changes: Partial<Meta> = {}): Meta {
  return {
    kind: 'stock',
    source: { name: 'Yahoo Finance', url: 'https://finance.yahoo.com/quote/AAPL' },
    asOf: '2026-11-20T21:00:01.000Z',
    retrievedAt: '2026-11-20T21:15:00.000Z',
    currency: 'USD',
    delayed: false,
    stale: false,
    sample: false,
    republishable: false,
    ...changes,
  }
}

/** One close a day from 2026-11-02 on. */
export function createStock(
  changes: {
    ticker?: string
    prices?: number[]
    info?: Partial<StockResponse['info']>
    meta?: Partial<StockResponse['meta']>
  } = {},
): StockResponse {
  const { ticker = 'AAPL', prices = [100, 90, 120], info, meta } = changes
  return {
    ticker,
    dates: prices.map((_, index) => new Date(Date.UTC(2026, 10, 2 + index)).toISOString().slice(0, 10)),
    prices,
    info: { 'Company Name': 'Apple Inc.', Ticker: ticker, ...info },
    meta: { ...createMeta(), range: '1Y', profileAvailable: true, ...meta },
  }
}

export function createStats(stats: StatsResponse['stats'] = { trailingPE: 38.91 }): StatsResponse {
  return { stats, meta: createMeta() }
}

export function createRelated(related: RelatedResponse['related'] = []): RelatedResponse {
  return { related, meta: createMeta() }
}

export function answer<Data>(data: Data): Promise<Answer<Data>> {
  return Promise.resolve({ ok: true, data })
}

export function failure(status: number, code: ErrorCode): Promise<Answer<never>> {
  return Promise.resolve({ ok: false, status, code, detail: '' })
}

/** An API that knows every ticker, with no related ones. */
export function createApi(changes: Partial<ApiClient> = {}): ApiClient {
  return {
    getSite: () => Promise.resolve(createSite()),
    getStock: ({ kind, ticker, range }) => answer(createStock({ ticker, meta: { kind, range } })),
    getStats: () => answer(createStats()),
    getRelated: () => answer(createRelated()),
    ...changes,
  }
}
