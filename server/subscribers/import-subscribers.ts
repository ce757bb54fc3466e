import { sql } from 'kysely'

import { INVALID_EMAIL_MESSAGE, maskEmailAddress, parseEmailAddress } from '../../shared/email-address.ts'
import type { Database } from '../db/database.ts'
import { stripFormulaGuard } from '../lib/text.ts'
import { chooseColumns, type ColumnOptions, type ImportColumns } from './import-columns.ts'
import type { Verdict } from './import-words.ts'
import { chooseConsentColumns, type GivenConsent } from './import-consent.ts'
import {
  createDryRun,
  findAddressStates,
  shortHash,
  type Batch,
  type ImportedConsent,
  type SuppressingVerdict,
} from './import-dry-run.ts'
import { readCsv } from './read-csv.ts'
import { readDatabaseTime, saveImported, takeBack } from './save-imported.ts'
import { suppressImported } from './suppressions.ts'

/** The summary of an empty file: counts of a file's records; all but the last three add up to `lines`. */
export const NOTHING = {
  /** Records read so far, without the header and blank ones. */
  lines: 0,
  /** New subscribers, and those who were still unconfirmed. */
  added: 0,
  /** Subscribed before this import. */
  already: 0,
  /** Earlier in the same file, or elsewhere in it as having left. */
  repeated: 0,
  /** On the do-not-mail list: only the owner can sign up again, on the site. */
  suppressed: 0,
  rejected: 0,
  /** Left out: they unsubscribed or were removed there. */
  unsubscribed: 0,
  /** Left out: never confirmed there. */
  unconfirmed: 0,
  /** Left out: the status is not one of those that get mail. */
  other: 0,
  /** Added to the do-not-mail list because of what the file says. */
  complained: 0,
  bounced: 0,
  blocked: 0,
  /** How many of these three were subscribed here until now. */
  ended: 0,
  /** How many of those left out are subscribed here nonetheless, which is not changed. */
  stillSubscribed: 0,
  /** Records to subscribe whose time of consent is present but unreadable; it is stored as unknown. */
  timesUnread: 0,
}

export type ImportSummary = Readonly<typeof NOTHING>

/** How a file is imported. */
export interface ImportOptions extends ColumnOptions, ImportWatch {
  /** Only counts and saves nothing. */
  readonly isDryRun?: boolean
}

/** A record without a valid address. */
export interface RejectedLine {
  /** The line number, as in an editor. */
  readonly line: number
  readonly reason: string
  /** The text in place of the address, made unrecognizable; empty if there was none. */
  readonly masked: string
}

/** Outcome of one record, as the summary counts it. do-not-mail: on the do-not-mail list · already: subscribed before ·
 *  repeated: earlier in the same file, or listed in it as having left. If a line says so more than 500 lines later, it ends the
 *  subscription that the earlier line was reported to have begun. */
export interface LineOutcome {
  /** The line number, as in an editor. */
  readonly line: number
  /** The address, or the text in its place; empty if there is none. */
  readonly email: string
  readonly outcome: Verdict | 'already' | 'repeated' | 'do-not-mail' | 'rejected'
  /** What the file says about the consent, for a record to subscribe. */
  readonly consent?: GivenConsent | undefined
  /** Why it was rejected, or which of its times could not be read. */
  readonly problem?: string | undefined
}

export interface ImportWatch {
  /** Called for each rejected record before the next is read. */
  readonly onRejected?: (rejected: RejectedLine) => Promise<void> | void
  /** Called for each record to subscribe whose time of consent cannot be read. */
  readonly onUnreadTime?: (unread: { line: number; problem: string }) => Promise<void> | void
  /** Called for each record in order, once its outcome is known; slows the import down. */
  readonly onOutcome?: (outcome: LineOutcome) => Promise<void> | void
  /** Called after each batch was committed; a failure here ends the import. */
  readonly onSaved?: (summary: ImportSummary) => Promise<void> | void
}

/** The maximum length reported of a text that is not an address. */
const LONGEST_TOLD = 254
/** Records per transaction, and addresses locked at once. */
const BATCH = 500

/** Subscribes the addresses of a CSV file whose owners agreed: they count as confirmed on the operator's word, unless the file
 *  says otherwise. People who left or never confirmed are left out, and those who complained, bounced or were blocked go on the
 *  do-not-mail list. Saves batch by batch: an import that ends early keeps what it saved and can be run again. Holds about 100
 *  bytes of memory per address.
 *  @throws InvalidInputError without a column of addresses, or with an unknown one that may say who left */
