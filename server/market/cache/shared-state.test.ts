import { describe, expect, it, onTestFinished, vi, afterEach, beforeEach } from 'vitest'

import { createLogger } from '../../lib/logger.ts'
import { createFakeClock } from '../testing/fake-clock.ts'
import { createBypass, createTieredStore } from './shared-state.ts'
import {
  parseEntry,
  stringifyEntry,
  type CacheStore,
  type FoundEntry,
  createMemoryStore,
} from './cache-store.ts'
import { asOwnWait } from '../../lib/patience.ts'

const DAY_MS = 86_400_000

const found = (value: string, { minute = 0 } = {}): FoundEntry => ({
  outcome: 'found',
  value,
  retrievedAt: new Date(Date.UTC(2026, 10, 20, 15, minute)).toISOString(),
  freshUntil: new Date(Date.UTC(2026, 10, 20, 15, minute + 15)).toISOString(),
})
const createStore = () => createMemoryStore({ maxCharacters: 100_000 })
const brokenStore = (): CacheStore => {
  const broken = vi.fn<() => Promise<never>>(() => Promise.reject(new Error('no connection')))
  return { get: broken, set: broken, listKeys: broken }
}

function createTiers(shared: CacheStore = createStore()) {
  const memory = createStore()
  const clock = createFakeClock('2026-11-20T15:00:00Z')
  const logger = createLogger('silent')
  const get = vi.spyOn(shared, 'get')
  const warn = vi.spyOn(logger, 'warn')
  return {
    store: createTieredStore({ memory, shared, bypass: createBypass({ clock, logger }), clock }),
    memory,
    shared,
    clock,
    get,
    warn,
  }
}

describe('createTieredStore', () => {
  it('returns a fresh answer from memory without reading the shared store', async () => {
    const { store, clock, get } = createTiers()
    await store.set('a', found('own'), DAY_MS)
    clock.advance(15 * 60_000 - 1)
    expect(await store.get('a')).toEqual(found('own'))
    expect(get).not.toHaveBeenCalled()
  })

  it('checks the shared store for something newer once it is stale', async () => {
    const { store, shared, clock, get } = createTiers()
    await store.set('a', found('own'), DAY_MS)
    clock.advance(15 * 60_000)
    expect(await store.get('a')).toEqual(found('own'))
    expect(get).toHaveBeenCalledWith('a', { newerThan: '2026-11-20T15:00:00.000Z' })
    await shared.set('a', found('theirs', { minute: 14 }), DAY_MS)
    expect(await store.get('a')).toEqual(found('theirs', { minute: 14 }))
    get.mockClear()
    expect(await store.get('a')).toEqual(found('theirs', { minute: 14 }))
    expect(get).not.toHaveBeenCalled()
  })

  it('stringifies an answer once to store it, and never to take it over', async () => {
    const kept = new Map<string, string>()
    const asText: CacheStore = {
      get: async (key) => {
        const text = kept.get(key)
        return text === undefined ? undefined : parseEntry(text)
      },
      set: async (key, entry) => void kept.set(key, stringifyEntry(entry)),
      listKeys: async () => [],
    }
    const stringify = vi.spyOn(JSON, 'stringify')
    onTestFinished(() => stringify.mockRestore())
    // Excludes the JSON that the test runner writes.
    const countWritten = () =>
      stringify.mock.calls.filter(
        ([value]: unknown[]) => (value as { value?: unknown } | undefined)?.value === 'own',
      ).length
    await createTiers(asText).store.set('a', found('own'), DAY_MS)
    expect(countWritten()).toBe(1)
    const other = createTiers(asText)
    expect(await other.store.get('a')).toEqual(found('own'))
    expect(await other.memory.get('a')).toEqual(found('own'))
    expect(countWritten()).toBe(1)
  })

  it('writes every answer to the shared store', async () => {
    const { store, shared } = createTiers()
    await store.set('a', found('own'), DAY_MS)
    expect(await shared.get('a')).toEqual(found('own'))
    expect(await store.listKeys({ prefix: 'a', limit: 10 })).toEqual([
      { key: 'a', retrievedAt: '2026-11-20T15:00:00.000Z' },
    ])
  })

  it('serves from memory if the shared store fails, and retries the store after five seconds', async () => {
    const shared = brokenStore()
    const { store, clock, get, warn } = createTiers(shared)
    await store.set('a', found('own'), DAY_MS)
    expect(await store.get('b')).toBeUndefined()
    expect(await store.get('a')).toEqual(found('own'))
    expect(await store.listKeys({ prefix: 'a', limit: 10 })).toHaveLength(1)
    expect(get).toHaveBeenCalledTimes(1)
    expect(warn).toHaveBeenCalledTimes(1)
    clock.advance(5_000)
    expect(await store.get('b')).toBeUndefined()
    expect(get).toHaveBeenCalledTimes(2)
  })
})

