import { parseSlashDay } from '../../../lib/dates.ts'
import type { SourceFault } from '../../../lib/errors.ts'
import { tidyText } from '../../../lib/text.ts'
import type { Unread } from '../../core/unread-reason.ts'
import type { CongressRow } from '../reports.ts'
import { findElements, PageTooLargeError, parseHtml, textOf, type HtmlElement } from './parse-html.ts'

// A report on a busy year has about 150 rows; anything beyond these limits is not a report.
const MAX_ROWS = 2_000
const MAX_CELL = 5_000
/** The first word; none is longer. */
const TICKER = /^\S{1,20}(?!\S)/
const MAX_NAME = 300
const MAX_CLASSES = 1_000

export interface SenateReport {
  /** "Alan Armstrong": without "Mr." or "The Honorable". */
  readonly member: string
  /** The number of the amendment; undefined for an original report. */
  readonly amendment: number | undefined
  /** At least one, in page order. */
  readonly transactions: readonly CongressRow[]
  /** Why rows of the table were left out, one reason for each. */
  readonly unreadRows: readonly string[]
}

/** The result of reading a page. The code 'incomplete' is worth a retry. */
export type SenatePage =
  | { readonly status: 'read'; readonly report: SenateReport }
  | { readonly status: 'on paper'; readonly pictures: number }
  | ({ readonly status: 'unreadable' } & Unread<SourceFault | 'rows' | 'not-read'>)

/** Parses the page of one report on efdsearch.senate.gov. Finds columns by heading and checks the rows against the page's
 *  own total, so that a page it does not understand never passes for a report without trades. A row that it does not understand
 *  is left out and listed; a report without any other row is unreadable.
 *  @returns a result in any case: never throws for the page's contents */
export function readSenateReport(html: string): SenatePage {
  const text = html.replace(/^\ufeff/, '').trim()
  if (text === '') return unreadable('incomplete', 'it is empty')
  if (!text.startsWith('<')) return unreadable('incomplete', 'it is no page of HTML')
  const isWhole = /<\/html>$/i.test(text.slice(-10))
  const flaw = isWhole ? 'unreadable' : 'incomplete'
  try {
    const page = parseHtml(text)
    const heading = readFirst(page, 'h1')
    if (findElements(page, ({ attributes }) => attributes['id'] === 'agreement_form').length > 0) {
      return unreadable(flaw, 'it is the page that asks to agree to the terms')
    }
    const pictures = findElements(page, (one) => one.name === 'img' && hasClass(one, 'filingImage')).length
    if (pictures > 0) return { status: 'on paper', pictures }
    if (heading === '') {
      const title = readFirst(page, 'title').slice(0, 80)
      return unreadable('incomplete', isWhole ? `it is no report of the Senate: "${title}"` : 'it is cut off')
    }
    if (!/^Periodic Transaction Report\b/i.test(heading)) {
      return unreadable(flaw, `it is "${heading.slice(0, 80)}", no report of transactions`)
    }
    return { status: 'read', report: readReport(page, { heading, isWhole }) }
  } catch (error) {
    if (error instanceof PageTooLargeError) return unreadable(flaw, error.message)
    if (!(error instanceof ReportError)) throw error
    return isWhole
      ? unreadable(error instanceof RowError ? 'rows' : 'unreadable', error.message)
      : unreadable('incomplete', `it is cut off: ${error.message}`)
  }
}

/** The report cannot be read, so none of it is used. */
class ReportError extends Error {}

/** The fault is in a row, or in every row. */
class RowError extends ReportError {}

const unreadable = (code: SourceFault | 'rows', reason: string): SenatePage => ({
  status: 'unreadable',
  code,
  reason,
})

function hasClass({ attributes }: HtmlElement, name: string): boolean {
  return (attributes['class'] ?? '').slice(0, MAX_CLASSES).split(/\s+/).includes(name)
}

/** The text of the first matching element. */
function readFirst(page: HtmlElement, isWanted: Parameters<typeof findElements>[1]): string {
  return tidyText(textOf(findElements(page, isWanted)[0]))
}

function readReport(
  page: HtmlElement,
  { heading, isWhole }: { heading: string; isWhole: boolean },
): SenateReport {
  const filer = readFirst(page, (one) => hasClass(one, 'filedReport'))
  const member = readMember(filer === '' ? readFirst(page, 'h2') : filer)
  if (member === '') throw new ReportError('it names no member')
  const body = tidyText(textOf(page))
  const amendment = /\(Amendment (\d{1,4})\)/i.exec(heading)?.[1]
  const { transactions, unreadRows } = readRows(page)
  const listed = transactions.length + unreadRows.length
  const total = /\((\d{1,9}) transactions? total\)/i.exec(body)?.[1]
  if (total === undefined && !isWhole) throw new ReportError('neither its end nor its total is there')
  if (total !== undefined && Number(total) !== listed) {
    throw new ReportError(`it counts ${total} transactions and lists ${listed}`)
  }
  if (transactions.length === 0) {
    throw new RowError(`none of its ${listed} rows can be read: ${unreadRows[0]}`)
  }
  return {
    member,
    amendment: amendment === undefined ? undefined : Number(amendment),
    transactions,
    unreadRows,
  }
}

/** "The Honorable Daniel S Sullivan (Sullivan, Dan)" -> "Daniel S Sullivan" */
function readMember(text: string): string {
  if (text.length > MAX_NAME) throw new ReportError(`the name of its member has ${text.length} characters`)
  return text
    .replaceAll(/\([^()]*\)/g, '')
    .replace(/^\s*(?:The Honorable|Hon\.|Senator|Mr\.|Mrs\.|Ms\.|Miss|Dr\.)\s+/i, '')
    .replaceAll(' ,', ',')
    .trim()
}

