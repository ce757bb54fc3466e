import { parseSlashDay } from '../../../lib/dates.ts'
import type { SourceFault } from '../../../lib/errors.ts'
import type { Unread } from '../../core/unread-reason.ts'
import { readPdfText, type PdfLimits, type TextItem } from './pdf-text.ts'
import { readLine, toPlainText, type TextLine } from './text-lines.ts'
import type { CongressRow } from '../reports.ts'
import { readTransaction } from './transaction.ts'
import { findTransactionTable } from './transaction-table.ts'

/** A periodic transaction report of the House of Representatives, as shown in its PDF. */
export interface HouseReport {
  /** The Clerk's number; null if the report does not show it. */
  readonly docId: string | null
  /** As printed, with "Hon." */
  readonly member: string
  /** Two letters for the state and two digits for the district: CA11. */
  readonly stateDistrict: string
  /** 'YYYY-MM-DD'; null if no dated signature is shown. */
  readonly signedOn: string | null
  readonly transactions: readonly CongressRow[]
  /** Rows and lines of the table that could not be read completely. */
  readonly unreadRows: readonly UnreadRow[]
}

export interface UnreadRow {
  readonly page: number
  readonly text: string
  readonly reason: string
}

/** The result of reading a PDF. 'on paper': a scan or a paper form; listed, never guessed at. */
export type HouseReading =
  | { readonly status: 'read'; readonly report: HouseReport }
  | { readonly status: 'on paper' }
  | ({ readonly status: 'unreadable' } & Unread<SourceFault | 'rows' | 'not-read'>)

/** The longest report seen has 144 rows. */
const MAX_ROWS = 2_000

/** Reads one report. Never throws for its contents. */
export async function readHouseReport(
  pdf: Uint8Array,
  limits: Partial<PdfLimits> = {},
): Promise<HouseReading> {
  const text = await readPdfText(pdf, limits)
  return text.status === 'read' ? readReportText(text.pages) : { ...text, code: 'unreadable' }
}

/** Parses the text of a report. */
export function readReportText(pages: readonly (readonly TextItem[])[]): HouseReading {
  if (pages.every((items) => items.length === 0)) return { status: 'on paper' }
  const unread = (reason: string, code: 'unreadable' | 'rows' = 'unreadable'): HouseReading => ({
    status: 'unreadable',
    code,
    reason,
  })
  const table = findTransactionTable(pages)
  if (table === undefined) {
    return isPaperForm(pages) ? { status: 'on paper' } : unread('it has text and no table of transactions')
  }
  const { member, stateDistrict } = readFiler(table.head)
  if (member === '') return unread('it names no member')
  if (!/^[A-Z]{2}\d{2}$/.test(stateDistrict)) return unread(`its state and district read "${stateDistrict}"`)
  if (!table.isClosed) return unread('its table of transactions has no end: it is cut off')
  if (table.rows.length === 0) return unread('its table of transactions has no row')
  if (table.rows.length > MAX_ROWS) return unread(`its table has more than ${MAX_ROWS} rows`)
  const transactions: CongressRow[] = []
  const unreadRows: UnreadRow[] = table.strayLines.map((line) => ({
    ...line,
    reason: 'it belongs to no row',
  }))
  for (const [index, row] of table.rows.entries()) {
    const transaction = readTransaction(row, index + 1)
    if ('problem' in transaction) {
      unreadRows.push({ page: row.page, text: row.text, reason: transaction.problem })
    } else transactions.push(transaction)
  }
  if (transactions.length === 0) {
    const first = unreadRows[0]?.reason
    return unread(`none of its ${table.rows.length} rows can be read: in the first ${first}`, 'rows')
  }
  const report: HouseReport = {
    docId: findDocId(pages),
    member,
    stateDistrict,
    signedOn: findSigningDay(table.tail),
    transactions,
    unreadRows,
  }
  return { status: 'read', report }
}

/** Recognizes a paper form filled in on a screen: the words are there, but not in columns. */
function isPaperForm(pages: readonly (readonly TextItem[])[]): boolean {
  const text = toPlainText(pages.flatMap((items) => items.map((item) => item.text)).join(' '))
  return (
    /periodic transaction report/i.test(text) &&
    /(provide full name|(date|amount|type) of transaction)/i.test(text)
  )
}

function readFiler(head: readonly TextLine[]): { member: string; stateDistrict: string } {
  const lines = head.map(readLine)
  const between = (from: RegExp, to: RegExp) => {
    const start = lines.findIndex((line) => from.test(line))
    if (start === -1) return ''
    const length = lines.slice(start + 1).findIndex((line) => to.test(line))
    const taken = lines.slice(start, length === -1 ? start + 1 : start + 1 + length)
    return taken.join(' ').replace(from, '').trim()
  }
  return {
    member: between(/^Name ?:/i, /^(Status|State ?\/ ?District) ?:/i),
    stateDistrict: between(/^State ?\/ ?District ?:/i, /./).toUpperCase(),
  }
}

function findDocId(pages: readonly (readonly TextItem[])[]): string | null {
  for (const { text } of pages.flat()) {
    const found = /^Filing ID ?#(\d{1,20})$/i.exec(toPlainText(text))?.[1]
    if (found !== undefined) return found
  }
  return null
}

function findSigningDay(tail: readonly TextLine[]): string | null {
  for (const line of tail) {
    const day = /^Digitally Signed ?:.*?(\d{2}\/\d{2}\/\d{4})$/i.exec(readLine(line))?.[1]
    if (day !== undefined) return parseSlashDay(day) ?? null
  }
  return null
}
