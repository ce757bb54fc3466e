import { setImmediate } from 'node:timers/promises'

import { beforeEach, describe, expect, it, vi } from 'vitest'

import { askOnBehalfOf, currentAskers } from '../lib/askers.ts'
import { createLongWork } from './ask-in-order.ts'
import type { CacheStore } from './cache/cache-store.ts'
import { createMemoryState } from './cache/shared-state.ts'
import { createYahooProvider } from './providers/yahoo.ts'
import { createTestMarket } from './testing/create-test-market.ts'
import { createFakeClock } from './testing/fake-clock.ts'
import { chartBody, summaryBody } from './testing/fake-yahoo.ts'
import { setUpYahoo } from './testing/set-up-yahoo.ts'

const DAY_SECONDS = 86_400
const LAST_BAR = 1_795_098_600

describe('work on long histories', () => {
  it('runs one at a time, with other requests in between', async () => {
    const queued = createLongWork({ places: 1 })
    const order: string[] = []
    const turns = ['first', 'second', 'third'].map((name) =>
      queued(() => {
        order.push(name)
        // Stands for an answer to another client that arrived during this work.
        void setImmediate().then(() => order.push(`after ${name}`))
      }),
    )
    await Promise.all(turns)
    expect(order).toEqual(['first', 'after first', 'second', 'after second', 'third', 'after third'])
  })

  it('is done in two pieces for an answer of a source, with other requests in between', async () => {
    const timestamp = Array.from({ length: 30_000 }, (_, day) => LAST_BAR - (29_999 - day) * DAY_SECONDS)
    const text = JSON.stringify(chartBody({ timestamp, close: timestamp.map(() => 10) }))
    const order: string[] = []
    const body: object = JSON.parse(text)
    vi.spyOn(JSON, 'parse').mockImplementationOnce(() => {
      order.push('parsed')
      void setImmediate().then(() => order.push('another request'))
      return new Proxy(body, { get: (...read) => (order.push('read'), Reflect.get(...read)) })
    })
    const fetch = async () => new Response(text)
    const yahoo = createYahooProvider({ fetch, clock: createFakeClock(), userAgent: 'test' })
    const century = { from: new Date('1926-11-20T00:00:00Z'), to: new Date('2026-11-20T15:00:00Z') }
    await yahoo.getPrices({ kind: 'stock', ticker: 'ACME', symbol: 'ACME' }, century)
    expect(order.slice(0, 3)).toEqual(['parsed', 'another request', 'read'])
  })

  it('serves another client before all the work of the first one', async () => {
    const queued = createLongWork({ places: 1 })
    const order: string[] = []
    const take = (client: string) => askOnBehalfOf(client, () => queued(() => void order.push(client)))
    await Promise.all([take('many'), take('many'), take('many'), take('one')])
    expect(order).toEqual(['many', 'many', 'one', 'many'])
  })

  it('is refused for a client with very many waiting, without blaming a source', async () => {
    const queued = createLongWork({ places: 1 })
    const runs = Array.from({ length: 300 }, () => queued(() => undefined))
    const outcomes = await Promise.allSettled(runs)
    const refused = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason] : []))
    expect(refused.length).toBe(43)
    expect(refused[0]).toMatchObject({ code: 'source-unavailable', concerns: 'asker', retryAfterSeconds: 5 })
  })
})

