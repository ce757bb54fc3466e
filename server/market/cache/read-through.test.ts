import { describe, expect, it, vi } from 'vitest'

import type { KeyLocks } from '../../db/advisory-locks.ts'
import { AppError, InvalidInputError, SourceError } from '../../lib/errors.ts'
import { askOnBehalfOf, currentAskers } from '../../lib/askers.ts'
import { keepFor } from '../feeds.ts'
import { createFakeClock } from '../testing/fake-clock.ts'
import { createTestCache, TTL_MS } from '../testing/create-test-cache.ts'
import { type CacheStore, createMemoryStore } from './cache-store.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 86_400_000
const down = () => Promise.reject(new SourceError('Test', 'down'))
const unknown = () => Promise.reject(new AppError('unknown-ticker', 'no such ticker'))

describe('createReadThroughCache', () => {
  it('asks the source once for a thousand simultaneous callers', async () => {
    const { load } = createTestCache()
    const source = vi.fn<() => Promise<string>>(async () => 'value')
    const answers = await Promise.all(Array.from({ length: 1_000 }, () => load(source)))
    expect(source).toHaveBeenCalledTimes(1)
    expect(new Set(answers.map(({ value }) => value))).toEqual(new Set(['value']))
  })

  it('asks a failing source once for a thousand simultaneous callers', async () => {
    const { load } = createTestCache()
    const source = vi.fn<() => Promise<never>>(down)
    const answers = await Promise.allSettled(Array.from({ length: 1_000 }, () => load(source)))
    expect(source).toHaveBeenCalledTimes(1)
    expect(answers.every(({ status }) => status === 'rejected')).toBe(true)
  })

  it('keeps keys apart', async () => {
    const { load } = createTestCache()
    expect((await load(async () => 1, 'a')).value).toBe(1)
    expect((await load(async () => 2, 'b')).value).toBe(2)
  })

  it('asks again once the time to live is over', async () => {
    const { clock, load } = createTestCache()
    await load(async () => 'old')
    clock.advance(TTL_MS - 1)
    expect((await load(async () => 'new')).value).toBe('old')
    clock.advance(1)
    expect(await load(async () => 'new')).toEqual({
      value: 'new',
      retrievedAt: '2026-11-20T15:15:00.000Z',
      isStale: false,
    })
  })

  it('returns the old answer with its time for seven days if the source fails', async () => {
    const { clock, load } = createTestCache()
    await load(async () => 'old')
    clock.advance(6 * DAY_MS)
    expect(await load(down)).toEqual({
      value: 'old',
      retrievedAt: '2026-11-20T15:00:00.000Z',
      isStale: true,
    })
    clock.advance(DAY_MS + TTL_MS)
    await expect(load(down)).rejects.toThrow('down')
  })

  it('returns the old answer after three seconds without a reply, and the new one once it arrives', async () => {
    vi.useFakeTimers()
    try {
      const { clock, load } = createTestCache()
      await load(async () => 'old')
      clock.advance(DAY_MS)
      let answer = (_value: string) => {}
      const silent = () => new Promise<string>((resolve) => (answer = resolve))
      const waiting = load(silent)
      await vi.advanceTimersByTimeAsync(3_001)
      expect(await waiting).toMatchObject({ value: 'old', isStale: true })
      answer('new')
      await vi.advanceTimersByTimeAsync(0)
      expect(await load(down)).toMatchObject({ value: 'new', isStale: false })
    } finally {
      vi.useRealTimers()
    }
  })

  it('does not ask a failed source for ten seconds, with or without an old answer', async () => {
    const { clock, load } = createTestCache()
    const source = vi.fn<() => Promise<never>>(down)
    await expect(load(source)).rejects.toThrow('down')
    clock.advance(9_999)
    await expect(load(source)).rejects.toThrow('down')
    expect(source).toHaveBeenCalledTimes(1)
    clock.advance(1)
    expect((await load(async () => 'back')).value).toBe('back')
    clock.advance(TTL_MS)
    expect((await load(source)).isStale).toBe(true)
    expect((await load(source)).isStale).toBe(true)
    expect(source).toHaveBeenCalledTimes(2)
  })

  it('reports the source’s failure during the pause', async () => {
    const { load } = createTestCache()
    const refused = () => Promise.reject(new SourceError('Test', 'no', { fault: 'slow-down' }))
    await expect(load(refused)).rejects.toThrow('no')
    await expect(load(down)).rejects.toMatchObject({ message: 'no', fault: 'slow-down' })
  })

  it('does not extend the pause when called during it', async () => {
    const { clock, load } = createTestCache()
    await expect(load(down)).rejects.toThrow('down')
    clock.advance(9_000)
    await expect(load(down)).rejects.toThrow('down')
    clock.advance(1_000)
    expect((await load(async () => 'back')).value).toBe('back')
  })

  it('remembers that a ticker is unknown for ten seconds, and for twice as long each time, an hour at most', async () => {
    const { clock, load } = createTestCache()
    const source = vi.fn<() => Promise<never>>(unknown)
    for (const seconds of [10, 20, 40, 80, 160, 320, 640, 1_280, 2_560, 3_600, 3_600]) {
      source.mockClear()
      await expect(load(source)).rejects.toMatchObject({ code: 'unknown-ticker' })
      clock.advance(seconds * 1_000 - 1)
      await expect(load(source)).rejects.toMatchObject({ code: 'unknown-ticker', message: 'no such ticker' })
      expect(source).toHaveBeenCalledTimes(1)
      clock.advance(1)
    }
    expect((await load(async () => 'listed')).value).toBe('listed')
  })

  it('forgets how long a ticker was unknown once there is an answer', async () => {
    const { clock, load } = createTestCache()
    const source = vi.fn<() => Promise<never>>(unknown)
    for (const seconds of [3_600, 3_600]) {
      await expect(load(source)).rejects.toMatchObject({ code: 'unknown-ticker' })
      clock.advance(seconds * 1_000)
    }
    await load(async () => 'listed')
    clock.advance(8 * 24 * HOUR_MS)
    await expect(load(source)).rejects.toMatchObject({ code: 'unknown-ticker' })
    clock.advance(10_000)
    await expect(load(source)).rejects.toMatchObject({ code: 'unknown-ticker' })
    expect(source).toHaveBeenCalledTimes(4)
  })

  it('remembers that an asset is missing for ten seconds again once there was an answer', async () => {
    const { clock, load } = createTestCache()
    const missing = vi.fn<() => Promise<never>>(() =>
      Promise.reject(new SourceError('Test', 'not here', { code: 'not-at-source', concerns: 'ticker' })),
    )
    await expect(load(missing)).rejects.toThrow('not here')
    clock.advance(10_000)
    await load(async () => 'here')
    clock.advance(TTL_MS)
    for (const seconds of [10, 20]) {
      missing.mockClear()
      expect(await load(missing)).toMatchObject({ value: 'here', isStale: true })
      clock.advance(seconds * 1_000 - 1)
      await load(missing)
      expect(missing).toHaveBeenCalledTimes(1)
      clock.advance(1)
    }
  })

  describe('an answer that lacks what it should have', () => {
    const minutes = (count: number) => count * 60_000
    function createWorld() {
      const { clock, cache } = createTestCache()
      const freshness = { ...keepFor(HOUR_MS), isPoor: (value: string) => value === '' }
      const source = vi.fn<() => Promise<string>>()
      const ask = async (says: string) => {
        source.mockClear()
        source.mockResolvedValue(says)
        const { value, isStale } = await cache.load('k', freshness, source)
        await cache.backgroundLoadsEnded()
        return { value, isStale, asked: source.mock.calls.length }
      }
      return { clock, ask }
    }

    it('is kept for twice as long each time, and returned once more while it is renewed', async () => {
      const { clock, ask } = createWorld()
      for (const seconds of [10, 20, 40, 80]) {
        expect(await ask('')).toEqual({ value: '', isStale: false, asked: 1 })
        clock.advance(seconds * 1_000 - 1)
        expect((await ask('')).asked).toBe(0)
        clock.advance(1)
      }
      expect(await ask('all of it')).toEqual({ value: '', isStale: false, asked: 1 })
      expect(await ask('all of it')).toEqual({ value: 'all of it', isStale: false, asked: 0 })
      clock.advance(minutes(59))
      expect((await ask('all of it')).asked).toBe(0)
    })

    it('is not returned once it has been known for twice as long as it is kept', async () => {
      const { clock, ask } = createWorld()
      await ask('')
      clock.advance(20_000)
      expect(await ask('all of it')).toEqual({ value: 'all of it', isStale: false, asked: 1 })
    })

    it('is kept for no longer because it was given once long before', async () => {
      const { clock, ask } = createWorld()
      await ask('')
      clock.advance(5 * DAY_MS)
      await ask('')
      clock.advance(20_000)
      expect((await ask('')).asked).toBe(1)
    })

    it('does not replace a better one that another process got meanwhile', async () => {
      const shared = { store: createMemoryStore({ maxCharacters: 100_000 }), clock: createFakeClock() }
      const [one, other] = [createTestCache(shared), createTestCache(shared)]
      const freshness = { ...keepFor(HOUR_MS), isPoor: (value: string) => value === '' }
      const slow = Promise.withResolvers<string>()
      const asking = one.cache.load('k', freshness, () => slow.promise)
      await other.cache.load('k', freshness, async () => 'all of it')
      shared.clock.advance(1)
      slow.resolve('')
      expect(await asking).toMatchObject({ value: 'all of it', isStale: false })
      expect((await one.cache.load('k', freshness, async () => '')).value).toBe('all of it')
    })

    it('does not replace a fresh one that another process got meanwhile, even of another day', async () => {
      const shared = { store: createMemoryStore({ maxCharacters: 100_000 }), clock: createFakeClock() }
      const [one, other] = [createTestCache(shared), createTestCache(shared)]
      const freshness = { ...keepFor(HOUR_MS), isPoor: (value: string) => value === '', isOther: () => true }
      const slow = Promise.withResolvers<string>()
      const asking = one.cache.load('k', freshness, () => slow.promise)
      await other.cache.load('k', freshness, async () => 'all of it')
      shared.clock.advance(1)
      slow.resolve('')
      expect((await asking).value).toBe('all of it')
    })

    it('replaces a better one that is about something else, for ten seconds the first time', async () => {
      const { clock, cache } = createTestCache()
      const freshness = {
        ...keepFor(HOUR_MS),
        isPoor: (value: string) => value.length < 5,
        isOther: (value: string, earlier: string) => value[0] !== earlier[0],
      }
      const load = async (says: string) => (await cache.load('k', freshness, async () => says)).value
      await load('all of it')
      clock.advance(3 * HOUR_MS)
      expect(await load('a')).toBe('all of it')
      clock.advance(10_000)
      expect(await load('b')).toBe('b')
      clock.advance(20_000)
      expect(await load('better')).toBe('better')
    })

    it('is not returned while a better one is known, which is a week old at most', async () => {
      const { clock, ask } = createWorld()
      await ask('all of it')
      clock.advance(minutes(121))
      expect(await ask('')).toEqual({ value: 'all of it', isStale: true, asked: 1 })
      expect(await ask('')).toEqual({ value: 'all of it', isStale: true, asked: 0 })
      clock.advance(10_000)
      expect(await ask('newer')).toEqual({ value: 'newer', isStale: false, asked: 1 })
      clock.advance(8 * DAY_MS)
      expect(await ask('')).toEqual({ value: '', isStale: false, asked: 1 })
    })
  })

  it('keeps no pause, unknown ticker or answer for longer because the clock was set back', async () => {
    const { clock, load } = createTestCache()
    await expect(load(down, 'failed')).rejects.toThrow('down')
    await expect(load(unknown, 'unknown')).rejects.toMatchObject({ code: 'unknown-ticker' })
    await load(async () => 'before', 'found')
    clock.advance(-8 * HOUR_MS)
    for (const key of ['failed', 'unknown', 'found']) {
      expect(await load(async () => 'after', key)).toMatchObject({ value: 'after', isStale: false })
      expect((await load(async () => 'again', key)).value).toBe('after')
    }
  })

  it('does not let an old answer hide that a ticker is gone', async () => {
    const { clock, load } = createTestCache()
    await load(async () => 'old')
    clock.advance(TTL_MS)
    await expect(load(unknown)).rejects.toMatchObject({ code: 'unknown-ticker' })
  })

  it('lets each of a crowd ask for itself if the first client has used up its share', async () => {
    const { load } = createTestCache()
    const held = (concerns: 'asker' | 'pause') =>
      Promise.reject(new SourceError('Test', 'held back', { concerns, code: 'too-many-requests' }))
    const greedy = vi.fn<() => Promise<string>>(() => held('asker'))
    const others = vi.fn<() => Promise<string>>(async () => 'value')
    const settled = await Promise.allSettled([load(greedy), load(greedy), load(others), load(others)])
    expect(settled.map((result) => ('value' in result ? result.value.value : result.status))).toEqual([
      'rejected',
      'rejected',
      'value',
      'value',
    ])
    expect([greedy.mock.calls.length, others.mock.calls.length]).toEqual([2, 1])
  })

  it('does not cache the refusal of one client, and returns the old answer to it', async () => {
    const { clock, load } = createTestCache()
    const held = () =>
      Promise.reject(new SourceError('Test', 'held back', { concerns: 'asker', code: 'too-many-requests' }))
    await expect(load(held)).rejects.toMatchObject({ code: 'too-many-requests' })
    expect((await load(async () => 'value')).value).toBe('value')
    clock.advance(DAY_MS)
    expect(await load(held)).toMatchObject({ value: 'value', isStale: true })
  })

  it('returns an old answer in place of a refusal to that client only', async () => {
    const { clock, load } = createTestCache()
    await load(async () => 'old')
    clock.advance(DAY_MS)
    const held = () => Promise.reject(new SourceError('Test', 'held back', { concerns: 'asker' }))
    const answers = await Promise.all([load(held), load(async () => 'new'), load(async () => 'new')])
    expect(answers.map(({ value, isStale }) => [value, isStale])).toEqual([
      ['old', true],
      ['new', false],
      ['new', false],
    ])
  })

  it('does not cache an answer that replaced a refused one', async () => {
    const { load } = createTestCache()
    const poorer = async () => {
      currentAskers().noteRefusal()
      return 'a year'
    }
    expect((await load(poorer)).value).toBe('a year')
    expect((await load(async () => 'all years')).value).toBe('all years')
  })

  it.each([
    ['a failure', new SourceError('Test', 'down')],
    ['an unknown ticker', new AppError('unknown-ticker', 'no such ticker')],
  ])('does not cache %s of one source after another was held back from its client', async (_what, error) => {
    const { load } = createTestCache()
    const refused = () => {
      currentAskers().noteRefusal()
      return Promise.reject(error)
    }
    await expect(askOnBehalfOf('odd', () => load(refused))).rejects.toThrow(error.message)
    expect(await askOnBehalfOf('visitor', () => load(async () => 'found'))).toMatchObject({ value: 'found' })
  })

  it('only checks the cache for a question that would be refused', async () => {
    const tryLock = vi.fn<KeyLocks['tryLock']>(async () => async () => {})
    const kept = createMemoryStore({ maxCharacters: 100_000 })
    const get = vi.fn<CacheStore['get']>((key) => kept.get(key))
    const { cache } = createTestCache({ store: { ...kept, get }, locks: { tryLock } })
    const freshness = { freshUntil: () => new Date('2026-11-21T15:00:00Z'), revalidateMs: 0 }
    const refuse = () => {
      throw new SourceError('Test', 'held back', { concerns: 'asker', code: 'too-many-requests' })
    }
    const source = vi.fn<() => Promise<string>>(async () => 'value')
    await expect(cache.load('k', freshness, source, refuse)).rejects.toMatchObject({ concerns: 'asker' })
    expect([tryLock.mock.calls.length, source.mock.calls.length, get.mock.calls.length]).toEqual([0, 0, 1])
    await cache.load('k', freshness, source)
    expect((await cache.load('k', freshness, source, refuse)).value).toBe('value')
  })

  it('answers from the source if the store fails', async () => {
    const broken = () => Promise.reject(new Error('no connection'))
    const { load } = createTestCache({ store: { get: broken, set: broken, listKeys: broken } })
    expect((await load(async () => 'value')).value).toBe('value')
  })

  it('lets each answer set how long it is fresh', async () => {
    const { clock, cache } = createTestCache()
    const freshness = { freshUntil: (value: string) => new Date(value), revalidateMs: 0 }
    await cache.load('k', freshness, async () => '2026-11-21T14:30:00Z')
    clock.advance(23.5 * HOUR_MS - 1)
    const source = vi.fn<() => Promise<string>>(async () => '2026-11-24T14:30:00Z')
    expect((await cache.load('k', freshness, source)).value).toBe('2026-11-21T14:30:00Z')
    clock.advance(1)
    expect((await cache.load('k', freshness, source)).value).toBe('2026-11-24T14:30:00Z')
  })

  it('does not cache a failure caused by invalid input', async () => {
    const { load } = createTestCache()
    await expect(
      load(() => Promise.reject(new InvalidInputError('no', { code: 'invalid-ticker' }))),
    ).rejects.toThrow('no')
    expect((await load(async () => 'value')).value).toBe('value')
  })

  it('pauses after an error of our own as well, without exposing its message', async () => {
    const { load } = createTestCache()
    await expect(load(() => Promise.reject(new TypeError('x of undefined')))).rejects.toThrow(TypeError)
    await expect(load(async () => 'value')).rejects.toMatchObject({
      code: 'source-failed',
      message: 'The answer of the source could not be read. Try again later.',
    })
  })

  describe('an answer that has just expired', () => {
    it('is returned at once, not as stale, while a newer one is fetched', async () => {
      const { clock, cache, load } = createTestCache({ revalidateMs: HOUR_MS })
      await load(async () => 'old')
      clock.advance(TTL_MS)
      const { promise, resolve } = Promise.withResolvers<string>()
      const source = vi.fn<() => Promise<string>>(() => promise)
      const first = await load(source)
      expect(first).toEqual({ value: 'old', retrievedAt: '2026-11-20T15:00:00.000Z', isStale: false })
      await load(source)
      resolve('new')
      await cache.backgroundLoadsEnded()
      expect(source).toHaveBeenCalledTimes(1)
      expect(await load(source)).toEqual({
        value: 'new',
        retrievedAt: '2026-11-20T15:15:00.000Z',
        isStale: false,
      })
    })

    it('stays if the source fails, which is then not asked for ten seconds', async () => {
      const { clock, cache, load } = createTestCache({ revalidateMs: HOUR_MS })
      await load(async () => 'old')
      clock.advance(TTL_MS)
      const source = vi.fn<() => Promise<never>>(down)
      for (let i = 0; i < 3; i++) {
        expect((await load(source)).value).toBe('old')
        await cache.backgroundLoadsEnded()
      }
      expect(source).toHaveBeenCalledTimes(1)
      clock.advance(10_000)
      await load(source)
      await cache.backgroundLoadsEnded()
      expect(source).toHaveBeenCalledTimes(2)
    })

    it('is no longer returned after that time', async () => {
      const { clock, load } = createTestCache({ revalidateMs: HOUR_MS })
      await load(async () => 'old')
      clock.advance(TTL_MS + HOUR_MS)
      expect((await load(async () => 'new')).value).toBe('new')
    })

    it('is replaced if the ticker turns out to be gone', async () => {
      const { clock, cache, load } = createTestCache({ revalidateMs: HOUR_MS })
      await load(async () => 'old')
      clock.advance(TTL_MS)
      expect((await load(unknown)).value).toBe('old')
      await cache.backgroundLoadsEnded()
      await expect(load(async () => 'new')).rejects.toMatchObject({ code: 'unknown-ticker' })
    })
  })

  describe('peek', () => {
    it('returns the cached answer without asking', async () => {
      const { clock, cache, load } = createTestCache()
      expect(await cache.peek('k')).toBeUndefined()
      await load(async () => 'value')
      expect(await cache.peek('k')).toEqual({
        value: 'value',
        retrievedAt: '2026-11-20T15:00:00.000Z',
        isStale: false,
      })
      clock.advance(TTL_MS)
      expect((await cache.peek('k'))?.isStale).toBe(true)
      clock.advance(7 * DAY_MS)
      expect(await cache.peek('k')).toBeUndefined()
    })

    it('returns nothing for an unknown ticker', async () => {
      const { cache, load } = createTestCache()
      await expect(load(unknown)).rejects.toThrow('no such ticker')
      expect(await cache.peek('k')).toBeUndefined()
    })
  })
})
