import { describe, expect, it, onTestFinished, vi } from 'vitest'

import { askOnBehalfOf } from '../lib/askers.ts'
import { SourceError } from '../lib/errors.ts'
import { createPageApi } from './page-api.ts'

const ASSET = { kind: 'stock', ticker: 'AAPL' } as const
const STATS = { stats: { trailingPE: 38.91 } }
const RELATED = { related: [] }

/** The API over a market with these parts. */
function apiOver(parts: { stats?: Promise<unknown>; related?: Promise<unknown> }) {
  const market = {
    getStats: vi.fn<() => Promise<unknown>>(() => parts.stats ?? Promise.resolve(STATS)),
    getRelated: vi.fn<() => Promise<unknown>>(() => parts.related ?? Promise.resolve(RELATED)),
  }
  const api = createPageApi({ market, newsletter: {} } as unknown as Parameters<typeof createPageApi>[0])
  return { market, ask: (waitedMs: number) => api.getPageParts?.({ ...ASSET, waitedMs }) }
}
const never = () => new Promise<never>(() => undefined)

it.each(['getStock', 'getDay'] as const)(
  'a page waits two seconds for %s and then goes without',
  async (part) => {
    vi.useFakeTimers()
    onTestFinished(() => {
      vi.useRealTimers()
    })
    const market = { [part]: never }
    const api = createPageApi({ market, newsletter: {} } as unknown as Parameters<typeof createPageApi>[0])
    let found: unknown = 'nothing yet'
    const asking = api[part]({ ...ASSET, range: '1Y' }).then((answer) => (found = answer))
    await vi.advanceTimersByTimeAsync(1_999)
    const early = found
    await vi.advanceTimersByTimeAsync(2)
    vi.useRealTimers()
    expect([early, found]).toEqual(['nothing yet', undefined])
    await asking
  },
)

describe('the data that follows a page’s prices', () => {
  it('is there if the sources have it', async () => {
    const { market, ask } = apiOver({})
    expect(await ask(0)).toEqual({ stats: STATS, related: RELATED })
    expect(market.getStats.mock.calls).toEqual([[ASSET]])
  })

  it('lacks what failed, which the browser requests again', async () => {
    const stats = Promise.reject(new SourceError('Yahoo Finance', 'No answer.'))
    expect(await apiOver({ stats }).ask(0)).toEqual({ stats: undefined, related: RELATED })
  })

  it.each([
    [0, 1_000],
    [1_600, 400],
  ])('is waited for, after %d ms, no longer than %d ms', async (waited, ms) => {
    vi.useFakeTimers()
    onTestFinished(() => {
      vi.useRealTimers()
    })
    let parts: unknown
    const asking = apiOver({ stats: never() })
      .ask(waited)
      ?.then((found) => (parts = found))
    await vi.advanceTimersByTimeAsync(ms - 1)
    expect(parts).toBeUndefined()
    await vi.advanceTimersByTimeAsync(2)
    await asking
    expect(parts).toEqual({ stats: undefined, related: RELATED })
  })

  it('is not requested if the prices took all the time', async () => {
    const { market, ask } = apiOver({})
    expect(await ask(2_000)).toEqual({})
    expect(market.getStats).not.toHaveBeenCalled()
  })
})

it('pages whose data arrive at the same moment are rendered one by one, and others are answered in between', async () => {
  const { takeTurn } = createPageApi({ newsletter: {} } as unknown as Parameters<typeof createPageApi>[0])
  let turn = 0
  let isCounting = true
  const count = () => {
    turn += 1
    if (isCounting) setImmediate(count)
  }
  count()
  const data = Promise.withResolvers<void>()
  const pages = Array.from({ length: 100 }, (_, index) =>
    askOnBehalfOf(`client ${index % 2}`, async () => {
      await data.promise
      await takeTurn?.()
      return turn
    }),
  )
  data.resolve()
  const renderedIn = await Promise.all(pages)
  isCounting = false
  expect(new Set(renderedIn).size).toBe(100)
})
