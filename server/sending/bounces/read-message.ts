import type { Attachment, Email } from 'postal-mime'
import { readDeliveryStatus, type DeliveryVerdict, parseFields } from './delivery-status.ts'
import { listTokens } from '../tokens.ts'

/** What a message is, judged by its form alone; its tokens say whose it is, once verified. */
export type IncomingMail =
  /** A report that a letter arrived, or did not. */
  | { form: 'delivery-status'; verdict: DeliveryVerdict; tokens: readonly string[] }
  /** A reader reported a letter as spam. The tokens are those of the returned letter. */
  | { form: 'complaint'; tokens: readonly string[] }
  | { form: 'auto-reply' }
  /** Written by a person or a mail program; to unsubscribe, if its address has the token for that. */
  | { form: 'mail'; tokens: readonly string[]; sentAt: Date | undefined }
  /** A report of another kind, or one that says nothing that can be used. */
  | { form: 'report' }
  | { form: 'empty' }
  | { form: 'unreadable' }

/** Headers that say whom a message is for; the mail server's own before the sender's. */
const RECIPIENT_HEADERS = ['x-original-to', 'delivered-to', 'envelope-to', 'x-envelope-to', 'to', 'cc']
/** Headers of the returned letter with our return address, or our address for unsubscribing. */
const LETTER_HEADERS = ['return-path', 'list-unsubscribe', 'x-envelope-from']
/** RFC 5965 and its registry: 'not-spam' and 'auth-failure' are not complaints. */
const COMPLAINT_TYPES = new Set(['abuse', 'fraud', 'virus', 'other', 'opt-out', 'opt-out-list'])

/** Heads from large providers have up to 30 kB. */
const MAX_HEAD = 64 * 1024
/** With its head. What a report says of an address or a letter comes first. */
const MAX_REPORT = 96 * 1024
const MAX_NESTING = 20
const MAX_LINES = 3_000
/** Of equals signs: as many as quoted-printable needs. Each may end a piece of base64, which costs as much as a kilobyte. */
const MAX_PIECES = MAX_REPORT / 3
/** Lines that may begin a part. */
const MAX_BOUNDARIES = 200

/** Reads one message, whatever is in it. Never throws.
 *  @param bytes  the message, or its beginning
 *  @param recipients  whom the mail server says it is for */
export async function readMessage(bytes: Buffer, recipients: readonly string[]): Promise<IncomingMail> {
  if (bytes.toString('latin1').trim() === '') return { form: 'empty' }
  try {
    const headBytes = headOf(bytes)
    if (headBytes.length > MAX_HEAD) return { form: 'unreadable' }
    const head = await parse(headBytes)
    if (head.headers.length === 0) return { form: 'unreadable' }
    const tokens = listTokens([...recipients, ...valuesOf(head, RECIPIENT_HEADERS)])
    const contentType = valuesOf(head, ['content-type'])[0] ?? ''
    if (/^\s*multipart\/report\b/i.test(contentType)) {
      return await readReport(await parse(beginningOf(bytes)), tokens)
    }
    if (isAutoReply(head)) return { form: 'auto-reply' }
    return { form: 'mail', tokens, sentAt: parseDate(head.date) }
  } catch {
    // Nested too deep, or beyond the parser's limits; the caller is told.
    return { form: 'unreadable' }
  }
}

/** Only the headers, since nothing but a report is read any further. They end where they do for the parser: at a line that has nothing
 *  but carriage returns. */
function headOf(bytes: Buffer): Buffer {
  const end = /\n\r*\n/.exec(bytes.toString('latin1'))?.index
  return bytes.subarray(0, end)
}

