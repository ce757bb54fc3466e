import { sql, type Kysely } from 'kysely'

/** How many readers unsubscribed after an edition, and by which way; nothing about who. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table edition_departure (
      edition_id bigint not null references edition (id) on delete cascade,
      way text not null check (way in ('link', 'one-click', 'mail', 'form', 'provider')),
      readers integer not null check (readers > 0),
      primary key (edition_id, way)
    )`.execute(db)
}
