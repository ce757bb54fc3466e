import { XMLParser, XMLValidator } from 'fast-xml-parser'
import { unzipSync } from 'fflate'

import { parseSlashDay } from '../../../lib/dates.ts'
import { tidyText } from '../../../lib/text.ts'
import { UnreadableFilingError } from '../../core/unread-reason.ts'
import type { ListedCongressReport } from '../reports.ts'

/** The Clerk's index of one year. */
export interface HouseIndex {
  readonly reports: readonly ListedCongressReport[]
  /** Transaction reports whose lines cannot be used, with the reason. */
  readonly unread: readonly { readonly docId: string; readonly reason: string }[]
  /** The number of lines that only one of its two files has. */
  readonly inOneFileOnly: number
}

// A full year's index is 0.1 MB zipped and 0.8 MB as XML.
const MAX_ZIP_BYTES = 5_000_000
const MAX_FILE_BYTES = 20_000_000
const MAX_FILES = 20
/** In characters; real names are shorter. */
const MAX_FIELD = 200
/** About 4,000 disclosures are filed a year. */
const MAX_ROWS = 50_000

const FIELDS = [
  'Prefix',
  'Last',
  'First',
  'Suffix',
  'FilingType',
  'StateDst',
  'Year',
  'FilingDate',
  'DocID',
] as const
type Row = Record<(typeof FIELDS)[number], string>

/** If more than this part of their lines, and more than one, differ, one of the two lists is another one, or cut off. */
const MOST_DIFFERENT = 0.05

/** Parses {YEAR}FD.zip, which holds the same list as XML and as tab-separated text. A line that only one of them has counts; a report
 *  of which they say different things is unread.
 *  @throws TypeError if it is not a complete zip: worth requesting again
 *  @throws UnreadableFilingError if neither list can be read, or the two differ in many lines */
export function parseHouseIndex(zip: Uint8Array, year: number): HouseIndex {
  const files = unzip(zip, year)
  const xml = attempt(files.get(`${year}fd.xml`), readXmlRows)
  const txt = attempt(files.get(`${year}fd.txt`), readTextRows)
  if (xml.rows === undefined && txt.rows === undefined) {
    throw new UnreadableFilingError(
      `neither of its lists can be read: XML: ${xml.reason}; text: ${txt.reason}`,
    )
  }
  const { rows, inOneFileOnly, disputed } =
    xml.rows && txt.rows
      ? joinLists(xml.rows, txt.rows)
      : { rows: xml.rows ?? txt.rows ?? [], inOneFileOnly: 0, disputed: new Set<string>() }
  return { ...sortRows(rows, disputed, year), inOneFileOnly }
}

type Attempt = { rows: Row[]; reason?: never } | { rows?: never; reason: string }

function attempt(bytes: Uint8Array | undefined, read: (bytes: Uint8Array) => Row[]): Attempt {
  if (bytes === undefined) return { reason: 'it is missing' }
  try {
    return { rows: read(bytes) }
  } catch (error) {
    if (error instanceof TypeError) return { reason: error.message }
    throw error
  }
}

function unzip(zip: Uint8Array, year: number): Map<string, Uint8Array> {
  if (zip.length > MAX_ZIP_BYTES) throw new UnreadableFilingError(`the zip has ${zip.length} bytes`)
  if (zip[0] !== 0x50 || zip[1] !== 0x4b) throw new TypeError('it is not a zip')
  const wanted = new Set([`${year}fd.xml`, `${year}fd.txt`])
  let seen = 0
  try {
    const files = unzipSync(zip, {
      filter: ({ name, originalSize }) => {
        seen += 1
        if (seen > MAX_FILES) throw new UnreadableFilingError(`the zip has more than ${MAX_FILES} files`)
        if (!wanted.has(name.toLowerCase())) return false
        // The size is only what the zip declares, but unzipping never writes beyond it.
        if (originalSize > MAX_FILE_BYTES) {
          throw new UnreadableFilingError(`${name} would have ${originalSize} bytes`)
        }
        return true
      },
    })
    return new Map(Object.entries(files).map(([name, bytes]) => [name.toLowerCase(), bytes]))
  } catch (error) {
    if (error instanceof UnreadableFilingError) throw error
    throw new TypeError('the zip is broken or cut off', { cause: error })
  }
}

const parser = new XMLParser({
  ignoreAttributes: true,
  parseTagValue: false,
  trimValues: true,
  isArray: (name) => name === 'Member',
})

function readXmlRows(bytes: Uint8Array): Row[] {
  const xml = decode(bytes)
  if (/<!DOCTYPE/i.test(xml)) throw new TypeError('it declares a document type')
  const validity = XMLValidator.validate(xml)
  if (validity !== true) throw new TypeError(`it is broken: ${validity.err.msg}`)
  const root = parser.parse(xml) as { FinancialDisclosure?: { Member?: unknown } | '' }
  if (root.FinancialDisclosure === undefined) throw new TypeError('it is no list of disclosures')
  const members = root.FinancialDisclosure === '' ? [] : root.FinancialDisclosure.Member
  if (!Array.isArray(members)) throw new TypeError('it lists nobody')
  return members.map((member: Record<string, unknown>) =>
    toRow((field) => (typeof member[field] === 'string' ? member[field] : '')),
  )
}

