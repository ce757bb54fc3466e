import { sql } from 'kysely'

import { INVALID_EMAIL_MESSAGE, parseEmailAddress } from '../../shared/email-address.ts'
import type { Database, DatabaseOrTransaction } from '../db/database.ts'
import { AppError, InvalidInputError } from '../lib/errors.ts'
import { stripFormulaGuard } from '../lib/text.ts'
import { findAddressColumn } from './address-column.ts'
import { COLUMNS_OF_PROGRAMS, KNOWN_COLUMNS, SAYS_FOR_EVERYBODY, wordsIn } from './import-words.ts'
import { leavingTime } from './unknown-columns.ts'
import { readCsv } from './read-csv.ts'
import { isGraver, REASONS_BY_GRAVITY, type SuppressionReason } from './subscribers.queries.ts'

/** Reasons that can be given from outside. An erasure cannot: it happens here, where there is something to erase. */
export const REASONS_GIVEN = ['complained', 'bounced', 'blocked', 'unsubscribed'] as const
export type ReasonGiven = (typeof REASONS_GIVEN)[number]

const BATCH = 500
const PAGE = 1_000

/** What an operator is told who subscribes such an address. */
export const DO_NOT_MAIL =
  'This address is on the do-not-mail list. Only its owner can subscribe it again, on the site.'

/** One entry of the do-not-mail list. The address itself is not stored. */
export interface ListedSuppression {
  readonly emailHash: string
  readonly reason: SuppressionReason
  readonly suppressedAt: Date
}

/** Counts of a file's records; without `ended` they add up to `lines`. */
export interface SuppressionSummary {
  readonly lines: number
  /** Added to the do-not-mail list. */
  readonly added: number
  /** Listed before, or earlier in the file; a graver reason replaces the one before. */
  readonly already: number
  readonly rejected: number
  /** How many were subscribed here until now. */
  readonly ended: number
}

export async function countSuppressions(
  db: DatabaseOrTransaction,
): Promise<Readonly<Record<SuppressionReason, number>>> {
  const rows = await db
    .selectFrom('suppression')
    .select((eb) => ['reason', eb.fn.countAll<string>().as('count')])
    .groupBy('reason')
    .execute()
  const counts = { complained: 0, bounced: 0, blocked: 0, unsubscribed: 0, erased: 0 }
  for (const { reason, count } of rows) counts[reason] = Number(count)
  return counts
}

/** Lists entries page by page, ordered by hash. */
export async function* listSuppressions(
  db: DatabaseOrTransaction,
): AsyncGenerator<readonly ListedSuppression[]> {
  let last = ''
  for (;;) {
    const rows = await db
      .selectFrom('suppression')
      .select(['email_hash', 'reason', 'suppressed_at'])
      .where('email_hash', '>', last)
      .orderBy('email_hash')
      .limit(PAGE)
      .execute()
    if (rows.length > 0) {
      yield rows.map((row) => ({
        emailHash: row.email_hash,
        reason: row.reason,
        suppressedAt: row.suppressed_at,
      }))
    }
    if (rows.length < PAGE) return
    last = rows.at(-1)?.email_hash ?? last
  }
}

/** Puts addresses on the do-not-mail list on somebody's word and ends their subscriptions. One transaction.
 *  @param given  hashes with their reasons; may be repeated
 *  @returns how many were subscribed until now */
export async function suppressImported(
  db: Database,
  given: readonly (readonly [
    emailHash: string,
    reason: SuppressionReason,
    suppressedAt?: string | undefined,
  ])[],
): Promise<number> {
  return (await saveSuppressions(db, given)).ended
}

