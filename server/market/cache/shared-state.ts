import type { Clock } from '../../lib/clock.ts'
import type { Database } from '../../db/database.ts'
import { freeLocks, type KeyLocks } from '../../db/advisory-locks.ts'
import type { Logger } from '../../lib/logger.ts'
import { createMemoryBudget, createSharedBudget, type CallBudget } from '../sources/call-budget.ts'
import { type CacheStore, createMemoryStore } from './cache-store.ts'
import { createPostgresStore } from './postgres-store.ts'
import { DAY_MS } from '../../lib/dates.ts'
import { answerWithinActiveTime, noteOwnWaits } from '../../lib/patience.ts'

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

/** Beyond this the database is slower than most sources. */
const MAX_WAIT_MS = 3_000
/** How long a failing database is not asked, so that not every reader waits for it. */
const PAUSE_MS = 5_000
/** Late answers in a row that mean an outage: a single one may be due to a busy machine. */
const LATE_TO_PAUSE = 2

/** Does without a database that saves work but is not needed for an answer. */
export interface Bypass {
  /** Asks for a limited time, and not at all for some seconds after an outage, which is logged once. Only the database's own
   *  delays count, not waits for a connection of ours.
   *  @returns `otherwise` if there is no answer; never throws */
  readonly run: <Answer>(
    ask: () => Promise<Answer>,
    otherwise: Answer,
    options?: {
      /** Returned if no connection of our own became free; defaults to `otherwise`. */
      whenCrowded?: Answer
      /** Called with an answer that arrives too late. */
      onLate?: (answer: Answer) => void
    },
  ) => Promise<Answer>
}

/** @param settings.maxWaitMs  longer in tests that ask more at once than a busy machine answers in time */
export function createBypass({
  clock,
  logger,
  maxWaitMs = MAX_WAIT_MS,
}: {
  clock: Clock
  logger: Logger
  maxWaitMs?: number
}): Bypass {
  let pausedUntil = 0
  let lateInARow = 0

  function pause(error: unknown): void {
    const now = clock.now().getTime()
    if (now < pausedUntil) return
    lateInARow = 0
    pausedUntil = now + PAUSE_MS
    logger.warn({ err: error }, 'the shared market state is out of order: this process goes by its own')
  }

  return {
    async run(ask, otherwise, { whenCrowded = otherwise, onLate } = {}) {
      if (clock.now().getTime() < pausedUntil) return otherwise
      const noted = noteOwnWaits(ask)
      const { outcome: asked, waits } = noted
      const pauseIfTheirs = (error: unknown) => {
        if (!waits.haveFailed) pause(error)
      }
      try {
        const answer = await answerWithinActiveTime(
          maxWaitMs,
          noted,
          () => new LateError(`no answer within ${maxWaitMs} ms`),
        )
        lateInARow = 0
        return answer
      } catch (error) {
        const isLate = error instanceof LateError
        if (isLate) asked.then(onLate).catch(pauseIfTheirs)
        if (waits.areUnderWay || waits.haveFailed) return whenCrowded
        if (isLate) lateInARow += 1
        if (!isLate || lateInARow >= LATE_TO_PAUSE) pause(error)
        return otherwise
      }
    },
  }
}

class LateError extends Error {
  override readonly name = 'LateError'
}
