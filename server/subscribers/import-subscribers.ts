import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'

import { sql } from 'kysely'
import Papa from 'papaparse'

import { INVALID_EMAIL_MESSAGE, parseEmailAddress } from '../../shared/email-address.ts'
import type { Database } from '../db/database.ts'
import { InvalidInputError } from '../errors.ts'

export interface ImportResult {
  /** New subscribers, and those whose confirmation was still to come. */
  readonly added: number
  /** Subscribed before, or earlier in the same file. */
  readonly already: number
  /** On the do-not-mail list: only the owner can come back, on the site. */
  readonly suppressed: number
  /** `line` counts the file's records from 1, the header being the first. */
  readonly invalid: readonly { line: number; reason: string }[]
}

const BATCH = 1_000

/** Subscribes the addresses of a CSV file with a column `email`, whose owners agreed to it: that is the importer's word,
 *  and they count as confirmed.
 *  @throws InvalidInputError without such a column */
export async function importSubscribers(
  db: Database,
  hash: (email: string) => string,
  csv: Readable,
): Promise<ImportResult> {
  const total = { added: 0, already: 0, suppressed: 0 }
  const invalid: { line: number; reason: string }[] = []
  const flush = async (emails: readonly string[]) => {
    const unique = [...new Set(emails)]
    const { added, suppressed } = await saveImported(db, hash, unique)
    total.added += added
    total.suppressed += suppressed
    total.already += emails.length - added - suppressed
  }

  await pipeline(csv, Papa.parse(Papa.NODE_STREAM_INPUT), async (records: AsyncIterable<unknown>) => {
    let line = 0
    let column = -1
    let batch: string[] = []
    for await (const record of records) {
      const cells = record as string[]
      line += 1
      if (line === 1) {
        column = findEmailColumn(cells)
        continue
      }
      if (cells.every((cell) => cell.trim() === '')) continue
      const email = parseEmailAddress(cells[column] ?? '')
      if (email === undefined) invalid.push({ line, reason: INVALID_EMAIL_MESSAGE })
      else batch.push(email)
      if (batch.length === BATCH) {
        await flush(batch)
        batch = []
      }
    }
    if (line === 0) findEmailColumn([])
    await flush(batch)
  })
  return { ...total, invalid }
}

function findEmailColumn(header: readonly string[]): number {
  const column = header.findIndex(
    (name) =>
      name
        .replace(/^\uFEFF/, '')
        .trim()
        .toLowerCase() === 'email',
  )
  if (column >= 0) return column
  throw new InvalidInputError('malformed-request', 'The first line of the file has no column "email".')
}

/** Saves consents that somebody vouches for; the do-not-mail list comes first.
 *  @param emails  each once */
export async function saveImported(
  db: Database,
  hash: (email: string) => string,
  emails: readonly string[],
): Promise<{ added: number; suppressed: number }> {
  if (emails.length === 0) return { added: 0, suppressed: 0 }
  const hashes = emails.map(hash)
  return db.transaction().execute(async (trx) => {
    const { count } = await trx
      .selectFrom('suppression')
      .select((eb) => eb.fn.countAll<string>().as('count'))
      .where('email_hash', '=', sql<string>`any(${hashes}::text[])`)
      .executeTakeFirstOrThrow()
    // In the order of the hashes, so that two imports at once wait for each other instead of deadlocking.
    const { rows } = await sql`
      insert into subscriber (email, email_hash, consented_at, confirmed_at)
      select given.email, given.email_hash, lunchpail_now(), lunchpail_now()
      from unnest(${emails}::text[], ${hashes}::text[]) as given (email, email_hash)
      where not exists (select from suppression where suppression.email_hash = given.email_hash)
      order by given.email_hash
      on conflict (email_hash) do update
        set email = excluded.email, consented_at = excluded.consented_at,
          confirmed_at = excluded.confirmed_at, withdrawn_at = null
        where subscriber.withdrawn_at is not null or subscriber.confirmed_at is null
      returning id`.execute(trx)
    return { added: rows.length, suppressed: Number(count) }
  })
}