async function readReport(email: Email, tokens: readonly string[]): Promise<IncomingMail> {
  const status = findPart(email, ['message/delivery-status', 'message/global-delivery-status'])
  if (status !== undefined) {
    const verdict = readDeliveryStatus(textOf(status))
    return verdict === undefined ? { form: 'report' } : { form: 'delivery-status', verdict, tokens }
  }
  const feedback = findPart(email, ['message/feedback-report'])
  if (feedback === undefined) return { form: 'report' }
  const fields = parseFields(textOf(feedback))[0]
  if (!COMPLAINT_TYPES.has(fields?.get('feedback-type')?.toLowerCase() ?? '')) return { form: 'report' }
  const letter = findPart(email, ['message/rfc822', 'text/rfc822-headers', 'message/rfc822-headers'])
  const headers = letter === undefined ? [] : await readHeaders(letter)
  return { form: 'complaint', tokens: listTokens([fields?.get('original-mail-from') ?? '', ...headers]) }
}

async function readHeaders(letter: Attachment): Promise<string[]> {
  try {
    const head = headOf(Buffer.from(textOf(letter), 'latin1'))
    return valuesOf(await parse(head.subarray(0, MAX_HEAD)), LETTER_HEADERS)
  } catch {
    // The report's own fields count without it.
    return []
  }
}

/** A report is short and has few parts; for 260,000 empty lines the parser takes 10 s. */
function beginningOf(message: Buffer): Buffer {
  const bytes = message.subarray(0, MAX_REPORT)
  let lines = 0
  let boundaries = 0
  let pieces = 0
  for (const [at, byte] of bytes.entries()) {
    if (byte === EQUALS_SIGN) pieces += 1
    if (byte === NEWLINE) lines += 1
    if (byte === NEWLINE && bytes.subarray(at + 1, at + 3).equals(DASHES)) boundaries += 1
    if (lines === MAX_LINES || boundaries === MAX_BOUNDARIES || pieces === MAX_PIECES) {
      return bytes.subarray(0, at + 1)
    }
  }
  return bytes
}

const NEWLINE = 0x0a
const EQUALS_SIGN = 0x3d
const DASHES = Buffer.from('--')

/** The parser would read their addresses, a quarter of a second for 64 kB. Only tokens are looked for in them. */
const ADDRESS_HEADERS =
  /^[ \t\v\f\u00A0]*(?=(?:from|sender|delivered-to|return-path|to|cc|bcc|reply-to)\s*:)/gim
const AS_TEXT = 'as-text-'

async function parse(bytes: Buffer): Promise<Email> {
  const { default: PostalMime } = await import('postal-mime')
  /** Makes an attachment of each part. The parser would turn HTML into text and back, hours for a hostile 60 kB, however its type is
   *  written. */
  class PartsParser extends PostalMime {
    isInlineTextNode() {
      return false
    }
  }
  const withoutAddresses = bytes
    .toString('latin1')
    .replace(ADDRESS_HEADERS, (indent) => `${indent}${AS_TEXT}`)
  // A nested message is not opened: what a report returns is not a report itself.
  return new PartsParser({ forceRfc822Attachments: true, maxNestingDepth: MAX_NESTING }).parse(
    Buffer.from(withoutAddresses, 'latin1'),
  )
}

/** RFC 3834, and the headers that programs used before it. */
function isAutoReply(email: Email): boolean {
  const [submitted = ''] = valuesOf(email, ['auto-submitted'])
  const [precedence = ''] = valuesOf(email, ['precedence'])
  return (
    /^\s*auto-replied\b/i.test(submitted) ||
    /^\s*auto[-_]reply\b/i.test(precedence) ||
    valuesOf(email, ['x-autoreply', 'x-autorespond']).length > 0
  )
}

function valuesOf(email: Email, names: readonly string[]): string[] {
  return email.headers.filter(({ key }) => names.includes(key.replace(AS_TEXT, ''))).map(({ value }) => value)
}

function findPart(email: Email, types: readonly string[]): Attachment | undefined {
  return email.attachments.find(({ mimeType }) => types.includes(mimeType.toLowerCase()))
}

/** Reports are ASCII; any other byte is kept as it is. */
function textOf({ content }: Attachment): string {
  if (typeof content === 'string') return content
  return Buffer.from(content instanceof ArrayBuffer ? new Uint8Array(content) : content).toString('latin1')
}

function parseDate(text: string | undefined): Date | undefined {
  const date = new Date(text ?? '')
  return Number.isNaN(date.getTime()) ? undefined : date
}
