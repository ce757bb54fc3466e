import { sql } from 'kysely'

import type { DatabaseOrTransaction } from '../../db/database.ts'
import type { Chamber, CongressReportStatus, ReportUnreadCode } from './congress-trade.ts'
import { NOT_READ_YET, type Unread } from '../core/unread-reason.ts'
import type { CongressLineTable } from '../core/trade-tables.ts'

/** A report as listed by its chamber. */
export interface ListedCongressReport {
  readonly reportId: string
  /** Given names first. */
  readonly member: string
  readonly state?: string | undefined
  readonly district?: number | undefined
  readonly title?: string | undefined
  /** 'YYYY-MM-DD' */
  readonly filedOn: string
  readonly pageUrl: string
  readonly isOnPaper: boolean
  /** The id of the document that lists it, if one is stored. */
  readonly listedBy?: string | undefined
}

/** A row of a report as filed, without the report's chamber and number; text is untrusted. Days are 'YYYY-MM-DD', amounts US dollars,
 *  both ends inclusive. */
export type CongressRow = Omit<CongressLineTable, 'chamber' | 'report_id' | 'low' | 'high'> & {
  readonly low: number
  readonly high: number | null
}

/** The result of reading a report. */
export type CongressReading =
  | {
      readonly status: 'read' | 'in part'
      /** Why rows are missing. */
      readonly why?: Unread<ReportUnreadCode> | undefined
      readonly documentId: string
      readonly amendment?: number | undefined
      /** 'YYYY-MM-DD', as stated in the report. */
      readonly signedOn?: string | undefined
      readonly rows: readonly CongressRow[]
    }
  | { readonly status: 'on paper'; readonly documentId?: string | undefined }
  | {
      readonly status: 'unread'
      readonly why: Unread<ReportUnreadCode>
      readonly documentId?: string | undefined
    }

export interface KnownReport {
  readonly status: CongressReportStatus
  /** Why it was not read completely. */
  readonly code: ReportUnreadCode | null
}

/** Records what a chamber lists; reports already recorded do not change.
 *  @returns the status of each, by report id */
export async function noteListed(
  db: DatabaseOrTransaction,
  chamber: Chamber,
  listed: readonly ListedCongressReport[],
): Promise<Map<string, KnownReport>> {
  if (listed.length === 0) return new Map()
  await db
    .insertInto('congress_report')
    .values(
      listed.map((report) => ({
        chamber,
        report_id: report.reportId,
        member: report.member,
        state: report.state ?? null,
        district: report.district ?? null,
        title: report.title ?? null,
        amendment: null,
        filed_on: report.filedOn,
        page_url: report.pageUrl,
        status: report.isOnPaper ? ('on paper' as const) : ('unread' as const),
        unread_code: report.isOnPaper ? null : NOT_READ_YET.code,
        reason: report.isOnPaper ? null : NOT_READ_YET.reason,
        document_id: report.listedBy ?? null,
      })),
    )
    .onConflict((conflict) => conflict.columns(['chamber', 'report_id']).doNothing())
    .execute()
  const rows = await db
    .selectFrom('congress_report')
    .select(['report_id', 'status', 'unread_code'])
    .where('chamber', '=', chamber)
    .where('report_id', '=', sql<string>`any(${listed.map(({ reportId }) => reportId)}::text[])`)
    .execute()
  return new Map(rows.map(({ report_id, status, unread_code: code }) => [report_id, { status, code }]))
}

/** Stores the result of reading a listed report; does nothing to one that is read already.
 *  @param trx  a transaction, so that the report and its rows are stored together */
export async function keepReading(
  trx: DatabaseOrTransaction,
  chamber: Chamber,
  reportId: string,
  reading: CongressReading,
): Promise<void> {
  const isUnread = reading.status === 'unread'
  const why = 'why' in reading ? reading.why : undefined
  const updated = await trx
    .updateTable('congress_report')
    .set({
      status: reading.status,
      unread_code: why?.code ?? null,
      reason: why?.reason ?? null,
      amendment: 'amendment' in reading ? (reading.amendment ?? null) : null,
      signed_on: 'signedOn' in reading ? (reading.signedOn ?? null) : null,
      ...(reading.documentId === undefined ? {} : { document_id: reading.documentId }),
    })
    .where('chamber', '=', chamber)
    .where('report_id', '=', reportId)
    .where('status', '!=', 'read')
    // A failure today must not discard an earlier result.
    .$if(isUnread, (query) => query.where('status', '=', 'unread'))
    .returning('report_id')
    .executeTakeFirst()
  if (!updated || !('rows' in reading)) return
  await trx
    .deleteFrom('congress_line')
    .where('chamber', '=', chamber)
    .where('report_id', '=', reportId)
    .execute()
  if (reading.rows.length === 0) return
  await trx
    .insertInto('congress_line')
    .values(reading.rows.map((row) => ({ ...row, chamber, report_id: reportId })))
    .execute()
}

/** Begins a query for rows together with their reports. */
export const rowsOfReports = (db: DatabaseOrTransaction) =>
  db
    .selectFrom('congress_line')
    .innerJoin('congress_report', (join) =>
      join
        .onRef('congress_report.chamber', '=', 'congress_line.chamber')
        .onRef('congress_report.report_id', '=', 'congress_line.report_id'),
    )
