import { LRUCache } from 'lru-cache'

import type { CacheEntry, CacheStore } from './cache-store.ts'

/** Keeps answers in this process, the least used going first.
 *  @param options.maxCharacters  of all entries together, as JSON; two bytes each at most */
export function createMemoryStore(options: { maxCharacters: number }): CacheStore {
  const entries = new LRUCache<string, CacheEntry>({
    maxSize: options.maxCharacters,
    sizeCalculation: (entry, key) => key.length + JSON.stringify(entry).length,
  })
  return {
    async get(key, { newerThan } = {}) {
      const entry = entries.get(key)
      return entry && newerThan !== undefined && entry.retrievedAt <= newerThan ? undefined : entry
    },
    async set(key, entry, keepMs) {
      const kept = entries.peek(key)
      if (kept && kept.retrievedAt > entry.retrievedAt) return
      entries.set(key, entry, { ttl: keepMs })
    },
    async listKeys({ prefix, limit }) {
      return [...entries.entries()]
        .filter(([key, entry]) => key.startsWith(prefix) && entry.outcome === 'found')
        .toSorted(([, a], [, b]) => (a.retrievedAt < b.retrievedAt ? 1 : -1))
        .slice(0, limit)
        .map(([key, { retrievedAt }]) => ({ key, retrievedAt }))
    },
  }
}
