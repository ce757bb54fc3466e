import { createHash, type Hash } from 'node:crypto'
import { encodeWord, foldLines } from 'nodemailer/lib/mime-funcs'
import MimeNode from 'nodemailer/lib/mime-node'
import { escapeForRegExp, escapeHtml } from '../../lib/text.ts'
import { canonicalBody } from './dkim-sign.ts'
import type { OutgoingMail } from './mailer.ts'
import { CHUNK_OCTETS, rememberIfPlain } from './message-stream.ts'
import { encode, wrap } from 'nodemailer/lib/qp'

/** A piece of a body: lines that are the same for all readers, or the place of a reader's own value. */
export type BodyPiece =
  | { readonly bytes: Buffer; readonly canonical: Buffer }
  | { readonly mark: string; readonly form: 'text' | 'html'; readonly end: 'text' | 'piece' }

/** The part of a message that is the same for all readers, encoded. */
export interface PreparedContent {
  /** Header lines without their final line break: Subject, MIME-Version, Content-Type. */
  readonly headerLines: readonly string[]
  readonly pieces: readonly BodyPiece[]
  /** SHA-256 of everything before the first value, in DKIM's relaxed form: must be copied, never updated. */
  readonly hashedStart: Hash
  /** Number of pieces covered by `hashedStart`. */
  readonly hashedPieceCount: number
}

export type MailContent = Pick<OutgoingMail, 'subject' | 'html' | 'text' | 'values'>

// '=_' occurs in no quoted-printable text (RFC 2045 6.7), so it never ends a part too early.
const BOUNDARY = '=_alternative'

/** Encodes what the messages of an edition share: plain text first, HTML as the preferred alternative. */
function prepareContent({ subject, html, text, values }: MailContent): PreparedContent {
  const marks = Object.keys(values ?? {}).filter((mark) => mark !== '')
  const pieces = [
    linesPiece(partHead('text/plain')),
    ...preparePart(text, marks, 'text'),
    linesPiece(partHead('text/html')),
    ...preparePart(html, marks, 'html'),
    linesPiece(`--${BOUNDARY}--\r\n`),
  ].reduce<BodyPiece[]>(joinConstants, [])
  for (const piece of pieces) if ('bytes' in piece) rememberIfPlain(piece.bytes)
  const firstValue = pieces.findIndex((piece) => 'mark' in piece)
  const hashedPieceCount = firstValue === -1 ? pieces.length : firstValue
  const hashedStart = createHash('sha256')
  for (const piece of pieces.slice(0, hashedPieceCount)) {
    if ('canonical' in piece) hashedStart.update(piece.canonical)
  }
  return {
    headerLines: [
      subjectLine(subject),
      'MIME-Version: 1.0',
      `Content-Type: multipart/alternative; boundary="${BOUNDARY}"`,
    ],
    pieces,
    hashedStart,
    hashedPieceCount,
  }
}

/** Encodes a reader's own value as the lines that replace its mark. */
export function encodeValue(value: string, { form, end }: Extract<BodyPiece, { mark: string }>): string {
  return encodePiece(form === 'html' ? escapeHtml(value) : value, { end })
}

/** Remembers the last few contents: all messages of an edition have the same one.
 *  @returns a function that prepares a content once for the same subject, html, text and marks */
export function createContentCache(): (content: MailContent) => PreparedContent {
  // An edition and what may be sent at the same time: a preview, a notice, an alarm.
  const maxEntries = 4
  const recent: { content: MailContent; marks: string; prepared: PreparedContent }[] = []
  return (content) => {
    const marks = Object.keys(content.values ?? {}).join('\n')
    const index = recent.findIndex(
      (entry) =>
        entry.content.subject === content.subject &&
        entry.content.html === content.html &&
        entry.content.text === content.text &&
        entry.marks === marks,
    )
    const [found] = index === -1 ? [] : recent.splice(index, 1)
    const entry = found ?? { content, marks, prepared: prepareContent(content) }
    recent.unshift(entry)
    recent.length = Math.min(recent.length, maxEntries)
    return entry.prepared
  }
}

