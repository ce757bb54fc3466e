const MAX_WORDS = 80
/** Only this much of a longer text is processed, since every request does it. */
const LOOKED_AT = 20 * MAX_WORDS

/** Compares by code units, which is the same on every machine: for identifiers, days and keys. */
export function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}

const LIST = new Intl.ListFormat('en-GB')

/** 'a, b and c' */
export const listWords = (words: readonly string[]): string => LIST.format(words)

/** Puts outside text on one line, without invisible characters, cut if absurdly long. */
export function cleanText(text: string): string {
  const plain = text
    .slice(0, LOOKED_AT)
    .normalize('NFC')
    .replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Co}\p{Cn}\p{Cs}]+/gu, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()
  return plain.length <= MAX_WORDS ? plain : `${plain.slice(0, MAX_WORDS - 1).trimEnd()}…`
}

/** Characters that are invisible or reverse their neighbors: zero-width and bidirectional marks, fillers, variation
 *  selectors. */
const UNSEEN = /[\p{Cf}\p{Default_Ignorable_Code_Point}]/gu
const GAPS = /[\p{Cc}\p{Zl}\p{Zp}\s]+/gu

/** Makes outside text well-formed and removes characters that could make a name look like another one or reverse a line; line
 *  ends stay. */
export function removeUnseen(text: string): string {
  return text.toWellFormed().replaceAll(UNSEEN, '')
}

/** Does the same and puts the text on one line: applied to every name and title that is read. */
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

/** Escapes text for a regular expression, outside brackets. */
export const escapeForRegExp = (text: string): string => text.replace(/[$()*+.?[\\\]^{|}]/g, String.raw`\$&`)

/** Characters that make a spreadsheet read a cell as a formula, in half and full width. An address may begin with one:
 *  =1+1@mail.example. Every CSV we write is escaped with this (papaparse's escapeFormulae, which leaves numbers alone). The
 *  apostrophe is included so that reading gives back exactly what was written. */
export const FORMULA_START = /^[\t\r\n=+\-@'＝＋－＠]/

/** Removes the apostrophe that our CSV puts before such a character. */
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

/** Writes outside texts as JSON that Postgres can store: it refuses U+0000 and half a character. */
export function toStorableJson(value: unknown): string {
  return JSON.stringify(value, (_key, each: unknown) =>
    typeof each === 'string' ? showControls(each) : each,
  )
}

const STARTS_OF_PARTS = ['[', '{', ',', ':']

/** Whether JSON has more parts (lists, objects, their entries and names) than `most`. The time and memory to parse it depend on
 *  its parts, not its length: a few megabytes of brackets block the process for seconds and take a gigabyte. Brackets and commas
 *  within texts count too. */
export function hasMoreParts(json: string, most: number): boolean {
  if (json.length <= most) return false
  let parts = 0
  for (const sign of STARTS_OF_PARTS) {
    for (let at = json.indexOf(sign); at >= 0; at = json.indexOf(sign, at + 1)) {
      parts += 1
      if (parts > most) return true
    }
  }
  return false
}

/** @returns such as '250,000' */
export const formatCount = (count: number) => count.toLocaleString('en-US')

/** @returns such as '1 min 5 s', or '2 h 10 min' */
export function formatSeconds(seconds: number): string {
  const whole = Math.ceil(seconds)
  if (whole < 60) return `${whole} s`
  if (whole < 3600) return `${Math.floor(whole / 60)} min ${whole % 60} s`
  return `${Math.floor(whole / 3600)} h ${Math.floor((whole % 3600) / 60)} min`
}

/** @returns such as 'a second', '90 seconds', '12 minutes' or '3 hours' */
export function describeWait(seconds: number): string {
  if (seconds === 1) return 'a second'
  if (seconds <= 90) return `${seconds} seconds`
  if (seconds <= 90 * 60) return `${Math.ceil(seconds / 60)} minutes`
  return `${Math.ceil(seconds / 3_600)} hours`
}

/** @returns such as 19.5, or 1,204 */
export function formatRate(perSecond: number): string {
  return perSecond.toLocaleString('en-US', { maximumFractionDigits: perSecond < 100 ? 1 : 0 })
}
