import { sql, type Kysely } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('bounce')
    .addColumn('edition_id', 'bigint', (column) => column.notNull())
    .addColumn('subscriber_id', 'bigint', (column) => column.notNull())
    .addColumn('kind', 'text', (column) =>
      column.notNull().check(sql`kind in ('permanent', 'transient', 'policy', 'complaint')`),
    )
    .addColumn('status', 'text', (column) => column.check(sql`status ~ '^[245]\\.\\d{1,3}\\.\\d{1,3}$'`))
    .addColumn('received_at', 'timestamptz', (column) => column.notNull())
    .addPrimaryKeyConstraint('bounce_once', ['edition_id', 'subscriber_id', 'kind'])
    // Deleted with its delivery: at the end of retention, or when the subscriber is erased.
    .addForeignKeyConstraint(
      'bounce_of_delivery',
      ['edition_id', 'subscriber_id'],
      'delivery',
      ['edition_id', 'subscriber_id'],
      (constraint) => constraint.onDelete('cascade'),
    )
    .execute()
}
