import type { Clock } from '../../lib/clock.ts'
import type { Database } from '../../db/database.ts'
import { freeLocks, type KeyLocks } from '../../db/advisory-locks.ts'
import type { Logger } from '../../lib/logger.ts'
import { createMemoryBudget, createSharedBudget, type CallBudget } from '../sources/call-budget.ts'
import type { CacheStore } from './cache-store.ts'
import { createBypass } from './bypass.ts'
import { createMemoryStore } from './memory-store.ts'
import { createPostgresStore } from './postgres-store.ts'
import { createTieredStore } from './tiered-store.ts'

const MAX_CACHE_CHARACTERS = 32_000_000

/** What all processes of a site share about the market. */
export interface SharedState {
  readonly store: CacheStore
  readonly locks: KeyLocks
  readonly budget: CallBudget
}

/** Shared by all processes on the database; each has a memory cache in front of it. */
export function createSharedState(deps: {
  db: Database
  locks: KeyLocks
  clock: Clock
  logger: Logger
  /** Keys the hashes that tell clients apart. */
  secretKey: string
}): SharedState {
  const { db, locks, clock, logger, secretKey } = deps
  const memory = createMemoryStore({ maxCharacters: MAX_CACHE_CHARACTERS })
  // One bypass for all three, since they fail together.
  const bypass = createBypass({ clock, logger })
  return {
    store: createTieredStore({ memory, shared: createPostgresStore(db), bypass, clock }),
    locks: {
      tryLock: (key) =>
        bypass.run(
          () => locks.tryLock(key),
          // Asking without a lock is better than not asking.
          async () => {},
          { onLate: (release) => void release?.() },
        ),
    },
    budget: createSharedBudget({ db, bypass, clock, secretKey }),
  }
}

/** State of a single process, gone when it ends. */
export function createMemoryState({ clock }: { clock: Clock }): SharedState {
  return {
    store: createMemoryStore({ maxCharacters: MAX_CACHE_CHARACTERS }),
    locks: freeLocks,
    budget: createMemoryBudget({ clock }),
  }
}
