import { sql } from 'kysely'
import request from 'supertest'
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'

import { overviewSchema, type Quote } from '../../shared/overview-contract.ts'
import {
  accessionOf,
  createFiling,
  createTransaction,
  type FilingParts,
} from '../letter/testing/insider-filings.ts'
import {
  aCongressRow,
  forgetTrades,
  keepCongressReport,
  keepInsiderDay,
  keepInsiderFiling,
  keepMember,
  keepRun,
} from '../letter/testing/kept-trades.ts'
import { createTestSite } from '../testing/app-fixture.ts'
import { setDatabaseClock } from '../testing/edition-fixtures.ts'
import { setUpDatabase } from '../testing/set-up-database.ts'
import { deleteOldLookups, type LookupCounter } from '../visits/lookups.ts'
import { GoneError } from '../lib/askers.ts'
import { createLogger } from '../lib/logger.ts'
import { createOverview } from './overview.ts'

const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'

const database = setUpDatabase(async (db) => {
  await forgetTrades(db)
  await db.deleteFrom('ticker_lookup').execute()
})

const openSite = (settings: Record<string, string> = { MARKET_DATA: 'sample' }) =>
  createTestSite(database, { settings })
const overviewOf = async (site = openSite(), kind = 'stock') =>
  overviewSchema.parse((await request(site.app).get(`/api/overview?kind=${kind}`).expect(200)).body)

const file = (number: number, parts: FilingParts) =>
  keepInsiderFiling(database.db, createFiling({ accession: accessionOf(number), ...parts }))

describe('the largest trades of the week', () => {
  beforeEach(async () => {
    const { db } = database
    await keepMember(db)
    await keepInsiderDay(db, '2025-01-31')
    await keepRun(db, { source: 'insiders', asOf: '2025-01-31', listed: 1 })
    await keepRun(db, { source: 'house', asOf: '2025-01-31', listed: 1 })
  })

  it('list insiders by their sums over seven days, without those that are held back', async () => {
    const sale = (shares: number, price = 10) => [createTransaction({ shares, price })]
    await file(1, { ticker: 'SMAL', transactions: sale(100) })
    await file(2, { ticker: 'BIG', issuerName: 'BIG BAKERS INC /DE/', transactions: sale(90_000) })
    await file(5, { ticker: 'BIG', transactions: sale(80_000) })
    await file(3, { ticker: 'OLD', filedOn: '2025-01-24', transactions: sale(500_000) })
    await file(4, { ticker: 'TYPO', transactions: sale(900_000_000) })
    const { trades } = await overviewOf()
    expect(trades?.insiders).toMatchObject({ from: '2025-01-25', to: '2025-01-31' })
    expect(trades?.insiders?.trades.map(({ ticker, company, value }) => [ticker, company, value])).toEqual([
      ['BIG', 'Big Bakers', 900_000],
      ['SMAL', expect.any(String), 1_000],
    ])
  })

  it('list Congress by the lower end of the range, only shares that were bought or sold', async () => {
    await keepCongressReport(database.db, {
      reportId: '1',
      filedOn: '2025-01-30',
      rows: [
        aCongressRow({ row: 1, ticker: 'ACME', asset: 'Acme Corp.', low: 1_001, high: 15_000 }),
        aCongressRow({ row: 2, ticker: 'BIG', asset: 'Big Bakers, Inc.', low: 50_001, high: 100_000 }),
        aCongressRow({
          row: 3,
          ticker: 'BOND',
          asset: 'Acme bond',
          asset_type: 'CS',
          low: 250_001,
          high: 500_000,
        }),
      ],
    })
    const { trades } = await overviewOf()
    expect(trades?.congress?.trades.map(({ ticker, company, low }) => [ticker, company, low])).toEqual([
      ['BIG', 'Big Bakers', 50_001],
      ['ACME', 'Acme', 1_001],
    ])
    expect(trades?.notice).toContain('5 U.S.C. 13107')
  })

  it('are unknown before anything was read, and none exist for coins', async () => {
    await forgetTrades(database.db)
    await sql`delete from collect_run`.execute(database.db)
    const { trades } = await overviewOf()
    expect([trades?.insiders, trades?.congress]).toEqual([null, null])
    expect((await overviewOf(openSite(), 'crypto')).trades).toBeNull()
  })
})

