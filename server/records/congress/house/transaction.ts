import { parseSlashDay } from '../../../lib/dates.ts'
import type { CongressRow } from '../reports.ts'
import type { NoteLabel, TableRow } from './transaction-table.ts'

/** In characters; a long description has a thousand. */
const MAX_ROW = 20_000

/** @param number  its number: from 1, in the order of the report
 *  @returns the transaction, or what cannot be read */
export function readTransaction(row: TableRow, number: number): CongressRow | { problem: string } {
  if (row.text.length > MAX_ROW) return { problem: `it has ${row.text.length} characters` }
  const cell = (column: keyof TableRow['cells']) => row.cells[column].join(' ').trim()
  const id = cell('id')
  const owner = cell('owner') || 'self'
  const asset = readAsset(row.cells.asset)
  const type = readType(cell('type'))
  const traded = parseSlashDay(joined(row.cells.traded))
  const notified = parseSlashDay(joined(row.cells.notified))
  const amount = readAmount(cell('amount'))
  const statuses = row.notes.filter(({ label }) => label === 'status')
  const problems = [
    id !== '' && !/^\d{1,20}$/.test(id) ? `the ID reads "${id}"` : undefined,
    isOwner(owner) ? undefined : `the owner reads "${owner}"`,
    asset.name === '' ? 'no asset is named' : undefined,
    type === undefined ? `the type reads "${cell('type')}"` : undefined,
    traded === undefined ? `the date reads "${cell('traded')}"` : undefined,
    notified === undefined ? `the notification date reads "${cell('notified')}"` : undefined,
    amount === undefined ? `the amount reads "${cell('amount')}"` : undefined,
    // Each row has one status; a second belongs to a row whose beginning was not recognized.
    statuses.length > 1
      ? 'two rows ran together'
      : statuses.every(({ text }) => STATUS.test(text))
        ? undefined
        : `the filing status reads "${statuses[0]?.text}"`,
  ].filter((problem) => problem !== undefined)
  if (problems.length > 0 || !isOwner(owner) || !type || !traded || !notified || !amount) {
    return { problem: problems.join(', ') }
  }
  return {
    row: number,
    owner,
    asset: asset.name,
    asset_detail: null,
    ticker: asset.ticker,
    asset_type: asset.type,
    type,
    traded_on: traded,
    notified_on: notified,
    low: amount.low,
    high: amount.high,
    filing_status: findNote(row, 'status'),
    subholding: findNote(row, 'subholding'),
    description: findNote(row, 'description'),
    comments: findNote(row, 'comments'),
  }
}

const STATUS = /^(?:new|amended|deleted)?$/i

function isOwner(text: string): text is CongressRow['owner'] {
  return text === 'self' || text === 'SP' || text === 'DC' || text === 'JT'
}

function readType(text: string): CongressRow['type'] | undefined {
  const type = text.toLowerCase().replaceAll(/\s/g, '')
  const types: Record<string, CongressRow['type']> = { p: 'P', s: 'S', 's(partial)': 'S (partial)', e: 'E' }
  return types[type]
}

/** A date may be broken over two lines after a slash. */
const joined = (lines: readonly string[]) => lines.join('').replaceAll(' ', '')

interface Amount {
  low: number
  high: number | null
}

const RANGE =
  /^\$ ?(\d{1,3}(?:,\d{3}){1,4}|\d{1,13})(?:\.00)? ?[-\u2013] ?\$ ?(\d{1,3}(?:,\d{3}){1,4}|\d{1,13})(?:\.00)?$/
const OPEN = /^(?:spouse ?\/ ?dc(?: amount)? )?over \$ ?(\d{1,3}(?:,\d{3}){1,4}|\d{1,13})$/i
/** Only with cents: a lone whole figure may be half a range. */
const EXACT = /^\$ ?(\d{1,3}(?:,\d{3}){1,4}|\d{1,13})(\.\d{2})$/

function readAmount(text: string): Amount | undefined {
  const range = RANGE.exec(text)
  if (range !== null) {
    const low = toNumber(range[1])
    const high = toNumber(range[2])
    return low > high ? undefined : { low, high }
  }
  const open = OPEN.exec(text)
  if (open !== null) return { low: toNumber(open[1]), high: null }
  const exact = EXACT.exec(text)
  if (exact === null) return undefined
  const value = Number(`${toNumber(exact[1])}${exact[2]}`)
  return { low: value, high: value }
}

function toNumber(digits: string | undefined): number {
  return Number(digits?.replaceAll(',', ''))
}

interface Asset {
  name: string
  ticker: string | null
  type: string | null
}

// Words in the ticker's brackets that are not listed symbols. ETN (Eaton) is one and not included.
const NO_TICKERS = new Set(
  'NYSE NASDAQ AMEX OTC ETF ADR ADS REIT LLC LP LLP LTD INC PLC IRA CUSIP NONE NA N/A'.split(' '),
)

function readAsset(lines: readonly string[]): Asset {
  // A name broken after a hyphen gets no space: "EXCHANGE-" / "TRADED".
  const text = lines
    .map((line, index) => (/\w-$/.test(lines[index - 1]?.slice(-2) ?? '') ? line : ` ${line}`))
    .join('')
    .trim()
  const [tag = '', code] = / ?\[([A-Za-z0-9]{2})\]$/.exec(text) ?? []
  const untagged = text.slice(0, text.length - tag.length).trim()
  const [bracket = '', symbol = ''] =
    / ?\((?:(?:NYSE|NASDAQ|AMEX|OTC) ?: ?)?([A-Z]{1,6}(?:[.\-/$][A-Z]{1,3})?)\)$/.exec(untagged) ?? []
  const isTicker = symbol !== '' && !NO_TICKERS.has(symbol)
  const name = isTicker ? untagged.slice(0, untagged.length - bracket.length).trim() : untagged
  return { name: name || untagged, ticker: isTicker ? symbol : null, type: code?.toUpperCase() ?? null }
}

function findNote(row: TableRow, label: NoteLabel): string | null {
  const text = row.notes
    .filter((note) => note.label === label)
    .map((note) => note.text)
    .join(' ')
    .trim()
  return text === '' ? null : text
}