function subjectLine(subject: string): string {
  // Nodemailer does not encode ASCII, but what looks like an encoded word, or cannot be folded, must be encoded as well.
  const value = /=\?|\S{500}/.test(subject)
    ? encodeWord(subject.replace(/\r\n?|\n/g, ' '), 'Q', 52)
    : MimeNode.encodeHeaderValue('Subject', subject)
  return foldLines(`Subject: ${value}`)
}

function partHead(type: 'text/plain' | 'text/html'): string {
  return [
    `--${BOUNDARY}`,
    `Content-Type: ${type}; charset=utf-8`,
    'Content-Transfer-Encoding: quoted-printable',
    '',
    '',
  ].join('\r\n')
}

function preparePart(text: string, marks: readonly string[], form: 'text' | 'html'): BodyPiece[] {
  const cut = cutAtMarks(text, marks)
  if (cut.length === 0) return [linesPiece('\r\n')]
  return cut.flatMap((piece, index): BodyPiece[] => {
    const end = index === cut.length - 1 ? 'text' : 'piece'
    return 'mark' in piece
      ? [{ mark: piece.mark, form, end }]
      : cutAtChunks(encodePiece(piece.constant, { end })).map(linesPiece)
  })
}

/** @param lines  ASCII, each line much shorter than a chunk */
function cutAtChunks(lines: string): string[] {
  const cut: string[] = []
  let start = 0
  while (start < lines.length) {
    const isRest = lines.length - start <= CHUNK_OCTETS
    const end = isRest ? lines.length : lines.lastIndexOf('\n', start + CHUNK_OCTETS - 1) + 1
    cut.push(lines.slice(start, end))
    start = end
  }
  return cut
}

/** @param lines  whole lines: only they can be brought into DKIM's form independently of what surrounds them */
function linesPiece(lines: string): BodyPiece {
  return { bytes: Buffer.from(lines), canonical: Buffer.from(canonicalBody(lines)) }
}

function joinConstants(joined: BodyPiece[], piece: BodyPiece): BodyPiece[] {
  const last = joined.at(-1)
  if (last === undefined || 'mark' in last || 'mark' in piece) return [...joined, piece]
  if (last.bytes.length + piece.bytes.length > CHUNK_OCTETS) return [...joined, piece]
  return [
    ...joined.slice(0, -1),
    {
      bytes: Buffer.concat([last.bytes, piece.bytes]),
      canonical: Buffer.concat([last.canonical, piece.canonical]),
    },
  ]
}

// RFC 2045 6.7: at most 76 characters. One is reserved for the soft break that joins a piece to the next, and two for a dot at
// the start of a line, written as =2E (RFC 2049 3), which SMTP would have to double and some gateways lose.
const MAX_LINE_CHARACTERS = 73
const LINE_BREAK = '\r\n'

/** A stretch of text: the same for all readers, or a mark to be replaced by each reader's own value. */
export type TextPiece = { readonly constant: string } | { readonly mark: string }

/** Cuts a text at its marks. Line breaks become CRLF.
 *  @param marks  none may be empty; where two match, the longer one counts */
function cutAtMarks(text: string, marks: readonly string[]): TextPiece[] {
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

/** Encodes a piece of quoted-printable text as whole lines, so that pieces can be encoded separately and concatenated.
 *  @param end  'text' after the last piece: a line break that belongs to what follows the text
 *  @returns ASCII, lines of at most 76 characters, each ended by CRLF; '' if there is nothing to write */
function encodePiece(text: string, { end }: { end: 'text' | 'piece' }): string {
  const encoded = wrap(encode(toNetworkLines(text)), MAX_LINE_CHARACTERS).replace(/^\./gm, '=2E')
  if (end === 'text') return encoded + LINE_BREAK
  return encoded === '' || encoded.endsWith(LINE_BREAK) ? encoded : `${encoded}=${LINE_BREAK}`
}

function toNetworkLines(text: string): string {
  return text.replace(/\r\n?|\n/g, LINE_BREAK)
}
