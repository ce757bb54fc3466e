import { type RecipientLinks, UNSUBSCRIBE_URL_SLOT } from '../../server/sending/deliveries/recipient-mail.ts'
import { addToken } from '../../server/sending/bounces/index.ts'
import { createSigner } from '../../server/sending/tokens.ts'

/** A letter that all contenders send; html and text hold UNSUBSCRIBE_URL_SLOT where the reader's own link belongs. */
export interface Letter {
  readonly subject: string
  readonly html: string
  readonly text: string
}

const HTML_ROW =
  '<tr><td style="padding:8px 12px;border-bottom:1px solid #e5e5e5">A director of Example Industries bought 12,400 shares at $31.20 – the third purchase within a month.</td></tr>'
const TEXT_ROW =
  'A director of Example Industries bought 12,400 shares at $31.20 – the third purchase within a month.\n'

/** @param kilobytes  size of html and text together before their transfer encoding, three quarters of it html; 1 kB =
 *  1,000 bytes */
export function writeLetter(kilobytes: number): Letter {
  const html = [
    '<!doctype html><html lang="en"><body><table role="presentation" width="100%">',
    repeatTo(HTML_ROW, kilobytes * 750),
    `</table><p><a href="${UNSUBSCRIBE_URL_SLOT}">Unsubscribe</a></p></body></html>`,
  ].join('\n')
  const text = `${repeatTo(TEXT_ROW, kilobytes * 250)}\nUnsubscribe: ${UNSUBSCRIBE_URL_SLOT}\n`
  return { subject: 'What insiders bought – and the price of eggs', html, text }
}

function repeatTo(row: string, bytes: number): string {
  return row.repeat(Math.max(1, Math.round(bytes / Buffer.byteLength(row))))
}

/** The letter's sender. */
export const SENDER = {
  from: 'Lunchpail <monday@lunchpail.example>',
  domain: 'lunchpail.example',
  dkimSelector: 'bench',
} as const

const signer = createSigner('a key that signs the links of a benchmark and nothing else')

/** One reader's links with their tokens. All contenders use this code, so they all do the same work. */
export const readerLinks = {
  unsubscribeUrlFor: ({ subscriberId, email }) =>
    `https://lunchpail.example/unsubscribe?${new URLSearchParams({ email, token: signer.signUnsubscribe(subscriberId) })}`,
  oneClickUrlFor: ({ subscriberId }) =>
    `https://lunchpail.example/api/unsubscribe/one-click?${new URLSearchParams({ token: signer.signUnsubscribe(subscriberId) })}`,
  bounceAddressFor: (delivery) => addToken('bounces@lunchpail.example', signer.signMail('bounce', delivery)),
  unsubscribeMailboxFor: (delivery) =>
    addToken('leave@lunchpail.example', signer.signMail('mail-unsubscribe', delivery)),
} satisfies RecipientLinks
