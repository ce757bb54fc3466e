import { sql, type Kysely } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  // The day on which a member signed a report, as stated in it: this day, not the day of listing, decides whether it is
  // late.
  await sql`alter table congress_report add column signed_on date`.execute(db)
}
