import { describe, expect, it } from 'vitest'

import { stockAnswer, type StockAnswerParts } from '../../../shared/testing/stock-answer.ts'
import { createSite } from '../../testing/render.tsx'
import { tickerHead } from './ticker-head.ts'

const site = createSite()

const headOfStock = (
  parts: StockAnswerParts = {},
  asked: { kind?: 'stock' | 'crypto'; ticker?: string; trades?: undefined } = {},
) =>
  tickerHead(
    {
      kind: 'stock',
      ticker: 'ACME',
      range: '1Y',
      answer: { ok: true, data: stockAnswer(parts) },
      trades: { ok: true, data: {} },
      ...asked,
    },
    site,
  )

/** What the page is about, and the whole graph, from the structured data. */
function subjectOf(parts: StockAnswerParts): unknown {
  const [page] = headOfStock(parts).structuredData ?? []
  return (page as { about: unknown } | undefined)?.about
}

describe('the head of a ticker’s screen', () => {
  it('marks the page as unfinished while its data is loading', () => {
    const late = { kind: 'stock', ticker: 'ACME', range: '1Y', answer: undefined }
    expect(tickerHead(late, site)).toEqual({
      title: 'ACME · Lunchpail',
      description: 'ACME is on its way.',
      isHidden: true,
      isUnfinished: true,
    })
  })

  it('marks a page without its profile or trades, or with old prices, as incomplete, so that it is not cached', () => {
    expect(headOfStock().isIncomplete).toBe(false)
    expect(headOfStock({}, { trades: undefined }).isIncomplete).toBe(true)
    expect(headOfStock({}, { ticker: '^GSPC', trades: undefined }).isIncomplete).toBe(false)
    expect(headOfStock({}, { kind: 'crypto', ticker: 'BTC', trades: undefined }).isIncomplete).toBe(false)
    expect(headOfStock({ meta: { stale: true } }).isIncomplete).toBe(true)
    expect(headOfStock({ meta: { profileAvailable: false } }).isIncomplete).toBe(true)
  })

  it('names the asset, its last close and how it changed', () => {
    expect(headOfStock()).toMatchObject({
      title: 'Acme Inc. (ACME) · Lunchpail',
      description:
        'Acme Inc. (ACME): $125.00 at the close of Nov 20, 2026, +25.00% since Nov 20, 2025. Price chart, key statistics and related tickers.',
      canonicalPath: '/stocks/ACME',
      image: {
        path: '/share-image/stocks/ACME.png',
        alt: 'Acme Inc. (ACME): price and a line of its closes',
      },
    })
  })

  it.each([
    [
      'while it is traded',
      { meta: { session: 'open' } },
      'Acme Inc. (ACME): $125.00 on Nov 20, 2026, +25.00% since',
    ],
    [
      'in pence',
      { meta: { currency: 'GBp' } },
      'Acme Inc. (ACME): 125.00p at the close of Nov 20, 2026, +25.00%',
    ],
    [
      'of one close',
      { dates: ['2026-11-20'], prices: [10] },
      'Acme Inc. (ACME): $10.00 at the close of Nov 20, 2026. Price',
    ],
    ['without closes', { dates: [], prices: [] }, 'Acme Inc. (ACME). Price chart'],
  ] satisfies [string, StockAnswerParts, string][])('describes an asset %s', (_what, parts, expected) => {
    expect(headOfStock(parts).description.startsWith(expected)).toBe(true)
  })

  it('keeps the description within 160 characters without losing its figures', () => {
    const { description } = headOfStock({ info: { 'Company Name': 'Long Name '.repeat(40).trim() } })
    expect(description.length).toBeLessThanOrEqual(160)
    expect(description).toMatch(
      /^Long Name .*… \(ACME\): \$125\.00 at the close of Nov 20, 2026, \+25\.00% since Nov 20, 2025\.$/,
    )
  })

  it('gives an asset a single canonical address, however it was reached', () => {
    const coin: StockAnswerParts = { ticker: 'BTC', meta: { kind: 'crypto', type: 'coin' } }
    for (const asked of [
      { kind: 'stock', ticker: 'BTC-USD' },
      { kind: 'crypto', ticker: 'BTC-USD' },
      { kind: 'crypto', ticker: 'BTCUSD' },
    ] as const) {
      const { canonicalPath, image } = headOfStock(coin, asked)
      expect([canonicalPath, image?.path]).toEqual(['/crypto/BTC', '/share-image/crypto/BTC.png'])
    }
    const inEuros = headOfStock({ ticker: 'BTC-EUR', meta: { kind: 'stock', type: 'coin' } })
    expect(inEuros.canonicalPath).toBe('/stocks/BTC-EUR')
    expect(headOfStock({ ticker: '^GSPC' }).canonicalPath).toBe('/stocks/%5EGSPC')
  })

  it('keeps search engines away from generated prices and failures', () => {
    const sample = headOfStock({ meta: { sample: true } })
    expect(sample).toEqual({
      title: 'Acme Inc. (ACME) · Lunchpail',
      description: 'Acme Inc., with sample data: not real prices.',
      isHidden: true,
    })
    const answer = { ok: false, status: 404, code: 'unknown-ticker', detail: '' }
    const failed = tickerHead({ kind: 'stock', ticker: 'NOPE', range: '1Y', answer }, site)
    expect([failed.isHidden, failed.structuredData, failed.isIncomplete]).toEqual([true, undefined, false])
  })

  it('marks a page with the trades of a ticker that its source lacks as incomplete while they are late', () => {
    const answer = { ok: false, status: 404, code: 'not-at-source', detail: '' }
    const lacking = { kind: 'stock', ticker: 'ACME', range: '1Y', answer }
    expect(tickerHead(lacking, site).isIncomplete).toBe(true)
    expect(tickerHead({ ...lacking, trades: answer }, site).isIncomplete).toBe(false)
  })

  it('describes the search when there is no ticker', () => {
    const head = tickerHead({ kind: 'crypto', ticker: undefined, range: '1Y', answer: undefined }, site)
    expect([head.title, head.canonicalPath]).toEqual(['Crypto lookup · Lunchpail', '/crypto'])
  })
})

