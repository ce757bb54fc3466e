import { DAY_MS } from '../../lib/dates.ts'
import type { Clock } from '../../lib/clock.ts'
import type { Bypass } from './bypass.ts'
import type { CacheStore } from './cache-store.ts'

/** A stale answer in memory is checked against the shared store, so it may stay this long. */
const KEEP_IN_MEMORY_MS = DAY_MS

/** Puts memory in front of a store that all processes share. A fresh answer in memory is returned without reading the shared
 *  store; for a stale one the shared store is asked for something newer. If the shared store fails, memory serves alone. */
export function createTieredStore(deps: {
  memory: CacheStore
  shared: CacheStore
  bypass: Bypass
  clock: Clock
}): CacheStore {
  const { memory, shared, bypass, clock } = deps

  return {
    async get(key, { newerThan } = {}) {
      const own = await memory.get(key)
      const isOwnNewer = own !== undefined && (newerThan === undefined || own.retrievedAt > newerThan)
      if (isOwnNewer && clock.now().getTime() < Date.parse(own.freshUntil)) return own
      const newer = await bypass.run(
        () => shared.get(key, { newerThan: isOwnNewer ? own.retrievedAt : newerThan }),
        undefined,
      )
      if (newer) await memory.set(key, newer, KEEP_IN_MEMORY_MS)
      return newer ?? (isOwnNewer ? own : undefined)
    },
    async set(key, entry, keepMs) {
      // First, since this creates the text whose length the memory store uses.
      const passedOn = bypass.run(() => shared.set(key, entry, keepMs), undefined)
      await memory.set(key, entry, keepMs)
      await passedOn
    },
    async listKeys(query) {
      const own = await memory.listKeys(query)
      return bypass.run(() => shared.listKeys(query), own)
    },
  }
}
