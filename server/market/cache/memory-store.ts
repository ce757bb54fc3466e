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
    async get(key) {
      return entries.get(key)
    },
    async set(key, entry, keepMs) {
      entries.set(key, entry, { ttl: keepMs })
    },
  }
}