describe('sixty long histories at once', () => {
  const yahoo = setUpYahoo()
  beforeEach(() => yahoo.reply('/quoteSummary/', { body: summaryBody({ assetProfile: {} }) }))

  const tickers = Array.from({ length: 60 }, (_, index) => `T${100 + index}`)

  it('are requested, read and stored two at a time for one client, another client’s beside them', async () => {
    const timestamp = Array.from({ length: 5_000 }, (_, day) => LAST_BAR - (4_999 - day) * DAY_SECONDS)
    const body = chartBody({ timestamp, close: timestamp.map(() => 10) })
    let underWay = 0
    let most = 0
    const asked: string[] = []
    const answering = Promise.withResolvers<void>()
    const { market } = createTestMarket(yahoo.baseUrl, {
      config: { marketCallsPerMinute: 100_000 },
      fetch: async (input) => {
        const url = new URL(input)
        if (!url.pathname.includes('/chart/')) return Response.json({}, { status: 503 })
        if (Number(url.searchParams.get('period1')) > 0) return Response.json(chartBody())
        asked.push(url.pathname.split('/').at(-1) ?? '')
        underWay++
        most = Math.max(most, underWay)
        await answering.promise
        underWay--
        return Response.json(body)
      },
    })
    const answers = tickers.map((ticker) =>
      askOnBehalfOf('many', () => market.getStock({ ticker, range: 'MAX' })),
    )
    const other = askOnBehalfOf('other', () => market.getStock({ ticker: 'OTHER', range: 'MAX' }))
    await expect.poll(() => asked).toContain('OTHER')
    await expect.poll(() => underWay).toBe(3)
    answering.resolve()
    const lengths = (await Promise.all([...answers, other])).map(({ dates }) => dates.length)
    expect(new Set(lengths)).toEqual(new Set([5_000]))
    expect(most).toBe(3)
    await market.backgroundLoadsEnded()
  })

  it.each(['not cached', 'to be renewed'])(
    'do not keep a fresh one waiting while their source is slow: %s',
    async (state) => {
      const slow = Promise.withResolvers<void>()
      let isSlow = false
      const asked: string[] = []
      const { market, clock } = createTestMarket(yahoo.baseUrl, {
        fetch: async (input) => {
          const url = new URL(input)
          if (!url.pathname.includes('/chart/')) return Response.json({}, { status: 503 })
          const isLong = Number(url.searchParams.get('period1')) <= 0
          if (isLong && isSlow) {
            asked.push(url.pathname)
            await slow.promise
          }
          return Response.json(isLong ? chartBody({ timestamp: [LAST_BAR], close: [10] }) : chartBody())
        },
      })
      const find = (client: string, ticker: string) =>
        askOnBehalfOf(client, () => market.getStock({ ticker, range: 'MAX', only: 'prices' }))
      const ask = () => Promise.all(tickers.slice(0, 8).map((ticker) => find(`client of ${ticker}`, ticker)))
      if (state === 'to be renewed') {
        await ask()
        clock.advance(2 * DAY_SECONDS * 1_000)
      }
      await find('first', 'KEPT')
      isSlow = true
      const waiting = ask()
      await expect.poll(() => asked.length).toBe(5)
      // Without a place it would get the year instead.
      await expect(find('other', 'KEPT')).resolves.toMatchObject({ prices: [10] })
      slow.resolve()
      await waiting
      await market.backgroundLoadsEnded()
    },
  )

  it('keep no other process from asking for one that waits for a place', async () => {
    const slow = Promise.withResolvers<void>()
    let isSlow = false
    const clock = createFakeClock()
    const locks = new Map<string, 'held' | 'released'>()
    const { market } = createTestMarket(yahoo.baseUrl, {
      clock,
      shared: {
        ...createMemoryState({ clock }),
        locks: {
          async tryLock(key) {
            locks.set(key, 'held')
            return async () => void locks.set(key, 'released')
          },
        },
      },
      fetch: async (input) => {
        const url = new URL(input)
        if (!url.pathname.includes('/chart/')) return Response.json({}, { status: 503 })
        if (Number(url.searchParams.get('period1')) > 0) return Response.json(chartBody())
        if (isSlow) await slow.promise
        return Response.json(chartBody({ timestamp: [LAST_BAR], close: [10] }))
      },
    })
    const find = (ticker: string) =>
      askOnBehalfOf(`client of ${ticker}`, () => market.getStock({ ticker, range: 'MAX', only: 'prices' }))
    const listLocks = () => [...locks].flatMap(([key, state]) => (key.endsWith(':MAX') ? [state] : []))
    await Promise.all(tickers.slice(0, 5).map(find))
    clock.advance(2 * DAY_SECONDS * 1_000)
    isSlow = true
    // Those to be renewed take all places at the sources.
    const renewed = tickers.slice(0, 5).map(find)
    await expect.poll(listLocks).toEqual(Array.from({ length: 5 }, () => 'held'))
    const other = find('OTHER')
    await expect.poll(listLocks).toHaveLength(6)
    await expect.poll(listLocks).toEqual(['held', 'held', 'held', 'held', 'held', 'released'])
    slow.resolve()
    await Promise.all(renewed)
    // It would get the year once it was refused a place.
    expect((await other).prices).toEqual([10])
    await market.backgroundLoadsEnded()
  })
})

