import { describe, expect, it, vi } from 'vitest'

import { AppError, SourceError } from '../../errors.ts'
import { createLogger } from '../../logger.ts'
import { createFakeClock } from '../testing/fake-clock.ts'
import type { CacheStore } from './cache-store.ts'
import { createMemoryStore } from './memory-store.ts'
import { createReadThroughCache } from './read-through.ts'

const TTL_MS = 900_000
const DAY_MS = 86_400_000
const down = () => Promise.reject(new SourceError('Test', 'down'))
const unknown = () => Promise.reject(new AppError('unknown-ticker', 'no such ticker'))

function createCache(store: CacheStore = createMemoryStore({ maxCharacters: 100_000 })) {
  const clock = createFakeClock('2026-11-20T15:00:00Z')
  const cache = createReadThroughCache({ store, clock, logger: createLogger('silent') })
  return { clock, load: <Value>(load: () => Promise<Value>, key = 'k') => cache.load(key, TTL_MS, load) }
}

describe('createReadThroughCache', () => {
  it('asks the source once for a thousand who ask at once', async () => {
    const { load } = createCache()
    const source = vi.fn<() => Promise<string>>(async () => 'value')
    const answers = await Promise.all(Array.from({ length: 1_000 }, () => load(source)))
    expect(source).toHaveBeenCalledTimes(1)
    expect(new Set(answers.map(({ value }) => value))).toEqual(new Set(['value']))
  })

  it('asks once for a thousand when the source fails, too', async () => {
    const { load } = createCache()
    const source = vi.fn<() => Promise<never>>(down)
    const answers = await Promise.allSettled(Array.from({ length: 1_000 }, () => load(source)))
    expect(source).toHaveBeenCalledTimes(1)
    expect(answers.every(({ status }) => status === 'rejected')).toBe(true)
  })

  it('keeps keys apart', async () => {
    const { load } = createCache()
    expect((await load(async () => 1, 'a')).value).toBe(1)
    expect((await load(async () => 2, 'b')).value).toBe(2)
  })

  it('asks again once the time to live is over', async () => {
    const { clock, load } = createCache()
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

  it('gives the old answer with its time where the source fails, for seven days', async () => {
    const { clock, load } = createCache()
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

  it('leaves a failed source alone for ten seconds, whether or not an old answer stands in', async () => {
    const { clock, load } = createCache()
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

  it('does not lengthen the pause by those who ask during it', async () => {
    const { clock, load } = createCache()
    await expect(load(down)).rejects.toThrow('down')
    clock.advance(9_000)
    await expect(load(down)).rejects.toThrow('down')
    clock.advance(1_000)
    expect((await load(async () => 'back')).value).toBe('back')
  })

  it('remembers for an hour that a ticker is unknown', async () => {
    const { clock, load } = createCache()
    const source = vi.fn<() => Promise<never>>(unknown)
    await expect(load(source)).rejects.toMatchObject({ code: 'unknown-ticker' })
    clock.advance(3_599_999)
    await expect(load(source)).rejects.toMatchObject({ code: 'unknown-ticker', message: 'no such ticker' })
    expect(source).toHaveBeenCalledTimes(1)
    clock.advance(1)
    expect((await load(async () => 'listed')).value).toBe('listed')
  })

  it('does not hide behind an old answer that a ticker has gone', async () => {
    const { clock, load } = createCache()
    await load(async () => 'old')
    clock.advance(TTL_MS)
    await expect(load(unknown)).rejects.toMatchObject({ code: 'unknown-ticker' })
  })

  it('answers from the source where the store is out of order', async () => {
    const broken = () => Promise.reject(new Error('no connection'))
    const { load } = createCache({ get: broken, set: broken })
    expect((await load(async () => 'value')).value).toBe('value')
  })

  it('forgets the least used first when the memory store is full', async () => {
    const store = createMemoryStore({ maxCharacters: 300 })
    const entry = {
      outcome: 'found',
      value: 'x'.repeat(60),
      retrievedAt: '2026-11-20T15:00:00.000Z',
    } as const
    await store.set('a', entry, DAY_MS)
    await store.set('b', entry, DAY_MS)
    await store.get('a')
    await store.set('c', entry, DAY_MS)
    expect([await store.get('a'), await store.get('b')].map((found) => found !== undefined)).toEqual([
      true,
      false,
    ])
  })
})
