import { beforeEach, describe, expect, it } from 'vitest'

import { dayResponseSchema } from '../../shared/market-contract.ts'
import { createLogger } from '../lib/logger.ts'
import { createFakeClock } from './testing/fake-clock.ts'
import { createTestMarket } from './testing/create-test-market.ts'
import { chartBody, dayBody } from './testing/fake-yahoo.ts'
import { setUpYahoo } from './testing/set-up-yahoo.ts'
import type { FakeReply } from './testing/fake-source.ts'

const yahoo = setUpYahoo()
let askedAboutDays: string[]
beforeEach(() => {
  askedAboutDays = []
  answerDay({ body: dayBody() })
})

const MINUTE_MS = 60_000
const acme = { ticker: 'ACME', kind: 'stock' } as const
const DAILY = chartBody({ close: [9.6, 9.8], meta: { regularMarketPrice: 9.8 } })

/** Answers questions about a day one way, and about closes in another. */
function answerDay(day: FakeReply, daily: FakeReply = { body: DAILY }): void {
  yahoo.handlers.set('/v8/finance/chart/', ({ searchParams }) => {
    if (searchParams.get('interval') !== '5m') return daily
    askedAboutDays.push(searchParams.toString())
    return day
  })
}

function openMarket(start = '2026-11-20T14:41:00Z') {
  const lines: string[] = []
  const logger = createLogger('warn', { write: (line) => void lines.push(line) })
  const clock = createFakeClock(start)
  const { market } = createTestMarket(yahoo.baseUrl, { config: { marketData: 'live' }, logger, clock })
  return { market, clock, lines }
}

describe('getDay', () => {
  it('returns the prices of the session with their day, clock and close before', async () => {
    const { market } = openMarket()
    const day = dayResponseSchema.parse(await market.getDay(acme))
    expect(day).toMatchObject({
      ticker: 'ACME',
      times: ['2026-11-20T14:35:00.000Z', '2026-11-20T14:40:00.000Z'],
      prices: [10, 10.5],
      meta: {
        source: { name: 'Yahoo Finance' },
        asOf: '2026-11-20T14:40:00.000Z',
        session: 'open',
        currency: 'USD',
        republishable: false,
        day: {
          date: '2026-11-20',
          isToday: true,
          zone: { name: 'EST', offsetMinutes: -300 },
          previousClose: 9.8,
        },
        suspectTimes: [],
      },
    })
    expect(askedAboutDays).toEqual(['range=1d&interval=5m&includePrePost=false&events=split'])
  })

  it('asks once for any number of readers, and again after five minutes while the exchange trades', async () => {
    const { market, clock } = openMarket()
    await Promise.all(Array.from({ length: 50 }, () => market.getDay(acme)))
    clock.advance(4 * MINUTE_MS)
    await market.getDay(acme)
    expect(askedAboutDays).toHaveLength(1)
    clock.advance(2 * MINUTE_MS)
    await market.getDay(acme)
    await market.backgroundLoadsEnded()
    expect(askedAboutDays).toHaveLength(2)
  })

  it('asks nothing between the close and the next opening', async () => {
    answerDay({ body: dayBody({ meta: { regularMarketTime: Date.parse('2026-11-20T21:00:00Z') / 1_000 } }) })
    const { market, clock } = openMarket('2026-11-20T22:00:00Z')
    await market.getDay(acme)
    // Monday, before the opening.
    clock.advance(64 * 60 * MINUTE_MS)
    const { meta } = await market.getDay(acme)
    expect(askedAboutDays).toHaveLength(1)
    expect(meta).toMatchObject({ session: 'closed', day: { date: '2026-11-20', isToday: false } })
  })

  it('asks again soon after an answer without bars, even if the exchange is closed', async () => {
    const meta = { regularMarketTime: Date.parse('2026-11-20T21:00:00Z') / 1_000 }
    answerDay({ body: dayBody({ meta, timestamp: undefined }) })
    const { market, clock } = openMarket('2026-11-21T02:00:00Z')
    expect((await market.getDay(acme)).prices).toEqual([])
    answerDay({ body: dayBody({ meta }) })
    clock.advance(20_000)
    expect((await market.getDay(acme)).prices).toEqual([10, 10.5])
  })

  it('shows a day without bars rather than the day before, and asks again soon', async () => {
    answerDay({ body: dayBody() })
    const { market, clock } = openMarket('2026-11-20T14:41:00Z')
    const countBars = async () => {
      const { prices } = await market.getDay(acme)
      await market.backgroundLoadsEnded()
      return prices.length
    }
    expect(await countBars()).toBe(2)
    answerDay({ body: dayBody({ timestamp: undefined }) })
    clock.advance(11 * MINUTE_MS)
    expect(await countBars()).toBe(0)
    answerDay({ body: dayBody() })
    clock.advance(20_000)
    expect(await countBars()).toBe(2)
  })

  it('asks for no prices within a day for a page of closes', async () => {
    const { market } = openMarket()
    await market.getStock({ ...acme, range: '5D' })
    await market.backgroundLoadsEnded()
    expect(askedAboutDays).toEqual([])
  })

  it('returns the last prices, marked as stale, while the source fails', async () => {
    const { market, clock } = openMarket()
    await market.getDay(acme)
    answerDay({ status: 503, body: '' })
    clock.advance(30 * MINUTE_MS)
    const { prices, meta } = await market.getDay(acme)
    expect(prices).toEqual([10, 10.5])
    expect(meta).toMatchObject({ stale: true, retrievedAt: '2026-11-20T14:41:00.000Z' })
  })

  it('may fail on its own: closes are still answered', async () => {
    answerDay({ status: 503, body: '' })
    const { market } = openMarket()
    await expect(market.getDay(acme)).rejects.toMatchObject({ code: 'source-unavailable' })
    expect((await market.getStock({ ...acme, range: '5D', only: 'prices' })).prices).toEqual([9.6, 9.8])
  })

  it('does not know a ticker that the source does not know', async () => {
    yahoo.handlers.clear()
    await expect(openMarket().market.getDay({ ticker: 'QQZZ', kind: 'stock' })).rejects.toMatchObject({
      code: 'unknown-ticker',
    })
    expect(askedAboutDays).toEqual([])
  })

  it.each([
    ['daily bars', dayBody({ meta: { dataGranularity: '1d' } }), 'not-given'],
    ['no bars', dayBody({ timestamp: undefined }), 'none-yet'],
  ])('says what is missing if the source sends %s, and caches that too', async (_name, body, lacking) => {
    answerDay({ body })
    const { market } = openMarket()
    await market.getDay(acme)
    const day = dayResponseSchema.parse(await market.getDay(acme))
    expect(day).toMatchObject({ times: [], prices: [], meta: { lacking } })
    expect(day.meta.day).toBeUndefined()
    expect(askedAboutDays).toHaveLength(1)
  })

  it('says that the samples have no prices within the day', async () => {
    const { market } = createTestMarket(yahoo.baseUrl, { config: { marketData: 'sample' } })
    const { meta } = await market.getDay({ ticker: 'AAPL', kind: 'stock' })
    expect(meta).toMatchObject({ sample: true, lacking: 'not-given' })
  })
})