describe('quotes', () => {
  it('of the large indexes are left out while no source answers, and the rest is shown', async () => {
    const { markets, lookedUp } = await overviewOf(openSite({ MARKET_DATA: 'live' }))
    expect([markets, lookedUp]).toEqual([[], []])
  })

  it('of a list come from the cache; a ticker that nobody looked up costs no request', async () => {
    const site = openSite()
    const { body } = await request(site.app).get('/api/quotes?stocks=AAPL,NOBODY&coins=BTC').expect(200)
    const quotes = body as { quotes: { kind: string; ticker: string; sample: boolean }[] }
    expect(quotes.quotes.map(({ kind, ticker, sample }) => [kind, ticker, sample])).toEqual([
      ['stock', 'AAPL', true],
      ['crypto', 'BTC', true],
    ])
  })

  it.each([
    [false, 'private, max-age=60'],
    [true, 'private, max-age=10'],
  ])('are kept for less time if one has expired: %s', async (stale, cacheControl) => {
    const site = openSite()
    vi.spyOn(site.deps.market, 'listKeptQuotes').mockResolvedValue([{ ...QUOTE, stale }])
    const { headers } = await request(site.app).get('/api/quotes?stocks=AAPL').expect(200)
    expect(headers['cache-control']).toBe(cacheControl)
  })

  it.each([
    ['/api/quotes?stocks=../x', 'invalid-ticker'],
    [
      `/api/quotes?stocks=${Array.from({ length: 21 }, (_, index) => `A${index}`).join(',')}`,
      'malformed-request',
    ],
    ['/api/overview?kind=bonds', 'malformed-request'],
  ])('are refused to %s', async (path, code) => {
    const { status, body } = await request(openSite().app).get(path)
    expect([status, (body as { code: string }).code]).toEqual([400, code])
  })
})

const QUOTE: Quote = {
  kind: 'stock',
  ticker: 'AAPL',
  name: 'Apple',
  price: 245.5,
  changeFraction: null,
  day: '2026-11-20',
  source: { name: 'Test', url: 'https://source.example/' },
  stale: false,
  sample: false,
}

