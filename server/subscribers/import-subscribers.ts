import { sql } from 'kysely'

import { INVALID_EMAIL_MESSAGE, maskEmailAddress, parseEmailAddress } from '../../shared/email-address.ts'
import type { Database } from '../db/database.ts'
import { stripFormulaGuard } from './formula-guard.ts'
import { readCsvColumn } from './read-csv-column.ts'

/** What became of the records of a file; the five kinds sum up to `lines`. */
export interface ImportSummary {
  /** Records read so far, without the header and blank ones. */
  readonly lines: number
  /** New subscribers, and those whose confirmation was still to come. */
  readonly added: number
  /** Subscribed before this import. */
  readonly already: number
  /** Earlier in the same file. */
  readonly repeated: number
  /** On the do-not-mail list: only the owner can come back, on the site. */
  readonly suppressed: number
  readonly rejected: number
}

/** A record that holds no address. */
export interface RejectedLine {
  /** As an editor counts the file's lines. */
  readonly line: number
  readonly reason: string
  /** What stood there, unrecognizable; empty when nothing did. */
  readonly masked: string
}

export interface ImportWatch {
  /** Told of each rejected line before the next is read. */
  readonly onRejected?: (rejected: RejectedLine) => Promise<void> | void
  /** Told after each batch, which is then saved for good; a failure here ends the import. */
  readonly onSaved?: (summary: ImportSummary) => Promise<void> | void
}

/** One transaction; also how many addresses are locked at once. */
const BATCH = 500

/** Subscribes the addresses of a CSV file with a column `email`, whose owners agreed to it: that is the importer's word,
 *  and they count as confirmed. Saved batch by batch: what was done when it ends early stays, and doing it again goes on.
 *  @throws InvalidInputError without such a column, before anything is saved */
export async function importSubscribers(
  db: Database,
  hash: (email: string) => string,
  csv: AsyncIterable<Uint8Array>,
  { onRejected, onSaved }: ImportWatch = {},
): Promise<ImportSummary> {
  const startedAt = await readDatabaseTime(db)
  const summary = { lines: 0, added: 0, already: 0, repeated: 0, suppressed: 0, rejected: 0 }
  let batch: string[] = []
  const flush = async () => {
    const saved = await saveImported(db, hash, batch, startedAt)
    batch = []
    summary.added += saved.added
    summary.already += saved.already
    summary.repeated += saved.repeated
    summary.suppressed += saved.suppressed
    await onSaved?.({ ...summary })
  }

  for await (const record of readCsvColumn(csv, 'email')) {
    summary.lines += 1
    const text = 'value' in record ? stripFormulaGuard(record.value) : ''
    const email = parseEmailAddress(text)
    if (email === undefined) {
      summary.rejected += 1
      const reason = 'problem' in record ? record.problem : describeRejection(text)
      await onRejected?.({ line: record.line, reason, masked: maskText(text) })
    } else {
      batch.push(email)
    }
    if (batch.length === BATCH) await flush()
  }
  await flush()
  // A planner that takes a full table for an empty one reads all of it for each small question.
  if (summary.added > 0) await sql`analyze subscriber`.execute(db)
  return summary
}

function describeRejection(text: string): string {
  if (text === '') return 'There is no address in the column "email".'
  if (text.includes('\uFFFD')) return 'It is not written in UTF-8.'
  return INVALID_EMAIL_MESSAGE
}

/** As much of a text that is no address as tells its writer which it was. */
function maskText(text: string): string {
  if (text === '') return ''
  // Of what looks like an address the end may be told; of anything else it may be somebody's name.
  const masked = /@.*\.[a-z]{2,10}$/i.test(text) ? maskEmailAddress(text) : `${text.slice(0, 1)}***`
  return masked.replace(/\P{ASCII}|\p{Cc}/gu, '?')
}

async function readDatabaseTime(db: Database): Promise<string> {
  const { rows } = await sql<{ now: string }>`select lunchpail_now()::text as now`.execute(db)
  return rows[0]?.now ?? 'infinity'
}

/** Saves consents that somebody vouches for; the do-not-mail list comes first.
 *  @param emails  as parseEmailAddress gives them, any number of times each
 *  @param startedAt  consents from then on count as repeated, not as known before */
export async function saveImported(
  db: Database,
  hash: (email: string) => string,
  emails: readonly string[],
  startedAt = 'infinity',
): Promise<Pick<ImportSummary, 'added' | 'already' | 'repeated' | 'suppressed'>> {
  if (emails.length === 0) return { added: 0, already: 0, repeated: 0, suppressed: 0 }
  // In the order of the hashes, so that two imports at once wait for each other instead of deadlocking.
  const given = [...new Map(emails.map((email) => [hash(email), email]))].sort(([one], [other]) =>
    one < other ? -1 : 1,
  )
  const hashes = given.map(([emailHash]) => emailHash)
  const unique = given.map(([, email]) => email)
  return db.transaction().execute(async (trx) => {
    // What their owners do on the site meanwhile waits, and what they have just done is seen.
    await sql`select pg_advisory_xact_lock(hashtextextended(email_hash, 0)) from unnest(${hashes}::text[]) as given (email_hash)`.execute(
      trx,
    )
    const { rows } = await sql<{ added: number; suppressed: number; repeated: number }>`
      with given as (
        select email, email_hash,
          exists (select from suppression where suppression.email_hash = given.email_hash) as is_suppressed
        from unnest(${unique}::text[], ${hashes}::text[]) as given (email, email_hash)
      ), known as (
        select consented_at from subscriber join given using (email_hash)
        where not is_suppressed and withdrawn_at is null and confirmed_at is not null
      ), saved as (
        insert into subscriber (email, email_hash, consented_at, confirmed_at)
        select email, email_hash, lunchpail_now(), lunchpail_now() from given where not is_suppressed
        on conflict (email_hash) do update
          set email = excluded.email, consented_at = excluded.consented_at,
            confirmed_at = excluded.confirmed_at, withdrawn_at = null
          where subscriber.withdrawn_at is not null or subscriber.confirmed_at is null
        returning 1
      )
      select (select count(*)::integer from saved) as added,
        (select count(*)::integer from given where is_suppressed) as suppressed,
        (select count(*)::integer from known where consented_at >= ${startedAt}::timestamptz) as repeated`.execute(
      trx,
    )
    const { added, suppressed, repeated } = rows[0] ?? { added: 0, suppressed: 0, repeated: 0 }
    const already = unique.length - added - suppressed - repeated
    return { added, suppressed, already, repeated: repeated + emails.length - unique.length }
  })
}
