import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'

import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { foundAssetSchema } from '../../../shared/market-contract.ts'
import { parseTicker } from '../../../shared/asset-address.ts'
import { systemClock } from '../../lib/clock.ts'
import { AppError } from '../../lib/errors.ts'
import { createUpstreamFetch, type UpstreamFetch } from '../../lib/upstream-fetch.ts'
import { listCandidates } from '../ask-in-order.ts'
import { listAnswerFaults, listShapeFaults } from '../testing/provider-contract.ts'
import { hasRecordings, RECORDINGS, startReplay, type Replay } from '../testing/start-replay.ts'
import { createCoinGeckoProvider } from './coingecko.ts'
import type { Asset } from './provider.ts'
import { recordOf } from './read-field.ts'
import { joinListings } from './join-listings.ts'
import { createSecListing, parseSecListing } from './listings.ts'
import { parseChart } from './yahoo-chart.ts'
import { createYahooProvider, parseProfile } from './yahoo.ts'
import { parseQuotes } from './yahoo-related.ts'
import { createYahooFinder, parseSearch } from './yahoo-search.ts'
import { flattenStats } from './yahoo-stats.ts'

const bitcoin: Asset = { kind: 'crypto', ticker: 'BTC', symbol: 'BTC-USD' }

describe.skipIf(!hasRecordings)('recorded answers (needs ../shared/samples)', () => {
  let replay: Replay
  let fetch: UpstreamFetch
  beforeAll(async () => {
    // The day on which the contract's span of time ends, so that the same bars are served on any day.
    replay = await startReplay({ endDate: '2026-11-20' })
    fetch = createUpstreamFetch({ upstreamBaseUrl: replay.baseUrl, timeoutMs: 10_000, maxBytes: 16_000_000 })
  })
  afterAll(() => replay.stop())

  const deps = () => ({ fetch, clock: systemClock, userAgent: 'Lunchpail hello@lunchpail.example' })

  it('of Yahoo can all be read, or are refused with our own error', () => {
    const faults = listRecorded('yahoo').flatMap(({ file, url, body }) => {
      try {
        return readRecorded(url, body).map((fault) => `${file}: ${fault}`)
      } catch (error) {
        return error instanceof AppError ? [] : [`${file}: ${String(error)}`]
      }
    })
    expect(faults).toEqual([])
  })

  it('of Yahoo give each part of every symbol its proper shape', async () => {
    const provider = createYahooProvider(deps())
    const assets = listSymbols().flatMap((symbol) => listCandidates(symbol, undefined))
    expect(assets.length).toBeGreaterThan(15)
    const faults: string[] = []
    // One after the other, since the provider refuses a crowd.
    for (const asset of assets) faults.push(...(await listShapeFaults(provider, asset, 'own errors')))
    expect(faults).toEqual([])
  })

  it.each(['AAPL', 'QQQ', 'BABA', 'AZT.OL', 'OCDO.L', 'BTC-USD'])(
    'of Yahoo answer every question about %s',
    async (symbol) => {
      const [asset] = listCandidates(symbol, undefined)
      expect(await listShapeFaults(createYahooProvider(deps()), asset!)).toEqual([])
    },
  )

  it('of Yahoo give the trading hours of New York, London and Oslo', () => {
    const hours = new Map(
      listRecorded('yahoo')
        .filter(({ url }) => url.includes('/v8/finance/chart/'))
        .map(({ body }) => body)
        .filter((body) => JSON.stringify(body).includes('"timestamp"'))
        .map((body) => parseChart(body).hours)
        .filter((found) => found !== undefined)
        .map(({ timeZone, opens, closes }) => [timeZone, `${opens} ${closes}`]),
    )
    expect(Object.fromEntries(hours)).toEqual({
      'America/New_York': '09:30 16:00',
      'Europe/London': '08:00 16:30',
      'Europe/Oslo': '09:00 16:20',
    })
  })

  it("of Yahoo's search contain nothing that our pages cannot show", () => {
    const found = listRecorded('yahoo')
      .filter(({ url }) => url.includes('/v1/finance/search'))
      .flatMap(({ body }) => parseSearch(body))
    expect(found.map((hit) => foundAssetSchema.strict().parse(hit))).toEqual(found)
    expect(found.filter(({ ticker }) => parseTicker(ticker) !== ticker)).toEqual([])
    expect(found).toContainEqual({ ticker: 'BTC', name: 'Bitcoin', kind: 'crypto', type: 'coin' })
    expect(found.filter(({ name }) => / (?:call|put)$/.test(name))).toEqual([])
  })

  it('of Yahoo can be searched', async () => {
    const found = await createYahooFinder(deps()).findAssets('AAPL')
    expect(found[0]).toEqual({
      ticker: 'AAPL',
      name: 'Apple Inc.',
      kind: 'stock',
      type: 'equity',
      exchange: 'NASDAQ',
    })
    expect(await createYahooFinder(deps()).findAssets('no such thing')).toEqual([])
  })

  it('of CoinGecko give Bitcoin its proper shape', async () => {
    const provider = createCoinGeckoProvider({ ...deps(), apiKey: undefined })
    // The recorded prices end before today, whatever today is.
    const period = { from: new Date('2025-12-01T00:00:00Z'), to: new Date('2026-12-31T00:00:00Z') }
    const series = await provider.getPrices(bitcoin, period)
    expect(listAnswerFaults('prices', series)).toEqual([])
    expect([series.name, series.currency, series.closes.at(-1)?.date]).toEqual([
      'Bitcoin',
      'USD',
      '2026-09-02',
    ])
    const sheet = await provider.getStats(bitcoin)
    expect(listAnswerFaults('stats', sheet)).toEqual([])
    expect(provider.pageUrl(bitcoin)).toBe('https://www.coingecko.com/en/coins/bitcoin')
    await expect(provider.getStats({ ...bitcoin, ticker: 'NOPE' })).rejects.toMatchObject({
      code: 'unknown-ticker',
    })
  })

  it("of the SEC find a company, Berkshire's share class and a typo", async () => {
    const listing = await createSecListing(deps()).loadListing()
    expect(listing.rows.length).toBeGreaterThan(9_000)
    expect(joinListings([listing]).search('APPL').results[0]).toMatchObject({
      ticker: 'AAPL',
      exchange: 'Nasdaq',
    })
    expect(joinListings([listing]).search('brk.b').results[0]?.ticker).toBe('BRK-B')
    expect(joinListings([listing]).search('berkshire').results[0]?.ticker).toBe('BRK-B')
  })

  it("of the SEC's older listing can be read as well", () => {
    const listing = parseSecListing(readJson('sec-company', 'company_tickers.json'))
    expect(listing?.rows[0]).toEqual(['AAPL', 'Apple Inc.', null, '320193'])
  })

  it('of the SEC to requests without a contact are failures, not an empty list', async () => {
    const listing = createSecListing({ fetch, userAgent: 'nobody' }).loadListing()
    await expect(listing).rejects.toMatchObject({ name: 'SourceError' })
  })
})

