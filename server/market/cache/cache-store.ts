import { sql } from 'kysely'
import { LRUCache } from 'lru-cache'

import type { Database } from '../../db/database.ts'
import { SourceError } from '../../lib/errors.ts'

interface KeptAnswer {
  /** When the source gave it, ISO 8601 with Z. */
  readonly retrievedAt: string
  /** Until then the source is not asked again, ISO 8601 with Z. */
  readonly freshUntil: string
}

export interface FoundEntry extends KeptAnswer {
  readonly outcome: 'found'
  /** Plain JSON. */
  readonly value: unknown
}

export interface UnknownTickerEntry extends KeptAnswer {
  readonly outcome: 'unknown-ticker'
  readonly message: string
}

/** A source's failure: no process asks the source the same until `freshUntil`. */
export interface FailedEntry extends KeptAnswer {
  readonly outcome: 'failed'
  readonly code: 'source-unavailable' | 'source-failed' | 'not-at-source'
  /** Missing from entries of earlier releases. */
  readonly fault?: SourceError['fault'] | undefined
  readonly source: string
  readonly concerns: SourceError['concerns']
  readonly message: string
  readonly retryAfterSeconds?: number | undefined
}

/** A key, and when its answer was retrieved, ISO 8601 with Z. */
export interface KeptKey {
  readonly key: string
  readonly retrievedAt: string
}

export type Answer = FoundEntry | UnknownTickerEntry

/** What a cache holds for one question, as plain JSON. Failures have keys of their own (`failureKeyOf`), so that the last good
 *  answer outlives them. */
export type CacheEntry = Answer | FailedEntry

/** How far apart the clocks of two processes may be. An answer from further ahead dates from before the clock was set back. */
export const CLOCKS_APART_MS = 60_000

/** Protects a source that has just failed from being asked by a crowd. */
export const PAUSE_MS = 10_000

/** @returns the key for a failure to answer `key` */
export const failureKeyOf = (key: string): string => `failed:${key}`

/** @returns what other processes see; the details are in this one's log */
export function describeFailure(error: unknown): Omit<FailedEntry, 'retrievedAt' | 'freshUntil'> {
  const { source, message, code, fault, concerns, retryAfterSeconds } =
    error instanceof SourceError
      ? error
      : new SourceError('Market data', 'The answer of the source could not be read. Try again later.', {
          code: 'source-failed',
          fault: 'unreadable',
          retryAfterSeconds: PAUSE_MS / 1000,
        })
  return {
    outcome: 'failed',
    code: code === 'source-failed' || code === 'not-at-source' ? code : 'source-unavailable',
    fault,
    source,
    concerns,
    message,
    retryAfterSeconds,
  }
}

/** Whether the source was not asked at all, or not for this client: nothing of that is cached. */
export function isHeldBack(error: unknown): boolean {
  return error instanceof SourceError && (error.concerns === 'pause' || error.concerns === 'asker')
}

/** @returns the failure, as it was in the process that asked */
export function errorOf(failure: FailedEntry): SourceError {
  const { source, message, code, fault, concerns, retryAfterSeconds } = failure
  return new SourceError(source, message, {
    code,
    fault,
    concerns,
    ...(retryAfterSeconds === undefined ? {} : { retryAfterSeconds }),
  })
}

export const poorerError = () =>
  new SourceError('Market data', 'The source has less than it had before. Try again later.', {
    code: 'not-at-source',
    fault: 'missing',
    concerns: 'ticker',
    retryAfterSeconds: PAUSE_MS / 1000,
  })

/** Dates a source's answer that it does not have something, or not all of it. What a source says for some seconds may be a slip, so it
 *  holds for ten seconds, and for twice as long each time the source says it again. It has to be kept for longer than it holds, so
 *  that the next one is known to be the same.
 *  @param last  the same answer to the same question, if it was the one before
 *  @param mostMs  for how long it holds at most */
export function dateMiss(last: CacheEntry | undefined, now: Date, mostMs: number) {
  const heldMs = last ? holdMsOf(last) : 0
  // What was said twice at the same time was said once.
  const isAgain = last !== undefined && Date.parse(last.freshUntil) <= now.getTime()
  const holdsMs = Math.min(Math.max(isAgain ? 2 * heldMs : heldMs, PAUSE_MS), mostMs)
  return freshFor(holdsMs, now)
}

export const freshFor = (milliseconds: number, now: Date) => ({
  retrievedAt: now.toISOString(),
  freshUntil: new Date(now.getTime() + milliseconds).toISOString(),
})

/** @returns for how long an answer is fresh, in milliseconds */
export const holdMsOf = ({ retrievedAt, freshUntil }: CacheEntry): number =>
  Date.parse(freshUntil) - Date.parse(retrievedAt)

/** A century of days takes 1.5 million characters, a list of all tickers 3 million. Anything longer is returned but not cached. */
export const MOST_CHARACTERS = 4_000_000

const sizes = new WeakMap<CacheEntry, number>()

