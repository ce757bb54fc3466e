import { isCalendarDay } from '../../lib/dates.ts'
import { XMLParser, XMLValidator } from 'fast-xml-parser'
import { z } from 'zod'
import { messageOf } from '../../lib/errors.ts'
import { tidyText } from '../../lib/text.ts'
import { UnreadableFilingError } from '../core/unread-reason.ts'

/** In characters. The schema limits the longest field, a footnote, to 1,000; older filings have a few thousand. */
const MAX_FIELD = 20_000
/** More than all shares or dollars in existence. */
const MAX_NUMBER = 1e15

const toLowerCase = (name: string) => name.toLowerCase()

const parser = new XMLParser({
  ignoreAttributes: false,
  attributeNamePrefix: '@',
  textNodeName: '#text',
  // Values stay text: "1E5" or "TRUE" may be a ticker.
  parseTagValue: false,
  parseAttributeValue: false,
  allowBooleanAttributes: true,
  trimValues: true,
  // Names are looked up regardless of case and prefix.
  removeNSPrefix: true,
  transformTagName: toLowerCase,
  transformAttributeName: toLowerCase,
})

// An element is text, an object if it has children or attributes, or '' if it is empty.
const element = z.union([z.record(z.string(), z.unknown()), z.string()])
export type XmlElement = z.infer<typeof element>

/** Parses a document and returns its root. Repairs two defects that the SEC accepted in 2003 and 2004: lines broken at a
 *  fixed width inside names, and stray names inside tags.
 *  @throws UnreadableFilingError with the reason */
export function parseXml(text: string, rootName: string): XmlElement {
  const xml = text.replace(/^\ufeff/, '').trim()
  // Without declared entities, none can expand to a local file or to gigabytes.
  if (/<!(?:DOCTYPE|ENTITY)/i.test(xml)) throw new UnreadableFilingError('its XML declares a document type')
  const root = parseElement(findWellFormed(xml))
  if (typeof root === 'string' || root[rootName.toLowerCase()] === undefined) {
    throw new UnreadableFilingError(`its XML is no ${rootName}`)
  }
  return child(root, rootName)
}

function findWellFormed(xml: string): string {
  const problem = findProblem(xml)
  if (problem === undefined) return xml
  const unwrapped = xml.replaceAll(/\r?\n/g, '')
  if (findProblem(unwrapped) === undefined) return unwrapped
  if (findProblem(xml, { allowBooleanAttributes: true }) === undefined) return xml
  throw new UnreadableFilingError(`its XML is broken: ${problem}`)
}

function findProblem(xml: string, options?: { allowBooleanAttributes: boolean }): string | undefined {
  const validity = XMLValidator.validate(xml, options)
  return validity === true ? undefined : `${validity.err.msg} (line ${validity.err.line})`
}

function parseElement(xml: string): XmlElement {
  try {
    return toElement(parser.parse(xml))
  } catch (error) {
    // The parser's own limits, such as nesting depth.
    throw new UnreadableFilingError(`its XML cannot be read: ${messageOf(error)}`, { cause: error })
  }
}

function toElement(value: unknown): XmlElement {
  const parsed = element.safeParse(value)
  return parsed.success ? parsed.data : ''
}

/** @returns the only child of that name; '' if there is none, or several */
export function child(parent: XmlElement, name: string): XmlElement {
  return typeof parent === 'string' ? '' : toElement(parent[name.toLowerCase()])
}

/** @returns all children of that name, in order */
export function childrenOf(parent: XmlElement, name: string): XmlElement[] {
  const found = typeof parent === 'string' ? undefined : parent[name.toLowerCase()]
  if (found === undefined) return []
  return Array.isArray(found) ? found.map(toElement) : [toElement(found)]
}