/** Does the same, and also returns how many were not listed before. */
export async function saveSuppressions(
  db: Database,
  given: Parameters<typeof suppressImported>[1],
): Promise<{ ended: number; added: number }> {
  if (given.length === 0) return { ended: 0, added: 0 }
  // Ordered by hash, so that two simultaneous imports wait for each other instead of deadlocking.
  const unique = [...new Map(given.toSorted(byGravity).map((one) => [one[0], one]))]
    .map(([, one]) => one)
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
  const hashes = unique.map(([emailHash]) => emailHash)
  return db.transaction().execute(async (trx) => {
    await sql`select pg_advisory_xact_lock(hashtextextended(email_hash, 0)) from unnest(${hashes}::text[]) as given (email_hash)`.execute(
      trx,
    )
    await sql`
      update notice set state = 'dropped', email = null
      where email_hash = any(${hashes}::text[]) and state = 'queued'`.execute(trx)
    const { rows: ended } = await sql<{ wasSubscribed: boolean }>`
      update subscriber set email = null, withdrawn_at = lunchpail_now()
      where email_hash = any(${hashes}::text[]) and email is not null
      returning confirmed_at is not null as "wasSubscribed"`.execute(trx)
    // A new row has no earlier transaction.
    const { rows: saved } = await sql<{ isNew: boolean }>`
      insert into suppression (email_hash, reason, suppressed_at)
      select email_hash, reason, coalesce(suppressed_at, lunchpail_now())
      from unnest(${hashes}::text[], ${unique.map(([, reason]) => reason)}::text[],
        ${unique.map(([, , at]) => at ?? null)}::timestamptz[]) as given (email_hash, reason, suppressed_at)
      on conflict (email_hash) do update set reason = excluded.reason, suppressed_at = excluded.suppressed_at
        where ${isGraver}
      returning xmax = 0 as "isNew"`.execute(trx)
    return {
      ended: ended.filter(({ wasSubscribed }) => wasSubscribed).length,
      added: saved.filter(({ isNew }) => isNew).length,
    }
  })
}

type Given = Parameters<typeof suppressImported>[1][number]
/** Of several for one address the last then counts. */
const byGravity = ([, one]: Given, [, other]: Given) =>
  REASONS_BY_GRAVITY.indexOf(one) - REASONS_BY_GRAVITY.indexOf(other)

interface SuppressionColumns {
  readonly address?: number
  /** The columns in which a record says that its address gets mail. */
  readonly findSubscribed?: (cells: readonly string[]) => readonly string[]
  /** The columns of our own export. */
  readonly own?: { hash: number; reason: number; at: number; key: number }
}

/** Reads addresses, or the hashes of `suppressions export`, and puts them on the do-not-mail list. Saves batch by batch; run
 *  again, it continues.
 *  @param reason  for addresses; hashes have their own
 *  @param keyFingerprint  of our key: hashes of another one are refused
 *  @throws InvalidInputError for a file without a column of either, or addresses without a reason; AppError for hashes of
 *          another key, when what comes before is saved */
export async function importSuppressions(
  db: Database,
  { hash, keyFingerprint }: { hash: (email: string) => string; keyFingerprint: string },
  csv: AsyncIterable<Uint8Array>,
  {
    reason,
    column,
    onRejected,
  }: {
    reason: ReasonGiven | undefined
    /** The column of addresses, if it has none of the usual names. */
    column?: string | undefined
    onRejected?: (rejected: { line: number; reason: string }) => Promise<void> | void
  },
): Promise<SuppressionSummary> {
  const summary = { lines: 0, added: 0, already: 0, rejected: 0, ended: 0 }
  let batch: [string, SuppressionReason, string?][] = []
  const flush = async () => {
    const { added, ended } = await saveSuppressions(db, batch)
    summary.added += added
    summary.already += batch.length - added
    summary.ended += ended
    batch = []
  }
  const readHeader = (names: readonly string[]): SuppressionColumns | undefined => {
    const own = {
      hash: names.indexOf('hash'),
      reason: names.indexOf('reason'),
      at: names.indexOf('suppressed_at'),
      key: names.indexOf('key'),
    }
    if (Object.values(own).every((index) => index >= 0)) {
      if (reason !== undefined) throw refuse('The file brings a reason for each hash: leave --reason out.')
      return { own }
    }
    const address = findAddressColumn(names, column)
    if (address === undefined) return undefined
    if (reason === undefined) {
      throw refuse(`Say why they get no mail: --reason ${REASONS_GIVEN.join(', ')}.`)
    }
    refuseWhoGetsMail(names)
    return { address, findSubscribed: chooseSubscribedColumns(names) }
  }
  for await (const record of readCsv(csv, readHeader, column)) {
    summary.lines += 1
    const { header, line } = record
    if ('cells' in record && header.own && isOfOtherKey(record.cells, header.own, keyFingerprint)) {
      await flush()
      throw new AppError(
        'malformed-request',
        `The hashes from line ${line} on were made with another SUPPRESSION_KEY: no address would be known by them here. What comes before is on the do-not-mail list, nothing else was read.`,
      )
    }
    const entry =
      'problem' in record
        ? record.problem
        : header.own
          ? readOwn(record.cells, header.own, keyFingerprint)
          : (describeSubscribed(header.findSubscribed?.(record.cells)) ??
            readAddress(record.cells[header.address ?? 0] ?? '', hash, reason))
    if (typeof entry === 'string') {
      summary.rejected += 1
      await onRejected?.({ line, reason: entry })
    } else batch.push(entry)
    if (batch.length === BATCH) await flush()
  }
  await flush()
  return summary
}

