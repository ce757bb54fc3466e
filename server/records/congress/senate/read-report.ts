import { isCalendarDay } from '../../../lib/dates.ts'
import { tidyText } from '../../../lib/text.ts'
import { PageTooLargeError, walkHtml } from './walk-html.ts'

// A busy year's report has about 150 rows; what is beyond these is no report.
const MAX_ROWS = 2_000
const MAX_CELL = 5_000
const MAX_NAME = 300
const MAX_CLASSES = 1_000

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
  const isWhole = /<\/html>$/i.test(text.slice(-10))
  let parts: PageParts
  try {
    parts = readParts(text)
  } catch (error) {
    if (!(error instanceof PageTooLargeError)) throw error
    return unreadable(error.message, { isWhole })
  }
  const heading = tidyText(parts.heading ?? '')
  if (parts.asksToAgree) return unreadable('it is the page that asks to agree to the terms', { isWhole })
  if (parts.pictures > 0) return { status: 'on paper', pictures: parts.pictures }
  if (heading === '') {
    const title = tidyText(parts.title ?? '').slice(0, 80)
    return unreadable(isWhole ? `it is no report of the Senate: "${title}"` : 'it is cut off', {
      isWhole: false,
    })
  }
  if (!/^Periodic Transaction Report\b/i.test(heading)) {
    return unreadable(`it is "${heading.slice(0, 80)}", no report of transactions`, { isWhole })
  }
  try {
    return { status: 'read', report: readReport(parts, { heading, isWhole }) }
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

/** A cell: all its text, the text without its small print, and the small print. */
interface Cell {
  all: string
  plain: string
  small: string
}

interface Table {
  readonly headings: string[]
  /** Those with a cell. */
  readonly rows: Cell[][]
  hasEnd: boolean
}

/** What of a page may matter, as it is typed. */
interface PageParts {
  title?: string
  heading?: string
  subheading?: string
  filer?: string
  body: string
  asksToAgree: boolean
  pictures: number
  readonly tables: Table[]
}

type TextPart = 'title' | 'heading' | 'subheading' | 'filer'
const TEXT_PARTS = new Map<string, TextPart>([
  ['title', 'title'],
  ['h1', 'heading'],
  ['h2', 'subheading'],
])

function readParts(html: string): PageParts {
  const parts: PageParts = { body: '', asksToAgree: false, pictures: 0, tables: [] }
  // Each with the depth of the element that ends it.
  const open: { part: TextPart; depth: number }[] = []
  const tables: Table[] = []
  let depth = 0
  let cell: Cell | 'heading' | undefined
  let smallDepth: number | undefined
  let row: Cell[] | undefined

  function begin(part: TextPart): void {
    if (parts[part] !== undefined) return
    parts[part] = ''
    open.push({ part, depth })
  }

  function add(text: string): void {
    parts.body += text
    for (const { part } of open) parts[part] += text
    if (cell === undefined) return
    if (cell === 'heading') {
      const headings = tables.at(-1)?.headings ?? []
      headings.push((headings.pop() ?? '') + text)
      return
    }
    cell.all += text
    if (smallDepth === undefined) cell.plain += text
    else cell.small += text
  }

  walkHtml(html, {
    open(name, { id, class: classNames = '' }) {
      depth += 1
      const classes = classNames.slice(0, MAX_CLASSES).split(/\s+/)
      const part = TEXT_PARTS.get(name)
      if (part !== undefined) begin(part)
      if (classes.includes('filedReport')) begin('filer')
      if (id === 'agreement_form') parts.asksToAgree = true
      if (name === 'img' && classes.includes('filingImage')) parts.pictures += 1
      if (name === 'br') add(' ')
      if (name === 'table') {
        const table: Table = { headings: [], rows: [], hasEnd: false }
        parts.tables.push(table)
        tables.push(table)
        row = undefined
      }
      const table = tables.at(-1)
      if (table === undefined) return
      if (name === 'tr') row = undefined
      if (name === 'th') {
        table.headings.push('')
        cell = 'heading'
      }
      if (name === 'td') {
        if (row === undefined) {
          row = []
          table.rows.push(row)
        }
        cell = { all: '', plain: '', small: '' }
        row.push(cell)
        smallDepth = undefined
      }
      if (smallDepth === undefined && classes.includes('text-muted')) {
        smallDepth = depth
        if (typeof cell === 'object' && cell.small !== '') cell.small += ' '
      }
    },
    text: add,
    close(name, isImplied) {
      if (open.at(-1)?.depth === depth) open.pop()
      if (smallDepth === depth) smallDepth = undefined
      if (name === 'td' || name === 'th') cell = undefined
      if (name === 'table') {
        const table = tables.pop()
        if (table !== undefined) table.hasEnd = !isImplied
      }
      depth -= 1
    },
  })
  return parts
}

function readReport(
  parts: PageParts,
  { heading, isWhole }: { heading: string; isWhole: boolean },
): SenateReport {
  const member = readMember(tidyText(parts.filer ?? parts.subheading ?? ''))
  if (member === '') throw new RowError('it names no member')
  const body = tidyText(parts.body)
  const amendment = /\(Amendment (\d{1,4})\)/i.exec(heading)?.[1]
  const transactions = readRows(parts.tables)
  const total = /\((\d{1,9}) transactions? total\)/i.exec(body)?.[1]
  if (total === undefined && !isWhole) throw new RowError('neither its end nor its total is there')
  if (total !== undefined && Number(total) !== transactions.length) {
    throw new RowError(`it counts ${total} transactions and lists ${transactions.length}`)
  }
  return {
    member,
    filedOn: parseSlashDay(/\bFiled (\d{1,2}\/\d{1,2}\/\d{4})/.exec(body)?.[1] ?? ''),
    amendment: amendment === undefined ? undefined : Number(amendment),
    transactions,
  }
}

/** "The Honorable Daniel S Sullivan (Sullivan, Dan)" -> "Daniel S Sullivan" */
function readMember(text: string): string {
  if (text.length > MAX_NAME) throw new RowError(`the name of its member has ${text.length} characters`)
  return text
    .replaceAll(/\([^()]*\)/g, '')
    .replace(/^\s*(?:The Honorable|Hon\.|Senator|Mr\.|Mrs\.|Ms\.|Miss|Dr\.)\s+/i, '')
    .replaceAll(' ,', ',')
    .trim()
}

function readRows(tables: readonly Table[]): SenateTransaction[] {
  const found = tables
    .map(({ headings, ...table }) => ({
      ...table,
      headings: headings.map((text) => tidyText(text).toLowerCase()),
    }))
    .find(({ headings }) => headings.includes('transaction date'))
  if (!found) throw new RowError('it has no table of transactions')
  const { headings, rows, hasEnd } = found
  const missing = ['owner', 'ticker', 'asset name', 'type', 'amount'].find((name) => !headings.includes(name))
  if (missing !== undefined) throw new RowError(`its table has no column "${missing}"`)
  if (rows.length === 0) throw new RowError('its table of transactions is empty')
  if (rows.length > MAX_ROWS) throw new RowError(`its table has more than ${MAX_ROWS} rows`)
  if (!hasEnd) throw new RowError('its table of transactions has no end')
  return rows.map((cells, index) => {
    if (cells.length !== headings.length) {
      throw new RowError(`row ${index + 1} has ${cells.length} cells under ${headings.length} headings`)
    }
    if (cells.some(({ all }) => all.length > MAX_CELL)) {
      throw new RowError(`row ${index + 1} has a cell of more than ${MAX_CELL} characters`)
    }
    return readRow((heading) => cells[headings.indexOf(heading)], rows.length - index)
  })
}

function readRow(cell: (heading: string) => Cell | undefined, fallbackNumber: number): SenateTransaction {
  const textOf = (heading: string) => tidyText(cell(heading)?.all ?? '')
  const number = Number(textOf('#'))
  const row = Number.isInteger(number) && number > 0 && number <= MAX_ROWS ? number : fallbackNumber
  const required = <T>(heading: string, text: string, read: (text: string) => T | undefined): T => {
    const value = read(text)
    if (value === undefined) throw new RowError(`row ${row} has "${text.slice(0, 40)}" under "${heading}"`)
    return value
  }
  const read = <T>(heading: string, reader: (text: string) => T | undefined) =>
    required(heading, textOf(heading), reader)
  const optional = (heading: string) => givenOf(textOf(heading))
  const asset = cell('asset name')
  return {
    row,
    owner: read('owner', (text) => OWNERS.get(text.toLowerCase())),
    asset: required('asset name', tidyText(asset?.plain ?? ''), givenOf),
    assetDetail: givenOf(tidyText(asset?.small ?? '')),
    ticker: optional('ticker')?.split(' ')[0],
    assetType: optional('asset type'),
    type: read('type', (text) => TYPES.get(text.toLowerCase())),
    tradedOn: read('transaction date', parseSlashDay),
    ...read('amount', parseAmount),
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
  const [, open] = /^Over (\$[\d,]{1,20})(?: ?\*+| ?\([^)]*\))?$/i.exec(text) ?? []
  if (open !== undefined) return { low: parseDollars(open), high: undefined }
  const [, from, to] = /^(\$[\d,]{1,20})\s*\p{Pd}\s*(\$[\d,]{1,20})$/u.exec(text) ?? []
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
