import type { TextItem } from './pdf-text.ts'
import { splitWords, toPlainText, type TextLine } from './text-lines.ts'

/** The columns of the table of transactions, from left to right. */
export const COLUMNS = ['id', 'owner', 'asset', 'type', 'traded', 'notified', 'amount', 'gains'] as const
export type Column = (typeof COLUMNS)[number]
/** Where each column begins, in points. The positions vary with the width of the contents. */
export type ColumnStarts = Readonly<Record<Column, number>>
/** A piece of text and its column. */
export interface Placed {
  readonly column: Column
  readonly text: string
}

// Cell text begins a fraction of a point before its heading.
const SLACK = 4
const HEADINGS: readonly (readonly [Column, RegExp])[] = [
  ['owner', /^owner$/i],
  ['asset', /^asset$/i],
  ['type', /^transaction$/i],
  ['traded', /^date$/i],
  ['notified', /^notification$/i],
  ['amount', /^amount$/i],
]

/** Reads the column positions from the heading of the table; undefined for any other line. */
export function findColumns(line: TextLine): ColumnStarts | undefined {
  const words = line.items.flatMap(splitWords)
  const starts: Partial<Record<Column, number>> = {}
  let from = 0
  for (const [column, heading] of HEADINGS) {
    const at = words.findIndex(({ text }, index) => index >= from && heading.test(text))
    const word = words[at]
    if (word === undefined) return undefined
    starts[column] = word.x
    from = at + 1
  }
  const { owner, asset, type, traded, notified, amount } = starts as ColumnStarts
  const id = words.find(({ text }) => /^id$/i.test(text))?.x ?? Math.min(owner, 0)
  const gains = words.find(({ text }) => /^cap\.?$/i.test(text))?.x ?? Number.POSITIVE_INFINITY
  const found = { id, owner, asset, type, traded, notified, amount, gains }
  return COLUMNS.every((column, index) => index === 0 || found[COLUMNS[index - 1] ?? 'id'] < found[column])
    ? found
    : undefined
}

/** Assigns the text of a line to columns. */
export function placeLine(line: TextLine, starts: ColumnStarts): Placed[] {
  return line.items.flatMap((item) => placeItem(item, starts))
}

/** Tells whether a line begins left of the asset column. */
export function beginsBeforeAssets(line: TextLine, starts: ColumnStarts): boolean {
  return (line.items[0]?.x ?? 0) < starts.asset - SLACK
}

function placeItem(item: TextItem, starts: ColumnStarts): Placed[] {
  const column = columnAt(item.x, starts)
  // A name may contain words of any form, so split it only if it reaches into the next column.
  const isName = column === 'asset' && item.x + item.width <= starts.type + SLACK
  return isName ? [{ column, text: toPlainText(item.text) }] : splitItem(item, column, starts)
}

function columnAt(x: number, starts: ColumnStarts): Column {
  return COLUMNS.findLast((column) => starts[column] - SLACK <= x) ?? 'id'
}

const DATE = /^\d{1,2}\/\d{1,2}\/\d{2,4}$/
/** How far from its column a word may seem to begin, in points, when its position is estimated from its letters. */
const GUESS_SLACK = 45

/** Splits an item in which neighboring cells ran together. The position of a word is an estimate, its form is not: a word
 *  starts a new column only if it has the form that belongs there. */
function splitItem(item: TextItem, first: Column, starts: ColumnStarts): Placed[] {
  const words = splitWords(item)
  const placed: { column: Column; text: string }[] = []
  let column = first
  for (const [index, { text, x }] of words.entries()) {
    const following = words[index + 1]?.text
    // There is no free text right of the asset column, so the form alone decides.
    const isNear = (wanted: Column) =>
      COLUMNS.indexOf(column) >= COLUMNS.indexOf('type') || Math.abs(x - starts[wanted]) <= GUESS_SLACK
    const isAfter = (wanted: Column) => COLUMNS.indexOf(wanted) > COLUMNS.indexOf(column)
    if (column === 'id' && /^(SP|DC|JT)$/.test(text)) column = 'owner'
    else if (
      (column === 'id' && index > 0 && !/^\d+$/.test(text)) ||
      (column === 'owner' && index > 0 && !/^(SP|DC|JT)$/.test(text))
    )
      column = 'asset'
    else if (
      isAfter('type') &&
      isNear('type') &&
      /^[PSE]$/.test(text) &&
      (following === undefined || following === '(partial)' || DATE.test(following))
    )
      column = 'type'
    else if (DATE.test(text) && column === 'traded' && placed.at(-1)?.column === 'traded') column = 'notified'
    else if (DATE.test(text) && isAfter('traded') && isNear('traded')) column = 'traded'
    else if (isAfter('amount') && isNear('amount') && /^(\$[\d,]+|over|spouse\S*)/i.test(text))
      column = 'amount'
    else if (isAfter('gains') && /^gfedcb?$/.test(text)) column = 'gains'
    const last = placed.at(-1)
    if (last?.column === column) last.text += ` ${text}`
    else placed.push({ column, text })
  }
  return placed
}
