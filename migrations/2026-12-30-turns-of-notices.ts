import { sql, type Kysely } from 'kysely'

/** Adds the turn of a single mail: those of networks that caused few go out first. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table notice add column turn integer not null default 0`.execute(db)
}
