import { sql, type RawBuilder } from 'kysely'

import { isWithin, type Clock } from '../../lib/clock.ts'
import type { Database } from '../../db/database.ts'
import { freeLocks, type KeyLocks } from '../../db/advisory-locks.ts'
import type { Logger } from '../../lib/logger.ts'
import { createMemoryBudget, createSharedBudget, type CallBudget } from '../sources/call-budget.ts'
import {
  type CacheStore,
  createMemoryStore,
  CLOCKS_APART_MS,
  LONG_CHARACTERS,
  MOST_CHARACTERS,
  parseEntry,
  roomOf,
  stringifyEntry,
} from './cache-store.ts'
import { DAY_MS } from '../../lib/dates.ts'
import { answerWithinActiveTime, noteOwnWaits } from '../../lib/patience.ts'

const MAX_CACHE_CHARACTERS = 32_000_000

/** The market's state that all processes of a site share. */
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
 *  store; for a stale one the shared store is asked for something newer. If the shared store fails, only memory serves. */
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
      // The shared store comes first, since it creates the text whose length the memory store uses.
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

/** A database that takes longer is slower than most sources. */
const MAX_WAIT_MS = 3_000
/** How long a failing database is not asked, so that not every reader waits for it. */
const PAUSE_MS = 5_000
/** Late answers in a row that mean an outage: a single one may be due to a busy machine. */
const LATE_TO_PAUSE = 2

/** Works around a database that saves work but is not needed for an answer. */
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
  let pausedSince = Number.NEGATIVE_INFINITY
  let lateInARow = 0

  function pause(error: unknown): void {
    const now = clock.now().getTime()
    if (isWithin(now, pausedSince, PAUSE_MS)) return
    lateInARow = 0
    pausedSince = now
    logger.warn({ err: error }, 'the shared market state is out of order: this process goes by its own')
  }

  return {
    async run(ask, otherwise, { whenCrowded = otherwise, onLate } = {}) {
      if (isWithin(clock.now().getTime(), pausedSince, PAUSE_MS)) return otherwise
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

const MAX_ENDLESS = 20_000
/** Bytes of long histories in the database: some thousand histories. */
const MAX_LONG_BYTES = 512 * 1024 * 1024
const TRIM_LONG_EVERY = 20
/** Bytes of all other answers: a year, a profile and statistics of some hundred thousand tickers. */
const MAX_SHORT_BYTES = 1024 * 1024 * 1024
/** Reading the sizes of half a million takes two seconds of the embedded database's thread. */
const TRIM_SHORT_EVERY = 5_000
/** Each process counts its own writes: up to this many more entries may be held for a while. */
const TRIM_EVERY = 500

/** Stores answers in the database, for all processes and across restarts.
 *  Every method throws the database's error.
 *  @param options  for tests */
export function createPostgresStore(
  db: Database,
  {
    maxEndless = MAX_ENDLESS,
    trimEvery = TRIM_EVERY,
    maxLongBytes = MAX_LONG_BYTES,
    trimLongEvery = TRIM_LONG_EVERY,
    maxShortBytes = MAX_SHORT_BYTES,
    trimShortEvery = TRIM_SHORT_EVERY,
  } = {},
): CacheStore {
  let endlessSinceTrim = 0
  let longSinceTrim = 0
  let shortSinceTrim = 0

  return {
    async get(key, { newerThan } = {}) {
      const row = await db
        .selectFrom('market_cache')
        .select('entry')
        .where('key', '=', key)
        .where('keep_until', '>', sql<Date>`lunchpail_now()`)
        .$if(newerThan !== undefined, (query) =>
          query.where('retrieved_at', '>', sql<Date>`${newerThan}::timestamptz`),
        )
        .executeTakeFirst()
      return row && parseEntry(row.entry)
    },
    async set(key, entry, keepMs) {
      const text = stringifyEntry(entry)
      if (text.length > MOST_CHARACTERS) return
      // An expired entry, or one from far ahead, is always replaced: a clock that once ran fast must not lock its key.
      await sql`
        insert into market_cache as kept (key, outcome, entry, retrieved_at, keep_until)
        values (${key}, ${entry.outcome}, ${text}, ${entry.retrievedAt}::timestamptz,
          lunchpail_now() + make_interval(secs => ${keepMs / 1000}))
        on conflict (key) do update
        set outcome = excluded.outcome, entry = excluded.entry, retrieved_at = excluded.retrieved_at,
          keep_until = excluded.keep_until
        where kept.retrieved_at <= excluded.retrieved_at or kept.keep_until <= lunchpail_now()
          or kept.retrieved_at > excluded.retrieved_at + make_interval(secs => ${CLOCKS_APART_MS / 1000})`.execute(
        db,
      )
      const room = roomOf(key, entry)
      if (room === 'endless') {
        endlessSinceTrim += 1
        if (endlessSinceTrim < trimEvery) return
        endlessSinceTrim = 0
        await trimUnbounded(db, maxEndless)
      } else if (room === 'long') {
        longSinceTrim += 1
        if (longSinceTrim < trimLongEvery) return
        longSinceTrim = 0
        await trimBytes(db, maxLongBytes, sql`octet_length(entry) > ${LONG_CHARACTERS} and ${isNoList}`)
      } else if (room === 'others') {
        shortSinceTrim += 1
        if (shortSinceTrim < trimShortEvery) return
        shortSinceTrim = 0
        const isShort = sql`octet_length(entry) <= ${LONG_CHARACTERS} and ${isNoList}`
        await trimBytes(db, maxShortBytes, sql`outcome = 'found' and key not like 'search:%' and ${isShort}`)
      }
    },
    async listKeys({ prefix, limit }) {
      const rows = await db
        .selectFrom('market_cache')
        .select(['key', 'retrieved_at'])
        .where(sql<boolean>`starts_with(key, ${prefix})`)
        .where('outcome', '=', 'found')
        .where('keep_until', '>', sql<Date>`lunchpail_now()`)
        .orderBy('retrieved_at', 'desc')
        .limit(limit)
        .execute()
      return rows.map((row) => ({ key: row.key, retrievedAt: row.retrieved_at.toISOString() }))
    },
  }
}

const isNoList = sql`key not like 'listing:%'`

// The same entries as roomOf's 'endless'; an index covers just these.
async function trimUnbounded(db: Database, most: number): Promise<void> {
  await sql`
    delete from market_cache where (outcome <> 'found' or key like 'search:%') and retrieved_at <= (
      select retrieved_at from market_cache where outcome <> 'found' or key like 'search:%'
      order by retrieved_at desc offset ${most} limit 1
    )`.execute(db)
}

// Keeps the newest of these; the length of a text is known without reading it.
async function trimBytes(db: Database, mostBytes: number, which: RawBuilder<unknown>): Promise<void> {
  await sql`
    delete from market_cache where key in (
      select key from (
        select key, sum(pg_column_size(entry)) over (order by retrieved_at desc, key) as bytes
        from market_cache where ${which}
      ) as sized where bytes > ${mostBytes}
    )`.execute(db)
}
