import MimeNode from 'nodemailer/lib/mime-node'
import { needsSmtpUtf8, toDnsName } from '../../../shared/email-address.ts'
import { canonicalBody, type DkimSigner } from './dkim-sign.ts'
import { type OutgoingMail, UnsendableMailError } from './mailer.ts'
import { createContentCache, encodeValue, type PreparedContent } from './prepare-content.ts'

/** A message as it is sent to the server. */
export interface ComposedMessage {
  readonly envelope: { readonly from: string; readonly to: string }
  /** How long the server may take to accept these. */
  readonly recipientMs?: number | undefined
  /** Headers and body in order, with CRLF line ends, none empty. Parts that messages share are the same Buffer, which must never
   *  be written to. */
  readonly parts: readonly Buffer[]
}

// Parsers disagree about an address that needs quoting: 'a,b@x.example' is two recipients to some.
const PLAIN_LOCAL_PART = /^[^\s\p{Cc}@<>()[\]\\,;:"]+$/u
// RFC 5322 2.1.1: a line has at most 998 octets. Ours are not folded, since folded list headers broke signers.
const MAX_LINE_OCTETS = 998

/** Composes messages of one sender, each to exactly one recipient. What messages share is encoded once.
 *  @param from  'Name <address>' or an address
 *  @param sign  undefined: messages go out without a DKIM signature
 *  @returns rejects with UnsendableMailError for an address or a header that cannot be sent */
export function createComposer(
  { from, sign }: { from: string; sign?: DkimSigner | undefined },
  now: () => Date = () => new Date(),
): (mail: OutgoingMail) => Promise<ComposedMessage> {
  const sender = readSender(from)
  const fromLine = `From: ${MimeNode.encodeHeaderValue('From', { ...sender })}`
  const prepared = createContentCache()
  return async (mail) => {
    const [to, returnTo] = [readAddress(mail.to), readAddress(mail.envelopeFrom ?? sender.address)]
    if (returnTo === undefined) throw new UnsendableMailError('Nothing can be sent from the address')
    if (to === undefined) throw new UnsendableMailError('The address cannot be sent to', 'recipient')
    const content = prepared(mail)
    const at = now()
    const lines = [
      fromLine,
      checkedLine('To', to),
      checkedLine('Message-ID', `<${mail.messageId}>`),
      `Date: ${at.toUTCString().replace('GMT', '+0000')}`,
      ...Object.entries(mail.headers ?? {}).map(([name, value]) => checkedLine(name, value)),
      ...content.headerLines,
    ]
    // RFC 6532: only a mail server that must take an address beyond ASCII anyway takes such headers.
    if (!needsSmtpUtf8(to) && !needsSmtpUtf8(returnTo)) requireAscii(lines)
    const body = fillBody(content, mail.values ?? {}, { isHashed: sign !== undefined })
    const signatures = body.hash === undefined || sign === undefined ? [] : await sign(lines, body.hash, at)
    const head = Buffer.from(`${[...signatures, ...lines].join('\r\n')}\r\n\r\n`)
    return {
      envelope: { from: returnTo, to },
      recipientMs: mail.recipientMs,
      parts: [head, ...body.parts],
    }
  }
}

/** Splits a sender into name and address. The name is taken literally, or as what is between quotes: a parser of headers would
 *  read 'Pail: News <a@b.example>' as a group, and leave out what is in parentheses.
 *  @param from  'Name <address>' or an address */
function readSender(from: string): { readonly name: string; readonly address: string } {
  const [, name = '', address = from] = /^(.*)<([^<>]*)>\s*$/.exec(from) ?? []
  const [, quoted] = /^"(.*)"$/.exec(name.trim()) ?? []
  return { name: quoted?.replace(/\\(.)/g, '$1') ?? name.trim(), address: address.trim() }
}

/** @returns the address with its domain as in DNS; undefined if no mail can have it */
function readAddress(address: string): string | undefined {
  const at = address.lastIndexOf('@')
  const localPart = address.slice(0, Math.max(0, at))
  const domain = toDnsName(address.slice(at + 1))
  return PLAIN_LOCAL_PART.test(localPart) && domain !== undefined ? `${localPart}@${domain}` : undefined
}

function checkedLine(name: string, value: string): string {
  const line = `${name}: ${value}`
  if (!/^[!-9;-~]+: [^\r\n\0]*$/.test(line) || Buffer.byteLength(line) > MAX_LINE_OCTETS) {
    throw new UnsendableMailError(`The header ${name} does not fit on one line`)
  }
  return line
}

function requireAscii(lines: readonly string[]): void {
  const line = lines.find((one) => /[^\0-\x7f]/.test(one))
  if (line === undefined) return
  throw new UnsendableMailError(`The header ${line.split(':', 1)[0]} has a character beyond ASCII`)
}

/** @returns the parts in order and, if requested, DKIM's body hash in base64 */
function fillBody(
  content: PreparedContent,
  values: Readonly<Record<string, string>>,
  { isHashed }: { isHashed: boolean },
): { parts: Buffer[]; hash: string | undefined } {
  const hash = isHashed ? content.hashedStart.copy() : undefined
  const parts = content.pieces.map((piece, index) => {
    if (!('mark' in piece)) {
      if (index >= content.hashedPieceCount) hash?.update(piece.canonical)
      return piece.bytes
    }
    const lines = encodeValue(values[piece.mark] ?? '', piece)
    hash?.update(canonicalBody(lines))
    return Buffer.from(lines)
  })
  return { parts, hash: hash?.digest('base64') }
}
