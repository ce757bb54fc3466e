import type { SendMailOptions } from 'nodemailer'

import { escapeHtml } from '../escape-html.ts'
import type { OutgoingMail } from './mailer.ts'

/** This message can never be sent as it is; other messages are not affected. */
export class UnsendableMailError extends Error {
  override readonly name = 'UnsendableMailError'
}

// An address that needs quoting is one that parsers read differently: 'a,b@x.example' is two recipients to some.
const PLAIN_ADDRESS = /^[^\s@<>()[\]\\,;:"]+@[^\s@<>()[\]\\,;:"]+$/
const LINE_BREAK = /[\r\n]/
// RFC 5322 2.1.1: a line is at most 998 octets. Ours are not folded, since folded list headers broke signers.
const MAX_LINE_OCTETS = 998

/** The message in Nodemailer's terms, with exactly one recipient.
 *  @param from  'Name <address>' or an address
 *  @throws UnsendableMailError for an address or a header that cannot be sent */
export function composeMessage(mail: OutgoingMail, from: string): SendMailOptions {
  if (!PLAIN_ADDRESS.test(mail.to)) throw new UnsendableMailError('The address cannot be sent to')
  const headers = Object.entries(mail.headers ?? {}).map(([key, value]) => {
    if (LINE_BREAK.test(value) || Buffer.byteLength(`${key}: ${value}`) > MAX_LINE_OCTETS) {
      throw new UnsendableMailError(`The header ${key} does not fit on one line`)
    }
    return { key, value: { prepared: true, foldLines: false, value } }
  })
  return {
    messageId: `<${mail.messageId}>`,
    from,
    to: { name: '', address: mail.to },
    ...(mail.envelopeFrom === undefined ? {} : { envelope: { from: mail.envelopeFrom, to: [mail.to] } }),
    subject: mail.subject,
    html: fill(mail.html, mail.values, escapeHtml),
    text: fill(mail.text, mail.values, (value) => value),
    headers,
    disableFileAccess: true,
    disableUrlAccess: true,
  }
}

function fill(text: string, values: OutgoingMail['values'], present: (value: string) => string): string {
  return Object.entries(values ?? {}).reduce(
    (filled, [mark, value]) => filled.replaceAll(mark, () => present(value)),
    text,
  )
}
