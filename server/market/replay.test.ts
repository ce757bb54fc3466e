import { spawn, type ChildProcess } from 'node:child_process'
import { existsSync } from 'node:fs'
import { createInterface } from 'node:readline'
import path from 'node:path'

import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { systemClock } from '../clock.ts'
import { createLogger } from '../logger.ts'
import { stockResponseSchema } from '../../shared/market-contract.ts'
import { createMarket, type Market } from './index.ts'

const REPLAY = path.join(import.meta.dirname, '../../../shared/upstream/replay.mjs')

// Skipped where the recordings are not beside the project.
describe.skipIf(!existsSync(REPLAY))('against recorded answers (needs ../shared/upstream/replay.mjs)', () => {
  let replay: ChildProcess
  let baseUrl: string
  let market: Market

  beforeAll(async () => {
    replay = spawn(process.execPath, [REPLAY, '--port', '0'], { stdio: ['ignore', 'pipe', 'inherit'] })
    baseUrl = await readAddress(replay)
    market = createMarket({
      config: {
        mode: 'test',
        marketData: 'live',
        upstreamBaseUrl: baseUrl,
        siteUrl: 'http://localhost:3000',
        contactEmail: 'hello@lunchpail.example',
      },
      logger: createLogger('silent'),
      clock: systemClock,
    })
  }, 30_000)
  afterAll(() => replay.kill())

  const year = async (ticker: string, kind?: 'stock' | 'crypto') =>
    stockResponseSchema.parse(await market.getStock({ ticker, kind, range: '1Y' }))

  it('shows Apple whole', async () => {
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

  it('gives figures and related tickers for Apple, the highest change first', async () => {
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

  it('says that an unknown ticker is unknown', async () => {
    await expect(year('NOPE7')).rejects.toMatchObject({ code: 'unknown-ticker' })
  })
})

async function readAddress(replay: ChildProcess): Promise<string> {
  if (!replay.stdout) throw new Error('the replay has no output')
  for await (const line of createInterface({ input: replay.stdout })) {
    const address = /http:\/\/127\.0\.0\.1:\d+/.exec(line)?.[0]
    if (address !== undefined) return address
  }
  throw new Error('the replay ended before it listened')
}
