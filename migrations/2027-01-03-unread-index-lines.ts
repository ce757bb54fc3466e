import { sql, type Kysely } from 'kysely'

/** Adds how many Forms 4 a day's index lists on lines that could not be read. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table insider_day add column unread_lines integer not null default 0`.execute(db)
}
