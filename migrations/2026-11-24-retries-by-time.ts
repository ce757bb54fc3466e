import { sql, type Kysely } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  // Without this index, finding those due now searches all deferred deliveries: 0.3 s for 20 of 300,000.
  await sql`
    create index delivery_deferred on delivery (edition_id, next_at, position)
    where state = 'deferred'`.execute(db)
}