describe('the most looked-up tickers', () => {
  it('are unknown while the counts cannot be read, and read again at the next request', async () => {
    const listMost = vi.fn<LookupCounter['listMost']>().mockResolvedValue([])
    listMost.mockRejectedValueOnce(new Error('no database'))
    const overview = createOverview({
      market: {
        listOwnQuotes: (assets) => Promise.resolve(assets.map((asset) => ({ ...QUOTE, ...asset }))),
        listKeptQuotes: () => Promise.resolve([]),
      },
      trades: { getLargest: () => Promise.reject(new Error('not asked for coins')) },
      lookups: { listMost },
      clock: { now: () => new Date('2026-11-20T15:00:00Z') },
      logger: createLogger('silent'),
    })
    const seen = []
    for (let time = 0; time < 3; time += 1)
      seen.push((await overview.getOverview({ kind: 'crypto' })).lookedUp)
    expect(seen).toEqual([null, [], []])
    expect(listMost).toHaveBeenCalledTimes(2)
  })

  it.each([
    ['gives up', new GoneError(), String(new GoneError())],
    ['has no turn', new Error('many are being read'), [{ kind: 'stock', ticker: 'AAPL', quote: null }]],
  ])('keep their prices if whoever asked first %s', async (_what, failure, seen) => {
    const listKeptQuotes = vi.fn<() => Promise<Quote[]>>().mockResolvedValue([QUOTE])
    listKeptQuotes.mockRejectedValueOnce(failure)
    const overview = createOverview({
      market: {
        listOwnQuotes: (assets) => Promise.resolve(assets.map((asset) => ({ ...QUOTE, ...asset }))),
        listKeptQuotes,
      },
      trades: { getLargest: () => Promise.reject(new Error('not asked for coins')) },
      lookups: { listMost: () => Promise.resolve([{ kind: 'stock', ticker: 'AAPL' }]) },
      clock: { now: () => new Date('2026-11-20T15:00:00Z') },
      logger: createLogger('silent'),
    })
    const first = overview.getOverview({ kind: 'crypto' })
    expect(await first.then(({ lookedUp }) => lookedUp, String)).toEqual(seen)
    expect((await overview.getOverview({ kind: 'crypto' })).lookedUp).toMatchObject([{ quote: QUOTE }])
  })

  const openPage = (site: ReturnType<typeof openSite>, path: string, userAgent = FIREFOX) =>
    request(site.app).get(path).set('User-Agent', userAgent).expect(200)
  const listCounts = () =>
    database.db.selectFrom('ticker_lookup').select(['kind', 'ticker', 'lookups']).orderBy('ticker').execute()

  it('count a client once a day per ticker, and store nothing but the count', async () => {
    const site = openSite()
    await openPage(site, '/stocks/aapl')
    await openPage(site, '/stocks/AAPL')
    await openPage(site, '/crypto/BTC')
    await openPage(site, '/stocks')
    await openPage(site, '/stocks/MSFT', 'Googlebot/2.1 (+http://www.google.com/bot.html)')
    await site.deps.lookups.flush()
    expect(await listCounts()).toEqual([
      { kind: 'stock', ticker: 'AAPL', lookups: 1 },
      { kind: 'crypto', ticker: 'BTC', lookups: 1 },
    ])
    const columns = await database.db.selectFrom('ticker_lookup').selectAll().executeTakeFirstOrThrow()
    expect(Object.keys(columns).toSorted()).toEqual(['day', 'kind', 'lookups', 'ticker'])
  })

  it('count what our pages load as people move on, not requests of programs', async () => {
    const site = openSite()
    await openPage(site, '/api/stocks/AAPL?kind=stock')
    await openPage(site, '/api/stocks/MSFT?kind=stock').set('Sec-Fetch-Site', 'same-origin')
    await site.deps.lookups.flush()
    expect((await listCounts()).map(({ ticker }) => ticker)).toEqual(['MSFT'])
  })

  it.each([
    ['another site’s image', { 'Sec-Fetch-Site': 'cross-site', 'Sec-Fetch-Dest': 'image' }],
    ['a frame', { 'Sec-Fetch-Dest': 'iframe' }],
    ['a script’s request', { 'Sec-Fetch-Dest': 'empty' }],
    ['a page that is loaded ahead', { 'Sec-Fetch-Dest': 'document', 'Sec-Purpose': 'prefetch' }],
  ])('do not count what nobody looks at: %s', async (_what, headers) => {
    const site = openSite()
    await openPage(site, '/stocks/AAPL').set(headers)
    await openPage(site, '/stocks/MSFT').set({
      'Sec-Fetch-Site': 'cross-site',
      'Sec-Fetch-Dest': 'document',
    })
    await site.deps.lookups.flush()
    expect((await listCounts()).map(({ ticker }) => ticker)).toEqual(['MSFT'])
  })

  it('are shown from 15 lookups in seven days, the most first, and deleted after 30 days', async () => {
    await setDatabaseClock(database.db, '2026-11-20T12:00:00Z')
    onTestFinished(() => setDatabaseClock(database.db, '+0 minutes'))
    const rows = [
      ['AAPL', 0, 15],
      ['MSFT', 1, 9],
      ['MSFT', 6, 7],
      // As many lookups as two clients make by looking once a day.
      ...[0, 1, 2, 3, 4, 5, 6].map((ago) => ['TWO', ago, 2] as const),
      ['PAST', 8, 90],
      ['GONE', 31, 90],
    ] as const
    for (const [ticker, ago, lookups] of rows) {
      await sql`insert into ticker_lookup (day, kind, ticker, lookups)
        values ((lunchpail_now() at time zone 'UTC')::date - ${ago}::int, 'stock', ${ticker}, ${lookups})`.execute(
        database.db,
      )
    }
    const { lookedUp } = await overviewOf()
    expect(lookedUp?.map(({ ticker }) => ticker)).toEqual(['MSFT', 'AAPL'])
    expect(await deleteOldLookups(database.db)).toBe(1)
  })
})