describe('its structured data', () => {
  it('describes a company as the screen does', () => {
    const info = {
      Website: 'https://acme.example',
      Founded: '1976-04-01',
      Headquarters: 'Chicago, IL, United States',
      Employees: 150_000,
      'Primary exchange': 'NasdaqGS',
    }
    expect(subjectOf({ info })).toEqual({
      '@type': 'Corporation',
      name: 'Acme Inc.',
      url: 'https://acme.example/',
      tickerSymbol: 'XNAS ACME',
      foundingDate: '1976-04-01',
      address: 'Chicago, IL, United States',
      numberOfEmployees: { '@type': 'QuantitativeValue', value: 150_000 },
    })
  })

  it('leaves out what is missing or malformed', () => {
    const info = { Website: 'javascript:alert(1)', Founded: 'long ago', 'Primary exchange': 'Frankfurt' }
    expect(subjectOf({ info })).toEqual({ '@type': 'Corporation', name: 'Acme Inc.', tickerSymbol: 'ACME' })
    expect(subjectOf({ info: { Website: 'https://acme.example@elsewhere.example' } })).not.toHaveProperty(
      'url',
    )
  })

  it.each([
    ['etf', 'InvestmentFund'],
    ['fund', 'InvestmentFund'],
    ['index', 'Thing'],
    ['coin', 'Thing'],
  ] as const)('does not call an asset of type %s a company', (type, expected) => {
    expect(subjectOf({ meta: { type } })).toEqual({
      '@type': expected,
      name: 'Acme Inc.',
      alternateName: 'ACME',
    })
  })

  it('gives the page’s place in the site', () => {
    expect(headOfStock().structuredData).toMatchObject([
      {
        '@type': 'WebPage',
        url: 'https://lunchpail.test/stocks/ACME',
        breadcrumb: { '@id': 'https://lunchpail.test/stocks/ACME#breadcrumb' },
      },
      {
        '@type': 'BreadcrumbList',
        '@id': 'https://lunchpail.test/stocks/ACME#breadcrumb',
        itemListElement: [
          { position: 1, name: 'Lunchpail', item: 'https://lunchpail.test/' },
          { position: 2, name: 'Stocks', item: 'https://lunchpail.test/stocks' },
          { position: 3, name: 'ACME', item: 'https://lunchpail.test/stocks/ACME' },
        ],
      },
    ])
  })
})
