import { sql, type Kysely } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  // The clock for every SQL statement; tests shift it with `set lunchpail.clock_shift = '2 hours'`.
  await sql`
    create function lunchpail_now() returns timestamptz language sql stable as $$
      select now() + coalesce(nullif(current_setting('lunchpail.clock_shift', true), ''), '0')::interval
    $$`.execute(db)

  await db.schema
    .createTable('subscriber')
    .addColumn('id', 'bigint', (column) => column.primaryKey().generatedAlwaysAsIdentity())
    .addColumn('email', 'text', (column) => column.unique())
    .addColumn('email_hash', 'text', (column) => column.unique())
    .addColumn('consented_at', 'timestamptz', (column) => column.notNull())
    .addColumn('confirmed_at', 'timestamptz')
    .addColumn('withdrawn_at', 'timestamptz')
    .addCheckConstraint('withdrawn_has_no_address', sql`(withdrawn_at is null) = (email is not null)`)
    .addCheckConstraint('address_has_hash', sql`email is null or email_hash is not null`)
    .execute()
  await sql`create index subscriber_unconfirmed on subscriber (consented_at)
    where confirmed_at is null and email is not null`.execute(db)

  await db.schema
    .createTable('suppression')
    .addColumn('email_hash', 'text', (column) => column.primaryKey())
    .addColumn('reason', 'text', (column) =>
      column.notNull().check(sql`reason in ('unsubscribed', 'bounced', 'complained', 'erased')`),
    )
    .addColumn('suppressed_at', 'timestamptz', (column) => column.notNull())
    .execute()

  await db.schema
    .createTable('notice')
    .addColumn('id', 'bigint', (column) => column.primaryKey().generatedAlwaysAsIdentity())
    .addColumn('kind', 'text', (column) =>
      column.notNull().check(sql`kind in ('confirmation', 'unsubscribed')`),
    )
    .addColumn('email', 'text')
    .addColumn('email_hash', 'text', (column) => column.notNull())
    .addColumn('state', 'text', (column) =>
      column
        .notNull()
        .defaultTo('queued')
        .check(sql`state in ('queued', 'sending', 'submitted', 'failed', 'unknown', 'dropped')`),
    )
    .addColumn('created_at', 'timestamptz', (column) => column.notNull())
    .addColumn('next_at', 'timestamptz', (column) => column.notNull())
    .addColumn('attempts', 'integer', (column) => column.notNull().defaultTo(0))
    .addUniqueConstraint('notice_of_address', ['email_hash', 'kind'])
    .addCheckConstraint('closed_has_no_address', sql`(state in ('queued', 'sending')) = (email is not null)`)
    .execute()
  await sql`create index notice_open on notice (next_at) where state in ('queued', 'sending')`.execute(db)

  await db.schema
    .createTable('edition')
    .addColumn('id', 'bigint', (column) => column.primaryKey().generatedAlwaysAsIdentity())
    .addColumn('slot_date', 'date', (column) => column.notNull().unique())
    .addColumn('state', 'text', (column) =>
      column.notNull().check(sql`state in ('built', 'frozen', 'paused', 'finished', 'missed', 'cancelled')`),
    )
    .addColumn('subject', 'text', (column) => column.notNull())
    .addColumn('preheader', 'text', (column) => column.notNull())
    .addColumn('html', 'text', (column) => column.notNull())
    .addColumn('text', 'text', (column) => column.notNull())
    .addColumn('facts', 'jsonb', (column) => column.notNull())
    .addColumn('coverage', 'jsonb', (column) => column.notNull())
    .addColumn('built_at', 'timestamptz', (column) => column.notNull())
    .addColumn('frozen_at', 'timestamptz')
    .addColumn('expires_at', 'timestamptz')
    .addColumn('expected_count', 'integer')
    .addColumn('finished_at', 'timestamptz')
    .execute()

  await db.schema
    .createTable('delivery')
    .addColumn('edition_id', 'bigint', (column) => column.notNull().references('edition.id'))
    .addColumn('subscriber_id', 'bigint', (column) => column.notNull().references('subscriber.id'))
    .addColumn('state', 'text', (column) =>
      column
        .notNull()
        .defaultTo('pending')
        .check(
          sql`state in ('pending', 'claimed', 'sending', 'submitted', 'deferred', 'failed', 'skipped', 'unknown')`,
        ),
    )
    .addColumn('attempts', 'integer', (column) => column.notNull().defaultTo(0))
    .addColumn('claim', 'integer', (column) => column.notNull().defaultTo(0))
    .addColumn('lease_until', 'timestamptz')
    .addColumn('next_at', 'timestamptz')
    .addColumn('reply', 'text')
    .addColumn('updated_at', 'timestamptz', (column) => column.notNull())
    .addPrimaryKeyConstraint('delivery_once', ['edition_id', 'subscriber_id'])
    .execute()
  // Queries look for open deliveries only, so the finished rows of a large edition stay out of the index.
  await sql`
    create index delivery_open on delivery (edition_id, state, subscriber_id)
    where state in ('pending', 'claimed', 'sending', 'deferred')`.execute(db)

  // Work that one process at a time may do. A row with an expiry instead of a lock held on a connection: the embedded
  // database has only one connection, and a dead process frees its lease by itself.
  await db.schema
    .createTable('job_lease')
    .addColumn('name', 'text', (column) => column.primaryKey())
    .addColumn('holder', 'text', (column) => column.notNull())
    .addColumn('lease_until', 'timestamptz', (column) => column.notNull())
    .execute()

  await db.schema
    .createTable('visit')
    .addColumn('id', 'bigint', (column) => column.primaryKey().generatedAlwaysAsIdentity())
    .addColumn('visitor_id', 'text', (column) => column.notNull())
    .addColumn('path', 'text', (column) => column.notNull())
    .addColumn('started_at', 'timestamptz', (column) => column.notNull())
    .addColumn('seconds', 'integer', (column) => column.notNull())
    .addColumn('country', 'text')
    .addColumn('network', 'text')
    .addColumn('referring_domain', 'text')
    .addColumn('browser', 'text')
    .addColumn('operating_system', 'text')
    .execute()
  await db.schema.createIndex('visit_time').on('visit').column('started_at').execute()
  await db.schema.createIndex('visit_visitor').on('visit').column('visitor_id').execute()
}
