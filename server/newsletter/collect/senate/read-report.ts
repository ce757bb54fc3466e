import { parse, type HTMLElement } from 'node-html-parser'

import { isCalendarDay } from '../../business-days.ts'

/** One row of an electronic periodic transaction report, as its filer wrote it: texts are untrusted. */
export interface SenateTransaction {
  /** The report's own number of it, from 1; pages list the newest first. */
  readonly row: number
  readonly owner: 'self' | 'SP' | 'DC' | 'JT'
  /** The name alone; of an exchange both, "... (Exchanged) ... (Received)". */
  readonly asset: string
  /** What stands under the name in small print: an option's type, strike and expiry, a bond's coupon. */
  readonly assetDetail: string | undefined
  /** As on the page, the first of several; undefined for "--". */
  readonly ticker: string | undefined
  /** "Stock", "Stock Option", "Municipal Security", ...; undefined where the page has none. */
  readonly assetType: string | undefined
  readonly type: 'P' | 'S' | 'S (partial)' | 'E'
  /** 'YYYY-MM-DD' */
  readonly tradedOn: string
  /** US dollars, both included; no highest for "Over $50,000,000". */
  readonly low: number
  readonly high: number | undefined
  readonly comment: string | undefined
}

export interface SenateReport {
  /** "Alan Armstrong": without "Mr." or "The Honorable". */
  readonly member: string
  /** 'YYYY-MM-DD', Washington's day. */
  readonly filedOn: string | undefined
  /** The number of the amendment; undefined for a first report. */
  readonly amendment: number | undefined
  /** At least one, in the page's order. */
  readonly transactions: readonly SenateTransaction[]
}

/** What a page turned out to be. `isWhole` false: cut off or something else in its place, worth asking again. */
export type SenatePage =
  | { readonly status: 'read'; readonly report: SenateReport }
  | { readonly status: 'on paper'; readonly pictures: number }
  | { readonly status: 'unreadable'; readonly reason: string; readonly isWhole: boolean }

/** Reads the page of one report of efdsearch.senate.gov. Columns are found by their headings, and the rows counted
 *  against the page's own total: a page that is not understood is never a report without trades.
 *  @returns never throws for what the page holds */
export function readSenateReport(html: string): SenatePage {
  const text = html.replace(/^\ufeff/, '').trim()
  if (text === '') return unreadable('it is empty', { isWhole: false })
  if (!text.startsWith('<')) return unreadable('it is no page of HTML', { isWhole: false })
  const page = parse(text)
  const heading = textOf(page.querySelector('h1'))
  const isWhole = /<\/html>$/i.test(text)
  if (page.querySelector('#agreement_form') !== null) {
    return unreadable('it is the page that asks to agree to the terms', { isWhole })
  }
  const pictures = page.querySelectorAll('img.filingImage').length
  if (pictures > 0) return { status: 'on paper', pictures }
  if (heading === '') {
    const title = textOf(page.querySelector('title')).slice(0, 80)
    return unreadable(isWhole ? `it is no report of the Senate: "${title}"` : 'it is cut off', {
      isWhole: false,
    })
  }
  if (!/^Periodic Transaction Report\b/i.test(heading)) {
    return unreadable(`it is "${heading.slice(0, 80)}", no report of transactions`, { isWhole })
  }
  try {
    return { status: 'read', report: readReport(page, { heading, isWhole }) }
  } catch (error) {
    if (!(error instanceof RowError)) throw error
    return isWhole
      ? unreadable(error.message, { isWhole })
      : unreadable(`it is cut off: ${error.message}`, { isWhole })
  }
}

/** A row, or what should be one, that cannot be read: then none of the report is used. */
class RowError extends Error {}

const unreadable = (reason: string, { isWhole }: { isWhole: boolean }): SenatePage => ({
  status: 'unreadable',
  reason,
  isWhole,
})

function readReport(
  page: HTMLElement,
  { heading, isWhole }: { heading: string; isWhole: boolean },
): SenateReport {
  const member = readMember(textOf(page.querySelector('.filedReport') ?? page.querySelector('h2')))
  if (member === '') throw new RowError('it names no member')
  const body = textOf(page)
  const amendment = /\(Amendment (\d+)\)/i.exec(heading)?.[1]
  const transactions = readRows(page)
  const total = /\((\d+) transactions? total\)/i.exec(body)?.[1]
  if (total === undefined && !isWhole) throw new RowError('neither its end nor its total is there')
  if (total !== undefined && Number(total) !== transactions.length) {
    throw new RowError(`it counts ${total} transactions and lists ${transactions.length}`)
  }
  return {
    member,
    filedOn: parseSlashDay(/\bFiled\s+(\d{1,2}\/\d{1,2}\/\d{4})/.exec(body)?.[1] ?? ''),
    amendment: amendment === undefined ? undefined : Number(amendment),
    transactions,
  }
}