export async function importSubscribers(
  db: Database,
  hash: (email: string) => string,
  csv: AsyncIterable<Uint8Array>,
  { onRejected, onUnreadTime, onSaved, onOutcome, isDryRun = false, ...columns }: ImportOptions = {},
): Promise<ImportSummary> {
  const startedAt = await readDatabaseTime(db)
  const summary = { ...NOTHING }
  const save = isDryRun
    ? createDryRun(db, hash)
    : async (batch: Batch) => ({
        // Suppress first, so that an address that is in the file twice is not subscribed.
        ended: await suppressImported(
          db,
          batch.suppressed.map(([email, reason]) => [hash(email), reason]),
        ),
        ...(await saveImported(db, hash, batch.subscribed)),
        takeBack: (hashes: readonly string[]) => takeBack(db, hashes, startedAt),
      })
  let batch: Batch = { subscribed: [], suppressed: [], leftOut: [] }
  const left = new Set<string>()
  /** Addresses that the file puts on the do-not-mail list. */
  const barred = new Set<string>()
  /** Addresses to subscribe. */
  const seen = new Set<string>()
  let columnsOf: ImportColumns | undefined
  let isFirst = true
  let addedWhenAnalyzed = 0
  let lines: (Omit<LineOutcome, 'outcome' | 'consent'> & {
    verdict: Verdict | 'rejected'
    consent?: ImportedConsent
  })[] = []
  const reportOutcomes = async (
    firsts: ReadonlySet<ImportedConsent>,
    states: Awaited<ReturnType<typeof findAddressStates>>,
  ) => {
    for (const { verdict, consent, ...line } of lines) {
      const emailHash = hash(line.email)
      const known = barred.has(shortHash(emailHash)) ? 'suppressed' : states.get(emailHash)
      const before =
        known === 'suppressed' ? 'do-not-mail' : known === 'subscribed' ? 'already' : 'subscribed'
      const isFirst = consent !== undefined && firsts.has(consent)
      const outcome = verdict !== 'subscribed' ? verdict : isFirst ? before : 'repeated'
      await onOutcome?.({ ...line, ...(consent && { consent }), outcome })
    }
    lines = []
  }
  const flush = async () => {
    if (isFirst) columnsOf?.refuseSwitches()
    isFirst = false
    const leftOut = batch.leftOut.map(hash)
    for (const emailHash of leftOut) left.add(shortHash(emailHash))
    for (const [email] of batch.suppressed) barred.add(shortHash(hash(email)))
    // An address that the file also lists as having left is not subscribed, whichever line comes first.
    const subscribed = batch.subscribed.filter(({ email }) => {
      const short = shortHash(hash(email))
      if (left.has(short) || seen.has(short)) return false
      seen.add(short)
      return true
    })
    const before =
      onOutcome &&
      (await findAddressStates(
        db,
        subscribed.map(({ email }) => hash(email)),
      ))
    const saved = await save({ ...batch, subscribed })
    if (before !== undefined) await reportOutcomes(new Set(subscribed), before)
    const takenBack = await saved.takeBack(leftOut)
    const states = await findAddressStates(db, leftOut)
    summary.stillSubscribed += [...states.values()].filter((one) => one === 'subscribed').length
    summary.added += saved.added - takenBack
    summary.already += saved.already
    summary.repeated += takenBack + batch.subscribed.length - subscribed.length
    summary.suppressed += saved.suppressed
    summary.ended += saved.ended
    batch = { subscribed: [], suppressed: [], leftOut: [] }
    // Refresh the planner's statistics each time the list has doubled.
    if (summary.added > 2 * addedWhenAnalyzed) await analyze()
    await onSaved?.({ ...summary })
  }
  // With statistics of an empty table, the planner would read the whole table for each address of a batch.
  const analyze = async () => {
    if (isDryRun) return
    await sql`analyze subscriber`.execute(db)
    addedWhenAnalyzed = summary.added
  }
  const reject = async (line: number, reason: string, text: string) => {
    summary.rejected += 1
    const email = parseEmailAddress(text) ?? text.slice(0, LONGEST_TOLD)
    if (onOutcome) lines.push({ line, email, verdict: 'rejected', problem: reason })
    await onRejected?.({ line, reason, masked: maskText(text) })
  }

  const readHeader = (names: readonly string[]) => {
    const chosen = chooseColumns(names, columns)
    return chosen && { ...chosen, consentOf: chooseConsentColumns(names, columns.from ?? 'none', startedAt) }
  }
  for await (const record of readCsv(csv, readHeader, columns.column)) {
    summary.lines += 1
    const { header, line } = record
    columnsOf = header
    const text = 'cells' in record ? stripFormulaGuard(record.cells[header.address] ?? '') : ''
    const email = parseEmailAddress(text)
    const verdict = 'cells' in record ? header.judge(record) : { problem: record.problem }
    if (typeof verdict === 'object') await reject(line, verdict.problem, text)
    else if (email === undefined) await reject(line, describeRejection(text, header.addressName), text)
    else {
      const found = verdict === 'subscribed' && 'cells' in record ? header.consentOf(record.cells) : undefined
      const consent = found && { email, ...found.consent }
      if (onOutcome)
        lines.push({ line, email, verdict, problem: found?.problem, ...(consent && { consent }) })
      if (found !== undefined && consent !== undefined) {
        batch.subscribed.push(consent)
        if (found.problem !== undefined) {
          summary.timesUnread += 1
          await onUnreadTime?.({ line, problem: found.problem })
        }
      } else if (verdict !== 'subscribed') {
        summary[verdict] += 1
        if (isSuppressing(verdict)) batch.suppressed.push([email, verdict])
        else batch.leftOut.push(email)
      }
    }
    if (batch.subscribed.length + batch.suppressed.length + batch.leftOut.length === BATCH) await flush()
  }
  await flush()
  if (summary.added > addedWhenAnalyzed) await analyze()
  return summary
}

const isSuppressing = (verdict: Verdict): verdict is SuppressingVerdict =>
  verdict === 'complained' || verdict === 'bounced' || verdict === 'blocked'

function describeRejection(text: string, column: string): string {
  if (text === '') return `There is no address in the column "${column}".`
  if (text.includes('\uFFFD')) return 'It is not written in UTF-8.'
  return INVALID_EMAIL_MESSAGE
}

/** Masks a text that is not an address, so that only its writer recognizes it. */
function maskText(text: string): string {
  if (text === '') return ''
  // The end of what looks like an address may be shown; the end of anything else may be a name.
  const masked = /@[^@]*\.[a-z]{2,10}$/i.test(text) ? maskEmailAddress(text) : `${text.slice(0, 1)}***`
  return masked.replace(/\P{ASCII}|\p{Cc}/gu, '?')
}
