import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'

import { startFakeSource, type FakeSource } from '../testing/fake-source.ts'
import { itKeepsTheFinderContract } from '../testing/provider-contract.ts'
import { fetchFrom } from '../testing/source-contract.ts'
import { joinListings } from './join-listings.ts'
import {
  createCoinListing,
  createNasdaqListing,
  createSecListing,
  parseSecListing,
  parseSymbolDirectory,
  type Listing,
} from './listings.ts'

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
const listed = joinListings([listing])
const tickersFor = (text: string) => listed.search(text).results.map(({ ticker }) => ticker)

describe('parseSecListing', () => {
  it('reads a number written as text', () => {
    const body = {
      fields: ['ticker', 'name', 'exchange', 'cik'],
      data: [
        ['ACME', 'Acme Corp', 'NYSE', '0000000001'],
        ['ACMF', 'Acme Foods', 'NYSE', 'none'],
      ],
    }
    expect(parseSecListing(body)).toEqual({
      rows: [
        ['ACME', 'Acme Corp', 'NYSE', '1'],
        ['ACMF', 'Acme Foods', 'NYSE'],
      ],
    })
  })

  it('reads columns by name, in any order', () => {
    const body = {
      fields: ['exchange', 'ticker', 'cik', 'name'],
      data: [
        ['NYSE', ' acme ', 1, 'Acme Corp'],
        [null, 'ACMF', 2, 'Acme Foods'],
      ],
    }
    expect(parseSecListing(body)).toEqual({
      rows: [
        ['ACME', 'Acme Corp', 'NYSE', '1'],
        ['ACMF', 'Acme Foods', null, '2'],
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
    expect(parseSecListing(body)?.rows[0]?.[1]).toBe(shown)
  })

  it('reads the older file, which has no exchanges', () => {
    const body = { '0': { cik_str: 1, ticker: 'ACME', title: 'Acme Corp' }, '1': null }
    expect(parseSecListing(body)).toEqual({ rows: [['ACME', 'Acme Corp', null, '1']] })
  })

  it('leaves out rows without a ticker or name, and repeated tickers', () => {
    const data = [
      ['ACME', 'Acme'],
      ['ACME', 'Another'],
      ['', 'Nameless'],
      ['NONAME', null],
      'ACMF',
      [7, 'Seven'],
    ]
    expect(parseSecListing({ fields: ['ticker', 'name'], data })).toEqual({ rows: [['ACME', 'Acme', null]] })
  })

  it.each([
    {},
    [],
    'hello',
    { fields: ['ticker', 'name'], data: [] },
    { fields: [], data: [['ACME', 'Acme']] },
  ])('returns undefined for %j', (body) => {
    expect(parseSecListing(body)).toBeUndefined()
  })
})

describe('searching a list', () => {
  it('lists the exact ticker first, then tickers that begin with the text, then typos', () => {
    expect(tickersFor('aap')).toEqual(['AAP', 'AAPL'])
    expect(tickersFor('t')).toEqual(['T', 'TSLA', 'TM'])
  })

  it('finds names by the beginnings of words, in order', () => {
    expect(tickersFor('apple')).toEqual(['AAPL', 'APLE'])
    expect(tickersFor('apple hosp')).toEqual(['APLE'])
    expect(tickersFor('hathaway berkshire')).toEqual([])
    expect(tickersFor('AT&T')).toEqual(['T'])
    expect(tickersFor('toyota motor corp/')).toEqual(['TM'])
  })

  it.each(['TSAL', 'TLSA', 'TSLX', 'TSL', 'TSLAA', 'XTSLA'])('recognizes %s as a typo of TSLA', (typed) => {
    expect(tickersFor(typed)).toEqual(['TSLA'])
  })

  it.each(['TXXA', 'ALST', 'TA'])('does not recognize %s as a typo of TSLA', (typed) => {
    expect(tickersFor(typed)).toEqual([])
  })

  it.each(['BRK-B', 'brk.b', 'BRK/B', 'brk b'])('recognizes a share class written %s', (typed) => {
    expect(tickersFor(typed)[0]).toBe('BRK-B')
  })

  it.each(['', '   ', '...', '%', 'é'])('finds nothing for "%s"', (typed) => {
    expect(tickersFor(typed)).toEqual([])
  })

  it('omits the exchange if there is none', () => {
    expect(listed.search('APLE').results[0]).toEqual({
      ticker: 'APLE',
      name: 'Apple Hospitality REIT, Inc.',
      kind: 'stock',
    })
  })

  it('returns at most 20', () => {
    const rows = Array.from({ length: 50 }, (_, index) => [`A${index}`, `Acme ${index}`, null] as const)
    expect(joinListings([{ rows }]).search('a').results).toHaveLength(20)
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
    createSecListing({ fetch: fetchFrom(source), userAgent: 'Lunchpail hello@lunchpail.example' })

  itKeepsTheFinderContract(async () => {
    const source = await startFakeSource()
    return {
      source,
      findAssets: async (text) => joinListings([await listingOf(source).loadListing()]).search(text).results,
      knownText: 'acme',
      answers: { [files]: body },
    }
  })

  it('is requested with a contact', async () => {
    source.handlers.set(files, () => ({ body }))
    expect(await listingOf(source).loadListing()).toEqual({ rows: [['ACME', 'Acme Corp', 'NYSE', '1']] })
    expect(source.requests.map(({ url, headers }) => [url.pathname, headers['user-agent']])).toEqual([
      ['/www.sec.gov/files/company_tickers_exchange.json', 'Lunchpail hello@lunchpail.example'],
    ])
  })

  it('is read from the older file if the newer one is gone', async () => {
    source.handlers.set('/files/company_tickers.json', () => ({
      body: { '0': { ticker: 'ACME', title: 'Acme' } },
    }))
    expect(await listingOf(source).loadListing()).toEqual({ rows: [['ACME', 'Acme', null]] })
  })
})

const DIRECTORY = {
  'nasdaqlisted.txt': `Symbol|Security Name|Market Category|Test Issue|Financial Status|Round Lot Size|ETF|NextShares
AAPL|Apple Inc. - Common Stock|Q|N|N|100|N|N
ACMEW|Acme Corp - Warrant|S|N|N|100|N|N
QQQ|Invesco QQQ Trust, Series 1|G|N|N|100|Y|N
ZZZT|Test Stock|G|Y|N|100|N|N
File Creation Time: 1120202621:33|||||||
`,
  'otherlisted.txt': `ACT Symbol|Security Name|Exchange|CQS Symbol|ETF|Round Lot Size|Test Issue|NASDAQ Symbol\r
A|Agilent Technologies, Inc. Common Stock|N|A|N|100|N|A\r
ABR$D|Arbor Realty Trust 6.375% Series D|N|ABRpD|N|100|N|ABR-D\r
ACH.W|Archer Warrants|N|ACH.WS|N|100|N|ACH+\r
BRK.B|Berkshire Hathaway Inc. Class B|N|BRK.B|N|100|N|BRK.B\r
SPY|SPDR S&P 500 ETF Trust|P|SPY|Y|100|N|SPY\r
File Creation Time: 1120202621:33||||||\r
`,
}

describe("the exchanges' symbol directory", () => {
  it('is read without test issues, and without symbols that sources write differently', () => {
    expect(parseSymbolDirectory(DIRECTORY['nasdaqlisted.txt'])).toEqual([
      ['AAPL', 'Apple Inc.', 'Nasdaq'],
      ['ACMEW', 'Acme Corp', 'Nasdaq', null, 'Warrants'],
      ['QQQ', 'Invesco QQQ Trust, Series 1', 'Nasdaq'],
    ])
    expect(parseSymbolDirectory(DIRECTORY['otherlisted.txt'])).toEqual([
      ['A', 'Agilent Technologies, Inc.', 'NYSE'],
      ['BRK-B', 'Berkshire Hathaway Inc. Class B', 'NYSE'],
      ['SPY', 'SPDR S&P 500 ETF Trust', 'NYSE Arca'],
    ])
  })

  it('is refused if it has far more lines than any list of symbols', () => {
    const text = (lines: number) =>
      `Symbol|Security Name|Test Issue\nACME|Acme Corp|N${'\n'.repeat(lines)}File Creation Time: 1|\n`
    expect(parseSymbolDirectory(text(20_000))).toEqual([['ACME', 'Acme Corp', 'Nasdaq']])
    expect(parseSymbolDirectory(text(50_000))).toBeUndefined()
  })

  it('is read with the first of rows that repeat a ticker', () => {
    const rows = ['AAPL|Apple Inc.|N', 'AAPL|Another Inc.|N', 'ACME|Acme Corp|N'].join('\n')
    expect(
      parseSymbolDirectory(`Symbol|Security Name|Test Issue\n${rows}\nFile Creation Time: 1|\n`),
    ).toEqual([
      ['AAPL', 'Apple Inc.', 'Nasdaq'],
      ['ACME', 'Acme Corp', 'Nasdaq'],
    ])
  })

  it('has each name chosen among its spellings once', () => {
    const spellings = new Map([['ACME', ['Acme Inc.']]])
    const asked = vi.spyOn(spellings, 'get')
    const both = joinListings([{ rows: [['ACME', 'ACME INC', 'NYSE']] }], spellings)
    expect(['ACME', 'ACME', 'ACMF'].map((ticker) => both.findName(ticker))).toEqual([
      'Acme Inc.',
      'Acme Inc.',
      undefined,
    ])
    expect(asked).toHaveBeenCalledTimes(1)
  })

  it.each([
    ['Units, each consisting of one Class A Share and one Warrant', 'Units'],
    ['Rights', 'Rights'],
    ['Depositary Shares each representing 1/1000 Preferred', 'Preferred'],
    ['5.5% Senior Notes due 2029', 'Notes'],
    ['Class A Ordinary Shares', undefined],
    ['Common Stock and Preferred Stock Purchase Rights', undefined],
    ['Common Units Representing Limited Partnership Interests', undefined],
    ['American Depositary Shares', undefined],
  ])('tells %j from the company’s shares as %s', (security, expected) => {
    const text = `Symbol|Security Name|Test Issue\nACMEX|Acme Corp. - ${security}|N\nFile Creation Time: 1|\n`
    expect(parseSymbolDirectory(text)?.[0]?.[4]).toBe(expected)
  })

  it.each(['', 'hello', '<!doctype html>', DIRECTORY['nasdaqlisted.txt'].slice(0, 150)])(
    'is not read from %j',
    (text) => {
      expect(parseSymbolDirectory(text)).toBeUndefined()
    },
  )

  itKeepsTheFinderContract(async () => {
    const source = await startFakeSource()
    const list = createNasdaqListing({ fetch: fetchFrom(source), userAgent: 'Lunchpail' })
    return {
      source,
      findAssets: async (text) => joinListings([await list.loadListing()]).search(text).results,
      knownText: 'spy',
      answers: {
        '/nasdaqlisted.txt': DIRECTORY['nasdaqlisted.txt'],
        '/otherlisted.txt': DIRECTORY['otherlisted.txt'],
      },
    }
  })
})

describe('the list of coins', () => {
  itKeepsTheFinderContract(async () => {
    const source = await startFakeSource()
    const list = createCoinListing({ fetch: fetchFrom(source), userAgent: 'Lunchpail', apiKey: undefined })
    return {
      source,
      findAssets: async (text) => joinListings([await list.loadListing()]).search(text).results,
      knownText: 'bitcoin',
      answers: { '/coins/markets': [{ id: 'bitcoin', symbol: 'btc', name: 'Bitcoin' }] },
    }
  })
})

describe('joinListings', () => {
  it('says which results are not the company’s shares, by either list', () => {
    const joined = joinListings([
      {
        rows: [
          ['ACME', 'ACME CORP', 'Nasdaq', '1'],
          ['ACMEW', 'ACME CORP', 'Nasdaq', '1'],
          ['ACME-PB', 'ACME CORP', 'NYSE', '1'],
          ['ACME-B', 'ACME CORP', 'NYSE', '1'],
        ],
      },
      {
        rows: [
          ['ACME', 'Acme Corp', 'Nasdaq'],
          ['ACMEW', 'Acme Corp', 'Nasdaq', null, 'Warrants'],
        ],
      },
    ])
    expect(joined.search('acme corp').results.map(({ ticker, name }) => [ticker, name])).toEqual([
      ['ACME', 'Acme Corp'],
      ['ACMEW', 'Acme - Warrants'],
      ['ACME-PB', 'Acme - Preferred'],
      ['ACME-B', 'ACME CORP'],
    ])
    expect(joined.findName('ACMEW')).toBe('Acme Corp')
    expect(joined.findCompany('ACMEW')).toMatchObject({ cik: '1', name: 'Acme Corp' })
  })

  it("keeps the first list's name and order for a ticker on two lists", () => {
    const joined = joinListings([
      listing,
      {
        rows: [
          ['AAPL', 'Apple', 'Q'],
          ['SPY', 'A fund', 'NYSE Arca'],
        ],
      },
    ])
    expect(joined.search('aapl').results).toEqual([
      { ticker: 'AAPL', name: 'Apple Inc.', kind: 'stock', exchange: 'Nasdaq' },
      { ticker: 'AAP', name: 'ADVANCE AUTO PARTS INC', kind: 'stock', exchange: 'NYSE' },
    ])
    expect([joined.has('SPY'), joined.has('SPYX'), joined.has('')]).toEqual([true, false, false])
  })

  it('finds a company with all its tickers', () => {
    const rows = [
      ['ACM-A', 'ACME CORP', 'NYSE', '42'],
      ['BOLT', 'BOLT INC', 'NYSE', '43'],
      ['ACM-B', 'ACME CORP', 'NYSE', '42'],
      ['FUND', 'A fund', 'NYSE'],
    ] as const
    const joined = joinListings([{ rows }])
    expect(joined.findCompany('ACM-B')).toEqual({ cik: '42', name: 'ACME CORP', tickers: ['ACM-A', 'ACM-B'] })
    expect(joined.findCompany('FUND')).toBeUndefined()
  })

  it.each([
    ['AAPL', { isAnswer: true, isHit: true }],
    ['apple', { isAnswer: false, isHit: true }],
    ['TSAL', { isAnswer: false, isHit: false }],
    ['bitcoin', { isAnswer: false, isHit: false }],
  ])('tells whether it answers %s', (text, said) => {
    expect(listed.search(text)).toMatchObject(said)
  })

  it('answers a text that is the beginning of as many symbols as a search shows', () => {
    const rows = Array.from({ length: 8 }, (_, index) => [`AB${index}`, `Acme ${index}`, null] as const)
    expect(joinListings([{ rows }]).search('ab').isAnswer).toBe(true)
    expect(joinListings([{ rows: rows.slice(1) }]).search('ab').isAnswer).toBe(false)
  })

  it('is empty without a list', () => {
    expect(joinListings([]).search('AAPL')).toEqual({ results: [], isAnswer: false, isHit: false })
  })
})
