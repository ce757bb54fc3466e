import { expect, it } from 'vitest'

import type { StockResponse } from '../../shared/market-contract.ts'
import { closesToCsv } from './routes.ts'

const stock: StockResponse = {
  ticker: 'ACME',
  dates: ['2026-11-19', '2026-11-20'],
  prices: [1234.5, 0.00012],
  info: { 'Company Name': 'Acme', Ticker: 'ACME' },
  meta: {
    kind: 'stock',
    source: { name: 'Source, with a comma', url: 'https://source.example/ACME' },
    asOf: '2026-11-20T21:00:00.000Z',
    retrievedAt: '2026-11-20T21:01:00.000Z',
    currency: 'USD',
    delayed: true,
    stale: false,
    sample: false,
    republishable: true,
    range: '1M',
    profileAvailable: false,
    suspectDays: [],
    coversRange: true,
  },
}

it('writes one line per close, with its currency and source', () => {
  expect(closesToCsv(stock)).toBe(
    'date,adjusted_close,currency,source\r\n' +
      '2026-11-19,1234.5,USD,"Source, with a comma"\r\n' +
      '2026-11-20,0.00012,USD,"Source, with a comma"\r\n',
  )
})

it('writes only the header if no close is known', () => {
  expect(closesToCsv({ ...stock, dates: [], prices: [] })).toBe('date,adjusted_close,currency,source\r\n')
})

it('escapes spreadsheet formulas and leaves numbers unchanged', () => {
  const meta = {
    ...stock.meta,
    currency: '@SUM(1)',
    source: { ...stock.meta.source, name: '=HYPERLINK("https://evil.example")' },
  }
  expect(closesToCsv({ ...stock, dates: ['2026-11-20'], prices: [-1.5], meta })).toBe(
    'date,adjusted_close,currency,source\r\n' +
      `2026-11-20,-1.5,"'@SUM(1)","'=HYPERLINK(""https://evil.example"")"\r\n`,
  )
})
