import { describe, expect, it, onTestFinished, vi } from 'vitest'

import { createLogger } from '../../lib/logger.ts'
import { createFakeClock } from '../testing/fake-clock.ts'
import { createBypass } from './bypass.ts'
import { parseEntry, stringifyEntry, type CacheStore, type FoundEntry } from './cache-store.ts'
import { createMemoryStore } from './memory-store.ts'
import { createTieredStore } from './tiered-store.ts'

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
