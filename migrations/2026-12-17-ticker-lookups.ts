import { sql, type Kysely } from 'kysely'

/** How often a ticker was looked up on a day; nothing about who did. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table ticker_lookup (
      day date not null,
      kind text not null check (kind in ('stock', 'crypto')),
      ticker text not null,
      lookups integer not null check (lookups > 0),
      primary key (day, kind, ticker)
    )`.execute(db)
}
