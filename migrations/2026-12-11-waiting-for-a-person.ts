import { sql, type Kysely } from 'kysely'

/** Why an edition is held, beyond a person's own hold; when a person released its present version; and how often its sending
 *  was recorded outside the database, which tells a restored backup from the original. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table edition
      add column held_kind text constraint edition_held_kind
        check (held_kind in ('by-hand', 'restored', 'release-required', 'few-sections')),
      add column released_at timestamptz,
      add column sent_mark integer not null default 0`.execute(db)
  await sql`update edition set held_kind = 'by-hand' where held_at is not null`.execute(db)
  await sql`alter table edition drop constraint edition_pause_kind`.execute(db)
  await sql`
    alter table edition add constraint edition_pause_kind check (pause_kind in
      ('by-hand', 'policy', 'bounce', 'ours', 'other', 'sign-in', 'tls', 'unbalanced', 'restored'))`.execute(
    db,
  )
}
