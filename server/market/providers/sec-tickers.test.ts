import { afterEach, beforeEach, describe, expect, it } from 'vitest'

import { startFakeSource, type FakeSource } from '../testing/fake-source.ts'
import { itKeepsTheFinderContract } from '../testing/provider-contract.ts'
import { fetchFrom } from '../testing/source-contract.ts'
import {
  createListingSearch,
  createSecTickers,
  parseListing,
  searchListing,
  type Listing,
} from './sec-tickers.ts'

const listing: Listing = {
  rows: [
    ['AAPL', 'Apple Inc.', 'Nasdaq'],
    ['BRK-B', 'BERKSHIRE HATHAWAY INC', 'NYSE'],
    ['T', 'AT&T INC.', 'NYSE'],
    ['TSLA', 'Tesla, Inc.', 'Nasdaq'],
    ['TM', 'TOYOTA MOTOR CORP/', 'NYSE'],
    ['AAP', 'ADVANCE AUTO PARTS INC', 'NYSE'],
    ['BRK-A', 'BERKSHIRE HATHAWAY INC', 'NYSE'],
    ['APLE', 'Apple Hospitality REIT, Inc.', null],
    ['PINE', 'Pineapple Growers Ltd', null],
  ],
}
const tickersFor = (text: string) => searchListing(listing, text).map(({ ticker }) => ticker)

describe('parseListing', () => {
  it('reads columns by their names, in whatever order they come', () => {
    const body = {
      fields: ['exchange', 'ticker', 'cik', 'name'],
      data: [
        ['NYSE', ' acme ', 1, 'Acme Corp'],
        [null, 'ACMF', 2, 'Acme Foods'],
      ],
    }
    expect(parseListing(body)).toEqual({
      rows: [
        ['ACME', 'Acme Corp', 'NYSE'],
        ['ACMF', 'Acme Foods', null],
      ],
    })
  })

  it.each([
    ['APPLIED MATERIALS INC /DE', 'APPLIED MATERIALS INC'],
    ['US BANCORP \\DE\\', 'US BANCORP'],
    ['CHEVRON CORP /NEW/', 'CHEVRON CORP'],
    ['TOYOTA MOTOR CORP/', 'TOYOTA MOTOR CORP'],
    ['SAMPLE A/S', 'SAMPLE A/S'],
    ['/DE/', '/DE/'],
  ])('shows %j as %j', (name, shown) => {
    const body = { fields: ['ticker', 'name'], data: [['ACME', name]] }
    expect(parseListing(body)?.rows[0]?.[1]).toBe(shown)
  })

  it('reads the older file, which has no exchanges', () => {
    const body = { '0': { cik_str: 1, ticker: 'ACME', title: 'Acme Corp' }, '1': null }
    expect(parseListing(body)).toEqual({ rows: [['ACME', 'Acme Corp', null]] })
  })

  it('leaves out rows without a ticker or a name, and a ticker that comes again', () => {
    const data = [
      ['ACME', 'Acme'],
      ['ACME', 'Another'],
      ['', 'Nameless'],
      ['NONAME', null],
      'ACMF',
      [7, 'Seven'],
    ]
    expect(parseListing({ fields: ['ticker', 'name'], data })).toEqual({ rows: [['ACME', 'Acme', null]] })
  })

  it.each([
    {},
    [],
    'hello',
    { fields: ['ticker', 'name'], data: [] },
    { fields: [], data: [['ACME', 'Acme']] },
  ])('is undefined for %j', (body) => {
    expect(parseListing(body)).toBeUndefined()
  })
})

describe('searchListing', () => {
  it('has the very ticker first, then those that begin so, then slips of the finger', () => {
    expect(tickersFor('aap')).toEqual(['AAP', 'AAPL'])
    expect(tickersFor('t')).toEqual(['T', 'TSLA', 'TM'])
  })

  it('finds names by words that begin so, in their order', () => {
    expect(tickersFor('apple')).toEqual(['AAPL', 'APLE'])
    expect(tickersFor('apple hosp')).toEqual(['APLE'])
    expect(tickersFor('hathaway berkshire')).toEqual([])
    expect(tickersFor('AT&T')).toEqual(['T'])
    expect(tickersFor('toyota motor corp/')).toEqual(['TM'])
  })

  it.each(['TSAL', 'TLSA', 'TSLX', 'TSL', 'TSLAA', 'XTSLA'])('knows %s for a slip of TSLA', (typed) => {
    expect(tickersFor(typed)).toEqual(['TSLA'])
  })

  it.each(['TXXA', 'ALST', 'TA'])('does not know %s for one', (typed) => {
    expect(tickersFor(typed)).toEqual([])
  })

  it.each(['BRK-B', 'brk.b', 'BRK/B', 'brk b'])('knows a class of shares written %s', (typed) => {
    expect(tickersFor(typed)[0]).toBe('BRK-B')
  })

  it.each(['', '   ', '...', '%', 'é'])('finds nothing for "%s"', (typed) => {
    expect(tickersFor(typed)).toEqual([])
  })

  it('leaves the exchange out where there is none', () => {
    expect(searchListing(listing, 'APLE')[0]).toEqual({
      ticker: 'APLE',
      name: 'Apple Hospitality REIT, Inc.',
      kind: 'stock',
    })
  })

  it('gives at most 20', () => {
    const rows = Array.from({ length: 50 }, (_, index) => [`A${index}`, `Acme ${index}`, null] as const)
    expect(searchListing({ rows }, 'a')).toHaveLength(20)
  })
})

describe("the SEC's listing", () => {
  const files = '/www.sec.gov/files/company_tickers'
  const body = { fields: ['cik', 'name', 'ticker', 'exchange'], data: [[1, 'Acme Corp', 'ACME', 'NYSE']] }
  let source: FakeSource
  beforeEach(async () => {
    source = await startFakeSource()
  })
  afterEach(() => source.close())
  const listingOf = (source: FakeSource) =>
    createSecTickers({ fetch: fetchFrom(source), userAgent: 'Lunchpail hello@lunchpail.example' })

  itKeepsTheFinderContract(async () => {
    const source = await startFakeSource()
    return {
      source,
      findAssets: async (text) => searchListing(await listingOf(source).loadListing(), text),
      knownText: 'acme',
      answers: { [files]: body },
    }
  })

  it('is asked for with a contact', async () => {
    source.handlers.set(files, () => ({ body }))
    expect(await listingOf(source).loadListing()).toEqual({ rows: [['ACME', 'Acme Corp', 'NYSE']] })
    expect(source.requests.map(({ url, headers }) => [url.pathname, headers['user-agent']])).toEqual([
      ['/www.sec.gov/files/company_tickers_exchange.json', 'Lunchpail hello@lunchpail.example'],
    ])
  })

  it('comes from the older file where the newer one is gone', async () => {
    source.handlers.set('/files/company_tickers.json', () => ({
      body: { '0': { ticker: 'ACME', title: 'Acme' } },
    }))
    expect(await listingOf(source).loadListing()).toEqual({ rows: [['ACME', 'Acme', null]] })
  })
})

describe('createListingSearch', () => {
  it('finds the same as a search, and searches a listing that has changed anew', () => {
    const search = createListingSearch()
    expect(search(listing, 'appl')).toEqual(searchListing(listing, 'appl'))
    expect(search(listing, 'appl')).toBe(search(listing, 'appl'))
    expect(search({ rows: [['ZAPP', 'Appliances', null]] }, 'appl').map(({ ticker }) => ticker)).toEqual([
      'ZAPP',
    ])
  })
})
