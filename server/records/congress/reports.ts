import { sql } from 'kysely'

import type { DatabaseOrTransaction } from '../../db/database.ts'
import type { Chamber, CongressReportStatus, ReportUnreadCode } from './congress-trade.ts'
import { NOT_READ_YET, type Unread } from '../core/unread-reason.ts'
import type { CongressLineTable } from '../core/trade-tables.ts'

/** A report as its chamber lists it. */
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
  /** The id of the document that lists it, where one is kept. */
  readonly listedBy?: string | undefined
}

/** A row of a report, but for its number. */
export type CongressRow = Omit<CongressLineTable, 'chamber' | 'report_id' | 'low' | 'high' | 'doubts'> & {
  readonly low: number
  readonly high: number | null
  readonly doubts: readonly string[]
}

/** What is known of a report. */
export type CongressReading =
  | {
      readonly status: 'read' | 'in part'
      /** Why rows of it are missing. */
      readonly why?: Unread<ReportUnreadCode> | undefined
      readonly documentId: string
      readonly amendment?: number | undefined
      /** 'YYYY-MM-DD', by the report itself. */
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
  /** Why it is not read, or not whole. */
  readonly code: ReportUnreadCode | null
}

/** Writes down what a chamber lists; what is there already stays as it is.
 *  @returns by report id what is known of each of them */
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

/** Writes down what came of a listed report. One that was read before stays as it was read then.
 *  @param trx  a transaction: the report and all its rows, or nothing of it */
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
    // A source that fails today takes back nothing that it gave before.
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
    .values(
      reading.rows.map((row) => ({
        ...row,
        chamber,
        report_id: reportId,
        doubts: JSON.stringify(row.doubts),
      })),
    )
    .execute()
}
