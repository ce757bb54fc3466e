import { createStaticHandler, RouterContextProvider } from 'react-router'
import { describe, expect, it, onTestFinished, vi } from 'vitest'

import type { ApiClient, PageApi } from '../../lib/api-client.ts'
import { apiContext } from '../../lib/loading.ts'
import { createSummary } from '../../testing/edition-answers.ts'
import { rangePath, tickerPath } from '../../../shared/asset-address.ts'
import { searchTarget, type TickerScreenData } from './load-ticker.ts'
import {
  answer,
  createApi,
  createStats,
  createStock,
  createTrades,
  failure,
} from './testing/market-answers.ts'
import { createTickerLoader } from './ticker-route.ts'

const ROUTES = [
  { path: '/stocks/:ticker?', loader: createTickerLoader('stock') },
  { path: '/crypto/:ticker?', loader: createTickerLoader('crypto') },
]
const query = (address: string, api: PageApi = createApi()) =>
  createStaticHandler(ROUTES).query(new Request(`http://localhost${address}`), {
    requestContext: new RouterContextProvider(new Map([[apiContext, api]])),
  })

async function page(address: string, api?: PageApi) {
  const result = await query(address, api)
  if (result instanceof Response) throw new Error(`redirected to ${result.headers.get('location')}`)
  return {
    status: result.statusCode,
    data: Object.values(result.loaderData)[0] as unknown,
    retryAfter: Object.values(result.loaderHeaders)[0]?.get('Retry-After') ?? undefined,
  }
}

/** Time passes only where the test says so. */
function stopTime() {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
}
const after = <Value>(ms: number, value: Value) =>
  new Promise<Value>((resolve) => setTimeout(() => resolve(value), ms))

