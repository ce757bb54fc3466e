import { sql, type Kysely } from 'kysely'

/** The headers by which a source tells whether a document has changed. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table source_document add column etag text, add column last_modified text`.execute(db)
}