/** Mailchimp exports people who get mail, who left, and whose addresses bounced as separate files. Only their columns, not their
 *  records, say which file it is.
 *  @throws InvalidInputError for the file of those who get mail */
function refuseWhoGetsMail(names: readonly string[]): void {
  const words = new Set(names.map(wordsIn))
  const isOfMailchimp = words.has('member rating') && (words.has('optin time') || words.has('confirm time'))
  if (!isOfMailchimp || words.has('unsub time') || words.has('clean time') || words.has('status')) return
  throw refuse(
    'This looks like the file of those who get mail, as Mailchimp exports it: it has no UNSUB_TIME and no CLEAN_TIME. Nothing was changed. Those who left are in the files of the same export that are named unsubscribed and cleaned. If those in this file are to get no mail all the same, leave every column out but that of the addresses.',
  )
}

/** @param names  the cells of the first line
 *  @returns a function that finds the names of the columns in which a record says in words that its address gets mail; none if
 *           another column says that it left */
function chooseSubscribedColumns(names: readonly string[]): (cells: readonly string[]) => string[] {
  const columns = names.flatMap((name, index) => {
    const words = wordsIn(name)
    const known = Object.hasOwn(KNOWN_COLUMNS, words) ? KNOWN_COLUMNS[words] : leavingTime(name)
    const reading = Object.hasOwn(COLUMNS_OF_PROGRAMS, words) ? COLUMNS_OF_PROGRAMS[words] : known
    return typeof reading === 'function' ? [{ name, index, reading, words }] : []
  })
  return (cells) => {
    const found: string[] = []
    for (const { name, index, reading, words } of columns) {
      const value = wordsIn(cells[index] ?? '')
      const verdict = value === '' ? 'unreadable' : reading(value)
      if (verdict === 'subscribed' && SAYS_FOR_EVERYBODY.has(words)) found.push(name)
      if (verdict !== 'subscribed' && verdict !== 'unreadable') return []
    }
    return found
  }
}

/** Importing another program's whole export would end everybody's subscription, and nothing here could restore them. */
const describeSubscribed = (columns: readonly string[] = []) => {
  if (columns.length === 0) return undefined
  const listed = columns.map((column) => JSON.stringify(column)).join(', ')
  return columns.length === 1
    ? `Its ${listed} says that it gets mail. If it is to get none, leave that column out.`
    : `Its ${listed} say that it gets mail. If it is to get none, leave those columns out.`
}

function readAddress(
  cell: string,
  hash: (email: string) => string,
  reason: ReasonGiven | undefined,
): [string, SuppressionReason] | string {
  const email = parseEmailAddress(stripFormulaGuard(cell))
  return email === undefined || reason === undefined ? INVALID_EMAIL_MESSAGE : [hash(email), reason]
}

type OwnColumns = NonNullable<SuppressionColumns['own']>

/** Of a line that is cut off, the key or the end of it is missing. */
const isOfOtherKey = (cells: readonly string[], own: OwnColumns, keyFingerprint: string) =>
  !keyFingerprint.startsWith(cells[own.key] ?? '')

function readOwn(
  cells: readonly string[],
  own: OwnColumns,
  keyFingerprint: string,
): [string, SuppressionReason, string] | string {
  if (cells[own.key] !== keyFingerprint) return 'It is cut off.'
  const emailHash = cells[own.hash] ?? ''
  const reason = REASONS_BY_GRAVITY.find((one) => one === cells[own.reason])
  const at = cells[own.at] ?? ''
  if (!/^[\w-]{43}$/.test(emailHash)) return 'It has no hash as "suppressions export" writes it.'
  if (reason === undefined) return `Its reason is none of ${REASONS_BY_GRAVITY.join(', ')}.`
  return Number.isNaN(Date.parse(at))
    ? 'Its time cannot be read.'
    : [emailHash, reason, new Date(at).toISOString()]
}

const refuse = (message: string) => new InvalidInputError(message)