/** @returns the entry as JSON, for `parseEntry` */
export function stringifyEntry(entry: CacheEntry): string {
  const text = JSON.stringify(entry)
  sizes.set(entry, text.length)
  return text
}

/** @param text  from `stringifyEntry` */
export function parseEntry(text: string): CacheEntry {
  const entry = JSON.parse(text) as CacheEntry
  sizes.set(entry, text.length)
  return entry
}

/** Returns the length of the entry as JSON. A long history has a million characters: it is only stringified for this if that
 *  has not been done before. */
const charactersOf = (entry: CacheEntry): number => sizes.get(entry) ?? stringifyEntry(entry).length

/** Only answers longer than this, in characters of JSON, count as long histories: a year takes some 15,000. */
export const LONG_CHARACTERS = 100_000

/** Where a store holds an entry: each room is bounded, and what is in one evicts nothing from another. 'endless' is what anybody can
 *  create any number of, with tickers that do not exist or texts typed into a search; 'lists' is the lists of tickers, which everybody
 *  needs. */
export type Room = 'endless' | 'long' | 'lists' | 'others'

export function roomOf(key: string, entry: CacheEntry): Room {
  if (entry.outcome !== 'found' || key.startsWith('search:')) return 'endless'
  if (key.startsWith('listing:')) return 'lists'
  return charactersOf(entry) > LONG_CHARACTERS ? 'long' : 'others'
}

/** Holds answers. It may lose an entry, but must not return the entry of another key, nor an older answer after a newer one.
 *  Keys are ASCII of about 80 characters at most; an entry may be 4 MB of JSON. */
export interface CacheStore {
  /** @param options.newerThan  ISO 8601: an entry that was not retrieved after it need not be read */
  get(key: string, options?: { newerThan?: string | undefined }): Promise<CacheEntry | undefined>
  /** Does nothing if a newer answer is already held, unless it is newer by more than two clocks may be apart.
   *  @param keepMs  how long the entry is of use, even as a stale answer */
  set(key: string, entry: CacheEntry, keepMs: number): Promise<void>
  /** Lists found entries whose key begins with `prefix`, newest answer first. */
  listKeys(query: { prefix: string; limit: number }): Promise<KeptKey[]>
}

const SHARES: Readonly<Record<Room, number>> = { endless: 1 / 8, long: 5 / 16, lists: 3 / 16, others: 3 / 8 }

/** Holds answers in this process; each room evicts the least recently used (see Room).
 *  @param options.maxCharacters  limit of all entries together, as JSON; a character takes two bytes at most */
export function createMemoryStore(options: { maxCharacters: number }): CacheStore {
  const createRoom = (room: Room) =>
    new LRUCache<string, CacheEntry>({
      maxSize: Math.ceil(options.maxCharacters * SHARES[room]),
      maxEntrySize: MOST_CHARACTERS,
      sizeCalculation: (entry, key) => key.length + charactersOf(entry),
    })
  const rooms: Readonly<Record<Room, ReturnType<typeof createRoom>>> = {
    endless: createRoom('endless'),
    long: createRoom('long'),
    lists: createRoom('lists'),
    others: createRoom('others'),
  }
  const all = Object.values(rooms)
  const roomWith = (key: string) => all.find((room) => room.has(key))

  return {
    async get(key, { newerThan } = {}) {
      const entry = roomWith(key)?.get(key)
      return entry && newerThan !== undefined && entry.retrievedAt <= newerThan ? undefined : entry
    },
    async set(key, entry, keepMs) {
      const holding = roomWith(key)
      const kept = holding?.peek(key)
      const aheadMs = kept ? Date.parse(kept.retrievedAt) - Date.parse(entry.retrievedAt) : 0
      if (aheadMs > 0 && aheadMs <= CLOCKS_APART_MS) return
      const room = rooms[roomOf(key, entry)]
      if (holding !== room) holding?.delete(key)
      room.set(key, entry, { ttl: keepMs })
    },
    async listKeys({ prefix, limit }) {
      return all
        .flatMap((room) => Array.from(room.entries()))
        .filter(([key, entry]) => key.startsWith(prefix) && entry.outcome === 'found')
        .toSorted(([, a], [, b]) => (a.retrievedAt < b.retrievedAt ? 1 : -1))
        .slice(0, limit)
        .map(([key, { retrievedAt }]) => ({ key, retrievedAt }))
    },
  }
}

/** Deletes expired answers, and who asked for calls that no limit counts any more; once a day is enough. */
export async function deleteExpiredMarketData(db: Database): Promise<void> {
  await db
    .deleteFrom('market_cache')
    .where('keep_until', '<=', sql<Date>`lunchpail_now()`)
    .execute()
  // The next call to a source does the same, but may be long in coming. Some sources count the calls of a day.
  const counted = sql`unnest(calls, askers) as call (time, asker)
    where call.time >= least(lunchpail_now() - interval '1 minute', date_trunc('day', lunchpail_now(), 'UTC'))`
  await sql`
    update source_budget
    set calls = array(select call.time from ${counted}), askers = array(select call.asker from ${counted})`.execute(
    db,
  )
}
