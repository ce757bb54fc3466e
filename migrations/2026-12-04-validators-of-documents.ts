import { sql, type Kysely } from 'kysely'

/** By which a source tells whether what it sent has changed since. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table source_document add column etag text, add column last_modified text`.execute(db)
}
