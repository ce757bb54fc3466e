import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'

import { AppError, SourceError } from '../lib/errors.ts'
import { askOnBehalfOf, currentAskers } from '../lib/askers.ts'
import { asOwnWait } from '../lib/patience.ts'
import { createAskInOrder } from './ask-in-order.ts'
import type { Asset, MarketProvider, Profile } from './providers/provider.ts'
import { BudgetUsedUpError } from './sources/budget-refusals.ts'
import type { SourceGuard } from './sources/source-guard.ts'

const coin: Asset = { kind: 'crypto', ticker: 'ABC', symbol: 'ABC-USD' }
const guard: SourceGuard = { run: (_source, _part, ask) => ask() }
const wait = (milliseconds: number) => new Promise<void>((resolve) => void setTimeout(resolve, milliseconds))

function createProvider(
  id: MarketProvider['id'],
  getProfile: (() => Promise<Profile>) | undefined,
  changes: Partial<MarketProvider> = {},
): MarketProvider {
  return {
    id,
    name: id,
    republishable: false,
    knowsEveryAsset: id === 'yahoo',
    covers: () => true,
    pageUrl: ({ ticker }) => `https://${id}.example/${ticker}`,
    ...(getProfile && { getProfile }),
    ...changes,
  }
}

const works = (name: string) => () => Promise.resolve({ name })
const fails = () => Promise.reject(new SourceError('Test', 'down'))
const unknown = () => Promise.reject(new AppError('unknown-ticker', 'no such coin'))

const askProfile = (...providers: MarketProvider[]) =>
  createAskInOrder({ providers, guard })(
    'profile',
    coin,
    ({ getProfile }) => getProfile && (() => getProfile(coin)),
  )