function open() {
  const clock = createFakeClock()
  const logger = createLogger('silent')
  const warn = vi.spyOn(logger, 'warn')
  return { clock, warn, ...createBypass({ clock, logger }) }
}

describe('a bypass', () => {
  it('returns the database’s answer', async () => {
    const { run, warn } = open()
    expect(await run(async () => 'theirs', 'own')).toBe('theirs')
    expect(warn).not.toHaveBeenCalled()
  })

  it('does not ask a failing database for five seconds, with one log line', async () => {
    const { run, clock, warn } = open()
    const ask = vi.fn<() => Promise<string>>(() => Promise.reject(new Error('no connection')))
    expect(await run(ask, 'own')).toBe('own')
    expect(await run(ask, 'own')).toBe('own')
    expect([ask.mock.calls.length, warn.mock.calls.length]).toEqual([1, 1])
    clock.advance(5_000)
    expect(await run(async () => 'theirs', 'own')).toBe('theirs')
  })

  describe('for a database that does not answer', () => {
    beforeEach(() => {
      vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
    })
    afterEach(() => {
      vi.useRealTimers()
    })

    it('waits three seconds, twice, and then does not ask for a while', async () => {
      const { run, warn } = open()
      const ask = vi.fn<() => Promise<string>>(() => new Promise<never>(() => {}))
      for (let turn = 1; turn <= 2; turn += 1) {
        const answer = run(ask, 'own')
        await vi.advanceTimersByTimeAsync(3_000)
        expect(await answer).toBe('own')
      }
      expect(await run(ask, 'own')).toBe('own')
      expect([ask.mock.calls.length, warn.mock.calls.length]).toEqual([2, 1])
    })

    it('returns an answer that arrived while this process was blocked', async () => {
      const { run } = open()
      const { promise, resolve } = Promise.withResolvers<string>()
      const answer = run(() => promise, 'own')
      // Node runs the expired timer first, and reads right after it what has arrived meanwhile.
      setImmediate(() => resolve('theirs'))
      vi.advanceTimersByTime(3_000)
      expect(await answer).toBe('theirs')
    })

    it('does not count the wait for a connection of our own against the database', async () => {
      const { run, warn } = open()
      const connection = Promise.withResolvers<string>()
      const ask = async () => {
        await asOwnWait(connection.promise)
        return new Promise<string>((resolve) => setTimeout(resolve, 2_900, 'theirs'))
      }
      const answers = Array.from({ length: 3 }, () => run(ask, 'own'))
      await vi.advanceTimersByTimeAsync(2_800)
      connection.resolve('')
      await vi.advanceTimersByTimeAsync(6_000)
      expect(await Promise.all(answers)).toEqual(['theirs', 'theirs', 'theirs'])
      expect(warn).not.toHaveBeenCalled()
    })

    it('reports a crowd, and keeps asking, if no connection of our own becomes free', async () => {
      const { run, warn } = open()
      const gaveUp = Promise.withResolvers<string>()
      const answers = Array.from({ length: 5 }, () =>
        run(() => asOwnWait(gaveUp.promise), 'own', { whenCrowded: 'crowded' }),
      )
      await vi.advanceTimersByTimeAsync(3_000)
      expect(await Promise.all(answers)).toEqual(Array.from({ length: 5 }, () => 'crowded'))
      gaveUp.reject(new Error('timeout exceeded when trying to connect'))
      await vi.advanceTimersByTimeAsync(0)
      expect(await run(async () => 'theirs', 'own')).toBe('theirs')
      expect(warn).not.toHaveBeenCalled()
    })

    it('logs an outage once, however many answers fail later', async () => {
      const { run, warn } = open()
      const failing = Promise.withResolvers<string>()
      const answers = Array.from({ length: 50 }, () => run(() => failing.promise, 'own'))
      await vi.advanceTimersByTimeAsync(3_000)
      await Promise.all(answers)
      failing.reject(new Error('connection lost'))
      await vi.advanceTimersByTimeAsync(0)
      expect(warn).toHaveBeenCalledTimes(1)
    })

    it('passes on a late answer, such as a lock that must be released', async () => {
      const { run } = open()
      const { promise, resolve } = Promise.withResolvers<string>()
      const late = vi.fn<(answer: string) => void>()
      const answer = run(() => promise, 'own', { onLate: late })
      await vi.advanceTimersByTimeAsync(3_000)
      expect(await answer).toBe('own')
      resolve('a lock')
      await promise
      await Promise.resolve()
      expect(late).toHaveBeenCalledWith('a lock')
    })
  })
})
