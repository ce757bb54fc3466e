import { sql, type Kysely } from 'kysely'

/** Columns that nobody reads are no longer written: a member's seat is in the terms, and forms that are not read are in the notes of
 *  the run. They stay, since a process of an older version may still write them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table member
      alter column chamber drop not null,
      alter column party drop not null,
      alter column state drop not null`.execute(db)
  await sql`alter table insider_day alter column other_forms drop not null`.execute(db)
}
