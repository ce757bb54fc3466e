import { addDays } from '../../../lib/dates.ts'
import type { ReportUnreadCode } from '../congress-trade.ts'
import { mayBeSamePerson } from '../match-member.ts'
import { describeUnknownFilers } from '../congress-trades.ts'
import {
  keepReading,
  noteListed,
  type CongressReading,
  type CongressRow,
  type ListedCongressReport,
} from '../reports.ts'
import { toUnread, toUnreadable, toUnstorable } from '../../core/unread-reason.ts'
import { findDocument, keepDocument } from '../../core/documents.ts'
import {
  BACK_FILL_DAYS,
  type Coverage,
  type PaperRecord,
  type RecordSource,
  type SourceContext,
  type UnreadRecord,
} from '../../core/record-source.ts'
import { lastWholeDay, noteSpan } from '../../core/collected-spans.ts'
import { workThrough } from '../../core/work-through.ts'
import { readApart } from '../../core/reading/read-apart.ts'
import type { ListedReport } from './house-index.ts'
import type { HouseReading, HouseReport } from './house-report.ts'

/** PDFs fetched and read at the same time. */
const READERS = 2

/** Periodic transaction reports of the House of Representatives. */
export const houseSource: RecordSource = {
  id: 'house',
  name: 'House of Representatives, Office of the Clerk',
  licence:
    'Public record. 5 U.S.C. 13107(c): no commercial use but by news media for the general public, no soliciting of money.',
  republishable: false,
  limits: { requestsPerSecond: 2, timeoutMs: 30_000, maxBytes: 20_000_000 },
  usualDays: 14,
  backFillDays: BACK_FILL_DAYS,
  collect: collectHouse,
}

async function collectHouse(context: SourceContext): Promise<Coverage> {
  const { db, asOf, days, onProgress } = context
  const filedFrom = addDays(asOf, 1 - days)
  const { reports, unread, notes: listNotes } = await listReports(context, { filedFrom, filedTo: asOf })
  const known = await noteListed(db, 'house', reports.map(toListed))
  const to = lastWholeDay(context.clock, asOf)
  if (unread.length === 0 && filedFrom <= to) {
    await noteSpan(db, { source: 'house', subject: '' }, { from: filedFrom, to })
  }
  const listed = reports.length + unread.length
  const onPaper: PaperRecord[] = []
  let read = 0
  const rankOf = ({ docId }: ListedReport) => rankAttempt(known.get(docId)?.code ?? null)
  const inOrder = reports.toSorted((a, b) => rankOf(a) - rankOf(b))
  await workThrough(inOrder, READERS, async (report) => {
    const before = known.get(report.docId)?.status
    const isKnown = before === 'read' || before === 'on paper'
    const reading = isKnown ? { status: before } : await readReport(context, report)
    if (reading.status === 'on paper') onPaper.push({ what: describe(report), url: report.pdfUrl })
    if ('why' in reading && reading.why) unread.push({ what: describe(report), ...reading.why })
    else read++
    onProgress({ done: read + unread.length, listed, unread: unread.length })
  })
  const notes = await describeUnknownFilers(db, 'house', { filedFrom, filedTo: asOf })
  return {
    listed,
    read,
    unread: unread.sort(byWhat),
    onPaper: onPaper.sort(byWhat),
    notes: [...listNotes, ...notes],
  }
}

/** Ranks reports that failed before last: a few failures in a row stop the requests, which must not keep the other reports
 *  from being tried every day. */
function rankAttempt(code: ReportUnreadCode | null): number {
  if (code === null || code === 'not-read') return 0
  return code === 'stopped' ? 1 : 2
}

const byWhat = (a: { what: string }, b: { what: string }) => (a.what < b.what ? -1 : 1)

/** A report and the id of the document that lists it. */
type Due = ListedReport & { readonly indexId: string }

/** @throws SourceError if no year's list can be read */
async function listReports(
  context: SourceContext,
  { filedFrom, filedTo }: { filedFrom: string; filedTo: string },
): Promise<{ reports: Due[]; unread: UnreadRecord[]; notes: string[] }> {
  const reports = new Map<string, Due>()
  const unread: UnreadRecord[] = []
  const notes: string[] = []
  let lost: unknown
  let yearsRead = 0
  for (const year of listYears(filedFrom, filedTo)) {
    try {
      const index = await readIndex(context, year)
      yearsRead++
      for (const { docId, reason } of index.unread)
        unread.push({ what: `${docId}, of ${year}`, code: 'unreadable', reason })
      if (index.inOneFileOnly > 0)
        notes.push(`${year}FD.zip: lines that only one of its two lists has: ${index.inOneFileOnly}.`)
      for (const report of index.reports) {
        const isDue = filedFrom <= report.filingDate && report.filingDate <= filedTo
        if (isDue && !reports.has(report.docId)) reports.set(report.docId, { ...report, indexId: index.id })
      }
    } catch (error) {
      unread.push({ what: `${year}FD.zip, the list of ${year}`, ...toUnread(error) })
      lost = error
    }
  }
  if (yearsRead === 0 && lost) throw lost
  return { reports: [...reports.values()], unread, notes }
}

