import { sql } from 'kysely'

import type { Database } from '../../db/database.ts'
import {
  charactersOf,
  isUnbounded,
  MOST_CHARACTERS,
  parseEntry,
  stringifyEntry,
  type CacheStore,
} from './cache-store.ts'

const MAX_ENDLESS = 20_000
/** Bytes of long histories in the database: some thousand histories. */
const MAX_LONG_BYTES = 512 * 1024 * 1024
/** Only answers longer than this count as long histories. */
const LONG_CHARACTERS = 100_000
const TRIM_LONG_EVERY = 20
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
  } = {},
): CacheStore {
  let endlessSinceTrim = 0
  let longSinceTrim = 0

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
      // An expired entry is always replaced: a clock that once ran fast must not lock its key.
      await sql`
        insert into market_cache as kept (key, outcome, entry, retrieved_at, keep_until)
        values (${key}, ${entry.outcome}, ${text}, ${entry.retrievedAt}::timestamptz,
          lunchpail_now() + make_interval(secs => ${keepMs / 1000}))
        on conflict (key) do update
        set outcome = excluded.outcome, entry = excluded.entry, retrieved_at = excluded.retrieved_at,
          keep_until = excluded.keep_until
        where kept.retrieved_at <= excluded.retrieved_at or kept.keep_until <= lunchpail_now()`.execute(db)
      if (isUnbounded(key, entry)) {
        endlessSinceTrim += 1
        if (endlessSinceTrim < trimEvery) return
        endlessSinceTrim = 0
        await trimUnbounded(db, maxEndless)
      } else if (charactersOf(entry) > LONG_CHARACTERS) {
        longSinceTrim += 1
        if (longSinceTrim < trimLongEvery) return
        longSinceTrim = 0
        await trimLong(db, maxLongBytes)
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

// The same entries as isUnbounded; an index covers just these.
async function trimUnbounded(db: Database, most: number): Promise<void> {
  await sql`
    delete from market_cache where (outcome <> 'found' or key like 'search:%') and retrieved_at <= (
      select retrieved_at from market_cache where outcome <> 'found' or key like 'search:%'
      order by retrieved_at desc offset ${most} limit 1
    )`.execute(db)
}

// Keeps the newest; the length of a text is known without reading it.
async function trimLong(db: Database, mostBytes: number): Promise<void> {
  await sql`
    delete from market_cache where key in (
      select key from (
        select key, sum(pg_column_size(entry)) over (order by retrieved_at desc, key) as bytes
        from market_cache where octet_length(entry) > ${LONG_CHARACTERS}
      ) as long where bytes > ${mostBytes}
    )`.execute(db)
}

/** Deletes expired answers; once a day is enough. */
export async function deleteExpiredMarketCache(db: Database): Promise<void> {
  await db
    .deleteFrom('market_cache')
    .where('keep_until', '<=', sql<Date>`lunchpail_now()`)
    .execute()
}
