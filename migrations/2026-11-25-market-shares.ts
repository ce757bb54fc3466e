import { sql, type Kysely } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  // For whom each call was made. Calls of the last minute, from before, are nobody's.
  await sql`alter table source_budget add column askers text[] not null default '{}'`.execute(db)
  // What anybody can ask endless variants of is bounded: the oldest go first.
  await sql`create index market_cache_endless on market_cache (retrieved_at)
    where outcome <> 'found' or key like 'search:%'`.execute(db)
}