/** @returns the names of its child elements, in lower case */
export function childNamesOf(parent: XmlElement): string[] {
  return typeof parent === 'string' ? [] : Object.keys(parent).filter((name) => !/^[@#?]/.test(name))
}

/** @returns '' if there is none */
export function attributeOf(of: XmlElement, name: string): string {
  const value = typeof of === 'string' ? undefined : of[`@${name.toLowerCase()}`]
  return typeof value === 'string' ? value.trim() : ''
}

/** The text of an element on one line. */
export function ownText(of: XmlElement): string {
  return tidyText(rawText(of))
}

/** The text of an element and of all elements in it, on one line: notes may be marked up. */
export function wholeText(of: XmlElement): string {
  const parts = childNamesOf(of).flatMap((name) => childrenOf(of, name))
  return tidyText([ownText(of), ...parts.map(wholeText)].join(' '))
}

/** The text of a child on one line; '' if there is none. */
export function textOf(parent: XmlElement, name: string): string {
  return ownText(child(parent, name))
}

/** Most fields wrap their text in <value>; in an older schema the same field may not. */
export function valueOf(parent: XmlElement, name: string): string {
  return tidyText(rawValueOf(parent, name))
}

/** The ids of all notes that an element and those in it refer to. */
export function footnoteIdsOf(row: XmlElement): string[] {
  const parts = childNamesOf(row).flatMap((name) => childrenOf(row, name))
  return [
    ...childrenOf(row, 'footnoteId').map((reference) => attributeOf(reference, 'id')),
    ...parts.flatMap(footnoteIdsOf),
  ]
}

/** @throws UnreadableFilingError if it is not a number */
export function readCik(parent: XmlElement, name: string): string {
  const cik = textOf(parent, name).replace(/^0+(?=\d)/, '')
  if (!/^\d{1,10}$/.test(cik)) throw new UnreadableFilingError(`its ${name} is not a number`)
  return cik
}

/** @returns undefined if the field is missing, empty, or neither yes nor no */
export function readFlag(parent: XmlElement, name: string): boolean | undefined {
  const text = valueOf(parent, name).toLowerCase()
  if (['1', 'true', 'y', 'yes'].includes(text)) return true
  return ['0', 'false', 'n', 'no'].includes(text) ? false : undefined
}

/** Reads the day as typed, ignoring a time zone ("2025-01-10-05:00", "...Z").
 *  @returns 'YYYY-MM-DD'; undefined if there is none, or it is not a calendar day */
export function readDay(parent: XmlElement, name: string): string | undefined {
  const [, day] =
    /^(\d{4}-\d{2}-\d{2})(?:T[\d:.]*)?(?:Z|[+-]\d{2}:?\d{2})?$/.exec(figureText(parent, name)) ?? []
  return day !== undefined && isCalendarDay(day) ? day : undefined
}

/** Reads a figure as typed, without '$' and thousands separators; guesses at nothing else.
 *  @returns undefined if there is none, or only words ("N/A") or a footnote
 *  @throws UnreadableFilingError if it has digits but is not a number, or is absurdly large */
export function readNumber(parent: XmlElement, name: string): number | undefined {
  const text = figureText(parent, name)
  if (!/\d/.test(text)) return undefined
  const [, sign = '', digits = ''] =
    /^([+-]?)\$?((?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d*)?|\.\d+)$/.exec(text) ?? []
  if (digits === '') throw new UnreadableFilingError(`its ${name} "${text.slice(0, 30)}" is no number`)
  const number = Number(`${sign}${digits.replaceAll(',', '')}`)
  if (Math.abs(number) > MAX_NUMBER) throw new UnreadableFilingError(`its ${name} is beyond all bounds`)
  return number
}

/** A fixed-width line break may split a figure too. */
function figureText(parent: XmlElement, name: string): string {
  return tidyText(rawValueOf(parent, name).replaceAll(/\r?\n/g, ''))
}

function rawValueOf(parent: XmlElement, name: string): string {
  const field = child(parent, name)
  return rawText(child(field, 'value')) || rawText(field)
}

function rawText(of: XmlElement): string {
  const text = typeof of === 'string' ? of : of['#text']
  if (typeof text !== 'string') return ''
  if (text.length > MAX_FIELD) {
    throw new UnreadableFilingError(`one of its fields has ${text.length} characters`)
  }
  return decodeReferences(text)
}

/** The XML parser decodes the five named entities, but no numeric references. */
function decodeReferences(text: string): string {
  return text.replaceAll(
    /&#(?:x([\da-f]{1,6})|(\d{1,7}));/gi,
    (reference: string, hex?: string, decimal?: string) => {
      const point = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16)
      return point <= 0x10_ff_ff ? String.fromCodePoint(point) : reference
    },
  )
}

/** Elements whose footnotes are about the trade itself, not about what its owner holds. */
const OF_TRADE = [
  'securityTitle',
  'transactionDate',
  'deemedExecutionDate',
  'transactionCoding',
  'transactionAmounts',
] as const
/** The schema of early 2003 calls the price a value. */
export const PRICES = ['transactionPricePerShare', 'transactionValue'] as const

/** The footnotes of a row, by the columns that refer to them. */
export interface Noted {
  readonly all: readonly string[]
  readonly ofTrade: readonly string[]
  readonly onAmounts: readonly string[]
  readonly onPrice: readonly string[]
  /** On the number held afterwards. */
  readonly onHolding: readonly string[]
}
export const NO_NOTES: Noted = { all: [], ofTrade: [], onAmounts: [], onPrice: [], onHolding: [] }

/** Stands for a note that is referred to but missing; a word that makes its sentence unknown. */
const MISSING_NOTE = 'missing'

/** @param notes  footnotes by id */
export function readNotes(row: XmlElement, notes: ReadonlyMap<string, string>): Noted {
  const textsOf = (parts: readonly XmlElement[]) =>
    [...new Set(parts.flatMap(footnoteIdsOf))].map((id) => notes.get(id) ?? MISSING_NOTE)
  const amounts = child(row, 'transactionAmounts')
  return {
    all: textsOf([row]),
    ofTrade: textsOf(OF_TRADE.flatMap((name) => childrenOf(row, name))),
    onAmounts: textsOf([amounts]),
    onPrice: textsOf(PRICES.map((name) => child(amounts, name))),
    onHolding: textsOf([child(row, 'postTransactionAmounts')]),
  }
}

/** Lists the notes on conversions of the same shares, held in the same way. A form that converts shares and then sells them may say
 *  only in the first line to whom.
 *  @param rows  the rows of both tables
 *  @param noted  the notes of each row
 *  @returns for each row, each note once */
export function listNotesOfConversions(rows: readonly XmlElement[], noted: readonly Noted[]): string[][] {
  const shares = rows.map(identifyShares)
  const notesOf = new Map(shares.map((same) => [same, new Set<string>()]))
  for (const [index, row] of rows.entries()) {
    if (codeOf(row) !== 'C') continue
    for (const note of noted[index]?.ofTrade ?? []) notesOf.get(shares[index] ?? '')?.add(note)
  }
  return shares.map((same) => Array.from(notesOf.get(same) ?? []))
}

const codeOf = (row: XmlElement) => valueOf(child(row, 'transactionCoding'), 'transactionCode').toUpperCase()

/** Day, number and holder. */
function identifyShares(row: XmlElement): string {
  const nature = child(row, 'ownershipNature')
  return JSON.stringify([
    readDay(row, 'transactionDate'),
    readNumber(child(row, 'transactionAmounts'), 'transactionShares'),
    valueOf(nature, 'directOrIndirectOwnership'),
    valueOf(nature, 'natureOfOwnership'),
    footnoteIdsOf(nature),
  ])
}

const NOTHING =
  /^(?:N ?[/.\\-]? ?A\.?|NONE\b.*|NULL|NIL|NO|NOT\b.*|NO (?:TICKER|SYMBOL|TRADING).*|PRIVATE.*|UNLISTED|PENDING|TB[AD]|UNKNOWN|X{3,}|[-.*0 ]*)$/
/** In characters; longer text is not a ticker or a few tickers. */
const MAX_TEXT = 200
// Only names that are not tickers themselves: CBOE, GM and BB are companies.
const EXCHANGE =
  /^(?:NYSE|NYSEMKT|NYSEARCA|NYSEAMERICAN|NASDAQ|NASDAQ[GC][SM]|NASDAQSC|NASD|AMEX|OTC|OTCBB|OTCQB|OTCQX|OTCPK|OTCMKTS|PINK|PINKSHEETS|TSX|TSXV|US|AMERICAN|SYMBOL|TICKER)$/

/** Parses the ticker as people type it into the form: "NYSE: ABC", '"ABC"', "(ABC)", "ABC, ABCW", "BRK/A", "NONE".
 *  @returns the first ticker, upper-case; undefined if there is none */
export function parseFormTicker(text: string): string | undefined {
  const plain = text
    .slice(0, MAX_TEXT)
    .toUpperCase()
    .replaceAll(/[()[\]{}<>"'`*$\u2018-\u201f]/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()
  if (NOTHING.test(plain)) return undefined
  // Try the part after the colon first ("NYSE: ABC"), then the part before it ("ABC: NYSE").
  for (const part of plain.split(':').reverse()) {
    const ticker = findTicker(part)
    if (ticker !== undefined) return ticker
  }
  return undefined
}

function findTicker(part: string): string | undefined {
  // A single letter after a slash or space is a share class.
  return part
    .replaceAll(/\b([A-Z]{1,5})[ /]([A-C])(?=$|[\s,;])/g, (both, base: string, shareClass: string) =>
      EXCHANGE.test(base) ? both : `${base}.${shareClass}`,
    )
    .split(/[\s,;/|&]+|\bAND\b/)
    .map((word) => word.replaceAll(/^[.-]+|(?<![.-])[.-]+$/g, ''))
    .find((word) => /^(?=.*[A-Z])[A-Z0-9.-]{1,15}$/.test(word) && !EXCHANGE.test(word) && !NOTHING.test(word))
}
