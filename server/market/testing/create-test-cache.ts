import { freeLocks, type KeyLocks } from '../../db/advisory-locks.ts'
import { createLogger } from '../../lib/logger.ts'
import { type CacheStore, createMemoryStore } from '../cache/cache-store.ts'
import { createReadThroughCache, type Loaded, type ReadThroughCache } from '../cache/read-through.ts'
import { createFakeClock, type FakeClock } from './fake-clock.ts'

/** How long an answer is fresh by default. */
export const TTL_MS = 900_000

export interface TestCache {
  readonly clock: FakeClock
  readonly cache: ReadThroughCache
  readonly load: <Value>(load: () => Promise<Value>, key?: string) => Promise<Loaded<Value>>
}

/** Creates a cache in memory for one process, unless it shares `store`, `locks` and `clock` with another. Waiting only advances
 *  the clock. */
export function createTestCache(
  options: {
    store?: CacheStore
    locks?: KeyLocks
    clock?: FakeClock
    ttlMs?: number
    revalidateMs?: number
    whileWaiting?: () => void
  } = {},
): TestCache {
  const clock = options.clock ?? createFakeClock('2026-11-20T15:00:00Z')
  const cache = createReadThroughCache({
    store: options.store ?? createMemoryStore({ maxCharacters: 100_000 }),
    locks: options.locks ?? freeLocks,
    clock,
    logger: createLogger('silent'),
    async wait(milliseconds) {
      clock.advance(milliseconds)
      options.whileWaiting?.()
    },
  })
  const freshness = {
    freshUntil: (_value: unknown, retrievedAt: Date) =>
      new Date(retrievedAt.getTime() + (options.ttlMs ?? TTL_MS)),
    revalidateMs: options.revalidateMs ?? 0,
  }
  return { clock, cache, load: (load, key = 'k') => cache.load(key, freshness, load) }
}
