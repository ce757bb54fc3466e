import { LRUCache } from 'lru-cache'

import {
  charactersOf,
  isUnbounded,
  MOST_CHARACTERS,
  type CacheEntry,
  type CacheStore,
} from './cache-store.ts'

const ENDLESS_SHARE = 1 / 8

/** Holds answers in this process and evicts the least recently used. Unbounded keys (see isUnbounded) have a space of their own,
 *  so that they evict nothing else.
 *  @param options.maxCharacters  of all entries together, as JSON; at most two bytes each */
export function createMemoryStore(options: { maxCharacters: number }): CacheStore {
  const createRoom = (share: number) =>
    new LRUCache<string, CacheEntry>({
      maxSize: Math.ceil(options.maxCharacters * share),
      maxEntrySize: MOST_CHARACTERS,
      sizeCalculation: (entry, key) => key.length + charactersOf(entry),
    })
  const answers = createRoom(1 - ENDLESS_SHARE)
  const endless = createRoom(ENDLESS_SHARE)
  const find = (key: string) => answers.peek(key) ?? endless.peek(key)

  return {
    async get(key, { newerThan } = {}) {
      const entry = answers.get(key) ?? endless.get(key)
      return entry && newerThan !== undefined && entry.retrievedAt <= newerThan ? undefined : entry
    },
    async set(key, entry, keepMs) {
      const kept = find(key)
      if (kept && kept.retrievedAt > entry.retrievedAt) return
      const [room, other] = isUnbounded(key, entry) ? [endless, answers] : [answers, endless]
      other.delete(key)
      room.set(key, entry, { ttl: keepMs })
    },
    async listKeys({ prefix, limit }) {
      return [...answers.entries()]
        .filter(([key, entry]) => key.startsWith(prefix) && entry.outcome === 'found')
        .toSorted(([, a], [, b]) => (a.retrievedAt < b.retrievedAt ? 1 : -1))
        .slice(0, limit)
        .map(([key, { retrievedAt }]) => ({ key, retrievedAt }))
    },
  }
}
