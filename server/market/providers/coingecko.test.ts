import { afterEach, beforeEach, describe, expect, it } from 'vitest'

import { createFakeClock, type FakeClock } from '../testing/fake-clock.ts'
import { startFakeSource, type FakeReply, type FakeSource } from '../testing/fake-source.ts'
import { itKeepsTheProviderContract } from '../testing/provider-contract.ts'
import { fetchFrom } from '../testing/source-contract.ts'
import { createCoinGeckoProvider } from './coingecko.ts'
import type { Asset } from './provider.ts'

const KEY = 'CG-not-a-real-key'
const coin = (ticker: string): Asset => ({ kind: 'crypto', ticker, symbol: `${ticker}-USD` })
const at = (iso: string) => Date.parse(iso)

const acme = {
  id: 'acme-coin',
  symbol: 'acm',
  name: 'Acme Coin',
  current_price: 12.5,
  market_cap: 1_250_000,
  market_cap_rank: 900,
  fully_diluted_valuation: 2_500_000,
  total_volume: 4_000,
  high_24h: 13,
  low_24h: 12,
  price_change_percentage_24h: -0.5,
  circulating_supply: 100_000,
  total_supply: 200_000,
  max_supply: null,
  ath: 40,
  ath_date: '2025-10-06T10:57:42.000Z',
  atl: 0.1,
  atl_date: '2013-07-05T16:00:00.000Z',
  roi: null,
  last_updated: '2026-11-20T14:59:00.000Z',
}
const MARKETS = '/api/v3/coins/markets'
const CHART = '/api/v3/coins/acme-coin/market_chart'
const prices: (readonly [number, number])[] = [
  [at('2026-11-19T00:00:00Z'), 11],
  [at('2026-11-20T00:00:00Z'), 12],
  [at('2026-11-20T14:58:31Z'), 12.5],
]
const period = { from: new Date('2026-10-20T00:00:00Z'), to: new Date('2026-11-20T15:00:00Z') }

function createProvider(source: FakeSource, clock: FakeClock, apiKey?: string) {
  return createCoinGeckoProvider({ fetch: fetchFrom(source), clock, userAgent: 'test', apiKey })
}

describe('CoinGecko', () => {
  itKeepsTheProviderContract(async () => {
    const source = await startFakeSource()
    return {
      source,
      provider: createProvider(source, createFakeClock(), KEY),
      secret: KEY,
      known: coin('ACM'),
      answers: { [MARKETS]: [acme], [CHART]: { prices } },
      unknown: { [MARKETS]: { body: [] } },
      emptySeries: { [CHART]: { body: { prices: [] } } },
    }
  })
})

