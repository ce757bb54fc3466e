import { sql, type Kysely } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  // Other programs store addresses that must get no mail without giving a reason.
  await sql`alter table suppression drop constraint suppression_reason_check`.execute(db)
  await sql`
    alter table suppression add constraint suppression_reason_check
      check (reason in ('unsubscribed', 'bounced', 'complained', 'blocked', 'erased'))`.execute(db)

  // Fingerprints that tell keys apart, never the keys themselves.
  await db.schema
    .createTable('key_fingerprint')
    .addColumn('key_name', 'text', (column) => column.primaryKey())
    .addColumn('fingerprint', 'text', (column) => column.notNull())
    .addColumn('noted_at', 'timestamptz', (column) => column.notNull())
    .execute()
}
