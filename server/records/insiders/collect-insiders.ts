import { addDays, listDays, newYorkDay } from '../../lib/dates.ts'
import { SourceError, type SourceFault } from '../../lib/errors.ts'
import { deadlineDaysBetween, isBusinessDay } from '../../lib/business-days.ts'
import type { EditionWeek } from '../../lib/edition-week.ts'
import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import { toUnread, toUnreadable, toUnstorable, type Unread } from '../core/unread-reason.ts'
import { collectHistories } from './collect-histories.ts'
import {
  filingUrls,
  indexFolderUrl,
  indexUrl,
  type FormIndex,
  type ListedFiling,
  type ReadEdgar,
} from './daily-index.ts'
import { readApart } from '../core/reading/read-apart.ts'
import type { ReadAnswer } from '../core/source-client.ts'
import type { FilingUnreadCode } from './insider-filing.ts'
import type { Reading } from './ownership-document.ts'
import { findDocument, keepDocument } from '../core/documents.ts'
import type { Coverage, RecordSource, SourceContext, UnreadRecord } from '../core/record-source.ts'
import { workThrough } from '../core/work-through.ts'
import {
  keepAgain,
  keepFiling,
  listWithoutFootnotes,
  noteListedFilings,
  noteUnreadFiling,
} from './stored-filings.ts'

// Enough to use the full request rate while some requests wait for slow responses.
const READERS = 16
const ATTEMPTS = 6
/** When this many filings in a row fail all their attempts, the source is taken to be down. */
const GIVE_UP_AFTER = 25
/** Filings held in memory at a time. */
const REREAD_AT_ONCE = 50

const NAME = 'SEC EDGAR'
/** The SEC allows 10 in total; 8, evenly spaced, stay below that in any second. */
const REQUESTS_PER_SECOND = 8
const TERMS = { id: 'insiders', licence: 'Public domain.', republishable: true } as const

/** Forms 4 and 4/A from the SEC's daily indexes. */
export const insiderSource: RecordSource = {
  ...TERMS,
  name: NAME,
  limits: {
    requestsPerSecond: REQUESTS_PER_SECOND,
    timeoutMs: 20_000,
    maxBytes: 32_000_000,
    attempts: ATTEMPTS,
    backoffMs: { first: 500, most: 60_000 },
    failuresToPause: GIVE_UP_AFTER * ATTEMPTS,
  },
  // An edition covers the 7 days before its Monday; the rest catches up on missed days.
  usualDays: 10,
  collect: collectInsiders,
}

async function collectInsiders(context: SourceContext): Promise<Coverage> {
  const { db, asOf, days, signal, onProgress } = context
  const readEdgar = openEdgar(context)
  const from = addDays(asOf, 1 - days)
  const found = await listFilings(readEdgar, { from, to: asOf })
  const isForm4 = ({ form }: Pick<ListedFiling, 'form'>) => form === '4' || form === '4/A'
  const filings = found.listed.filter(isForm4)
  const others = found.listed.filter((one) => !isForm4(one))
  for (const day of found.daysRead) {
    await keepDay(context, day, { unreadLines: day.index.unread.filter(isForm4).length })
  }
  const readBefore = await noteListedFilings(db, filings)

  const today = newYorkDay(context.clock.now())
  const isNotOutYet = ({ day, code }: UnreadDay) => day === today && code === 'missing'
  const unread: UnreadRecord[] = [
    ...found.daysUnread
      .filter((one) => !isNotOutYet(one))
      .map(({ day, code, reason }) => ({ what: `the daily index of ${day}`, code, reason })),
    ...found.daysRead.flatMap(({ day, index }) =>
      index.unread.filter(isForm4).map(({ text }) => ({
        what: `a line of the daily index of ${day}`,
        code: 'unreadable' as const,
        reason: `it reads "${text}"`,
      })),
    ),
  ]
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
  const histories = await collectHistories(
    context,
    {
      terms: TERMS,
      read: readEdgar,
      readFiling: (filing) => readFiling(context, readEdgar, filing),
      requestsPerSecond: REQUESTS_PER_SECOND,
      readers: READERS,
    },
    unread.length === 0 ? from : undefined,
  )
  return {
    listed,
    read,
    unread: unread.sort((a, b) => (a.what < b.what ? -1 : 1)),
    notes: [
      ...found.daysUnread.filter(isNotOutYet).map(({ day }) => `The daily index of ${day} is not out yet.`),
      ...countForms(others),
      ...histories,
    ],
  }
}

