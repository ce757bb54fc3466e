import { sql, type Kysely } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  // Of many that are put off, by their position those due now are found among all of them: 0.3 s for 20 of 300,000.
  await sql`
    create index delivery_deferred on delivery (edition_id, next_at, position)
    where state = 'deferred'`.execute(db)
}
