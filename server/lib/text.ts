const MAX_WORDS = 80
/** Of a longer text no more is worked on: it is done for each who asks. */
const LOOKED_AT = 20 * MAX_WORDS

/** Compares by code units, the same on every machine: for identifiers, days and keys. */
export function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}

/** Others' text on one line, without invisible characters, cut if absurdly long. */
export function cleanText(text: string): string {
  const plain = text
    .slice(0, LOOKED_AT)
    .normalize('NFC')
    .replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Co}\p{Cn}\p{Cs}]+/gu, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()
  return plain.length <= MAX_WORDS ? plain : `${plain.slice(0, MAX_WORDS - 1).trimEnd()}…`
}

/** Invisible characters, and those that reverse their neighbours: zero-width and bidirectional marks, fillers, variation
 *  selectors. */
const UNSEEN = /[\p{Cf}\p{Default_Ignorable_Code_Point}]/gu
const GAPS = /[\p{Cc}\p{Zl}\p{Zp}\s]+/gu

/** Text from outside, its lines as they are, well-formed, and without characters that could make a name look like another
 *  or turn a line around. */
export function removeUnseen(text: string): string {
  return text.toWellFormed().replaceAll(UNSEEN, '')
}

/** The same on one line: every reader of names and titles passes them through here. */
export function tidyText(text: string): string {
  return removeUnseen(text).replaceAll(GAPS, ' ').trim()
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** Escapes text for HTML, between tags and in quoted attributes. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? character)
}

/** What a spreadsheet takes for the beginning of a formula, in half and full width. An address may well begin so:
 *  =1+1@mail.example; every CSV of ours is written with it (papaparse's escapeFormulae, which leaves numbers alone). The apostrophe is among them so that reading gives back exactly what was written. */
export const FORMULA_START = /^[\t\r\n=+\-@'＝＋－＠]/

/** Removes the apostrophe that the export of addresses puts before such a beginning. */
export function stripFormulaGuard(cell: string): string {
  const text = cell.trim()
  return text.startsWith("'") && FORMULA_START.test(text.slice(1)) ? text.slice(1) : text
}

/** Writes out characters that are invisible or cannot be stored as JSON: 'a[U+0000]b'. Line ends stay. */
export function showControls(text: string): string {
  return text.replaceAll(
    /(?![\n\t])[\p{Cc}\p{Cs}]/gu,
    (character) => `[U+${character.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}]`,
  )
}
