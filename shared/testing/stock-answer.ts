import type { StockResponse } from '../market-contract.ts'

/** Overrides of the default answer. */
export type StockAnswerParts = Partial<Omit<StockResponse, 'meta' | 'info'>> & {
  info?: Partial<StockResponse['info']>
  meta?: Partial<StockResponse['meta']>
}

/** Creates an answer of the market for a company whose price rose from $100 to $125. */
export function stockAnswer({ info, meta, ...parts }: StockAnswerParts = {}): StockResponse {
  return {
    ticker: 'ACME',
    dates: ['2025-11-20', '2026-05-20', '2026-11-20'],
    prices: [100, 90, 125],
    info: { 'Company Name': 'Acme Inc.', Ticker: 'ACME', 'Primary exchange': 'NasdaqGS', ...info },
    meta: {
      kind: 'stock',
      source: { name: 'Yahoo Finance', url: 'https://finance.yahoo.com/quote/ACME' },
      asOf: '2026-11-20T21:00:00Z',
      retrievedAt: '2026-11-20T21:05:00Z',
      currency: 'USD',
      delayed: true,
      session: 'closed',
      stale: false,
      sample: false,
      republishable: false,
      range: '1Y',
      profileAvailable: true,
      suspectDays: [],
      coversRange: true,
      type: 'equity',
      ...meta,
    },
    ...parts,
  }
}