/** Parses filings stored before footnotes were read once more, from their stored documents. The lines of a filing
 *  that can no longer be parsed stay as they are; one whose reading was stopped is left for the next run.
 *  @param read  replaced in tests */
export async function readFootnotes(
  { db, signal }: Pick<SourceContext, 'db' | 'signal'>,
  read = readSubmission,
): Promise<void> {
  for (;;) {
    const filings = await listWithoutFootnotes(db, REREAD_AT_ONCE)
    const readings = await Promise.all(
      filings.map(async ({ bytes, ...filing }) =>
        Object.assign(filing, { reading: await read(await promisify(gunzip)(bytes)) }),
      ),
    )
    signal.throwIfAborted()
    const done = readings.filter(({ reading }) => !('code' in reading && reading.code === 'not-read'))
    if (done.length === 0) return
    for (const { accession, id, reading } of done) {
      await keepAgain(db, accession, 'report' in reading ? reading.report : undefined, id)
    }
  }
}

/** For a day whose index is not out yet or never will be. */
const NO_INDEX: Unread<'missing'> = { code: 'missing', reason: 'the SEC has published no index for it' }
const EMPTY_INDEX: Unread<'missing'> = { code: 'missing', reason: 'its index lists nothing' }

/** A business day whose index was not read. */
export interface UnreadDay extends Unread<SourceFault> {
  /** 'YYYY-MM-DD' */
  readonly day: string
}

/** A business day whose index was read, or on which the SEC was closed by order. */
interface ReadDay {
  /** 'YYYY-MM-DD' */
  readonly day: string
  /** Of the index; of the folder's list that has none for that day. */
  readonly url: string
  readonly index: Omit<ReadAnswer<unknown>, 'value'> & Pick<FormIndex, 'unread'>
}

/** Reads the daily indexes of a range of days, both ends inclusive.
 *  @returns Forms 3, 4 and 5 and their amendments, each accession once
 *  @throws SourceError if no index could be read */
export async function listFilings(read: ReadEdgar, week: Pick<EditionWeek, 'from' | 'to'>) {
  const days = listDays(week.from, week.to)
  const daysRead: ReadDay[] = []
  const daysUnread: UnreadDay[] = []
  const listed = new Map<string, ListedFiling>()
  for (const folder of new Set(days.map(indexFolderUrl))) {
    const daysOfFolder = days.filter((day) => indexFolderUrl(day) === folder)
    const listing = await read(`${folder}/index.json`, (json) => readApart('index-folder', json)).catch(
      toUnread,
    )
    for (const day of daysOfFolder) {
      if (!('code' in listing) && wasClosedByOrder(day, listing.value)) {
        daysRead.push({ day, url: `${folder}/index.json`, index: { ...listing, unread: [] } })
        continue
      }
      // A quarter's folder does not exist until its first index is out. Only business days have an index.
      if ('code' in listing || !listing.value.includes(day)) {
        const { code, reason } = 'code' in listing ? listing : NO_INDEX
        if (isBusinessDay(day)) daysUnread.push({ day, code, reason })
        continue
      }
      const index = await read(indexUrl(day), (text) => readApart('form-index', text)).catch(toUnread)
      if ('code' in index) {
        daysUnread.push({ day, ...index })
        continue
      }
      // Every business day has thousands of filings, so a list of none is not complete yet.
      if (index.value.isEmpty && isBusinessDay(day)) {
        daysUnread.push({ day, ...EMPTY_INDEX })
        continue
      }
      daysRead.push({ day, url: indexUrl(day), index: { ...index, unread: index.value.unread } })
      for (const entry of index.value.entries) {
        if (!listed.has(entry.accession)) listed.set(entry.accession, { ...entry, filedOn: day })
      }
    }
  }
  if (daysRead.length === 0) {
    const { code, reason } = daysUnread[0] ?? { code: 'missing', reason: 'none was published' }
    throw new SourceError(
      NAME,
      `No daily index of SEC EDGAR from ${week.from} to ${week.to} could be read: ${reason}.`,
      { fault: code },
    )
  }
  return { listed: [...listed.values()], daysRead, daysUnread }
}

