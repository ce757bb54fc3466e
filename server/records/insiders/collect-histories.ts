import { addDays } from '../../lib/dates.ts'
import { findSpan, lastWholeDay, noteSpan, type Span } from '../core/collected-spans.ts'
import { keepDocument } from '../core/documents.ts'
import type { RecordSource, SourceContext } from '../core/record-source.ts'
import { readApart } from '../core/reading/read-apart.ts'
import { toUnread, type Unread } from '../core/unread-reason.ts'
import { workThrough } from '../core/work-through.ts'
import type { ListedFiling, ReadEdgar } from './daily-index.ts'
import { listLargestTraders } from './own-histories.ts'
import { noteListedFilings } from './stored-filings.ts'
import { chooseSpan, submissionsUrl, yearsBefore } from './submissions.ts'

interface Edgar {
  readonly terms: Pick<RecordSource, 'id' | 'licence' | 'republishable'>
  readonly read: ReadEdgar
  /** @returns why it was not read; undefined if it was */
  readonly readFiling: (filing: ListedFiling) => Promise<Unread | undefined>
  readonly requestsPerSecond: number
  readonly readers: number
}

/** An owner's filings that still have to be read. */
interface DueHistory extends Span {
  readonly cik: string
  readonly filings: readonly ListedFiling[]
}

/** Reads what the week's largest traders reported in the three years (or one year) before. Stored filings are not requested
 *  again, so that an interrupted run resumes. A history that cannot be fetched does not make the week incomplete.
 *  @param readSince  the first day from which all daily indexes and filings up to the last requested day were read; undefined
 *    if some were not
 *  @returns the result, in sentences */
export async function collectHistories(
  context: SourceContext,
  edgar: Edgar,
  readSince: string | undefined,
): Promise<string[]> {
  const { db, asOf, signal } = context
  const traders = await listLargestTraders(db, { from: addDays(asOf, -6), to: asOf })
  const due: DueHistory[] = []
  let kept = 0
  for (const cik of traders) {
    signal.throwIfAborted()
    if (await isKept(context, cik, readSince)) {
      kept++
      continue
    }
    const found = await findHistory(context, edgar, cik)
    if (found) due.push(found)
  }
  const read = await readDue(context, edgar, due)
  if (traders.length === 0) return []
  const others =
    kept + read === traders.length
      ? ''
      : '; the others cannot be had, are longer than we read, or have unread filings'
  return [
    `Histories of those with the largest trades: ${kept + read} of ${traders.length} are whole${others}.`,
  ]
}

/** Tells whether a history is stored up to date; extends one that the daily indexes continue without a gap. */
async function isKept(
  { db, asOf, clock }: SourceContext,
  cik: string,
  readSince: string | undefined,
): Promise<boolean> {
  const of = { source: 'insiders', subject: cik }
  const span = await findSpan(db, of)
  if (span === undefined || span.from > yearsBefore(asOf, 1)) return false
  const to = lastWholeDay(clock, asOf)
  if (span.to >= to) return true
  if (readSince === undefined || readSince > addDays(span.to, 1)) return false
  await noteSpan(db, of, { from: span.from, to })
  return true
}

async function findHistory(
  { db, asOf, clock }: SourceContext,
  { terms, read }: Edgar,
  cik: string,
): Promise<DueHistory | undefined> {
  const url = submissionsUrl(cik)
  const answer = await read(url, (json) => readApart('submissions', json, { cik })).catch(toUnread)
  if ('code' in answer) return undefined
  await keepDocument(db, terms, { ...answer, url })
  const chosen = chooseSpan(answer.value, lastWholeDay(clock, asOf))
  return chosen && { cik, ...chosen }
}

/** @returns the number of owners whose filings were all read */
async function readDue(context: SourceContext, edgar: Edgar, due: readonly DueHistory[]): Promise<number> {
  const { db, signal, onMessage } = context
  const filings = due.flatMap((one) => one.filings)
  const readBefore = await noteListedFilings(db, filings)
  const missing = new Map(
    filings.filter(({ accession }) => !readBefore.has(accession)).map((filing) => [filing.accession, filing]),
  )
  const total = missing.size
  if (total > 0) {
    const minutes = Math.ceil(total / edgar.requestsPerSecond / 60)
    onMessage(
      `${total} earlier filings of ${due.length} owners are to be read: ${minutes} minute${minutes === 1 ? '' : 's'} or more. What is read is kept.`,
    )
  }
  let done = 0
  await workThrough(missing.values(), edgar.readers, async (filing) => {
    signal.throwIfAborted()
    if ((await edgar.readFiling(filing)) === undefined) missing.delete(filing.accession)
    done++
    if (done % REPORT_EVERY === 0) onMessage(`${done} of ${total} earlier filings done.`)
  })
  const whole = due.filter((one) => one.filings.every(({ accession }) => !missing.has(accession)))
  for (const { cik, from, to } of whole)
    await noteSpan(db, { source: 'insiders', subject: cik }, { from, to })
  return whole.length
}

const REPORT_EVERY = 25