function readTextRows(bytes: Uint8Array): Row[] {
  const lines = decode(bytes)
    .split(/\r?\n/)
    .filter((line) => line.trim() !== '')
  const head = lines[0]?.split('\t').map((name) => name.trim()) ?? []
  if (FIELDS.some((field) => !head.includes(field))) throw new TypeError('its head is missing')
  return lines.slice(1).map((line, index) => {
    const cells = line.split('\t')
    if (cells.length !== head.length) throw new TypeError(`its line ${index + 2} has ${cells.length} fields`)
    return toRow((field) => cells[head.indexOf(field)] ?? '')
  })
}

function toRow(read: (field: (typeof FIELDS)[number]) => string): Row {
  return Object.fromEntries(FIELDS.map((field) => [field, tidyText(read(field).slice(0, MAX_FIELD))])) as Row
}

// The text list is older and not always Unicode.
function decode(bytes: Uint8Array): string {
  const text = new TextDecoder().decode(bytes)
  return text.includes('\uFFFD') ? new TextDecoder('windows-1252').decode(bytes) : text
}

/** Joins the two lists. Names are not compared, since the lists may encode accents differently.
 *  @returns disputed: the numbers of which both have a line, but not the same */
function joinLists(xml: readonly Row[], txt: readonly Row[]) {
  const inXml = new Set(xml.map(keyOf))
  const inText = new Set(txt.map(keyOf))
  const missing = [
    ...xml.filter((row) => !inText.has(keyOf(row))),
    ...txt.filter((row) => !inXml.has(keyOf(row))),
  ]
  const numbersOf = (rows: readonly Row[]) => new Set(rows.map(({ DocID }) => DocID))
  const [ofXml, ofText] = [numbersOf(xml), numbersOf(txt)]
  const isInBoth = ({ DocID }: Row) => ofXml.has(DocID) && ofText.has(DocID)
  const disputed = numbersOf(missing.filter(isInBoth))
  const inOneFileOnly = missing.filter((row) => !isInBoth(row)).length
  const different = inOneFileOnly + disputed.size
  const [first] = missing
  if (first !== undefined && different > Math.max(1, Math.max(xml.length, txt.length) * MOST_DIFFERENT)) {
    const where = inXml.has(keyOf(first)) ? 'XML' : 'text'
    throw new UnreadableFilingError(
      `its two lists differ in ${different} lines: "${keyOf(first)}" stands only in the ${where}`,
    )
  }
  return { rows: [...xml, ...txt.filter((row) => !inXml.has(keyOf(row)))], inOneFileOnly, disputed }
}

/** What a line says, however it spells it. */
const keyOf = (row: Row) =>
  [row.DocID, row.FilingType.toUpperCase(), seatOf(row), dayOf(row) ?? row.FilingDate].join(' ')

const dayOf = ({ FilingDate }: Row) => parseSlashDay(FilingDate.split(' ')[0] ?? '')

/** 'CA11', also for 'ca 11'; anything but a state and a district as it is. */
function seatOf({ StateDst }: Row): string {
  const [, state, district] = /^([A-Z]{2}) ?(\d{1,2})$/i.exec(StateDst) ?? []
  return state === undefined || district === undefined
    ? StateDst
    : `${state.toUpperCase()}${district.padStart(2, '0')}`
}

function sortRows(
  rows: readonly Row[],
  disputed: ReadonlySet<string>,
  year: number,
): Pick<HouseIndex, 'reports' | 'unread'> {
  if (rows.length > MAX_ROWS) throw new UnreadableFilingError(`it has ${rows.length} lines`)
  const reports = new Map<string, ListedCongressReport>()
  const unread: { docId: string; reason: string }[] = []
  const told = new Set<string>()
  for (const row of rows) {
    if (row.FilingType.toUpperCase() !== 'P') continue
    const filingDate = dayOf(row)
    if (disputed.has(row.DocID)) {
      if (!told.has(row.DocID)) unread.push({ docId: row.DocID, reason: 'its two lists differ in its line' })
      told.add(row.DocID)
      continue
    }
    // The number becomes part of a URL.
    if (!/^\d{5,12}$/.test(row.DocID)) unread.push({ docId: row.DocID, reason: 'its number cannot be read' })
    else if (filingDate === undefined) {
      unread.push({ docId: row.DocID, reason: `its filing date reads "${row.FilingDate}"` })
    } else if (!reports.has(row.DocID)) reports.set(row.DocID, toReport(row, filingDate, year))
  }
  return { reports: [...reports.values()], unread }
}

function toReport(row: Row, filedOn: string, indexYear: number): ListedCongressReport {
  const year = /^\d{4}$/.test(row.Year) ? Number(row.Year) : indexYear
  const seat = seatOf(row)
  const [, state, district] = /^([A-Z]{2})(\d{2})$/.exec(seat) ?? []
  return {
    reportId: row.DocID,
    member: `${row.First} ${row.Last}${row.Suffix === '' ? '' : `, ${row.Suffix}`}`,
    // A seat that cannot be parsed matches no member.
    state: state ?? seat,
    district: district === undefined ? undefined : Number(district),
    filedOn,
    pageUrl: `https://disclosures-clerk.house.gov/public_disc/ptr-pdfs/${year}/${row.DocID}.pdf`,
    // A seven-digit number: its PDF is a scan.
    isOnPaper: /^\d{7}$/.test(row.DocID),
  }
}