/** Whether the SEC was closed on a business day, such as December 24: it may have been, and indexes of later days are out.
 *  @param listed  the days of the quarter that have an index */
function wasClosedByOrder(day: string, listed: readonly string[]): boolean {
  const mayBeClosed = isBusinessDay(day) && deadlineDaysBetween(addDays(day, -1), day) === 0
  return mayBeClosed && !listed.includes(day) && listed.some((other) => other > day)
}

/** @param userAgent  'Lunchpail contact@example.com'
 *  @throws SourceError if it has no contact address: the SEC would refuse every request */
export function openEdgar({ client, userAgent }: Pick<SourceContext, 'client' | 'userAgent'>): ReadEdgar {
  if (!/\S@\S/.test(userAgent)) {
    throw new SourceError(NAME, 'The SEC wants a contact address in the User-Agent: set CONTACT_EMAIL.')
  }
  const headers = { 'user-agent': userAgent, 'accept-encoding': 'gzip, deflate' }
  return (url, parse) => client.read(url, parse, { headers })
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
  { day, url, index }: ReadDay,
  { unreadLines }: { unreadLines: number },
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const documentId = await keepDocument(trx, TERMS, { ...index, url })
    const found = { unread_lines: unreadLines, document_id: documentId }
    await trx
      .insertInto('insider_day')
      .values({ day, ...found })
      .onConflict((conflict) => conflict.column('day').doUpdateSet(found))
      .execute()
  })
}

/** Reads one filing, from its stored document if it was fetched before.
 *  @returns why it was not read; undefined if it was */
async function readFiling(
  { db }: SourceContext,
  readEdgar: ReadEdgar,
  filing: ListedFiling,
): Promise<Unread<FilingUnreadCode> | undefined> {
  const { accession } = filing
  const { recordUrl: url } = filingUrls(filing)
  const kept = await findDocument(db, { source: TERMS.id, url })
  const answer = kept
    ? { ...kept, value: await readSubmission(kept.bytes) }
    : await readEdgar(url, (text) => readApart('submission', text)).catch(toUnread)
  if ('code' in answer) {
    await noteUnreadFiling(db, accession, answer)
    return answer
  }
  const { value: reading } = answer
  try {
    return await db.transaction().execute(async (trx) => {
      const documentId = kept?.id ?? (await keepDocument(trx, TERMS, { ...answer, url }))
      if ('report' in reading) {
        await keepFiling(trx, accession, reading.report, documentId)
        return undefined
      }
      await noteUnreadFiling(trx, accession, { ...reading, documentId })
      return reading
    })
  } catch (error) {
    const why = toUnstorable(error)
    const documentId = kept?.id ?? (await keepDocument(db, TERMS, { ...answer, url }))
    await noteUnreadFiling(db, accession, { ...why, documentId })
    return why
  }
}

/** Turns parse failures into reasons, so that an unreadable document is stored all the same. */
const readSubmission = (bytes: Buffer): Promise<Reading> => readApart('submission', bytes).catch(toUnreadable)