function readRows(page: HtmlElement): Pick<SenateReport, 'transactions' | 'unreadRows'> {
  const tables = findElements(page, 'table').map((table) => ({
    table,
    headings: findElements(table, 'th').map((cell) => tidyText(textOf(cell)).toLowerCase()),
  }))
  const found = tables.find(({ headings }) => headings.includes('transaction date'))
  if (!found) throw new ReportError('it has no table of transactions')
  const { table, headings } = found
  const missing = ['owner', 'ticker', 'asset name', 'type', 'amount'].find((name) => !headings.includes(name))
  if (missing !== undefined) throw new ReportError(`its table has no column "${missing}"`)
  const rows = findElements(table, 'tr')
    .map((row) => findElements(row, 'td'))
    .filter((cells) => cells.length > 0)
  if (rows.length === 0) throw new ReportError('its table of transactions is empty')
  if (rows.length > MAX_ROWS) throw new ReportError(`its table has more than ${MAX_ROWS} rows`)
  if (!table.hasEnd) throw new ReportError('its table of transactions has no end')
  if (rows.flat().length !== findElements(table, 'td').length) {
    throw new ReportError('its table of transactions has cells in no row, or in several')
  }
  const transactions: CongressRow[] = []
  const unreadRows: string[] = []
  for (const [index, cells] of rows.entries()) {
    try {
      transactions.push(readRow(cells, headings, rows.length - index))
    } catch (error) {
      if (!(error instanceof RowError)) throw error
      unreadRows.push(error.message)
    }
  }
  return { transactions, unreadRows }
}

/** @throws RowError if a cell that counts is missing or not understood */
function readRow(
  cells: readonly HtmlElement[],
  headings: readonly string[],
  fallbackNumber: number,
): CongressRow {
  if (cells.length !== headings.length) {
    throw new RowError(`row ${fallbackNumber} has ${cells.length} cells under ${headings.length} headings`)
  }
  if (cells.some((cell) => textOf(cell).length > MAX_CELL)) {
    throw new RowError(`row ${fallbackNumber} has a cell of more than ${MAX_CELL} characters`)
  }
  const cell = (heading: string) => cells[headings.indexOf(heading)]
  const readCell = (heading: string) => tidyText(textOf(cell(heading)))
  const number = Number(readCell('#'))
  const row = Number.isInteger(number) && number > 0 && number <= MAX_ROWS ? number : fallbackNumber
  const required = <T>(heading: string, text: string, read: (text: string) => T | undefined): T => {
    const value = read(text)
    if (value === undefined) throw new RowError(`row ${row} has "${text.slice(0, 40)}" under "${heading}"`)
    return value
  }
  const read = <T>(heading: string, reader: (text: string) => T | undefined) =>
    required(heading, readCell(heading), reader)
  const optional = (heading: string) => givenOf(readCell(heading)) ?? null
  const asset = cell('asset name')
  const smallPrint = asset === undefined ? [] : findElements(asset, isSmallPrint)
  return {
    row,
    owner: read('owner', (text) => OWNERS.get(text.toLowerCase())),
    // Without the small print; both names for an exchange, "... (Exchanged) ... (Received)".
    asset: required('asset name', tidyText(textOf(asset, isSmallPrint)), givenOf),
    // An option's type, strike and expiry, or a bond's coupon.
    asset_detail: givenOf(tidyText(smallPrint.map((part) => textOf(part)).join(' '))) ?? null,
    // The first if there are several.
    ticker: TICKER.exec(optional('ticker') ?? '')?.[0] ?? null,
    asset_type: optional('asset type'),
    type: read('type', (text) => TYPES.get(text.toLowerCase())),
    traded_on: read('transaction date', parseSlashDay),
    notified_on: null,
    ...read('amount', parseAmount),
    filing_status: null,
    subholding: null,
    description: null,
    comments: optional('comment'),
  }
}

const isSmallPrint = (element: HtmlElement) => hasClass(element, 'text-muted')

const OWNERS = new Map<string, CongressRow['owner']>([
  ['self', 'self'],
  ['spouse', 'SP'],
  ['child', 'DC'],
  ['dependent child', 'DC'],
  ['joint', 'JT'],
])

const TYPES = new Map<string, CongressRow['type']>([
  ['purchase', 'P'],
  ['sale', 'S'],
  ['sale (full)', 'S'],
  ['sale (partial)', 'S (partial)'],
  ['exchange', 'E'],
])

/** Parses "$1,001 - $15,000" or "Over $50,000,000"; a range stays a range. */
function parseAmount(text: string): Pick<CongressRow, 'low' | 'high'> | undefined {
  const [, open] = /^Over (\$[\d,]{1,20})(?: ?\*+| ?\([^)]*\))?$/i.exec(text) ?? []
  if (open !== undefined) return { low: parseDollars(open), high: null }
  const [, from, to] = /^(\$[\d,]{1,20})\s*\p{Pd}\s*(\$[\d,]{1,20})$/u.exec(text) ?? []
  if (from === undefined || to === undefined) return undefined
  const [low, high] = [parseDollars(from), parseDollars(to)]
  return low <= high ? { low, high } : undefined
}

const parseDollars = (text: string) => Number(text.replaceAll(/[$,]/g, ''))

const givenOf = (text: string) => (/^(?:-*|N\/A|n\/a)$/.test(text) ? undefined : text)