describe('the ticker loader', () => {
  it('requests the ticker in capitals, its kind, and one year by default', async () => {
    const getStock = vi.fn<ApiClient['getStock']>(({ kind }) => answer(createStock({ meta: { kind } })))
    await page('/stocks/aapl', createApi({ getStock }))
    await page('/crypto/btc?range=5Y', createApi({ getStock }))
    await page('/stocks/aapl?range=2W', createApi({ getStock }))
    expect(getStock.mock.calls).toEqual([
      [{ kind: 'stock', ticker: 'AAPL', range: '1Y' }],
      [{ kind: 'crypto', ticker: 'BTC', range: '5Y' }],
      [{ kind: 'stock', ticker: 'AAPL', range: '1Y' }],
    ])
  })

  it('requests no asset before any search, only the overview', async () => {
    const getStock = vi.fn<ApiClient['getStock']>()
    const overview = { kind: 'stock', markets: [], trades: null, lookedUp: [] }
    expect(await page('/stocks?ticker=%20', createApi({ getStock }))).toEqual({
      status: 200,
      data: {
        kind: 'stock',
        ticker: undefined,
        range: '1Y',
        answer: undefined,
        overview: { ok: true, data: overview },
      },
    })
    expect(getStock).not.toHaveBeenCalled()
  })

  it('includes the letters that mention it, by date and headline only, and works without them', async () => {
    const summary = createSummary({ date: '2026-11-16', subject: 'Apple sold' })
    const listEditions = vi.fn<ApiClient['listEditions']>(() =>
      answer({ editions: [summary], nextBefore: null, nextDue: '2026-11-23', total: 9 }),
    )
    const told = await page('/stocks/AAPL', createApi({ listEditions }))
    expect(told.data).toMatchObject({ letters: [{ date: '2026-11-16', subject: 'Apple sold' }] })
    expect(listEditions.mock.calls).toEqual([[{ limit: 5, ticker: 'AAPL' }]])
    const logged = vi.spyOn(console, 'error').mockReturnValue()
    const without = await page('/stocks/AAPL', createApi({ listEditions: () => failure(503, 'not-ready') }))
    expect([without.status, Object.keys(without.data as object).includes('letters')]).toEqual([200, false])
    expect(logged).toHaveBeenCalledWith('Failed to fetch letters', 'not-ready')
  })

  it('redirects a form sent without scripts to the address of the ticker', async () => {
    const result = await query('/crypto?ticker=+btc-usd+')
    expect(result).toBeInstanceOf(Response)
    expect((result as Response).headers.get('location')).toBe('/crypto/BTC-USD')
  })

  it.each([
    ['/stocks/btc-usd', '/crypto/BTC'],
    ['/stocks/BTCUSD?range=5Y&compare=ETH', '/crypto/BTC?range=5Y&compare=ETH'],
  ])('redirects %s to the coin that was found, and requests nothing more about a stock', async (from, to) => {
    const coin = createStock({ ticker: 'BTC', meta: { kind: 'crypto', type: 'coin' } })
    const getPageParts = vi.fn<NonNullable<PageApi['getPageParts']>>()
    const result = await query(from, createApi({ getStock: () => answer(coin), getPageParts }))
    expect(result).toBeInstanceOf(Response)
    expect((result as Response).headers.get('location')).toBe(to)
    expect(getPageParts).not.toHaveBeenCalled()
  })

  it('does not redirect within a kind', async () => {
    const coin = createStock({ ticker: 'BTC', meta: { kind: 'crypto', type: 'coin' } })
    expect((await page('/crypto/BTC-USD', createApi({ getStock: () => answer(coin) }))).status).toBe(200)
    const inEuros = createStock({ ticker: 'BTC-EUR', meta: { kind: 'stock', type: 'coin' } })
    expect((await page('/stocks/BTC-EUR', createApi({ getStock: () => answer(inEuros) }))).status).toBe(200)
  })

  it.each(['/stocks/A%20B%2FC', '/stocks?ticker=A+B%2FC', '/stocks?ticker=..', '/stocks/ABCDEFGHIJKLMNOP'])(
    'answers %s with 400 without asking a source',
    async (address) => {
      const getStock = vi.fn<ApiClient['getStock']>()
      const { status, data } = await page(address, createApi({ getStock }))
      expect(status).toBe(400)
      expect(data).toMatchObject({ answer: { ok: false, code: 'invalid-ticker' } })
      expect(getStock).not.toHaveBeenCalled()
    },
  )

  it.each([
    [404, 'unknown-ticker'],
    [503, 'source-unavailable'],
  ] as const)('passes on the status of a failure: %d', async (status, code) => {
    expect((await page('/stocks/AAPL', createApi({ getStock: () => failure(status, code) }))).status).toBe(
      status,
    )
  })
})

describe('what follows the prices', () => {
  it('comes with the page if the server has it in time, and is requested only if there are prices', async () => {
    const stats = createStats()
    const getPageParts = vi.fn<NonNullable<PageApi['getPageParts']>>(() => Promise.resolve({ stats }))
    const { data } = await page('/stocks/aapl', createApi({ getPageParts }))
    expect(data).toMatchObject({ answer: { ok: true }, parts: { stats } })
    expect(getPageParts.mock.calls).toEqual([
      [{ kind: 'stock', ticker: 'AAPL', waitedMs: expect.any(Number) as number }],
    ])
    await page('/stocks/NOPE', createApi({ getPageParts, getStock: () => failure(404, 'unknown-ticker') }))
    expect(getPageParts).toHaveBeenCalledTimes(1)
  })
})

