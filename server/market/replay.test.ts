import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { stockResponseSchema } from '../../shared/market-contract.ts'
import type { Market } from './index.ts'
import { createTestMarket } from './testing/create-test-market.ts'
import { createFakeClock } from './testing/fake-clock.ts'
import { hasRecordings, startReplay, type Replay } from './testing/start-replay.ts'

// Skipped if the recordings are not next to the project.
describe.skipIf(!hasRecordings)('against recorded answers (needs ../shared/upstream/replay.mjs)', () => {
  let replay: Replay
  let market: Market

  // The recordings are shifted in time to end today.
  const createReplayedMarket = () =>
    createTestMarket(replay.baseUrl, {
      config: { marketData: 'live' },
      clock: createFakeClock(new Date().toISOString()),
    }).market

  beforeAll(async () => {
    replay = await startReplay()
    market = createReplayedMarket()
  })
  afterAll(() => replay.stop())

  const year = async (ticker: string, kind?: 'stock' | 'crypto') =>
    stockResponseSchema.parse(await market.getStock({ ticker, kind, range: '1Y' }))

  it('shows all of Apple', async () => {
    const { info, dates, prices, meta } = await year('AAPL')
    expect(info).toMatchObject({
      'Company Name': 'Apple Inc.',
      CEO: 'Mr. Timothy D. Cook',
      Headquarters: 'Cupertino, CA, United States',
      Website: 'https://www.apple.com',
      'Primary exchange': 'NasdaqGS',
    })
    expect(dates.length).toBeGreaterThan(240)
    expect(dates).toEqual([...new Set(dates)].sort())
    expect(prices).toHaveLength(dates.length)
    expect(meta).toMatchObject({ kind: 'stock', currency: 'USD', profileAvailable: true, sample: false })
  })

  it('returns statistics and related tickers for Apple, highest change first', async () => {
    const { stats } = await market.getStats({ ticker: 'AAPL' })
    expect(stats).toMatchObject({
      trailingPE: 38.91442,
      lastSplitFactor: '4:1',
      lastSplitDate: '2020-08-31',
      sharesShortPriorMonth: 157_008_120,
    })
    expect(stats).not.toHaveProperty('maxAge')
    const { related } = await market.getRelated({ ticker: 'AAPL' })
    const changes = related.map(({ change }) => Number.parseFloat(change))
    expect(changes.length).toBeGreaterThan(0)
    expect(changes).toEqual(changes.toSorted((a, b) => b - a))
  })

  it('shows a fund without officers, employees or an address', async () => {
    const { info, meta } = await year('QQQ')
    expect(Object.keys(info).sort()).toEqual(['About', 'Company Name', 'Primary exchange', 'Ticker'])
    expect(meta.profileAvailable).toBe(true)
  })

  it('shows Bitcoin by its base symbol', async () => {
    const { ticker, info, meta } = await year('btc', 'crypto')
    expect([ticker, info['Company Name'], info.Founded]).toEqual(['BTC', 'Bitcoin', '2010-07-13'])
    expect(meta).toMatchObject({ kind: 'crypto', currency: 'USD' })
  })

  it('keeps London pence', async () => {
    const { info, meta } = await year('OCDO.L')
    expect([meta.currency, info.CEO]).toEqual(['GBp', 'Mr. Timothy Steiner O.B.E.'])
  })

  it('reports an unknown ticker', async () => {
    await expect(year('NOPE7')).rejects.toMatchObject({ code: 'unknown-ticker' })
  })

  it('finds companies and coins by their names', async () => {
    const tickersFor = async (text: string) =>
      (await market.searchAssets({ text })).results.map(({ kind, ticker }) => `${kind} ${ticker}`)
    expect((await tickersFor('apple'))[0]).toBe('stock AAPL')
    expect(await tickersFor('bitcoin')).toContain('crypto BTC')
    expect(await tickersFor('APPL')).toContain('stock AAPL')
  })

  it('shows Bitcoin from CoinGecko while Yahoo is down', async () => {
    await setFaults(['yahoo.com:503:1'])
    try {
      const { info, meta } = stockResponseSchema.parse(
        await createReplayedMarket().getStock({ ticker: 'BTC', kind: 'crypto', range: '1Y' }),
      )
      expect([info['Company Name'], meta.currency, meta.stale]).toEqual(['Bitcoin', 'USD', false])
      expect(meta.source).toEqual({ name: 'CoinGecko', url: 'https://www.coingecko.com/en/coins/bitcoin' })
    } finally {
      await setFaults([])
    }
  })

  async function setFaults(faults: readonly string[]): Promise<void> {
    await fetch(`${replay.baseUrl}/__faults`, { method: 'POST', body: JSON.stringify(faults) })
  }
})
