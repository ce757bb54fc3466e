import { UNKNOWN_GLYPH, type Piece } from './write-pdf.ts'

/** Where the form's columns begin, in points, if no row has an ID. */
export const AT = {
  id: 25,
  owner: 65,
  asset: 104,
  type: 261,
  traded: 326,
  notified: 381,
  amount: 445,
  gains: 525,
}

/** A row as the form sets it: the lines of each cell. */
export type FormRow = Partial<Record<keyof typeof AT, readonly string[]>>

const gap = UNKNOWN_GLYPH.repeat(5)

// Small capitals: the glyphs after the first letter map to no characters.
const capitals = (letters: string) => Array.from(letters, (letter) => letter + gap).join(' ')

/** Draws the filer; the table may begin at y = 500. */
export function drawFiler(name = 'Hon. Jane Q. Doe', district = 'ZZ07'): Piece[] {
  return [
    { text: capitals('PTR'), x: 117, y: 685, size: 21 },
    { text: 'Filing ID #20099999', x: 483, y: 712 },
    { text: capitals('FI'), x: 22, y: 612, size: 12 },
    { text: 'Name:', x: 22, y: 594 },
    { text: name, x: 99, y: 594 },
    { text: 'Status:', x: 22, y: 578 },
    { text: 'Member', x: 99, y: 578 },
    { text: 'State/District:', x: 22, y: 562 },
    { text: district, x: 99, y: 562 },
    { text: capitals('T'), x: 22, y: 526, size: 12 },
  ]
}

/** Draws the three lines of the table heading; the first row may begin 44 points below. */
export function drawHeading(y: number): Piece[] {
  const size = 9.4
  return [
    { text: 'ID', x: AT.id, y, size },
    { text: 'Owner', x: AT.owner, y, size },
    { text: 'Asset', x: AT.asset, y, size },
    { text: 'Transaction', x: AT.type, y, size },
    { text: 'Type', x: AT.type, y: y - 11, size },
    { text: 'Date', x: AT.traded, y, size },
    { text: 'Notification', x: AT.notified, y, size },
    { text: 'Date', x: AT.notified, y: y - 11, size },
    { text: 'Amount', x: AT.amount, y, size },
    { text: 'Cap.', x: AT.gains, y, size },
    { text: 'Gains >', x: AT.gains, y: y - 11, size },
    { text: '$200?', x: AT.gains, y: y - 22, size },
  ]
}

/** Draws a row; by default a purchase of common stock by the filer. */
export function drawRow(y: number, row: FormRow = {}): Piece[] {
  const cells: FormRow = {
    asset: ['Acme Corp. - Common Stock (ACME)', '[ST]'],
    type: ['P'],
    traded: ['01/14/2025'],
    notified: ['01/20/2025'],
    amount: ['$1,001 - $15,000'],
    ...row,
  }
  return (Object.keys(AT) as (keyof typeof AT)[]).flatMap((column) =>
    (cells[column] ?? []).map((text, line) => ({ text, x: AT[column], y: y - line * 10.5 })),
  )
}

/** Draws a note under a row, labelled in small capitals: 'FS' status, 'SO' subholding, 'D' description, 'C' comments. */
export function drawNote(y: number, label: string, text: string): Piece {
  return { text: `${capitals(label)}: ${text}`, x: AT.asset, y, size: 8.5 }
}

/** Draws a further line of a note. */
export function drawNoteLine(y: number, text: string): Piece {
  return { text, x: AT.asset, y, size: 8.5 }
}

/** Draws what follows the table. */
export function drawEnd(y: number): Piece[] {
  return [
    {
      text: '* For the complete list of asset type abbreviations, please visit fd.house.gov',
      x: 25,
      y,
      size: 8,
    },
    { text: capitals('IPO'), x: 22, y: y - 30, size: 12 },
    { text: 'Yes', x: 40, y: y - 50 },
    { text: 'No', x: 73, y: y - 50 },
    { text: 'Digitally Signed:', x: 22, y: y - 70 },
    { text: 'Hon. Jane Q. Doe , 01/22/2025', x: 100, y: y - 70 },
  ]
}
