import { randomUUID } from 'node:crypto'

import { escapeHtml } from '../../lib/text.ts'
import type { OutgoingMail } from '../mail/index.ts'
import type { PreviewedEdition } from './review-edition.ts'
import { fillRecipientSlots } from '../deliveries/recipient-mail.ts'

/** A link such as 'Hold it', and where it leads. */
export interface PreviewLink {
  readonly words: string
  readonly url: string
}

const BODY_START = /<body[^<>]*>/i

/** The edition as readers will get it, for people who can still stop it: marked in its subject, with notes on top. Its
 *  unsubscribe link belongs to no reader.
 *  @param domain  for the Message-ID, which is new each time: mailboxes hide a second mail with the same one */
export function composePreviewMail(
  { edition }: PreviewedEdition,
  {
    notes,
    links,
    to,
    domain,
    siteUrl,
  }: {
    notes: readonly string[]
    links: readonly PreviewLink[]
    to: string
    domain: string
    siteUrl: string
  },
): OutgoingMail {
  const values = { unsubscribeUrl: `${siteUrl}/unsubscribe` }
  return {
    messageId: `preview.${randomUUID()}@${domain}`,
    to,
    subject: `[Preview] ${edition.subject}`,
    html: putOnTop(fillRecipientSlots(edition.html, values, 'html'), notes, links),
    text: `${[...notes, ...links.map(({ words, url }) => `${words}: ${url}`)].join('\n')}\n\n${'-'.repeat(60)}\n\n${fillRecipientSlots(edition.text, values, 'text')}`,
    // Not bulk mail, so no list headers; RFC 3834: out-of-office programs do not answer it.
    headers: { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' },
  }
}

function putOnTop(html: string, notes: readonly string[], links: readonly PreviewLink[]): string {
  const buttons = links.map(
    ({ words, url }) =>
      `<a href="${escapeHtml(url)}" style="display:inline-block;margin:0 12px 8px 0;padding:11px 20px;border:1px solid #6b4c00;color:#1d1b1a;font-weight:bold;text-decoration:none">${escapeHtml(words)}</a>`,
  )
  const lines = notes.map((note) => `<p style="margin:0 0 6px">${escapeHtml(note)}</p>`).join('')
  const box = `<div style="padding:14px 20px 8px;background:#fff4d6;color:#1d1b1a;border-bottom:3px solid #8a6100;font:15px/1.5 Helvetica,Arial,sans-serif">${lines}${buttons.length === 0 ? '' : `<p style="margin:8px 0 0">${buttons.join('')}</p>`}</div>`
  const bodyStart = BODY_START.exec(html)
  if (bodyStart === null) return `${box}${html}`
  const at = bodyStart.index + bodyStart[0].length
  return `${html.slice(0, at)}${box}${html.slice(at)}`
}
