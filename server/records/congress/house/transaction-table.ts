import type { TextItem } from './pdf-text.ts'
import {
  beginsBeforeAssets,
  COLUMNS,
  findColumns,
  placeLine,
  type Column,
  type ColumnStarts,
  type Placed,
} from './table-columns.ts'
import { listLines, readLine, toPlainText, type TextLine } from './text-lines.ts'

/** The labelled notes under a row. */
export type NoteLabel = 'status' | 'subholding' | 'description' | 'comments' | 'location'

/** A row as shown in the table, with wrapped lines collected and nothing interpreted. */
export interface TableRow {
  /** The page it begins on, from 1. */
  readonly page: number
  readonly cells: Readonly<Record<Column, readonly string[]>>
  readonly notes: readonly { label: NoteLabel; text: string }[]
  /** All its lines, as a person would read them. */
  readonly text: string
}

/** The table of a report. */
export interface TransactionTable {
  readonly rows: readonly TableRow[]
  /** Lines of the table that belong to no row. */
  readonly strayLines: readonly { page: number; text: string }[]
  /** Lines before the table: the filer. */
  readonly head: readonly TextLine[]
  /** Lines after it: certification and signature. */
  readonly tail: readonly TextLine[]
  /** Whether the text after the table was reached; if not, rows may be missing. */
  readonly isClosed: boolean
}

/** Finds the table of transactions in a report's text. Rows span lines and pages; the heading repeats on every page.
 *  @returns undefined if no page has the table's heading */
export function findTransactionTable(pages: readonly (readonly TextItem[])[]): TransactionTable | undefined {
  const reader = new TableReader()
  for (const [index, items] of pages.entries()) reader.readPage(listLines(items, index + 1))
  return reader.finish()
}

interface OpenRow {
  page: number
  cells: Record<Column, string[]>
  notes: { label: NoteLabel; text: string; fontSize: number }[]
  lines: string[]
}

// In points: the heading has three lines, 11.3 points apart.
const HEADING_DEPTH = 30
/** Lines over which a date may be broken in its cell. */
const MAX_PIECES = 10
const HEADING_WORDS = /^(type|date|notification|gains|>|\$200\?|cap\.?|transaction)$/i
const PAGE_MARK = /^Filing ID #\d+$/
const SECTION_FONT_SIZE = 11
/** In points: a row's text is half a point larger than its notes. */
const NOTES_SMALLER_BY = 0.2

class TableReader {
  readonly #head: TextLine[] = []
  readonly #tail: TextLine[] = []
  readonly #rows: OpenRow[] = []
  readonly #strayLines: { page: number; text: string }[] = []
  #columns: ColumnStarts | undefined
  #isClosed = false

