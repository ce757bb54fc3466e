import { hash, randomBytes } from 'node:crypto'

import { sql } from 'kysely'
import { LRUCache } from 'lru-cache'

import type { AssetKind } from '../../shared/market-contract.ts'
import type { Database } from '../db/database.ts'
import { isWithin } from '../lib/clock.ts'
import { DAY_MS } from '../lib/dates.ts'
import { compareText } from '../lib/text.ts'
import type { Logger } from '../lib/logger.ts'

/** Repeated look-ups of a ticker by a client within this time count once. */
const ONCE_MS = DAY_MS
const MAX_REMEMBERED = 50_000
/** Tickers per batch; only a program looks up more within half a minute. */
const MAX_BATCH = 1_000
const BATCH_MS = 30_000
const DAYS_SHOWN = 7
/** More than two clients can count, such as one person's phone and home line, so that nobody alone decides what everyone else is
 *  shown. */
const FEWEST = 2 * DAYS_SHOWN + 1

export interface LookupTables {
  ticker_lookup: TickerLookupTable
}

/** How often a ticker was looked up on a day, by anyone; kept 30 days. */
export interface TickerLookupTable {
  day: string
  kind: AssetKind
  ticker: string
  lookups: number
}

export interface LookedUp {
  readonly kind: AssetKind
  readonly ticker: string
}

/** Counts which tickers are looked up, but not by whom. */
export interface LookupCounter {
  /** Counts a look-up.
   *  @param client  kept in memory for two days at most, as a hash, so that nobody is counted a hundred times */
  note(asset: LookedUp, client: string): void
  /** Stores what was counted since the last flush; what the database does not accept is lost, and logged. */
  flush(): Promise<void>
  /** Lists what was looked up most in the last seven days, most first. */
  listMost(limit: number): Promise<LookedUp[]>
}

export function createLookupCounter({ db, logger }: { db: Database; logger: Logger }): LookupCounter {
  // When each was counted, in Unix milliseconds. Limited by size, since a limit by entries would allocate two megabytes at once.
  // The cache's own time to live would start a timer each millisecond.
  const createSeen = () => new LRUCache<string, number>({ maxSize: MAX_REMEMBERED, sizeCalculation: () => 1 })
  let seen = createSeen()
  /** Of the day before. */
  let seenBefore = createSeen()
  setInterval(() => {
    seenBefore = seen
    seen = createSeen()
  }, ONCE_MS).unref()
  // Without it, whoever reads this memory could try all addresses.
  const key = randomBytes(32).toString('base64url')
  let batch = new Map<string, LookedUp & { lookups: number }>()
  let timer: NodeJS.Timeout | undefined

  async function flush(): Promise<void> {
    clearTimeout(timer)
    timer = undefined
    // In one order, so that two processes do not wait for each other's rows.
    const counted = [...batch].toSorted(([a], [b]) => compareText(a, b)).map(([, one]) => one)
    batch = new Map()
    if (counted.length === 0) return
    const storing = sql`
      insert into ticker_lookup as kept (day, kind, ticker, lookups)
      select (lunchpail_now() at time zone 'UTC')::date, * from unnest(
        ${counted.map(({ kind }) => kind)}::text[],
        ${counted.map(({ ticker }) => ticker)}::text[],
        ${counted.map(({ lookups }) => lookups)}::int[]
      )
      on conflict (day, kind, ticker) do update set lookups = kept.lookups + excluded.lookups`.execute(db)
    await storing.catch((error: unknown) => {
      logger.warn({ err: error }, 'look-ups could not be counted')
    })
  }

  return {
    flush,
    note({ kind, ticker }, client) {
      const asset = `${kind} ${ticker}`
      const once = hash('sha256', `${key} ${client} ${asset}`, 'base64url')
      const nowMs = Date.now()
      if (isWithin(nowMs, seen.peek(once) ?? seenBefore.peek(once) ?? Infinity, ONCE_MS)) return
      seen.set(once, nowMs)
      const counted = batch.get(asset)
      if (counted === undefined && batch.size >= MAX_BATCH) return
      batch.set(asset, { kind, ticker, lookups: (counted?.lookups ?? 0) + 1 })
      timer ??= setTimeout(() => void flush(), BATCH_MS).unref()
    },
    async listMost(limit) {
      const rows = await db
        .selectFrom('ticker_lookup')
        .select(['kind', 'ticker'])
        .where('day', '>', sql<string>`(lunchpail_now() at time zone 'UTC')::date - ${DAYS_SHOWN}::int`)
        .groupBy(['kind', 'ticker'])
        .having(sql<boolean>`sum(lookups) >= ${FEWEST}`)
        .orderBy(sql`sum(lookups)`, 'desc')
        .orderBy('ticker')
        .limit(limit)
        .execute()
      return rows
    },
  }
}

/** Deletes counts older than 30 days; to be run daily. */
export async function deleteOldLookups(db: Database): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('ticker_lookup')
    .where('day', '<', sql<string>`(lunchpail_now() at time zone 'UTC')::date - 30`)
    .executeTakeFirst()
  return Number(numDeletedRows)
}
