import type {
  Meta,
  RelatedResponse,
  SearchResponse,
  StatsResponse,
  StockResponse,
} from '../../shared/market-contract.ts'

const SOURCE = { name: 'Yahoo Finance', url: 'https://finance.yahoo.com/quote/AAPL' }
const META: Meta = {
  kind: 'stock',
  source: SOURCE,
  asOf: '2026-11-20T21:00:00.000Z',
  retrievedAt: '2026-11-20T21:15:00.000Z',
  currency: 'USD',
  delayed: true,
  session: 'closed',
  stale: false,
  sample: false,
  republishable: false,
}

export const EXAMPLE_STOCK: StockResponse = {
  ticker: 'AAPL',
  dates: ['2026-11-19', '2026-11-20'],
  prices: [243.1, 245.5],
  info: { 'Company Name': 'Apple Inc.', CEO: 'Ms. Example', Employees: 150_000, Ticker: 'AAPL' },
  meta: {
    ...META,
    range: '1Y',
    profileAvailable: true,
    profile: {
      sources: [SOURCE],
      retrievedAt: '2026-11-18T09:00:00.000Z',
      stale: false,
      republishable: false,
    },
    type: 'equity',
    suspectDays: [],
    coversRange: true,
  },
}

export const EXAMPLE_STATS: StatsResponse = { stats: { trailingPE: 31.2, sector: 'Technology' }, meta: META }

export const EXAMPLE_RELATED: RelatedResponse = {
  related: [
    {
      ticker: 'MSFT',
      company_name: 'Microsoft Corporation',
      price: 512.3,
      change: '+1.24%',
      kind: 'stock',
      currency: 'USD',
    },
  ],
  meta: META,
}

export const EXAMPLE_SEARCH: SearchResponse = {
  results: [{ ticker: 'AAPL', name: 'Apple Inc.', kind: 'stock', type: 'equity', exchange: 'NASDAQ' }],
  meta: { sources: [SOURCE], retrievedAt: '2026-11-20T21:15:00.000Z', stale: false, sample: false },
}
