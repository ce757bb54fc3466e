import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { gunzip, gzip } from 'node:zlib'

import { sql } from 'kysely'

import type { DatabaseOrTransaction } from '../../db/database.ts'

/** What a source sent. */
export interface NewDocument {
  /** The source's id. */
  readonly source: string
  /** Without a key or another secret. */
  readonly url: string
  readonly bytes: Buffer
  readonly licence: string
  readonly republishable: boolean
}

/** Keeps a document; of bytes that are there already only the time is moved at which they were last seen.
 *  @returns its id */
export async function keepDocument(db: DatabaseOrTransaction, document: NewDocument): Promise<string> {
  const sha256 = createHash('sha256').update(document.bytes).digest('hex')
  const seen = await db
    .updateTable('source_document')
    .set({ last_seen_at: sql<Date>`lunchpail_now()` })
    .where('source', '=', document.source)
    .where('url', '=', document.url)
    .where('sha256', '=', sha256)
    .returning('id')
    .executeTakeFirst()
  if (seen) return seen.id
  const kept = await db
    .insertInto('source_document')
    .values({
      source: document.source,
      url: document.url,
      sha256,
      retrieved_at: sql<Date>`lunchpail_now()`,
      last_seen_at: sql<Date>`lunchpail_now()`,
      licence: document.licence,
      republishable: document.republishable,
      bytes: await promisify(gzip)(document.bytes),
    })
    // Another process has kept the same bytes since: as above.
    .onConflict((conflict) =>
      conflict.columns(['source', 'url', 'sha256']).doUpdateSet({ last_seen_at: sql<Date>`lunchpail_now()` }),
    )
    .returning('id')
    .executeTakeFirstOrThrow()
  return kept.id
}

/** What is kept of an address: the newest bytes, as they came.
 *  @param source  the source's id
 *  @returns undefined when nothing of it is kept */
export async function findDocument(
  db: DatabaseOrTransaction,
  { source, url }: { source: string; url: string },
): Promise<{ id: string; bytes: Buffer; retrievedAt: Date } | undefined> {
  const row = await db
    .selectFrom('source_document')
    .select(['id', 'bytes', 'retrieved_at'])
    .where('source', '=', source)
    .where('url', '=', url)
    .orderBy('last_seen_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (!row) return undefined
  return { id: row.id, bytes: await promisify(gunzip)(row.bytes), retrievedAt: row.retrieved_at }
}