describe('the trades in a company', () => {
  const tradesOf = async (address: string, changes: Partial<PageApi>) =>
    ((await page(address, createApi(changes))).data as TickerScreenData).trades

  it('are requested in parallel with the prices', async () => {
    const getTrades = vi.fn<ApiClient['getTrades']>(() => answer(createTrades()))
    const stock = Promise.withResolvers<Awaited<ReturnType<ApiClient['getStock']>>>()
    const loading = tradesOf('/stocks/aapl', { getTrades, getStock: () => stock.promise })
    await vi.waitFor(() => expect(getTrades.mock.calls).toEqual([[{ ticker: 'AAPL' }]]))
    stock.resolve(await answer(createStock()))
    expect(await loading).toEqual({ ok: true, data: createTrades() })
  })

  it('delay the prices by at most one second and are then left to the browser', async () => {
    stopTime()
    let isLoaded = false
    const loading = tradesOf('/stocks/AAPL', { getTrades: () => new Promise(() => undefined) }).finally(
      () => (isLoaded = true),
    )
    await vi.advanceTimersByTimeAsync(999)
    expect(isLoaded).toBe(false)
    await vi.advanceTimersByTimeAsync(1)
    expect(await loading).toBeUndefined()
  })

  it('are included however slow, when the prices were slower', async () => {
    stopTime()
    const [stock, trades] = [await answer(createStock()), await answer(createTrades())]
    const loading = tradesOf('/stocks/AAPL', {
      getStock: () => after(3_000, stock),
      getTrades: () => after(2_000, trades),
    })
    await vi.advanceTimersByTimeAsync(3_000)
    expect(await loading).toEqual(trades)
  })

  it('get a quarter of a second when the prices were slow, since they are checked against the prices', async () => {
    stopTime()
    const [stock, trades] = [await answer(createStock()), await answer(createTrades())]
    const answered = (tradesMs: number) => {
      const loading = tradesOf('/stocks/AAPL', {
        getStock: () => after(1_500, stock),
        getTrades: () => after(tradesMs, trades),
      })
      return vi.advanceTimersByTimeAsync(1_750).then(() => loading)
    }
    expect(await answered(1_749)).toEqual(trades)
    expect(await answered(1_800)).toBeUndefined()
  })

  it('come with a page whose prices the source does not have', async () => {
    const { status, data } = await page(
      '/stocks/AAPL',
      createApi({ getStock: () => failure(404, 'not-at-source') }),
    )
    expect(status).toBe(404)
    expect(data).toMatchObject({ trades: { ok: true }, letters: [] })
  })

  it('can fail without affecting the prices', async () => {
    const consoleError = vi.spyOn(console, 'error').mockImplementation(() => undefined)
    const trades = await tradesOf('/stocks/AAPL', { getTrades: () => Promise.reject(new Error('gone')) })
    expect(trades).toMatchObject({ ok: false, code: 'internal' })
    expect(consoleError.mock.calls).toEqual([['Failed to fetch trades', new Error('gone')]])
  })

  it.each(['/crypto/BTC', '/stocks/%5EGSPC', '/stocks/EURUSD%3DX'])(
    'are not requested for %s',
    async (address) => {
      const getTrades = vi.fn<ApiClient['getTrades']>()
      expect(await tradesOf(address, { getTrades })).toBeUndefined()
      expect(getTrades).not.toHaveBeenCalled()
    },
  )
})

describe('a failure that says when to try again', () => {
  it('is passed on with its Retry-After', async () => {
    const busy = {
      ok: false,
      status: 503,
      code: 'source-unavailable',
      detail: '',
      retryAfterSeconds: 59,
    } as const
    const { retryAfter } = await page('/stocks/AAPL', createApi({ getStock: () => Promise.resolve(busy) }))
    expect(retryAfter).toBe('59')
  })
})

describe('addresses', () => {
  it('encode every ticker as one path segment', () => {
    expect(tickerPath('stock', '^GSPC')).toBe('/stocks/%5EGSPC')
    expect(tickerPath('crypto', 'BTC')).toBe('/crypto/BTC')
    expect(searchTarget('stock', ' eurusd=x ')).toBe('/stocks/EURUSD%3DX')
    expect(searchTarget('stock', '..')).toBe('/stocks?ticker=..')
  })

  it('name the range unless it is the default', () => {
    expect(rangePath('stock', 'AAPL', '1Y')).toBe('/stocks/AAPL')
    expect(rangePath('stock', 'AAPL', 'MAX')).toBe('/stocks/AAPL?range=MAX')
  })
})