/** @returns what is wrong with an answer after parsing */
function readRecorded(url: string, body: unknown): string[] {
  if (url.includes('/v8/finance/chart/')) return listAnswerFaults('prices', parseChart(body))
  if (url.includes('/v7/finance/quote')) {
    const result = recordOf(recordOf(body)['quoteResponse'])['result']
    const asked = new URL(url).searchParams.get('symbols')?.split(',') ?? []
    return listAnswerFaults(
      'related',
      parseQuotes(Array.isArray(result) ? result : [], asked, systemClock.now()),
    )
  }
  if (url.includes('/quoteSummary/')) {
    const result = recordOf(recordOf(body)['quoteSummary'])['result']
    const modules = recordOf(Array.isArray(result) ? result[0] : undefined)
    return [
      ...listAnswerFaults('stats', { stats: flattenStats(modules) }),
      ...listAnswerFaults('profile', parseProfile(modules)),
    ]
  }
  return []
}

function listRecorded(folder: string): { file: string; url: string; body: unknown }[] {
  return readdirSync(path.join(RECORDINGS, folder))
    .filter((file) => file.endsWith('.json'))
    .map((file) => {
      const record = recordOf(readJson(folder, file))
      const url = recordOf(record['request'])['url']
      const body = recordOf(record['response'])['bodyJson']
      return { file, url: typeof url === 'string' ? url : '', body }
    })
    .filter(({ url, body }) => url !== '' && body !== undefined)
}

/** Lists every symbol with a recorded answer. */
function listSymbols(): string[] {
  const symbols = listRecorded('yahoo').flatMap(({ url }) => {
    const { pathname, searchParams } = new URL(url)
    const inQuery = searchParams.get('symbols') ?? searchParams.get('q')
    return inQuery === null ? [decodeURIComponent(path.basename(pathname))] : inQuery.split(',')
  })
  return [...new Set(symbols)].filter((symbol) => parseTicker(symbol) !== undefined)
}

function readJson(folder: string, file: string): unknown {
  return JSON.parse(readFileSync(path.join(RECORDINGS, folder, file), 'utf8'))
}
