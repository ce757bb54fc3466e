import { sql, type Kysely } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  // The day on which a member signed a report, by the report itself: it counts for what is late, not the day of the list.
  await sql`alter table congress_report add column signed_on date`.execute(db)
}
