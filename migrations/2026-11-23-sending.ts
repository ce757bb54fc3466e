import { sql, type Kysely } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('edition')
    .addColumn('paused_at', 'timestamptz')
    .addColumn('pause_reason', 'text')
    .execute()

  // The order within an edition: readers left out by the last warm-up limit come first.
  await db.schema
    .alterTable('delivery')
    .addColumn('position', 'bigint', (column) => column.notNull().defaultTo(0))
    .execute()
  await sql`
    update delivery set position = subscriber_id
    where state in ('pending', 'claimed', 'sending', 'deferred')`.execute(db)
  await db.schema.dropIndex('delivery_open').execute()
  await sql`
    create index delivery_open on delivery (edition_id, state, position)
    where state in ('pending', 'claimed', 'sending', 'deferred')`.execute(db)

  // The state of the mail server, shared by all processes: when the next message may go, and whether the circuit is open.
  await db.schema
    .createTable('mail_gate')
    .addColumn('name', 'text', (column) => column.primaryKey())
    .addColumn('next_at', 'timestamptz', (column) => column.notNull())
    // Fences the circuit: an observation from before the last change has no effect.
    .addColumn('generation', 'integer', (column) => column.notNull().defaultTo(0))
    .addColumn('failures', 'integer', (column) => column.notNull().defaultTo(0))
    .addColumn('open_until', 'timestamptz')
    .addColumn('reason', 'text')
    .execute()

  // Messages submitted on each day in Chicago, for the warm-up of a new sender.
  await db.schema
    .createTable('mail_day')
    .addColumn('day', 'date', (column) => column.primaryKey())
    .addColumn('messages', 'integer', (column) => column.notNull())
    .execute()

  await sql`alter table notice drop constraint notice_kind_check`.execute(db)
  await sql`
    alter table notice add constraint notice_kind_check
    check (kind in ('confirmation', 'unsubscribed', 'welcome'))`.execute(db)

  // The table that rate-limiter-flexible expects; keys contain no address.
  await db.schema
    .createTable('rate_limit')
    .addColumn('key', 'varchar(255)', (column) => column.primaryKey())
    .addColumn('points', 'integer', (column) => column.notNull().defaultTo(0))
    .addColumn('expire', 'bigint')
    .execute()
}
