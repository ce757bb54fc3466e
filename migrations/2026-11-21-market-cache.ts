import { sql, type Kysely } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('market_cache')
    .addColumn('key', 'text', (column) => column.primaryKey())
    .addColumn('outcome', 'text', (column) =>
      column.notNull().check(sql`outcome in ('found', 'unknown-ticker', 'failed')`),
    )
    .addColumn('entry', 'text', (column) => column.notNull())
    .addColumn('retrieved_at', 'timestamptz', (column) => column.notNull())
    .addColumn('keep_until', 'timestamptz', (column) => column.notNull())
    .execute()
  await db.schema.createIndex('market_cache_end').on('market_cache').column('keep_until').execute()

  await db.schema
    .createTable('source_budget')
    .addColumn('source', 'text', (column) => column.primaryKey())
    .addColumn('calls', sql`timestamptz[]`, (column) => column.notNull())
    .execute()
}
