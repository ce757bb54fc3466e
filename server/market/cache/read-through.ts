import { LRUCache } from 'lru-cache'

import type { Clock } from '../../clock.ts'
import { AppError } from '../../errors.ts'
import type { Logger } from '../../logger.ts'
import type { CacheEntry, CacheStore } from './cache-store.ts'

const HOUR_MS = 3_600_000
const UNKNOWN_TTL_MS = HOUR_MS
/** How long after its time to live an answer may stand in for a failed source. */
const MAX_STALE_MS = 7 * 24 * HOUR_MS
/** So that a crowd does not hammer a source that has just failed. */
const PAUSE_MS = 10_000
const MAX_PAUSES = 10_000

export interface Loaded<Value> {
  readonly value: Value
  /** When we got it from the source, ISO 8601 with Z. */
  readonly retrievedAt: string
  /** True where the source failed and this is what it said before. */
  readonly isStale: boolean
}

/** Answers from the cache while they are young, else from the source; at any moment one question per key. */
export interface ReadThroughCache {
  /** @throws what `load` throws, where no older answer can stand in; 'unknown-ticker' is itself an answer and kept */
  load<Value>(key: string, ttlMs: number, load: () => Promise<Value>): Promise<Loaded<Value>>
}

export function createReadThroughCache(deps: {
  store: CacheStore
  clock: Clock
  logger: Logger
}): ReadThroughCache {
  const { store, clock, logger } = deps
  const underWay = new Map<string, Promise<Loaded<unknown>>>()
  const pauses = new LRUCache<string, { error: unknown; until: number }>({ max: MAX_PAUSES })

  async function answer(key: string, ttlMs: number, load: () => Promise<unknown>): Promise<Loaded<unknown>> {
    const entry = await find(key)
    if (entry && ageOf(entry) < (entry.outcome === 'found' ? ttlMs : UNKNOWN_TTL_MS))
      return unwrap(entry, false)
    const pause = pauses.get(key)
    try {
      if (pause && clock.now().getTime() < pause.until) throw pause.error
      return await ask(key, ttlMs, load)
    } catch (error) {
      const isAnswer = error instanceof AppError && error.code === 'unknown-ticker'
      if (!isAnswer && entry?.outcome === 'found' && ageOf(entry) < ttlMs + MAX_STALE_MS)
        return unwrap(entry, true)
      throw error
    }
  }

  async function ask(key: string, ttlMs: number, load: () => Promise<unknown>): Promise<Loaded<unknown>> {
    try {
      const value = await load()
      const retrievedAt = clock.now().toISOString()
      pauses.delete(key)
      await keep(key, { outcome: 'found', value, retrievedAt }, ttlMs + MAX_STALE_MS)
      return { value, retrievedAt, isStale: false }
    } catch (error) {
      if (error instanceof AppError && error.code === 'unknown-ticker') {
        const retrievedAt = clock.now().toISOString()
        await keep(key, { outcome: 'unknown-ticker', message: error.message, retrievedAt }, UNKNOWN_TTL_MS)
      } else if (pauses.get(key)?.error !== error) {
        pauses.set(key, { error, until: clock.now().getTime() + PAUSE_MS })
        logger.warn({ err: error, key }, 'market source failed')
      }
      throw error
    }
  }

  // A store that is out of order costs speed, never the answer.
  async function find(key: string): Promise<CacheEntry | undefined> {
    try {
      return await store.get(key)
    } catch (error) {
      logger.warn({ err: error, key }, 'market cache could not be read')
      return undefined
    }
  }
  async function keep(key: string, entry: CacheEntry, keepMs: number): Promise<void> {
    try {
      await store.set(key, entry, keepMs)
    } catch (error) {
      logger.warn({ err: error, key }, 'market cache could not be written')
    }
  }

  const ageOf = (entry: CacheEntry) => clock.now().getTime() - Date.parse(entry.retrievedAt)

  return {
    load<Value>(key: string, ttlMs: number, load: () => Promise<Value>) {
      const running = underWay.get(key)
      // A key always means the same kind of value: it begins with the value's name.
      if (running) return running as Promise<Loaded<Value>>
      const started = answer(key, ttlMs, load).finally(() => underWay.delete(key))
      underWay.set(key, started)
      return started as Promise<Loaded<Value>>
    },
  }
}

function unwrap(entry: CacheEntry, isStale: boolean): Loaded<unknown> {
  if (entry.outcome === 'unknown-ticker') throw new AppError('unknown-ticker', entry.message)
  return { value: entry.value, retrievedAt: entry.retrievedAt, isStale }
}
