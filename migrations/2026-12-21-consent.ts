import { sql, type Kysely } from 'kysely'

/** Separates when and where somebody consented from when that was recorded here: an imported list has older times, or
 *  none. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table subscriber
      alter column consented_at drop not null,
      add column consent_source text
        constraint subscriber_consent_source check (length(consent_source) between 1 and 200),
      add column recorded_at timestamptz`.execute(db)
  await sql`update subscriber set recorded_at = consented_at`.execute(db)
  await sql`
    alter table subscriber
      alter column recorded_at set not null,
      alter column recorded_at set default lunchpail_now()`.execute(db)
  await sql`drop index subscriber_unconfirmed`.execute(db)
  await sql`create index subscriber_unconfirmed on subscriber (recorded_at)
    where confirmed_at is null and email is not null`.execute(db)
}