describe('prices of a day that cannot be right', () => {
  it.each([
    ['pence in place of pounds', { close: [1_000, 1_050] }, { body: DAILY }, /far from the one before, 9\.8/],
    [
      'prices far from the one that the same answer quotes',
      { close: [1_000, 1_050], meta: { regularMarketPrice: 10.5, chartPreviousClose: 980 } },
      { body: DAILY },
      /far from the price it quotes, 10\.5/,
    ],
    [
      'a dividend in place of a price',
      { close: [9.9, 0.25], meta: { regularMarketPrice: 0.25 } },
      { body: chartBody({ close: [9.6, 9.8], dividends: { a: { date: 1_795_012_200, amount: 0.25 } } }) },
      /0\.25, is a dividend/,
    ],
  ])('are refused and logged: %s', async (_name, part, daily, why) => {
    answerDay({ body: dayBody(part) }, daily)
    const { market, lines } = openMarket()
    await market.getStock({ ...acme, range: '1Y', only: 'prices' })
    await expect(market.getDay(acme)).rejects.toMatchObject({ code: 'source-failed' })
    expect(lines.filter((line) => line.includes('implausible prices were refused'))).toHaveLength(1)
    expect(lines.join('')).toMatch(why)
  })

  it('are left out, and named, if they are between others that are right', async () => {
    answerDay({ body: dayBody({ close: [10, 1_010, 10.5] }) })
    const { meta, prices } = await openMarket().market.getDay(acme)
    expect(prices).toEqual([10, 10.5])
    expect(meta).toMatchObject({ leftOutTimes: ['2026-11-20T14:40:00.000Z'], suspectTimes: [] })
  })

  it('leave no change of the day if the close before is in another unit', async () => {
    answerDay({ body: dayBody({ meta: { chartPreviousClose: 980 } }) }, { status: 503, body: '' })
    const { market } = openMarket()
    await expect(market.getDay(acme)).rejects.toMatchObject({ code: 'source-failed' })
    answerDay({ body: dayBody({ meta: { chartPreviousClose: 200 } }) })
    const { meta } = await openMarket().market.getDay(acme)
    expect(meta.day?.previousClose).toBeUndefined()
  })
})