describe('a coin at CoinGecko', () => {
  let source: FakeSource
  let clock: FakeClock
  let provider: ReturnType<typeof createProvider>
  const reply = (path: string, body: unknown, more: Partial<FakeReply> = {}) =>
    source.handlers.set(path, () => ({ body, ...more }))

  beforeEach(async () => {
    source = await startFakeSource()
    clock = createFakeClock()
    provider = createProvider(source, clock)
    reply(MARKETS, [acme])
    reply(CHART, { prices })
  })
  afterEach(() => source.close())

  const datesOf = async () =>
    (await provider.getPrices(coin('ACM'), period)).closes.map(({ date, close }) => `${date} ${close}`)

  it('has one close a day, and counts midnight as the end of the previous day', async () => {
    expect(await provider.getPrices(coin('ACM'), period)).toEqual({
      closes: [
        { date: '2026-11-18', close: 11, adjustedClose: 11 },
        { date: '2026-11-19', close: 12, adjustedClose: 12 },
        { date: '2026-11-20', close: 12.5, adjustedClose: 12.5 },
      ],
      splits: [],
      currency: 'USD',
      name: 'Acme Coin',
      type: 'coin',
      reachesBackTo: '2025-11-20',
      asOf: '2026-11-20T14:58:31.000Z',
    })
  })

  it('takes the last point of a day from hourly ones, in any order', async () => {
    reply(CHART, {
      prices: [
        [at('2026-11-19T23:02:11Z'), 3],
        [at('2026-11-19T01:00:07Z'), 1],
        [at('2026-11-19T22:01:00Z'), 2],
        [at('2026-11-20T00:00:09Z'), 4],
        [at('2026-11-20T01:00:09Z'), null],
        [at('2026-11-20T02:00:09Z'), 0],
        null,
        ['soon', 5],
      ],
    })
    expect(await datesOf()).toEqual(['2026-11-19 3', '2026-11-20 4'])
  })

  it('leaves out what is before the requested span', async () => {
    reply(CHART, { prices: [[at('2026-10-20T00:00:00Z'), 1], ...prices] })
    expect((await datesOf())[0]).toBe('2026-11-18 11')
  })

  it('requests no more than the year it offers', async () => {
    await provider.getPrices(coin('ACM'), { ...period, from: new Date('1900-01-01') })
    await provider.getPrices(coin('ACM'), period)
    const charts = source.requests.filter(({ url }) => url.pathname.endsWith(CHART))
    expect(charts.map(({ url }) => url.search)).toEqual([
      '?vs_currency=usd&days=365&interval=daily',
      '?vs_currency=usd&days=32&interval=daily',
    ])
  })

  it('is the one with the highest market value among those that share a symbol', async () => {
    reply(MARKETS, [
      { id: 'acme-wrapped', symbol: 'ACM', name: 'Wrapped Acme', market_cap: null },
      { id: 'acme-small', symbol: 'acm', name: 'Small Acme', market_cap: 1_000 },
      acme,
      { id: 'other', symbol: 'oth', name: 'Other', market_cap: 9_000_000 },
    ])
    expect((await provider.getPrices(coin('ACM'), period)).name).toBe('Acme Coin')
  })

  it('is a ranked one, whatever market value another claims', async () => {
    reply(MARKETS, [
      { id: 'acme-clone', symbol: 'acm', name: 'Acme', market_cap: 9_000_000_000, market_cap_rank: null },
      acme,
    ])
    expect((await provider.getStats(coin('ACM'))).coinName).toBe('Acme Coin')
  })

  it('is the first one if the list has no market values', async () => {
    reply(MARKETS, [
      { id: 'acme-coin', symbol: 'acm', name: 'Acme Coin', current_price: 12.5 },
      { id: 'acme-small', symbol: 'acm', name: 'Small Acme', current_price: 0.1 },
    ])
    expect((await provider.getStats(coin('ACM'))).stats).toEqual({ currentPrice: 12.5 })
  })

  it('is unknown if it is not in the list', async () => {
    reply(MARKETS, [{ ...acme, symbol: 'oth' }])
    await expect(provider.getPrices(coin('ACM'), period)).rejects.toMatchObject({ code: 'unknown-ticker' })
  })

  it('is gone only if CoinGecko itself answers 404', async () => {
    reply(CHART, { error: 'coin not found' }, { status: 404 })
    await expect(provider.getPrices(coin('ACM'), period)).rejects.toMatchObject({ code: 'unknown-ticker' })
    reply(CHART, { error: 'no such page' }, { status: 404 })
    await expect(provider.getPrices(coin('ACM'), period)).rejects.toMatchObject({ name: 'SourceError' })
  })

  it('has our names for its figures, without unknown ones', async () => {
    expect(await provider.getStats(coin('ACM'))).toEqual({
      stats: {
        currentPrice: 12.5,
        marketCap: 1_250_000,
        marketCapRank: 900,
        fullyDilutedValuation: 2_500_000,
        volume24Hr: 4_000,
        '24HourHigh': 13,
        '24HourLow': 12,
        '24HourChangePercent': -0.5,
        circulatingSupply: 100_000,
        totalSupply: 200_000,
        allTimeHigh: 40,
        allTimeLow: 0.1,
        allTimeHighDate: '2025-10-06',
        allTimeLowDate: '2013-07-05',
      },
      currency: 'USD',
      coinName: 'Acme Coin',
      asOf: '2026-11-20T14:59:00.000Z',
    })
    const odd = { market_cap: 0, circulating_supply: 0, ath: 'high', ath_date: 'then', last_updated: 7 }
    reply(MARKETS, [{ ...acme, ...odd, price_change_percentage_24h: 0 }])
    const { stats, asOf } = await provider.getStats(coin('ACM'))
    expect(Object.keys(stats)).toEqual(expect.not.arrayContaining(['marketCap', 'circulatingSupply']))
    expect([stats['allTimeHigh'], stats['allTimeHighDate'], asOf]).toEqual([undefined, undefined, undefined])
    expect(stats['24HourChangePercent']).toBe(0)
  })

  it('is looked up by its ticker once an hour, or once a minute while none of that ticker is ranked', async () => {
    const countOf = () => source.asked.filter((path) => path.endsWith(MARKETS)).length
    const askTwice = async () => {
      await provider.getPrices(coin('ACM'), period)
      await provider.getPrices(coin('ACM'), period)
      return countOf()
    }
    expect(await askTwice()).toBe(1)
    clock.advance(3_600_000)
    reply(MARKETS, [{ ...acme, market_cap_rank: null }])
    expect(await askTwice()).toBe(2)
    clock.advance(60_000)
    expect(await askTwice()).toBe(3)
  })

  it('is not taken to be one that is not ranked, for a day', async () => {
    const countOf = () => source.asked.filter((path) => path.endsWith(MARKETS)).length
    const findName = async () => (await provider.getPrices(coin('ACM'), period)).name
    const namesake = { ...acme, id: 'namesake', name: 'Namesake', market_cap_rank: null }
    await provider.getStats(coin('ACM'))
    reply(MARKETS, [namesake])
    await expect(provider.getStats(coin('ACM'))).rejects.toMatchObject({ code: 'not-at-source' })
    await expect(provider.getStats(coin('ACM'))).rejects.toMatchObject({ code: 'not-at-source' })
    expect([await findName(), await findName(), countOf()]).toEqual(['Acme Coin', 'Acme Coin', 2])
    clock.advance(60_000)
    expect([await findName(), countOf()]).toEqual(['Acme Coin', 3])
    clock.advance(60_000)
    reply(MARKETS, [
      { ...namesake, market_cap: 1e15 },
      { ...acme, market_cap_rank: null },
    ])
    await expect(provider.getStats(coin('ACM'))).resolves.toMatchObject({ coinName: 'Acme Coin' })
    reply(MARKETS, [namesake])
    clock.advance(86_400_000 - 120_001)
    await expect(provider.getStats(coin('ACM'))).rejects.toMatchObject({ code: 'not-at-source' })
    clock.advance(60_000)
    await expect(provider.getStats(coin('ACM'))).resolves.toMatchObject({ coinName: 'Namesake' })
  })

  it('is the one with the highest market value of those that are ranked, whichever was known', async () => {
    await provider.getStats(coin('ACM'))
    reply(MARKETS, [acme, { ...acme, id: 'larger', name: 'Larger', market_cap: 1e15 }])
    await expect(provider.getStats(coin('ACM'))).resolves.toMatchObject({ coinName: 'Larger' })
  })

  it('links to its page once it is known, and to the search until then', async () => {
    expect(provider.pageUrl(coin('ACM'))).toBe('https://www.coingecko.com/en/search?query=ACM')
    await provider.getStats(coin('ACM'))
    expect(provider.pageUrl(coin('ACM'))).toBe('https://www.coingecko.com/en/coins/acme-coin')
  })

  it('is requested with the key as a header only, and not from a redirect target', async () => {
    const keyed = createProvider(source, clock, KEY)
    await keyed.getStats(coin('ACM'))
    reply(MARKETS, '', { status: 302, headers: { location: 'https://elsewhere.example/' } })
    await expect(keyed.getStats(coin('ACM'))).rejects.toMatchObject({ name: 'SourceError' })
    expect(source.requests.map(({ headers }) => headers['x-cg-demo-api-key'])).toEqual([KEY, KEY])
    expect(source.requests.map(({ url }) => url.href).join(' ')).not.toContain(KEY)
    await provider.getStats(coin('ACM')).catch(() => undefined)
    expect(source.requests.at(-1)?.headers).not.toHaveProperty('x-cg-demo-api-key')
  })

  it.each([
    [coin('BTC'), true],
    [coin('1INCH'), true],
    [coin('SUI20947'), false],
    [{ kind: 'stock', ticker: 'BTC', symbol: 'BTC' } as const, false],
  ])('covers %j: %s', (asset, expected) => {
    expect(provider.covers(asset)).toBe(expected)
  })
})
