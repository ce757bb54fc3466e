import { addDays } from '../../../lib/dates.ts'
import { mayBeSamePerson } from '../match-member.ts'
import { CONGRESS_TERMS, collectReports, keepReport } from '../collect-reports.ts'
import { keepReading, type CongressReading, type ListedCongressReport } from '../reports.ts'
import { toUnread, toUnreadable } from '../../core/unread-reason.ts'
import { findDocument, keepDocument } from '../../core/documents.ts'
import {
  BACK_FILL_DAYS,
  type Coverage,
  type RecordSource,
  type SourceContext,
  type UnreadRecord,
} from '../../core/record-source.ts'
import { readApart } from '../../core/reading/read-apart.ts'
import type { HouseReading } from './house-report.ts'

/** PDFs fetched and read at the same time. */
const READERS = 2

/** Periodic transaction reports of the House of Representatives. */
export const houseSource: RecordSource = {
  id: 'house',
  name: 'House of Representatives, Office of the Clerk',
  ...CONGRESS_TERMS,
  limits: { requestsPerSecond: 2, timeoutMs: 30_000, maxBytes: 20_000_000 },
  usualDays: 14,
  backFillDays: BACK_FILL_DAYS,
  collect: collectHouse,
}

async function collectHouse(context: SourceContext): Promise<Coverage> {
  const { asOf, days } = context
  const { reports, unread, notes } = await listReports(context, {
    filedFrom: addDays(asOf, 1 - days),
    filedTo: asOf,
  })
  const coverage = await collectReports(context, 'house', {
    reports,
    unread,
    readers: READERS,
    readReport: (report) => readReport(context, report),
  })
  return {
    ...coverage,
    unread: coverage.unread.toSorted(byWhat),
    onPaper: coverage.onPaper.toSorted(byWhat),
    notes: [...notes, ...coverage.notes],
  }
}

const byWhat = (a: { what: string }, b: { what: string }) => (a.what < b.what ? -1 : 1)

/** @throws SourceError if no year's list can be read */
async function listReports(
  context: SourceContext,
  { filedFrom, filedTo }: { filedFrom: string; filedTo: string },
): Promise<{ reports: ListedCongressReport[]; unread: UnreadRecord[]; notes: string[] }> {
  const reports = new Map<string, ListedCongressReport>()
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
        const isDue = filedFrom <= report.filedOn && report.filedOn <= filedTo
        if (isDue && !reports.has(report.reportId))
          reports.set(report.reportId, { ...report, listedBy: index.id })
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
async function readReport(
  { db, client }: SourceContext,
  report: ListedCongressReport,
): Promise<CongressReading> {
  const { reportId, pageUrl: url } = report
  const kept = await findDocument(db, { source: houseSource.id, url })
  const fetched = kept ?? (await client.read(url, requireWholePdf).catch(toUnread))
  if ('code' in fetched) {
    const reading = { status: 'unread' as const, why: fetched }
    await keepReading(db, 'house', reportId, reading)
    return reading
  }
  const found = await readHousePdf(fetched.bytes)
  return keepReport(db, 'house', report, fetched, (documentId) => toReading(found, report, documentId))
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

function toReading(found: HouseReading, listed: ListedCongressReport, documentId: string): CongressReading {
  if (found.status === 'on paper') return { status: 'on paper', documentId }
  if (found.status === 'unreadable') {
    const { code, reason } = found
    return { status: 'unread', why: { code, reason }, documentId }
  }
  const { report } = found
  const reason =
    report.docId !== null && report.docId !== listed.reportId
      ? `its PDF is that of report ${report.docId}`
      : mayBeSamePerson(listed.member, report.member)
        ? undefined
        : 'its PDF names somebody else'
  if (reason !== undefined) return { status: 'unread', why: { code: 'unreadable', reason }, documentId }
  const [first, ...others] = report.unreadRows
  const rows = report.transactions
  const signedOn = report.signedOn ?? undefined
  if (first === undefined) return { status: 'read', documentId, signedOn, rows }
  const inPart = `${others.length + 1} of its rows cannot be read, the first on page ${first.page}: ${first.reason}`
  return { status: 'in part', why: { code: 'rows', reason: inPart }, documentId, signedOn, rows }
}
