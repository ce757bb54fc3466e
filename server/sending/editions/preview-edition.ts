import { formatChicagoTime } from '../../lib/dates.ts'
import { randomUUID } from 'node:crypto'

import { escapeHtml } from '../../lib/text.ts'
import type { OutgoingMail } from '../mail/index.ts'
import type { EditionReview, PreviewedEdition } from './review-edition.ts'
import { fillRecipientSlots } from '../deliveries/recipient-mail.ts'

const MAX_REASON_LENGTH = 160
const BODY_START = /<body[^<>]*>/i

/** The edition as readers will get it, to somebody who may still stop it: marked in its subject, with a note on top of
 *  what it is, when it goes out, how to hold it and what to look at. Its unsubscribe link is nobody's own.
 *  @param domain  for the Message-ID, which is another one each time: mailboxes hide a second mail with the same */
export function composePreviewMail(
  { edition, review }: PreviewedEdition,
  { to, domain, siteUrl }: { to: string; domain: string; siteUrl: string },
): OutgoingMail {
  const notes = listPreviewNotes(review)
  const values = { unsubscribeUrl: `${siteUrl}/unsubscribe` }
  return {
    messageId: `preview.${randomUUID()}@${domain}`,
    to,
    subject: `[Preview] ${edition.subject}`,
    html: putOnTop(fillRecipientSlots(edition.html, values, 'html'), notes),
    text: `${notes.join('\n')}\n\n${'-'.repeat(60)}\n\n${fillRecipientSlots(edition.text, values, 'text')}`,
    // No bulk mail, so nothing of a list; RFC 3834: out-of-office programs do not answer it.
    headers: { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' },
  }
}

/** What stands above a preview, a sentence or two each. */
function listPreviewNotes(review: EditionReview): string[] {
  const unavailable = review.sections?.filter(({ state }) => state === 'unavailable') ?? []
  return [
    `Preview of the edition of Monday ${review.date}. ${tellWhen(review)}`,
    ...(unavailable.length > 0
      ? [`Unavailable in it: ${unavailable.map(({ title }) => title).join(', ')}.`]
      : []),
    tellWriters(review),
  ]
}

function tellWhen({ date, state, held, times }: EditionReview): string {
  if (held !== undefined) {
    const why = held.reason === undefined ? '' : ` (${held.reason})`
    return `It is held since ${formatChicagoTime(held.since)}${why} and waits for: lunchpail edition release --date ${date}`
  }
  if (state !== 'built') return `It does not wait to be sent: its state is "${state}".`
  if (times.phase === 'over') return `It goes out only by hand: lunchpail edition send --date ${date}`
  const goesOut =
    times.phase === 'ahead' ? `It goes out at ${formatChicagoTime(times.sendAt)}.` : 'It is due now.'
  return `${goesOut} To hold it: lunchpail edition hold --date ${date}`
}

function tellWriters({ audits }: EditionReview): string {
  if (audits.length === 0) return 'Who wrote its words is not kept.'
  const sectionsOf = Map.groupBy(audits, ({ outcome, model, reason }) => {
    if (outcome !== 'rules') return model ?? 'a model'
    return reason === undefined ? 'rules' : `rules (${shorten(reason)})`
  })
  const writers = [...sectionsOf].map(
    ([writer, written]) => `${written.map(({ section }) => section).join(', ')} by ${writer}`,
  )
  return `Written: ${writers.join('; ')}.`
}

function shorten(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim()
  return line.length <= MAX_REASON_LENGTH ? line : `${line.slice(0, MAX_REASON_LENGTH - 1)}…`
}

function putOnTop(html: string, notes: readonly string[]): string {
  const lines = notes.map((note) => `<p style="margin:0 0 6px">${escapeHtml(note)}</p>`).join('')
  const box = `<div style="padding:14px 20px 8px;background:#fff4d6;color:#1d1b1a;border-bottom:3px solid #8a6100;font:15px/1.5 Helvetica,Arial,sans-serif">${lines}</div>`
  const bodyStart = BODY_START.exec(html)
  if (bodyStart === null) return `${box}${html}`
  const at = bodyStart.index + bodyStart[0].length
  return `${html.slice(0, at)}${box}${html.slice(at)}`
}
