import { sql, type Kysely } from 'kysely'

/** Marks the deliveries whose outcomes do not count towards a pause. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table delivery add column is_newcomer boolean not null default false`.execute(db)
}
