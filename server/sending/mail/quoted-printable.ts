import { encode, wrap } from 'nodemailer/lib/qp'

// RFC 2045 6.7: 76 characters at most. One is left for the soft break that joins a piece to the next, and two for a dot at
// the start of a line, which is written as =2E (RFC 2049 3): SMTP would have to double it, and some gateways lose it.
const MAX_LINE_CHARACTERS = 73
const LINE_BREAK = '\r\n'

/** One stretch of a text: the same for all readers, or a mark in whose place each reader's own value goes. */
export type TextPiece = { readonly constant: string } | { readonly mark: string }

/** Cuts a text at its marks. Line breaks come out as CRLF.
 *  @param marks  none is empty; of two that fit, the longer one counts */
export function cutAtMarks(text: string, marks: readonly string[]): TextPiece[] {
  const lines = toNetworkLines(text)
  if (marks.length === 0) return [{ constant: lines }]
  const longestFirst = marks.toSorted((a, b) => b.length - a.length)
  // oxlint-disable-next-line no-restricted-globals -- no quantifier in it: marks, letter by letter
  const anyMark = new RegExp(`(${longestFirst.map(escapeForRegExp).join('|')})`)
  return lines
    .split(anyMark)
    .map((part, index) => (index % 2 === 1 ? { mark: part } : { constant: part }))
    .filter((piece) => 'mark' in piece || piece.constant !== '')
}

/** A piece of a quoted-printable text as whole lines, so that pieces can be encoded apart and put one after the other.
 *  @param end  'text' after the last piece: a line break that belongs to what follows the text
 *  @returns ASCII, lines of at most 76 characters, each ended by CRLF; '' when there is nothing to write */
export function encodePiece(text: string, { end }: { end: 'text' | 'piece' }): string {
  const encoded = wrap(encode(toNetworkLines(text)), MAX_LINE_CHARACTERS).replace(/^\./gm, '=2E')
  if (end === 'text') return encoded + LINE_BREAK
  return encoded === '' || encoded.endsWith(LINE_BREAK) ? encoded : `${encoded}=${LINE_BREAK}`
}

function escapeForRegExp(text: string): string {
  return text.replace(/[$()*+.?[\\\]^{|}]/g, '\\$&')
}

function toNetworkLines(text: string): string {
  return text.replace(/\r\n?|\n/g, LINE_BREAK)
}
