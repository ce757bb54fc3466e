import Papa from 'papaparse'

import { InvalidInputError } from '../lib/errors.ts'

/** One record of a CSV file: its cells, or why they cannot be read.
 *  `line` is the line number in an editor, from 1; for a record over several lines, the first line's. */
export type CsvRecord =
  | { readonly line: number; readonly cells: readonly string[] }
  | { readonly line: number; readonly problem: string }

interface Line {
  readonly number: number
  /** Undefined if it exceeds the maximum length of a record. */
  readonly text: string | undefined
  /** Whether a record that enters this line inside quotes is still open after it. Set once known, since many records may try. */
  staysOpen?: boolean
}

/** Maximum length of a record in characters. More is never held in memory. */
const MAX_RECORD = 65_536
/** Maximum lines of a record: after a quote that is never closed, this many are read a second time. */
const MAX_LINES = 500
const DELIMITERS = [',', ';', '\t', '|']
const TOO_LONG = 'It is longer than 65,536 characters.'
const UNCLOSED = 'It has a quotation mark that is never closed.'
const MALFORMED = 'Its quotation marks are not those of a CSV file.'

/** Reads a CSV file in bounded memory: UTF-8, or UTF-16 with a byte order mark; any line end; with the separator of its
 *  header. Blank records are left out. An unreadable record costs only its first line.
 *  @param readHeader  called with the first line that is not blank, split by each separator in turn; the first separator for
 *                     which it does not return undefined is used
 *  @param column  the name of the column of addresses, if the operator gave one
 *  @throws InvalidInputError if readHeader returns undefined for all separators, or the file is of another kind */
export async function* readCsv<Header>(
  chunks: AsyncIterable<Uint8Array>,
  readHeader: (cells: readonly string[]) => Header | undefined,
  column?: string,
): AsyncGenerator<CsvRecord & { readonly header: Header }> {
  let records: RecordReader | undefined
  let header: Header | undefined
  const open = (line: Line) => {
    const found = findHeader(line, readHeader, column)
    header = found.header
    return openRecords(found.delimiter)
  }
  const withHeader = (record: CsvRecord) => ({ ...record, header: header as Header })
  for await (const line of readLines(chunks)) {
    if (records === undefined) {
      if (line.text?.trim() !== '' && !isSeparatorNote(line)) records = open(line)
    } else for (const record of records.take(line)) yield withHeader(record)
  }
  records ??= open({ number: 1, text: '' })
  for (const record of records.end()) yield withHeader(record)
}

/** The line that Excel writes before the header to declare the separator. */
const isSeparatorNote = ({ text }: Line) => /^"?sep=.?"?$/i.test(text?.trim() ?? '')

/** A carriage return at the very end may be the first half of a line end of Windows. */
const LINE_END = /\r\n|\n|\r(?!$)/g

