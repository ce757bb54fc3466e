import { sql, type Kysely } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  // The clients for whom each call was made; empty for calls of the last minute before this migration.
  await sql`alter table source_budget add column askers text[] not null default '{}'`.execute(db)
  // Entries with endless possible variants are limited; the oldest are evicted first.
  await sql`create index market_cache_endless on market_cache (retrieved_at)
    where outcome <> 'found' or key like 'search:%'`.execute(db)
}