describe('long histories in place of a year that is not given', () => {
  /** A market whose sources refuse everything, with whole histories of as many companies, T100 and so on. */
  async function openMarket(count: number, slowDown: (key: string) => Promise<unknown>) {
    const clock = createFakeClock()
    const { store, ...rest } = createMemoryState({ clock })
    const tickers = Array.from({ length: count }, (_, index) => `T${100 + index}`)
    for (const ticker of tickers) {
      const entry = {
        outcome: 'found',
        value: {
          source: { name: 'Yahoo Finance', url: 'https://finance.yahoo.com/', republishable: false },
          data: { closes: [{ date: '2026-11-19', close: 10, adjustedClose: 10 }], splits: [], dividends: [] },
        },
        retrievedAt: clock.now().toISOString(),
        freshUntil: clock.now().toISOString(),
      } as const
      await store.set(`prices:stock:${ticker}:MAX`, entry, DAY_SECONDS * 1_000)
    }
    const slow: CacheStore = {
      ...store,
      async get(key, options) {
        if (key.endsWith(':MAX')) await slowDown(key)
        return store.get(key, options)
      },
    }
    const { market } = createTestMarket('', {
      clock,
      shared: { ...rest, store: slow },
      fetch: async () => new Response('', { status: 429 }),
    })
    const ask = (client: string, of = tickers) =>
      Promise.allSettled(
        of.map((ticker) =>
          askOnBehalfOf(client, () =>
            market.getStock({ ticker, kind: 'stock', range: '1Y', only: 'prices' }),
          ),
        ),
      )
    return { market, tickers, ask }
  }
  const pricesOf = (outcomes: Awaited<ReturnType<Awaited<ReturnType<typeof openMarket>>['ask']>>) =>
    outcomes.map((outcome) => (outcome.status === 'fulfilled' ? outcome.value.prices : undefined))

  it('are read two at a time for one client', async () => {
    let underWay = 0
    let most = 0
    const both = Promise.withResolvers<void>()
    const { market, ask } = await openMarket(20, async () => {
      underWay++
      most = Math.max(most, underWay)
      if (underWay === 2) both.resolve()
      await both.promise
      underWay--
    })
    expect(pricesOf(await ask('many'))).toEqual(Array.from({ length: 20 }, () => [10]))
    expect(most).toBe(2)
    await market.backgroundLoadsEnded()
  })

  it('are read sixty times a minute for one client', async () => {
    const { market, tickers, ask } = await openMarket(61, () => Promise.resolve())
    const given = pricesOf(await ask('many'))
    expect(given.filter((prices) => prices !== undefined)).toHaveLength(60)
    expect(pricesOf(await ask('other', tickers.slice(0, 1)))).toEqual([[10]])
    await market.backgroundLoadsEnded()
  })

  it('leave the failure of the source to the one client that had too many of them', async () => {
    const { market, ask } = await openMarket(1, () => Promise.resolve())
    for (let time = 0; time < 60; time++) await ask('many')
    const askOnce = (client: string) =>
      askOnBehalfOf(client, async () => {
        const asking = market.getStock({ ticker: 'T100', kind: 'stock', range: '1Y', only: 'prices' })
        const [{ status }] = await Promise.allSettled([asking])
        return [status, currentAskers().wereRefused]
      })
    expect(await askOnce('many')).toEqual(['rejected', true])
    expect(await askOnce('other')).toEqual(['fulfilled', false])
    await market.backgroundLoadsEnded()
  })
})

it('replaced by a year while no source answers is an older answer', async () => {
  let isDown = false
  const year = chartBody({ timestamp: [1_767_625_200, 1_795_012_200], close: [10, 11] })
  const { market } = createTestMarket('', {
    fetch: async () => (isDown ? new Response('', { status: 403 }) : Response.json(year)),
  })
  const ask = async (range: '1Y' | '5Y') => {
    const { meta, dates } = await market.getStock({ ticker: 'ACME', kind: 'stock', range, only: 'prices' })
    return [dates[0], meta.stale, meta.coversRange]
  }
  expect(await ask('1Y')).toEqual(['2026-01-05', false, true])
  isDown = true
  expect(await ask('5Y')).toEqual(['2026-01-05', true, false])
  await market.backgroundLoadsEnded()
})