async function* readLines(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Line> {
  let decoder: TextDecoder | undefined
  let number = 0
  let rest = ''
  let isTooLong = false
  const endLine = (text: string): Line => {
    number += 1
    const isKept = !isTooLong && text.length <= MAX_RECORD
    isTooLong = false
    return { number, text: isKept ? text.replace(/\r$/, '') : undefined }
  }
  for await (const chunk of chunks) {
    decoder ??= new TextDecoder(findEncoding(chunk))
    const text = rest + decoder.decode(chunk, { stream: true })
    let start = 0
    for (const { index, 0: end } of text.matchAll(LINE_END)) {
      yield endLine(text.slice(start, index))
      start = index + end.length
    }
    rest = text.slice(start)
    if (rest.length <= MAX_RECORD) continue
    // Reports a first line without an end at once: a file of another kind may be of any length.
    if (number === 0) yield endLine(rest)
    isTooLong = true
    rest = ''
  }
  if (rest !== '' || isTooLong) yield endLine(rest)
}

/** @throws InvalidInputError for a file that is not text, and for UTF-16 without a byte order mark */
function findEncoding([first, second]: Uint8Array): 'utf-16le' | 'utf-16be' | 'utf-8' {
  if (first === 0xff && second === 0xfe) return 'utf-16le'
  if (first === 0xfe && second === 0xff) return 'utf-16be'
  if (first === 0x50 && second === 0x4b) {
    throw malformed('The file is a ZIP archive or an Excel workbook. Unpack it, or save it as CSV (UTF-8).')
  }
  if (first === 0 || second === 0) {
    throw malformed('The file seems to be in UTF-16 without a byte order mark. Save it as CSV in UTF-8.')
  }
  return 'utf-8'
}

const malformed = (message: string) => new InvalidInputError(message)

interface RecordReader {
  take(line: Line): Generator<CsvRecord>
  end(): Generator<CsvRecord>
}

/** Joins lines into records, starting after the header. */
function openRecords(delimiter: string): RecordReader {
  /** Lines of a record with an open quote. */
  let open: Line[] = []
  let openLength = 0

  function* take(line: Line): Generator<CsvRecord> {
    open.push(line)
    openLength += lengthOf(line)
    if (open.length > 1 && (openLength > MAX_RECORD || open.length > MAX_LINES)) {
      yield* giveUpFirst(UNCLOSED)
      return
    }
    if (line.text === undefined) {
      yield* giveUpFirst(TOO_LONG)
      return
    }
    if (open.length > 1 && (line.staysOpen ??= staysOpen(line.text, delimiter))) return
    const text = open.map((part) => part.text).join('\n')
    const cells = parseRecord(text, delimiter)
    if (cells === 'open') return
    if (cells === 'malformed') {
      yield* giveUpFirst(open.length > 1 ? UNCLOSED : MALFORMED)
      return
    }
    const { number } = open[0] ?? line
    open = []
    openLength = 0
    if (cells.some((cell) => cell.trim() !== '')) yield { line: number, cells }
  }

  /** The remaining lines may be records of their own. */
  function* giveUpFirst(problem: string): Generator<CsvRecord> {
    const [first] = open
    const others = open.slice(1)
    open = []
    openLength = 0
    if (first !== undefined) yield { line: first.number, problem }
    for (let at = 0; at < others.length; at++) {
      const line = others[at]
      if (line !== undefined) yield* take(line)
      if (open.length === 1) at += holdInside(others, at + 1)
    }
  }

  /** Adds the lines known to stay inside the quotes just opened without reading them again: otherwise a file whose lines all
   *  open a quote would be read five hundred times.
   *  @returns how many */
  function holdInside(lines: readonly Line[], from: number): number {
    let end = from
    let length = openLength
    for (; lines[end]?.staysOpen === true; end++) length += lengthOf(lines[end])
    if (end - from >= MAX_LINES || length > MAX_RECORD) return 0
    open = open.concat(lines.slice(from, end))
    openLength = length
    return end - from
  }

  return {
    take,
    *end() {
      while (open.length > 0) yield* giveUpFirst(UNCLOSED)
    },
  }
}

const lengthOf = (line: Line | undefined) => (line?.text?.length ?? MAX_RECORD) + 1

/** Whether a line that begins inside quotes also ends inside quotes. Checked line by line: otherwise an open record would be
 *  parsed again with each of its lines. */
function staysOpen(text: string, delimiter: string): boolean {
  let at = 0
  for (;;) {
    const quote = text.indexOf('"', at)
    if (quote < 0) return true
    at = quote + 1
    if (text[at] === '"') {
      at += 1
      continue
    }
    // Closed: continues with the next cell that begins with a quote.
    do {
      const end = text.indexOf(delimiter, at)
      if (end < 0) return false
      at = end + 1
    } while (text[at] !== '"')
    at += 1
  }
}

function findHeader<Header>(
  { text }: Line,
  readHeader: (cells: readonly string[]) => Header | undefined,
  column: string | undefined,
): { header: Header; delimiter: string } {
  for (const delimiter of DELIMITERS) {
    const cells = text === undefined ? 'malformed' : parseRecord(text, delimiter)
    const header = typeof cells === 'string' ? undefined : readHeader(cells.map((cell) => cell.trim()))
    if (header !== undefined) return { header, delimiter }
  }
  if (text === '') throw malformed('The file is empty.')
  if (text === undefined) {
    throw malformed('The first line of the file is longer than 65,536 characters: it is no CSV file.')
  }
  throw malformed(
    column !== undefined
      ? `--column: the file has no column ${JSON.stringify(column)}. Its first line reads ${quoteLine(text)}.`
      : `The first line of the file has no column of addresses, such as "email": it reads ${quoteLine(text)}. Name the column with --column, or write "email" above a list that has no first line of names.`,
  )
}

/** Quotes enough of an arbitrary line to recognize it, and no more than the beginning of an address. */
function quoteLine(text: string): string {
  const masked = text
    .slice(0, 200)
    .split(/([\s,;|])/)
    .map((part) => (part.includes('@') ? `${part.slice(0, 1)}***` : part))
    .join('')
    .replace(/\p{Cc}/gu, ' ')
  return `"${masked}${text.length > 200 ? '...' : ''}"`
}

function parseRecord(text: string, delimiter: string): string[] | 'open' | 'malformed' {
  if (!text.includes('"')) return text.split(delimiter)
  const { data, errors } = Papa.parse<string[]>(text, { delimiter, newline: '\n' })
  if (errors.some(({ code }) => code === 'InvalidQuotes')) return 'malformed'
  if (errors.some(({ code }) => code === 'MissingQuotes')) return 'open'
  return data[0] ?? []
}
