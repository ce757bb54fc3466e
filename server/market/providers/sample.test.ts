import { describe, expect, it } from 'vitest'

import { createFakeClock } from '../testing/fake-clock.ts'
import { listShapeFaults } from '../testing/provider-contract.ts'
import type { Asset } from './provider.ts'
import { SAMPLE_SECURITIES } from './sample-facts.ts'
import { createSampleFinder, createSampleProvider } from './sample.ts'

const apple: Asset = { kind: 'stock', ticker: 'AAPL', symbol: 'AAPL' }
const bitcoin: Asset = { kind: 'crypto', ticker: 'BTC', symbol: 'BTC-USD' }
const SATURDAY = '2026-11-21T15:00:00Z'

const providerAt = (now: string) =>
  createSampleProvider({ clock: createFakeClock(now), siteUrl: 'http://localhost:3000' })
const november = { from: new Date('2026-11-14T00:00:00Z'), to: new Date(SATURDAY) }

describe('the sample provider', () => {
  it('has weekdays for stocks and every day for coins, up to today', async () => {
    const provider = providerAt(SATURDAY)
    const datesOf = async (asset: Asset) =>
      (await provider.getPrices(asset, november)).closes.map(({ date }) => date.slice(8))
    expect(await datesOf(apple)).toEqual(['16', '17', '18', '19', '20'])
    expect(await datesOf(bitcoin)).toEqual(['14', '15', '16', '17', '18', '19', '20', '21'])
  })

  it('has the same price for a day at any time', async () => {
    const early = await providerAt('2026-11-18T15:00:00Z').getPrices(apple, november)
    const late = await providerAt(SATURDAY).getPrices(apple, november)
    expect(early.closes).toEqual(late.closes.slice(0, 3))
  })

  it("does not run ahead of New York's calendar", async () => {
    const { closes } = await providerAt('2026-11-20T03:00:00Z').getPrices(apple, november)
    expect(closes.at(-1)?.date).toBe('2026-11-19')
  })

  it('derives its statistics from the series', async () => {
    const provider = providerAt(SATURDAY)
    const { closes } = await provider.getPrices(apple, { ...november, from: new Date('2025-11-01') })
    const year = closes.slice(-252).map(({ close }) => close)
    expect((await provider.getStats(apple)).stats).toMatchObject({
      previousClose: closes.at(-2)?.close,
      fiftyTwoWeekHigh: Math.max(...year),
    })
  })

  it('relates stocks to stocks and coins to coins', async () => {
    const { quotes } = await providerAt(SATURDAY).getRelated(bitcoin)
    expect(quotes.map(({ ticker }) => ticker)).toEqual(['ETH', 'SOL'])
  })

  it('keeps every generated price plausible for ten years', async () => {
    const provider = providerAt(SATURDAY)
    const period = { from: new Date('1900-01-01'), to: new Date(SATURDAY) }
    for (const { kind, ticker } of SAMPLE_SECURITIES) {
      const { closes } = await provider.getPrices({ kind, ticker, symbol: ticker }, period)
      expect(closes.every(({ close }) => close > 1 && close < 1_000_000)).toBe(true)
    }
  })

  it.each([
    ['stock', 'AAPL', 'equity'],
    ['stock', 'SPY', 'etf'],
    ['stock', 'QQQ', 'etf'],
    ['crypto', 'BTC', 'coin'],
  ] as const)('tells what the %s %s is', async (kind, ticker, type) => {
    const series = await providerAt(SATURDAY).getPrices({ kind, ticker, symbol: ticker }, november)
    expect(series.type).toBe(type)
  })

  it.each([apple, bitcoin])('returns each part in its shape, as plain JSON', async (asset) => {
    expect(await listShapeFaults(providerAt(SATURDAY), asset)).toEqual([])
  })

  it('never claims that a ticker is unknown', async () => {
    const other: Asset = { kind: 'stock', ticker: 'ZZZZ', symbol: 'ZZZZ' }
    const provider = providerAt(SATURDAY)
    expect(provider.covers(other)).toBe(false)
    await expect(provider.getPrices(other, november)).rejects.toMatchObject({ name: 'SourceError' })
  })
})

describe('the sample finder', () => {
  const tickersFor = async (text: string) =>
    (await createSampleFinder({ siteUrl: 'http://localhost:3000' }).findAssets(text)).map(
      ({ ticker }) => ticker,
    )

  it('finds stocks, funds and coins by ticker, name and with a typo', async () => {
    expect(await tickersFor('aapl')).toEqual(['AAPL'])
    expect(await tickersFor('coca cola')).toEqual(['KO'])
    expect(await tickersFor('bitc')).toEqual(['BTC'])
    expect(await tickersFor('APPL')).toEqual(['AAPL'])
    expect(await tickersFor('nothing like it')).toEqual([])
  })

  it('returns the kind and type of its hits', async () => {
    const found = await createSampleFinder({ siteUrl: 'http://localhost:3000' }).findAssets('spy')
    expect(found).toEqual([
      { ticker: 'SPY', name: 'SPDR S&P 500 ETF Trust', kind: 'stock', type: 'etf', exchange: 'NYSE Arca' },
    ])
  })
})
