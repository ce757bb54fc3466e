import { type Kysely } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('mailbox_allowance')
    .addColumn('key', 'text', (column) => column.primaryKey())
    .addColumn('taken', 'integer', (column) => column.notNull())
    .addColumn('ends_at', 'timestamptz', (column) => column.notNull())
    .execute()
}