/** "The Honorable Daniel S Sullivan (Sullivan, Dan)" -> "Daniel S Sullivan" */
function readMember(text: string): string {
  return text
    .replaceAll(/\([^)]*\)/g, '')
    .replace(/^\s*(?:The Honorable|Hon\.|Senator|Mr\.|Mrs\.|Ms\.|Miss|Dr\.)\s+/i, '')
    .replaceAll(/\s+,/g, ',')
    .trim()
}

type Cell = (heading: string) => HTMLElement | undefined

function readRows(page: HTMLElement): SenateTransaction[] {
  const table = page
    .querySelectorAll('table')
    .find((candidate) => headingsOf(candidate).includes('transaction date'))
  if (!table) throw new RowError('it has no table of transactions')
  const headings = headingsOf(table)
  const missing = ['owner', 'ticker', 'asset name', 'type', 'amount'].find((name) => !headings.includes(name))
  if (missing !== undefined) throw new RowError(`its table has no column "${missing}"`)
  const rows = table.querySelectorAll('tr').filter((row) => row.querySelector('td') !== null)
  if (rows.length === 0) throw new RowError('its table of transactions is empty')
  return rows.map((row, index) => {
    const cells = row.querySelectorAll('td')
    if (cells.length !== headings.length) {
      throw new RowError(`row ${index + 1} has ${cells.length} cells under ${headings.length} headings`)
    }
    return readRow((heading) => cells[headings.indexOf(heading)], rows.length - index)
  })
}

const headingsOf = (table: HTMLElement) =>
  table.querySelectorAll('th').map((heading) => textOf(heading).toLowerCase())

function readRow(cell: Cell, fallbackNumber: number): SenateTransaction {
  const number = Number(textOf(cell('#')))
  const row = Number.isInteger(number) && number > 0 ? number : fallbackNumber
  const required = <T>(heading: string, read: (text: string) => T | undefined): T => {
    const text = textOf(cell(heading))
    const value = read(text)
    if (value === undefined) throw new RowError(`row ${row} has "${text.slice(0, 40)}" under "${heading}"`)
    return value
  }
  const optional = (heading: string) => givenOf(textOf(cell(heading)))
  const assetCell = cell('asset name')
  const details = assetCell?.querySelectorAll('.text-muted') ?? []
  const assetDetail = givenOf(details.map(textOf).join(' '))
  for (const detail of details) detail.remove()
  return {
    row,
    owner: required('owner', (text) => OWNERS.get(text.toLowerCase())),
    asset: required('asset name', givenOf),
    assetDetail,
    ticker: optional('ticker')?.split(' ')[0],
    assetType: optional('asset type'),
    type: required('type', (text) => TYPES.get(text.toLowerCase())),
    tradedOn: required('transaction date', parseSlashDay),
    ...required('amount', parseAmount),
    comment: optional('comment'),
  }
}

const OWNERS = new Map<string, SenateTransaction['owner']>([
  ['self', 'self'],
  ['spouse', 'SP'],
  ['child', 'DC'],
  ['dependent child', 'DC'],
  ['joint', 'JT'],
])

const TYPES = new Map<string, SenateTransaction['type']>([
  ['purchase', 'P'],
  ['sale', 'S'],
  ['sale (full)', 'S'],
  ['sale (partial)', 'S (partial)'],
  ['exchange', 'E'],
])

/** "$1,001 - $15,000", "Over $50,000,000"; a range stays a range. */
function parseAmount(text: string): Pick<SenateTransaction, 'low' | 'high'> | undefined {
  const [, open] = /^Over (\$[\d,]+)(?: ?\*+| ?\([^)]*\))?$/i.exec(text) ?? []
  if (open !== undefined) return { low: parseDollars(open), high: undefined }
  const [, from, to] = /^(\$[\d,]+)\s*\p{Pd}\s*(\$[\d,]+)$/u.exec(text) ?? []
  if (from === undefined || to === undefined) return undefined
  const [low, high] = [parseDollars(from), parseDollars(to)]
  return low <= high ? { low, high } : undefined
}

const parseDollars = (text: string) => Number(text.replaceAll(/[$,]/g, ''))

/** @returns 'YYYY-MM-DD' of MM/DD/YYYY; undefined for anything else */
export function parseSlashDay(text: string): string | undefined {
  const [, month = '', date = '', year = ''] = /^(\d{1,2})\/(\d{1,2})\/(\d{4})$/.exec(text) ?? []
  const day = `${year}-${month.padStart(2, '0')}-${date.padStart(2, '0')}`
  return isCalendarDay(day) ? day : undefined
}

const givenOf = (text: string) => (/^(?:-*|N\/A|n\/a)$/.test(text) ? undefined : text)

/** On one line; a line break is a space. */
function textOf(element: HTMLElement | null | undefined): string {
  if (!element) return ''
  for (const lineBreak of element.querySelectorAll('br')) lineBreak.replaceWith(' ')
  return element.text.replaceAll(/[\p{Cc}\p{Cf}\p{Zs}\p{Zl}\p{Zp}]+/gu, ' ').trim()
}
