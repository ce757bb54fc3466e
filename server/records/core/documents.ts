import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { gunzip, gzip } from 'node:zlib'

import { sql } from 'kysely'

import type { DatabaseOrTransaction } from '../../db/database.ts'
import type { RecordSource } from './record-source.ts'

/** The response headers that let a source say whether a document has changed; null if it sent none. */
export interface Validators {
  readonly etag: string | null
  readonly lastModified: string | null
}

/** A document as received from a source. */
export interface NewDocument {
  /** Without keys or other secrets. */
  readonly url: string
  readonly bytes: Buffer
  readonly validators?: Validators | undefined
}

/** Stores a document. If the same bytes are stored already, only their last-seen time and validators are updated.
 *  @param source  where it came from and its terms
 *  @returns its id */
export async function keepDocument(
  db: DatabaseOrTransaction,
  { id: source, licence, republishable }: Pick<RecordSource, 'id' | 'licence' | 'republishable'>,
  { url, bytes, validators }: NewDocument,
): Promise<string> {
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  const seenNow = {
    last_seen_at: sql<Date>`lunchpail_now()`,
    etag: validators?.etag ?? null,
    last_modified: validators?.lastModified ?? null,
  }
  const seen = await db
    .updateTable('source_document')
    .set(seenNow)
    .where('source', '=', source)
    .where('url', '=', url)
    .where('sha256', '=', sha256)
    .returning('id')
    .executeTakeFirst()
  if (seen) return seen.id
  const kept = await db
    .insertInto('source_document')
    .values({
      ...seenNow,
      source,
      url,
      sha256,
      retrieved_at: sql<Date>`lunchpail_now()`,
      licence,
      republishable,
      bytes: await promisify(gzip)(bytes),
    })
    // Another process has stored the same bytes in the meantime.
    .onConflict((conflict) => conflict.columns(['source', 'url', 'sha256']).doUpdateSet(seenNow))
    .returning('id')
    .executeTakeFirstOrThrow()
  return kept.id
}

/** A stored version of a URL that can be requested conditionally. */
export interface KeptVersion {
  readonly validators: Validators
  /** The bytes these validators belong to. */
  read(): Promise<Buffer>
}

/** Finds the latest version of a URL.
 *  @param source  the source's id
 *  @returns undefined if nothing is stored, or its source sent no validators */
export async function findVersion(
  db: DatabaseOrTransaction,
  { source, url }: { source: string; url: string },
): Promise<KeptVersion | undefined> {
  const row = await selectNewest(db, { source, url })
    .select(['id', 'etag', 'last_modified'])
    .executeTakeFirst()
  if (!row || (row.etag === null && row.last_modified === null)) return undefined
  return {
    validators: { etag: row.etag, lastModified: row.last_modified },
    async read() {
      const { bytes } = await db
        .selectFrom('source_document')
        .select('bytes')
        .where('id', '=', row.id)
        .executeTakeFirstOrThrow()
      return await promisify(gunzip)(bytes)
    },
  }
}

/** Finds the newest bytes of a URL, decompressed.
 *  @param source  the source's id
 *  @returns undefined if nothing is stored */
export async function findDocument(
  db: DatabaseOrTransaction,
  { source, url }: { source: string; url: string },
): Promise<{ id: string; bytes: Buffer; retrievedAt: Date } | undefined> {
  const row = await selectNewest(db, { source, url })
    .select(['id', 'bytes', 'retrieved_at'])
    .executeTakeFirst()
  if (!row) return undefined
  return { id: row.id, bytes: await promisify(gunzip)(row.bytes), retrievedAt: row.retrieved_at }
}

function selectNewest(db: DatabaseOrTransaction, { source, url }: { source: string; url: string }) {
  return db
    .selectFrom('source_document')
    .where('source', '=', source)
    .where('url', '=', url)
    .orderBy('last_seen_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
}
