import type { DatabaseOrTransaction } from '../../db/database.ts'
import { keepReading, noteListed, type CongressRow } from '../../records/congress/reports.ts'
import { keepDocument } from '../../records/core/documents.ts'
import type { CollectOutcome } from '../../records/core/record-source.ts'
import type { Chamber } from '../../records/congress/congress-trade.ts'
import type { InsiderFiling } from '../../records/insiders/insider-filing.ts'
import { keepFiling, noteListedFilings } from '../../records/insiders/stored-filings.ts'
import { emptyTables } from '../../testing/test-database.ts'
import { createFiling } from './insider-filings.ts'

/** Stores a document for records to refer to.
 *  @returns its id */
function keepSomeDocument(db: DatabaseOrTransaction): Promise<string> {
  return keepDocument(
    db,
    { id: 'test', licence: 'None.', republishable: false },
    { url: 'https://records.example/1', bytes: Buffer.from('a record') },
  )
}

/** Stores a run of a source that ended on the evening of the last day requested. */
export async function keepRun(
  db: DatabaseOrTransaction,
  {
    source,
    asOf,
    outcome = 'complete',
    listed = 0,
    read = listed,
  }: { source: string; asOf: string; outcome?: CollectOutcome; listed?: number; read?: number },
): Promise<void> {
  const at = new Date(`${asOf}T22:00:00Z`)
  await db
    .insertInto('collect_run')
    .values({ source, as_of: asOf, started_at: at, finished_at: at, outcome, listed, read })
    .execute()
}

/** Stores a day whose SEC index was read. */
export async function keepInsiderDay(db: DatabaseOrTransaction, day: string): Promise<void> {
  await db
    .insertInto('insider_day')
    .values({ day, document_id: await keepSomeDocument(db) })
    .execute()
}

/** Stores a filing with its lines, as read. */
export async function keepInsiderFiling(db: DatabaseOrTransaction, filing: InsiderFiling): Promise<void> {
  const { accession, form, filedOn, issuer } = filing
  await noteListedFilings(db, [{ accession, form, filedOn, cik: issuer.cik }])
  const report = { ...filing, derivativeTransactions: [] }
  await keepFiling(db, accession, report, await keepSomeDocument(db))
}

/** Stores Jane Doe, who represents the seventh district of ZZ in the House in any year. */
export async function keepMember(db: DatabaseOrTransaction): Promise<void> {
  const seat = { chamber: 'house', state: 'ZZ', district: 7, party: 'Purple' } as const
  await db
    .insertInto('member')
    .values({
      bioguide_id: 'D000001',
      name: 'Jane Doe',
      name_forms: JSON.stringify({ first: 'Jane', last: 'Doe' }),
      terms: JSON.stringify([{ ...seat, start: '2021-01-03', end: '2031-01-03' }]),
      is_serving: true,
      document_id: await keepSomeDocument(db),
    })
    .execute()
}

/** A row of a report: shares of Acme Corp. bought on Jan 6, 2025. */
export const aCongressRow = (parts: Partial<CongressRow> = {}): CongressRow => ({
  row: 1,
  owner: 'self',
  asset: 'Acme Corp.',
  asset_detail: null,
  ticker: 'ACME',
  asset_type: 'ST',
  type: 'P',
  traded_on: '2025-01-06',
  notified_on: null,
  low: 1001,
  high: 15_000,
  filing_status: 'New',
  subholding: null,
  description: null,
  comments: null,
  ...parts,
})

/** Stores a report by Jane Doe, as read; without rows it is on paper. */
export async function keepCongressReport(
  db: DatabaseOrTransaction,
  {
    reportId,
    filedOn,
    rows = [],
    chamber = 'house',
    member = 'Jane Doe',
  }: {
    reportId: string
    filedOn: string
    rows?: readonly CongressRow[]
    chamber?: Chamber
    member?: string
  },
): Promise<void> {
  const isOnPaper = rows.length === 0
  const pageUrl = `https://reports.example/${reportId}`
  await noteListed(db, chamber, [{ reportId, member, state: 'ZZ', district: 7, filedOn, pageUrl, isOnPaper }])
  const documentId = await keepSomeDocument(db)
  if (!isOnPaper) await keepReading(db, chamber, reportId, { status: 'read', documentId, rows })
}

/** Stores trades of ACME: a filing of an insider, a report of Jane Doe, and the runs that read them. */
export async function keepAcmeTrades(db: DatabaseOrTransaction): Promise<void> {
  await keepMember(db)
  await keepInsiderDay(db, '2025-01-28')
  await keepInsiderFiling(db, createFiling())
  await keepCongressReport(db, { reportId: '1', filedOn: '2025-01-20', rows: [aCongressRow()] })
  await keepRun(db, { source: 'insiders', asOf: '2025-01-28', listed: 1 })
  await keepRun(db, { source: 'house', asOf: '2025-01-28', listed: 1 })
}

/** Deletes all of the above. */
export async function forgetTrades(db: DatabaseOrTransaction): Promise<void> {
  await emptyTables(db, [
    'collect_run',
    'insider_day',
    'insider_filing',
    'insider_line',
    'congress_report',
    'congress_line',
    'member',
  ])
}