  readPage(lines: readonly TextLine[]): void {
    let headingY: number | undefined
    for (const line of lines) {
      const text = readLine(line)
      if (text === '' || PAGE_MARK.test(text)) continue
      const columns = this.#isClosed ? undefined : findColumns(line)
      if (columns !== undefined) {
        this.#columns = columns
        headingY = line.y
      } else if (this.#columns === undefined) this.#head.push(line)
      else if (this.#isClosed) this.#tail.push(line)
      else if (headingY !== undefined && headingY - line.y <= HEADING_DEPTH && isHeading(text)) continue
      else if (endsTable(line, text, this.#columns)) {
        this.#isClosed = true
        this.#tail.push(line)
      } else this.#readTableLine(line, text, this.#columns)
    }
  }

  finish(): TransactionTable | undefined {
    if (this.#columns === undefined) return undefined
    return {
      rows: this.#rows.map(({ lines, ...row }) => ({ ...row, text: lines.join(' | ') })),
      strayLines: this.#strayLines,
      head: this.#head,
      tail: this.#tail,
      isClosed: this.#isClosed,
    }
  }

  #readTableLine(line: TextLine, text: string, columns: ColumnStarts): void {
    let row = this.#rows.at(-1)
    const note = beginsBeforeAssets(line, columns) ? undefined : findNote(line)
    if (note !== undefined) {
      if (row === undefined) {
        this.#strayLines.push({ page: line.page, text })
        return
      }
      // A label in small capitals may be smaller than its text.
      row.notes.push({ ...note, fontSize: Math.max(...line.items.map(({ fontSize }) => fontSize)) })
      row.lines.push(text)
      return
    }
    const placed = placeLine(line, columns)
    const lastNote = row?.notes.at(-1)
    if (
      row !== undefined &&
      lastNote !== undefined &&
      !beginsRowAfterNotes(line, placed, lastNote.fontSize, columns)
    ) {
      lastNote.text += ` ${text}`
      row.lines.push(text)
      return
    }
    if (row === undefined || lastNote !== undefined || beginsRow(placed, row)) {
      row = openRow(line.page)
      this.#rows.push(row)
    }
    for (const { column, text } of placed) row.cells[column].push(text)
    row.lines.push(text)
  }
}

function openRow(page: number): OpenRow {
  const cells = Object.fromEntries(COLUMNS.map((column) => [column, []])) as unknown as Record<
    Column,
    string[]
  >
  return { page, cells, notes: [], lines: [] }
}

function isHeading(text: string): boolean {
  return text.split(' ').every((word) => HEADING_WORDS.test(word))
}

function endsTable(line: TextLine, text: string, columns: ColumnStarts): boolean {
  const first = line.items[0]
  return (
    /^\* ?For the complete list of asset type/i.test(text) ||
    (first !== undefined && first.fontSize >= SECTION_FONT_SIZE && first.x < columns.owner)
  )
}

/** Tells whether a line starts a row after notes. Only a row has a type, a date and an amount side by side; a wrapped note
 *  may contain anything, in the size of the notes. */
function beginsRowAfterNotes(
  line: TextLine,
  placed: readonly Placed[],
  noteFontSize: number,
  columns: ColumnStarts,
): boolean {
  const fontSize = line.items[0]?.fontSize ?? 0
  return (
    beginsBeforeAssets(line, columns) ||
    fontSize > noteFontSize + NOTES_SMALLER_BY ||
    (textIn(placed, 'type') !== '' && isDay(textIn(placed, 'traded')) && textIn(placed, 'amount') !== '')
  )
}

/** Tells where a second row begins without notes in between: at a date, if the current row has one already. */
function beginsRow(placed: readonly Placed[], row: OpenRow): boolean {
  const { traded } = row.cells
  return traded.length <= MAX_PIECES && /^\d{1,2}\//.test(textIn(placed, 'traded')) && isDay(traded.join(''))
}

function textIn(placed: readonly Placed[], column: Column): string {
  return placed
    .filter((piece) => piece.column === column)
    .map(({ text }) => text)
    .join(' ')
}

function isDay(text: string): boolean {
  return /^\d{1,2}\/\d{1,2}\/\d{4}$/.test(text)
}

// Labels are set in small capitals of a font that maps its small letters to NUL. A single letter is a label only if followed
// by such a gap, since a name may begin with "C: ".
const NOTES: readonly (readonly [NoteLabel, RegExp])[] = [
  ['status', /^F(?:iling)?\s*S(?:tatus)?\s*:/i],
  ['subholding', /^S(?:ubholding)?\s*O(?:f)?\s*:/i],
  ['description', /^D(?:escription)?\s*:/i],
  ['comments', /^C(?:omments?)?\s*:/i],
  ['location', /^L(?:ocation)?\s*:/i],
]

function findNote(line: TextLine): { label: NoteLabel; text: string } | undefined {
  const raw = line.items.map(({ text }) => text).join(' ')
  const text = toPlainText(raw)
  for (const [label, pattern] of NOTES) {
    const found = pattern.exec(text)?.[0]
    if (found === undefined) continue
    const hasGap = /^[A-Z][\p{Cc}\uFFFD]/u.test(raw.trimStart())
    if (found.length > 2 || hasGap) return { label, text: text.slice(found.length).trim() }
  }
  return undefined
}
