import { DAY_MS } from '../../lib/dates.ts'
import type { Clock } from '../../lib/clock.ts'
import type { Bypass } from './bypass.ts'
import type { CacheStore } from './cache-store.ts'

/** An answer from the shared store is read there again once it is stale. */
const KEEP_IN_MEMORY_MS = DAY_MS

/** Memory over a store that all processes share. A fresh answer in memory is given without a look at the shared store;
 *  one that is no longer fresh asks it for something newer. Where the shared store is out of order, memory serves
 *  alone. */
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
      // First, since it creates the text whose length memory uses.
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