describe('asking in order', () => {
  it('credits the source that answered', async () => {
    const second = createProvider('coingecko', works('Second'), { republishable: true })
    expect(await askProfile(createProvider('yahoo', fails), second)).toEqual({
      source: { name: 'coingecko', url: 'https://coingecko.example/ABC', republishable: true },
      data: { name: 'Second' },
    })
  })

  it('does not ask the next source once one has answered', async () => {
    const spare = vi.fn<() => Promise<Profile>>(works('Second'))
    await askProfile(createProvider('yahoo', works('First')), createProvider('coingecko', spare))
    expect(spare).not.toHaveBeenCalled()
  })

  it('skips sources without the part, or for other assets', async () => {
    const stocksOnly = createProvider('twelve-data', works('Stocks'), {
      covers: ({ kind }) => kind === 'stock',
    })
    const answer = await askProfile(
      createProvider('sample', undefined),
      stocksOnly,
      createProvider('coingecko', works('Third')),
    )
    expect(answer.data).toEqual({ name: 'Third' })
  })

  it('reports an asset as unknown if a source that knows every asset says so', async () => {
    const spare = vi.fn<() => Promise<Profile>>(works('Second'))
    await expect(
      askProfile(createProvider('yahoo', unknown), createProvider('coingecko', spare)),
    ).rejects.toMatchObject({ code: 'unknown-ticker' })
    expect(spare).not.toHaveBeenCalled()
  })

  it('asks the next source if a shorter list lacks the asset', async () => {
    const answer = await askProfile(
      createProvider('coingecko', unknown),
      createProvider('yahoo', works('Second')),
    )
    expect(answer.data).toEqual({ name: 'Second' })
  })

  it('never mistakes a failure for an unknown asset', async () => {
    const down = { code: 'source-unavailable' }
    await expect(
      askProfile(createProvider('yahoo', fails), createProvider('coingecko', unknown)),
    ).rejects.toMatchObject(down)
    await expect(
      askProfile(createProvider('coingecko', unknown), createProvider('twelve-data', fails)),
    ).rejects.toMatchObject(down)
  })

  it('does not take a ticker to be unknown that the first source, which failed, may know', async () => {
    const failing = createProvider('coingecko', fails)
    const whole = { ...createProvider('yahoo', unknown), knowsEveryAsset: true }
    await expect(askProfile(failing, whole)).rejects.toMatchObject({ code: 'source-unavailable' })
    await expect(askProfile(whole, failing)).rejects.toMatchObject({ code: 'unknown-ticker' })
  })

  it('reports a failed source rather than one that lacks an asset which exists', async () => {
    const providers = [createProvider('yahoo', unknown), createProvider('coingecko', fails)]
    const ask = (asked: MarketProvider[]) =>
      createAskInOrder({ providers: asked, guard, exists: async () => true })(
        'profile',
        coin,
        ({ getProfile }) => getProfile && (() => getProfile(coin)),
      )
    await expect(ask(providers.slice(0, 1))).rejects.toMatchObject({ code: 'not-at-source' })
    await expect(ask(providers)).rejects.toMatchObject({ code: 'source-unavailable', message: 'down' })
  })

  it('reports that there is no source, not that the asset is unknown', async () => {
    await expect(askProfile()).rejects.toMatchObject({ code: 'source-unavailable' })
  })

  it('asks no other source for a client for whom the first one is not asked', async () => {
    const spare = vi.fn<() => Promise<Profile>>(works('Second'))
    const held = () => Promise.reject(new SourceError('Test', 'held back', { concerns: 'asker' }))
    await expect(
      askProfile(createProvider('yahoo', held), createProvider('coingecko', spare)),
    ).rejects.toThrow('held back')
    expect(spare).not.toHaveBeenCalled()
  })

  it('gives the next source’s answer only to the client whose own questions failed too often', async () => {
    const stopped = () =>
      Promise.reject(new SourceError('Test', 'left alone', { concerns: 'asker', fault: 'stopped' }))
    const [name, isHisAlone] = await askOnBehalfOf('odd', async () => {
      const { data } = await askProfile(
        createProvider('yahoo', stopped),
        createProvider('coingecko', works('Second')),
      )
      return [data.name, currentAskers().wereRefused]
    })
    expect([name, isHisAlone]).toEqual(['Second', true])
  })

  it.each([
    ['does not have it', unknown, true],
    [
      'has nothing about it',
      () => Promise.reject(new SourceError('Test', 'none', { concerns: 'ticker' })),
      true,
    ],
    [
      'is left alone for this client',
      () => Promise.reject(new SourceError('Test', 'left alone', { concerns: 'asker', fault: 'stopped' })),
      true,
    ],
    ['fails', fails, false],
    [
      'may not be asked',
      () => Promise.reject(new SourceError('Test', 'paused', { concerns: 'pause' })),
      false,
    ],
  ])('tells the next source whether one that %s merely lacks it', async (_case, first, isForLacking) => {
    const told: boolean[] = []
    const providers = [createProvider('yahoo', first), createProvider('twelve-data', works('Second'))]
    const ask = createAskInOrder({ providers, guard, exists: async () => true })
    await ask('profile', coin, ({ getProfile }) => (isLacking) => {
      told.push(isLacking)
      return getProfile?.(coin) ?? fails()
    })
    expect(told).toEqual([false, isForLacking])
  })

  const usedUp = new BudgetUsedUpError({ source: 'twelve-data', name: 'Next', perMinute: 8 }, 20, 'of all')
  it.each([
    ['stock', 'is not asked', usedUp, 'not-at-source'],
    ['crypto', 'is not asked', usedUp, 'source-unavailable'],
    ['crypto', 'fails', new SourceError('Next', 'down'), 'source-unavailable'],
  ] as const)(
    'if the first source lacks a %s and the next %s, throws %s',
    async (kind, _what, error, code) => {
      const gone = new SourceError('First', 'gone', { code: 'not-at-source', concerns: 'ticker' })
      const providers = [
        createProvider('yahoo', () => Promise.reject(gone)),
        createProvider('twelve-data', () => Promise.reject(error)),
      ]
      const ask = createAskInOrder({ providers, guard })
      const asked = ask(
        'profile',
        { ...coin, kind },
        ({ getProfile }) => getProfile && (() => getProfile(coin)),
      )
      await expect(asked).rejects.toMatchObject({ code })
    },
  )

  it('reports what the first source lacks if calls of the next are kept for failures', async () => {
    const limit = { source: 'twelve-data', name: 'Twelve Data', perMinute: 8, perDay: 800 } as const
    const held = () => Promise.reject(new BudgetUsedUpError(limit, 60, 'for failures'))
    const providers = [createProvider('yahoo', unknown), createProvider('twelve-data', held)]
    const ask = createAskInOrder({ providers, guard, exists: async () => true })
    const asked = ask('profile', coin, ({ getProfile }) => getProfile && (() => getProfile(coin)))
    await expect(asked).rejects.toMatchObject({ code: 'not-at-source' })
  })

  it('moves on to the next source after five seconds, and gives up after eleven', async () => {
    vi.useFakeTimers()
    try {
      const silent = () => new Promise<Profile>(() => {})
      const helped = askProfile(createProvider('yahoo', silent), createProvider('coingecko', works('Second')))
      await vi.advanceTimersByTimeAsync(5_001)
      expect((await helped).data).toEqual({ name: 'Second' })
      const alone = askProfile(createProvider('yahoo', silent)).catch((error: unknown) => error)
      await vi.advanceTimersByTimeAsync(11_001)
      expect(await alone).toMatchObject({ code: 'source-unavailable', retryAfterSeconds: 10 })
    } finally {
      vi.useRealTimers()
    }
  })

  it('gives the next source its full time even if this process was blocked meanwhile', async () => {
    const start = performance.now()
    const now = vi.spyOn(performance, 'now')
    const stall = async () => {
      now.mockReturnValue(start + 60_000)
      return fails()
    }
    const slow = () => new Promise<Profile>((resolve) => void setImmediate(resolve, { name: 'Second' }))
    const ask = createAskInOrder({
      providers: [createProvider('yahoo', stall), createProvider('coingecko', slow)],
      guard,
    })
    const answer = await ask('profile', coin, ({ getProfile }) => getProfile && (() => getProfile(coin)))
    now.mockRestore()
    expect(answer.data).toEqual({ name: 'Second' })
  })

  describe('with a queue of our own before each source', () => {
    beforeEach(() => {
      vi.useFakeTimers()
    })
    afterEach(() => {
      vi.useRealTimers()
    })

    function startAsking(waits: { inLineMs: number; atSourceMs: number }) {
      const spare = vi.fn<() => Promise<Profile>>(works('Second'))
      const slow = async () => {
        await wait(waits.atSourceMs)
        return { name: 'First' }
      }
      const ask = createAskInOrder({
        providers: [createProvider('yahoo', slow), createProvider('coingecko', spare)],
        guard: {
          async run(_source, _part, question) {
            await asOwnWait(wait(waits.inLineMs))
            return question()
          },
        },
      })
      const asked = ask('profile', coin, ({ getProfile }) => getProfile && (() => getProfile(coin)))
      return { spare, settled: Promise.allSettled([asked]) }
    }

    it('gives the source its full time after the queue', async () => {
      const { spare, settled } = startAsking({ inLineMs: 4_900, atSourceMs: 4_900 })
      await vi.advanceTimersByTimeAsync(9_801)
      expect(await settled).toMatchObject([{ value: { data: { name: 'First' } } }])
      expect(spare).not.toHaveBeenCalled()
    })

    it('asks the next source if the source itself is late', async () => {
      const { settled } = startAsking({ inLineMs: 2_000, atSourceMs: 60_000 })
      await vi.advanceTimersByTimeAsync(9_001)
      expect(await settled).toMatchObject([{ value: { data: { name: 'Second' } } }])
    })

    it('says that many are asking after too long in the queue, and asks no other source', async () => {
      const { spare, settled } = startAsking({ inLineMs: 60_000, atSourceMs: 0 })
      await vi.advanceTimersByTimeAsync(5_001)
      expect(await settled).toMatchObject([
        { reason: { concerns: 'asker', message: expect.stringContaining('Many are asking') as string } },
      ])
      expect(spare).not.toHaveBeenCalled()
    })
  })

  it('does not hide an error of our own behind the next source', async () => {
    const broken = createProvider('yahoo', () => Promise.reject(new TypeError('mistake')))
    await expect(askProfile(broken, createProvider('coingecko', works('Second')))).rejects.toThrow(TypeError)
  })
})
