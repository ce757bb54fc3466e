import { sql, type Kysely } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('source_document')
    .addColumn('id', 'bigint', (column) => column.primaryKey().generatedAlwaysAsIdentity())
    .addColumn('source', 'text', (column) => column.notNull())
    .addColumn('url', 'text', (column) => column.notNull())
    .addColumn('sha256', 'text', (column) => column.notNull().check(sql`sha256 ~ '^[0-9a-f]{64}$'`))
    .addColumn('retrieved_at', 'timestamptz', (column) => column.notNull())
    .addColumn('last_seen_at', 'timestamptz', (column) => column.notNull())
    .addColumn('licence', 'text', (column) => column.notNull())
    .addColumn('republishable', 'boolean', (column) => column.notNull())
    .addColumn('bytes', 'bytea', (column) => column.notNull())
    .addUniqueConstraint('source_document_once', ['source', 'url', 'sha256'])
    .execute()
  // The bytes are compressed already.
  await sql`alter table source_document alter column bytes set storage external`.execute(db)

  await db.schema
    .createTable('series_observation')
    .addColumn('series_id', 'text', (column) => column.notNull())
    .addColumn('date', 'date', (column) => column.notNull())
    .addColumn('vintage_date', 'date', (column) => column.notNull())
    .addColumn('value', 'numeric', (column) => column.notNull())
    .addColumn('is_preliminary', 'boolean', (column) => column.notNull())
    .addColumn('document_id', 'bigint', (column) => column.notNull().references('source_document.id'))
    .addPrimaryKeyConstraint('series_observation_once', ['series_id', 'date', 'vintage_date'])
    .execute()

  await db.schema
    .createTable('collect_run')
    .addColumn('id', 'bigint', (column) => column.primaryKey().generatedAlwaysAsIdentity())
    .addColumn('source', 'text', (column) => column.notNull())
    .addColumn('as_of', 'date', (column) => column.notNull())
    .addColumn('started_at', 'timestamptz', (column) => column.notNull())
    .addColumn('finished_at', 'timestamptz')
    .addColumn('outcome', 'text', (column) =>
      column.check(sql`outcome in ('complete', 'partial', 'failed', 'off')`),
    )
    .addColumn('listed', 'integer', (column) => column.notNull().defaultTo(0))
    .addColumn('read', 'integer', (column) => column.notNull().defaultTo(0))
    .addColumn('unread', 'jsonb', (column) => column.notNull().defaultTo(sql`'[]'::jsonb`))
    .addCheckConstraint('finished_has_outcome', sql`(finished_at is null) = (outcome is null)`)
    .execute()
  await sql`create index collect_run_newest on collect_run (source, started_at desc)`.execute(db)
}
