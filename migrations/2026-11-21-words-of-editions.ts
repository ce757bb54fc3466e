import { sql, type Kysely } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('edition')
    // The content that html and text were rendered from; null for editions built before it was stored.
    .addColumn('content', 'jsonb')
    .addColumn('held_at', 'timestamptz')
    .addColumn('held_reason', 'text')
    .addColumn('preview_submitted_at', 'timestamptz')
    .execute()

  await db.schema
    .createTable('edition_audit')
    .addColumn('edition_id', 'bigint', (column) =>
      column.notNull().references('edition.id').onDelete('cascade'),
    )
    .addColumn('section', 'text', (column) => column.notNull())
    .addColumn('facts_hash', 'text', (column) => column.notNull())
    .addColumn('outcome', 'text', (column) =>
      column.notNull().check(sql`outcome in ('model', 'model after retry', 'rules')`),
    )
    .addColumn('reason', 'text')
    .addColumn('model', 'text')
    .addColumn('retries', 'integer', (column) => column.notNull())
    // Instructions, prompts, raw outputs, verdicts, and the facts that could not be written.
    .addColumn('record', 'jsonb', (column) => column.notNull())
    .addPrimaryKeyConstraint('edition_audit_key', ['edition_id', 'section'])
    .execute()

  await db.schema
    .createTable('edition_correction')
    .addColumn('id', 'bigint', (column) => column.primaryKey().generatedAlwaysAsIdentity())
    .addColumn('edition_id', 'bigint', (column) =>
      column.notNull().references('edition.id').onDelete('cascade'),
    )
    .addColumn('noted_at', 'timestamptz', (column) => column.notNull())
    .addColumn('text', 'text', (column) => column.notNull().check(sql`length(text) between 1 and 2000`))
    .execute()
}
