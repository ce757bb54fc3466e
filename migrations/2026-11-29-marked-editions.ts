import type { Kysely } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  // Set by a person for an edition that went out before the database was restored.
  await db.schema
    .alterTable('edition')
    .addColumn('marked_sent_at', 'timestamptz')
    .addColumn('marked_sent_count', 'integer')
    .execute()
}
