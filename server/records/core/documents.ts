import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { gunzip, gzip } from 'node:zlib'

import { sql } from 'kysely'

import type { DatabaseOrTransaction } from '../../db/database.ts'
import type { RecordSource } from './record-source.ts'

/** By which a source tells whether what it sent has changed since: its headers, or null. */
export interface Validators {
  readonly etag: string | null
  readonly lastModified: string | null
}

/** What a source sent. */
export interface NewDocument {
  /** Without a key or another secret. */
  readonly url: string
  readonly bytes: Buffer
  readonly validators?: Validators | undefined
}

/** Keeps a document; of bytes that are there already only the time is moved at which they were last seen.
 *  @param source  whose it is, and under which terms
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
    // Another process has kept the same bytes since: as above.
    .onConflict((conflict) => conflict.columns(['source', 'url', 'sha256']).doUpdateSet(seenNow))
    .returning('id')
    .executeTakeFirstOrThrow()
  return kept.id
}

/** What is kept of an address and can be asked for on condition that it has changed. */
export interface KeptVersion {
  readonly validators: Validators
  /** The bytes to which they belong. */
  read(): Promise<Buffer>
}

/** The version that came last of an address.
 *  @param source  the source's id
 *  @returns undefined when nothing is kept of it, or its source gave nothing to tell changes by */
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

/** What is kept of an address: the newest bytes, as they came.
 *  @param source  the source's id
 *  @returns undefined when nothing of it is kept */
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
