import { addDays, newYorkDay } from '../../lib/dates.ts'
import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import type { UpstreamFetch } from '../../lib/upstream-fetch.ts'
import { UnreadableFilingError, type Unread } from '../core/unread-reason.ts'
import {
  indexPath,
  listFilings,
  recordPath,
  type ListedFiling,
  type UnreadDay,
  createEdgarClient,
  type EdgarClient,
  type EdgarDeps,
} from './edgar-client.ts'
import { readApart } from '../core/reading/read-apart.ts'
import type { Reading } from './ownership-document.ts'
import { findDocument, keepDocument } from '../core/documents.ts'
import type { Coverage, RecordSource, SourceContext, UnreadRecord } from '../core/record-source.ts'
import { sleep } from '../core/sleep.ts'
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
/** So many filings lost one after another, each after all its attempts, mean that the source is gone. */
const GIVE_UP_AFTER = 25
/** Held in memory together. */
const REREAD_AT_ONCE = 50
const ORIGIN = 'https://www.sec.gov'

const TERMS = { id: 'insiders', licence: 'Public domain.', republishable: true } as const

type Pace = Pick<EdgarDeps, 'takeTurn' | 'sleep'>

/** Forms 4 and 4/A of the SEC's daily indexes. Its requests wait in the one queue of all that asks the SEC.
 *  @param pace  for tests: whose turn it is, and how to wait */
export function createInsiderSource({ pace = {} }: { pace?: Pace } = {}): RecordSource {
  return {
    ...TERMS,
    name: 'SEC EDGAR',
    limits: { requestsPerSecond: 8, timeoutMs: 20_000, maxBytes: 32_000_000 },
    // An edition tells of the week before its Monday; the rest is for days on which nobody asked.
    usualDays: 10,
    collect: (context) => collectInsiders(context, pace),
  }
}

async function collectInsiders(context: SourceContext, pace: Pace): Promise<Coverage> {
  const { db, asOf, days, userAgent, signal, onProgress } = context
  const answers = rememberAnswers(context.fetch)
  const edgar = createEdgarClient({
    fetch: answers.fetch,
    userAgent,
    sleep: (ms) => sleep(ms, signal),
    ...pace,
  })
  const found = await listFilings(edgar, { from: addDays(asOf, 1 - days), to: asOf }).finally(() =>
    signal.throwIfAborted(),
  )
  const filings = found.listed.filter(({ form }) => form === '4' || form === '4/A')
  const others = found.listed.filter(({ form }) => form !== '4' && form !== '4/A')
  for (const day of found.daysRead) {
    const ofDay = others.filter(({ filedOn }) => filedOn === day).length
    await keepDay(context, { day, otherForms: ofDay, bytes: answers.take(indexPath(day)) })
  }
  answers.forget()
  const readBefore = await noteListedFilings(db, filings)

  const today = newYorkDay(context.clock.now())
  const isNotOutYet = ({ day, code }: UnreadDay) => day === today && code === 'no-index'
  const unread: UnreadRecord[] = found.daysUnread
    .filter((one) => !isNotOutYet(one))
    .map(({ day, reason }) => ({ what: `the daily index of ${day}`, reason }))
  const listed = filings.length + unread.length
  const lost = { inARow: 0 }
  let read = 0
  await workThrough(filings, READERS, async (filing) => {
    signal.throwIfAborted()
    const reason = readBefore.has(filing.accession)
      ? undefined
      : await readFiling(context, { edgar, answers, lost }, filing)
    if (reason === undefined) read++
    else unread.push({ what: `${filing.accession}, Form ${filing.form}, filed ${filing.filedOn}`, reason })
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
      const reading = await readKept(await promisify(gunzip)(bytes))
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
    const url = `${ORIGIN}${indexPath(day)}`
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
  { db, signal }: SourceContext,
  { edgar, answers, lost }: { edgar: EdgarClient; answers: Answers; lost: { inARow: number } },
  filing: ListedFiling,
): Promise<string | undefined> {
  const { accession } = filing
  const path = recordPath(filing)
  const { id: source, licence, republishable } = TERMS
  const url = `${ORIGIN}${path}`
  const kept = await findDocument(db, { source, url })
  let reading: Reading
  let bytes: Buffer
  if (kept) {
    bytes = kept.bytes
    reading = await readKept(bytes)
  } else {
    if (lost.inARow >= GIVE_UP_AFTER) {
      return await noteUnread({ code: 'stopped', reason: 'the SEC had stopped answering' })
    }
    const answer = await edgar.read(path, (text) => readApart('submission', Buffer.from(text)))
    // The client takes the end of the work for a fault of the network.
    signal.throwIfAborted()
    bytes = answers.take(path)
    lost.inARow = answer.status === 'unavailable' ? lost.inARow + 1 : 0
    if (answer.status !== 'read') return await noteUnread(answer)
    reading = answer.value
  }
  return await db.transaction().execute(async (trx) => {
    const documentId = kept?.id ?? (await keepDocument(trx, { source, url, bytes, licence, republishable }))
    if ('report' in reading) {
      await keepFiling(trx, accession, reading.report, documentId)
      return undefined
    }
    const { code, problem } = reading
    await noteUnreadFiling(trx, accession, { code, reason: problem, documentId })
    return problem
  })

  async function noteUnread({ code, reason }: Unread): Promise<string> {
    await noteUnreadFiling(db, accession, { code, reason })
    return reason
  }
}

/** What would take too much to read is kept all the same. */
async function readKept(bytes: Buffer): Promise<Reading> {
  try {
    return await readApart('submission', bytes)
  } catch (error) {
    if (!(error instanceof UnreadableFilingError) && !(error instanceof TypeError)) throw error
    const code = error instanceof UnreadableFilingError ? error.code : 'incomplete'
    return { code, problem: error.message }
  }
}

interface Answers {
  readonly fetch: UpstreamFetch
  /** The newest answer to a path, as it came; empty when none came. */
  take(path: string): Buffer
  forget(): void
}

/** The client gives what was read; kept are the bytes that it was read from. */
function rememberAnswers(fetch: UpstreamFetch): Answers {
  const bytesByUrl = new Map<string, Buffer>()
  return {
    async fetch(url, init) {
      const response = await fetch(url, init)
      bytesByUrl.set(String(url), Buffer.from(await response.clone().arrayBuffer()))
      return response
    },
    take(path) {
      const bytes = bytesByUrl.get(`${ORIGIN}${path}`) ?? Buffer.alloc(0)
      bytesByUrl.delete(`${ORIGIN}${path}`)
      return bytes
    },
    forget: () => bytesByUrl.clear(),
  }
}
