import Papa from 'papaparse'

import { InvalidInputError } from '../errors.ts'

/** One record of a CSV file: what stands in the column, or why it cannot be told.
 *  `line` counts the file's lines from 1, as an editor does; of a record over several lines it is the first. */
export type CsvValue =
  | { readonly line: number; readonly value: string }
  | { readonly line: number; readonly problem: string }

interface Line {
  readonly number: number
  /** Undefined when it is longer than a record may be. */
  readonly text: string | undefined
}

/** Of one record, in characters. More is never held, whatever the file is. */
const MAX_RECORD = 65_536
const DELIMITERS = [',', ';', '\t', '|']
const TOO_LONG = 'It is longer than 65,536 characters.'
const UNCLOSED = 'It has a quotation mark that is never closed.'
const MALFORMED = 'Its quotation marks are not those of a CSV file.'

/** Reads one column of a CSV file in bounded memory: UTF-8, or UTF-16 with a byte order mark; either line end; separated
 *  by what its header is separated by. Blank records are left out. A record that cannot be read costs its first line only.
 *  @throws InvalidInputError when the first line that is not blank has no such column */
export async function* readCsvColumn(
  chunks: AsyncIterable<Uint8Array>,
  name: string,
): AsyncGenerator<CsvValue> {
  let columns: ColumnReader | undefined
  for await (const line of readLines(chunks)) {
    if (columns !== undefined) yield* columns.take(line)
    else if (line.text?.trim() !== '') columns = openColumn(line, name)
  }
  columns ??= openColumn({ number: 1, text: '' }, name)
  yield* columns.end()
}

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
    decoder ??= new TextDecoder(chunk[0] === 0xff && chunk[1] === 0xfe ? 'utf-16le' : 'utf-8')
    const text = rest + decoder.decode(chunk, { stream: true })
    let start = 0
    for (let end = text.indexOf('\n'); end >= 0; end = text.indexOf('\n', start)) {
      yield endLine(text.slice(start, end))
      start = end + 1
    }
    rest = text.slice(start)
    if (rest.length <= MAX_RECORD) continue
    // A first line without an end is told of at once: who knows how long a file of another kind is.
    if (number === 0) yield endLine(rest)
    isTooLong = true
    rest = ''
  }
  if (rest !== '' || isTooLong) yield endLine(rest)
}

interface ColumnReader {
  take(line: Line): Generator<CsvValue>
  end(): Generator<CsvValue>
}

/** Puts lines together to records, from the line after the header on. */
function openColumn(header: Line, name: string): ColumnReader {
  const { column, delimiter } = findColumn(header, name)
  /** The lines of a record whose quotation mark is still open. */
  let open: Line[] = []
  let openLength = 0

  function* take(line: Line): Generator<CsvValue> {
    open.push(line)
    openLength += (line.text?.length ?? MAX_RECORD) + 1
    if (open.length > 1 && openLength > MAX_RECORD) {
      yield* giveUpFirst(UNCLOSED)
      return
    }
    if (line.text === undefined) {
      yield* giveUpFirst(TOO_LONG)
      return
    }
    const isStillOpen = open.length > 1 && !line.text.includes('"')
    if (isStillOpen) return
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
    if (cells.some((cell) => cell.trim() !== '')) yield { line: number, value: cells[column] ?? '' }
  }

  /** The other lines may be records of their own. */
  function* giveUpFirst(problem: string): Generator<CsvValue> {
    const [first, ...others] = open
    open = []
    openLength = 0
    if (first !== undefined) yield { line: first.number, problem }
    for (const line of others) yield* take(line)
  }

  return {
    take,
    *end() {
      while (open.length > 0) yield* giveUpFirst(UNCLOSED)
    },
  }
}

function findColumn({ text }: Line, name: string): { column: number; delimiter: string } {
  for (const delimiter of DELIMITERS) {
    const cells = text === undefined ? 'malformed' : parseRecord(text, delimiter)
    if (typeof cells === 'string') continue
    const column = cells.findIndex((cell) => cell.trim().toLowerCase() === name)
    if (column >= 0) return { column, delimiter }
  }
  throw new InvalidInputError('malformed-request', `The first line of the file has no column "${name}".`)
}

function parseRecord(text: string, delimiter: string): string[] | 'open' | 'malformed' {
  if (!text.includes('"')) return text.split(delimiter)
  const { data, errors } = Papa.parse<string[]>(text, { delimiter, newline: '\n' })
  if (errors.some(({ code }) => code === 'InvalidQuotes')) return 'malformed'
  if (errors.some(({ code }) => code === 'MissingQuotes')) return 'open'
  return data[0] ?? []
}
