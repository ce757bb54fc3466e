import { addDays, newYorkDay } from '../../lib/dates.ts'
import type { SourceFault } from '../../lib/errors.ts'
import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import { toUnread, toUnreadable, type Unread } from '../core/unread-reason.ts'
import {
  EDGAR_ORIGIN,
  indexPath,
  listFilings,
  openEdgar,
  recordPath,
  type ListedFiling,
  type ReadEdgar,
  type UnreadDay,
} from './edgar.ts'
import { readApart } from '../core/reading/read-apart.ts'
import type { Reading } from './ownership-document.ts'
import { findDocument, keepDocument } from '../core/documents.ts'
import type { Coverage, RecordSource, SourceContext, UnreadRecord } from '../core/record-source.ts'
import { workThrough } from '../core/work-through.ts'
import {
  keepFiling,
  keepFootnotes,
  listWithoutFootnotes,
  noteListedFilings,
  noteUnreadFiling,
} from './stored-filings.ts'

// Enough to keep the requests of a second busy while some of them wait for a slow answer.
const READERS = 16
const ATTEMPTS = 6
/** So many filings lost one after another, each after all its attempts, mean that the source is gone. */
const GIVE_UP_AFTER = 25
/** Held in memory together. */
const REREAD_AT_ONCE = 50

const TERMS = { id: 'insiders', licence: 'Public domain.', republishable: true } as const

/** Forms 4 and 4/A of the SEC's daily indexes. */
export const insiderSource: RecordSource = {
  ...TERMS,
  name: 'SEC EDGAR',
  limits: {
    // The SEC allows 10 requests a second over everything; evenly spaced, 8 stay below it in any second.
    requestsPerSecond: 8,
    timeoutMs: 20_000,
    maxBytes: 32_000_000,
    attempts: ATTEMPTS,
    backoffMs: { first: 500, most: 60_000 },
    failuresToPause: GIVE_UP_AFTER * ATTEMPTS,
  },
  // An edition tells of the week before its Monday; the rest is for days on which nobody asked.
  usualDays: 10,
  collect: collectInsiders,
}

async function collectInsiders(context: SourceContext): Promise<Coverage> {
  const { db, asOf, days, signal, onProgress } = context
  const readEdgar = openEdgar(context)
  const found = await listFilings(readEdgar, { from: addDays(asOf, 1 - days), to: asOf })
  const filings = found.listed.filter(({ form }) => form === '4' || form === '4/A')
  const others = found.listed.filter(({ form }) => form !== '4' && form !== '4/A')
  for (const { day, bytes } of found.daysRead) {
    const ofDay = others.filter(({ filedOn }) => filedOn === day).length
    await keepDay(context, { day, otherForms: ofDay, bytes })
  }
  const readBefore = await noteListedFilings(db, filings)

  const today = newYorkDay(context.clock.now())
  const isNotOutYet = ({ day, code }: UnreadDay) => day === today && code === 'missing'
  const unread: UnreadRecord[] = found.daysUnread
    .filter((one) => !isNotOutYet(one))
    .map(({ day, code, reason }) => ({ what: `the daily index of ${day}`, code, reason }))
  const listed = filings.length + unread.length
  let read = 0
  await workThrough(filings, READERS, async (filing) => {
    signal.throwIfAborted()
    const why = readBefore.has(filing.accession) ? undefined : await readFiling(context, readEdgar, filing)
    if (why === undefined) read++
    else unread.push({ what: `${filing.accession}, Form ${filing.form}, filed ${filing.filedOn}`, ...why })
    onProgress({ done: read + unread.length, listed, unread: unread.length })
  })
  await readFootnotes(context)
  return {
    listed,
    read,
    unread: unread.sort((a, b) => (a.what < b.what ? -1 : 1)),
    notes: [
      ...found.daysUnread.filter(isNotOutYet).map(({ day }) => `The daily index of ${day} is not out yet.`),
      ...countForms(others),
    ],
  }
}

/** Reads filings once more that were read before their footnotes were, from what is kept of them. One that cannot be read any
 *  more stays as it is. */
async function readFootnotes({ db, signal }: SourceContext): Promise<void> {
  for (;;) {
    const filings = await listWithoutFootnotes(db, REREAD_AT_ONCE)
    if (filings.length === 0) return
    for (const { accession, bytes } of filings) {
      signal.throwIfAborted()
      const reading = await readSubmission(await promisify(gunzip)(bytes))
      const transactions = 'report' in reading ? reading.report.transactions : []
      await db.transaction().execute((trx) => keepFootnotes(trx, accession, transactions))
    }
  }
}

function countForms(others: readonly ListedFiling[]): string[] {
  if (others.length === 0) return []
  const counts = [...Map.groupBy(others, ({ form }) => form)]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([form, { length }]) => `${length} of Form ${form}`)
  return [`Left out, since they report no trade of these days: ${counts.join(', ')}.`]
}

async function keepDay(
  { db }: SourceContext,
  { day, otherForms, bytes }: { day: string; otherForms: number; bytes: Buffer },
): Promise<void> {
  const { id: source, licence, republishable } = TERMS
  await db.transaction().execute(async (trx) => {
    const url = `${EDGAR_ORIGIN}${indexPath(day)}`
    const documentId = await keepDocument(trx, { source, url, bytes, licence, republishable })
    await trx
      .insertInto('insider_day')
      .values({ day, other_forms: otherForms, document_id: documentId })
      .onConflict((conflict) =>
        conflict.column('day').doUpdateSet({ other_forms: otherForms, document_id: documentId }),
      )
      .execute()
  })
}

/** Reads one filing, from what is kept of it where it was fetched before.
 *  @returns why it is not read; undefined when it is */
async function readFiling(
  { db }: SourceContext,
  readEdgar: ReadEdgar,
  filing: ListedFiling,
): Promise<Unread<SourceFault> | undefined> {
  const { accession } = filing
  const { id: source, licence, republishable } = TERMS
  const url = `${EDGAR_ORIGIN}${recordPath(filing)}`
  const kept = await findDocument(db, { source, url })
  const answer = kept
    ? { value: await readSubmission(kept.bytes), bytes: kept.bytes }
    : await readEdgar(recordPath(filing), (text) => readApart('submission', text)).catch(toUnread)
  if ('code' in answer) {
    await noteUnreadFiling(db, accession, answer)
    return answer
  }
  const { value: reading, bytes } = answer
  return await db.transaction().execute(async (trx) => {
    const documentId = kept?.id ?? (await keepDocument(trx, { source, url, bytes, licence, republishable }))
    if ('report' in reading) {
      await keepFiling(trx, accession, reading.report, documentId)
      return undefined
    }
    await noteUnreadFiling(trx, accession, { ...reading, documentId })
    return reading
  })
}

/** What would take too much to read is kept all the same. */
const readSubmission = (bytes: Buffer): Promise<Reading> => readApart('submission', bytes).catch(toUnreadable)