/** Lists every year of the requested days, and in January also the previous one: some reports are listed late. */
function listYears(filedFrom: string, filedTo: string): number[] {
  const last = Number(filedTo.slice(0, 4))
  const first = Math.min(Number(filedFrom.slice(0, 4)), filedTo.slice(5, 7) === '01' ? last - 1 : last)
  return Array.from({ length: last - first + 1 }, (_, index) => first + index)
}

/** @throws SourceError if it cannot be fetched */
async function readIndex({ db, client }: SourceContext, year: number) {
  const url = `https://disclosures-clerk.house.gov/public_disc/financial-pdfs/${year}FD.zip`
  const answer = await client.read(url, (zip) => readApart('house-index', zip, { year }))
  return { ...answer.value, id: await keepDocument(db, houseSource, { ...answer, url }) }
}

/** Reads one report, from its stored document if it was fetched before. */
async function readReport(context: SourceContext, report: ListedReport): Promise<CongressReading> {
  const { db, client } = context
  const { docId, pdfUrl: url } = report
  const kept = await findDocument(db, { source: houseSource.id, url })
  const fetched = kept ?? (await client.read(url, requireWholePdf).catch(toUnread))
  if ('code' in fetched) {
    const reading = { status: 'unread' as const, why: fetched }
    await keepReading(db, 'house', docId, reading)
    return reading
  }
  const found = await readHousePdf(fetched.bytes)
  try {
    return await db.transaction().execute(async (trx) => {
      const documentId = kept?.id ?? (await keepDocument(trx, houseSource, { ...fetched, url }))
      const reading = toReading(found, report, documentId)
      await keepReading(trx, 'house', docId, reading)
      return reading
    })
  } catch (error) {
    const why = toUnstorable(error)
    const documentId = kept?.id ?? (await keepDocument(db, houseSource, { ...fetched, url }))
    const reading = { status: 'unread' as const, why, documentId }
    await keepReading(db, 'house', docId, reading)
    return reading
  }
}

/** Reads a report in a separate process. */
export async function readHousePdf(bytes: Uint8Array): Promise<HouseReading> {
  const found = await readApart('house-report', bytes).catch(toUnreadable)
  return 'code' in found ? { ...found, status: 'unreadable' } : found
}

/** @throws TypeError if it is truncated or no PDF: requesting it again may help */
function requireWholePdf(bytes: Buffer): void {
  if (!bytes.toString('latin1', 0, 1024).includes('%PDF-')) throw new TypeError('it is not a PDF')
  if (!bytes.toString('latin1', Math.max(0, bytes.length - 2048)).includes('%%EOF')) {
    throw new TypeError('it is cut off: the end of the PDF is missing')
  }
}

function toReading(found: HouseReading, listed: ListedReport, documentId: string): CongressReading {
  if (found.status === 'on paper') return { status: 'on paper', documentId }
  if (found.status === 'unreadable') {
    const { code, reason } = found
    return { status: 'unread', why: { code, reason }, documentId }
  }
  const { report } = found
  const reason =
    report.docId !== null && report.docId !== listed.docId
      ? `its PDF is that of report ${report.docId}`
      : mayBeSamePerson(toName(listed), report.member)
        ? undefined
        : 'its PDF names somebody else'
  if (reason !== undefined) return { status: 'unread', why: { code: 'unreadable', reason }, documentId }
  const [first, ...others] = report.unreadRows
  const rows = toRows(report)
  const signedOn = report.signedOn ?? undefined
  if (first === undefined) return { status: 'read', documentId, signedOn, rows }
  const inPart = `${others.length + 1} of its rows cannot be read, the first on page ${first.page}: ${first.reason}`
  return { status: 'in part', why: { code: 'rows', reason: inPart }, documentId, signedOn, rows }
}

function toRows({ transactions }: HouseReport): CongressRow[] {
  return transactions.map((transaction) => ({
    row: transaction.row,
    owner: transaction.owner,
    asset: transaction.asset,
    asset_detail: null,
    ticker: transaction.ticker,
    asset_type: transaction.assetType,
    type: transaction.type,
    traded_on: transaction.traded,
    notified_on: transaction.notified,
    low: transaction.low,
    high: transaction.high,
    filing_status: transaction.filingStatus,
    subholding: transaction.subholding,
    description: transaction.description,
    comments: transaction.comments,
  }))
}

function toListed(report: Due): ListedCongressReport {
  const [, state, district] = /^([A-Z]{2})(\d{2})$/.exec(report.stateDistrict) ?? []
  return {
    reportId: report.docId,
    member: toName(report),
    // A seat that cannot be parsed matches no member.
    state: state ?? report.stateDistrict,
    district: district === undefined ? undefined : Number(district),
    filedOn: report.filingDate,
    pageUrl: report.pdfUrl,
    isOnPaper: report.isPaper,
    listedBy: report.indexId,
  }
}

const toName = ({ member: { first, last, suffix } }: ListedReport) =>
  `${first} ${last}${suffix === '' ? '' : `, ${suffix}`}`

function describe(report: ListedReport): string {
  return `${report.docId}, ${toName(report)}, ${report.stateDistrict}, filed ${report.filingDate}`
}
