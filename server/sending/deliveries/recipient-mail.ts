import type { OutgoingMail } from '../mail/index.ts'
import type { DeliveryId } from '../tokens.ts'
import type { Edition } from '../editions/editions.ts'
import { escapeHtml } from '../../lib/text.ts'

export interface Recipient {
  readonly subscriberId: string
  readonly email: string
}

/** Absolute links of one subscriber, each with a token of theirs. */
export interface RecipientLinks {
  /** The page for people. */
  unsubscribeUrlFor(recipient: Recipient): string
  /** Accepts a POST by the mail program (RFC 8058). */
  oneClickUrlFor(recipient: Recipient): string
  /** The envelope sender, which receives bounces of this delivery. Undefined: the From address. */
  bounceAddressFor?(delivery: DeliveryId): string | undefined
  /** Where a mail program sends this reader's unsubscribe request. Undefined: the list's mailbox, the same for all readers. */
  unsubscribeMailboxFor?(delivery: DeliveryId): string | undefined
  /** What identifies the letter in a mail provider's events. Missing: an unsigned Message-ID. */
  markFor?(delivery: DeliveryId): LetterMark
}

/** What identifies a letter in a mail provider's events: the same on every attempt. */
export interface LetterMark {
  /** Without angle brackets. */
  readonly messageId: string
  readonly headers: Readonly<Record<string, string>>
}

/** The sender, for the letter's headers. */
export interface ListIdentity {
  /** The domain of the sender's address. */
  readonly domain: string
  /** Where unsubscribe requests by mail go. */
  readonly unsubscribeMailbox: string
}

/** Composes the edition for one reader. Pure: the same input gives the same letter, on every attempt. Subject, html and text are
 *  the same strings for all readers of an edition, so that the mailer prepares them once. */
export function composeRecipientMail(
  edition: Edition,
  recipient: Recipient,
  { links, list }: { links: RecipientLinks; list: ListIdentity },
): OutgoingMail {
  const delivery = { editionId: edition.id, subscriberId: recipient.subscriberId }
  const envelopeFrom = links.bounceAddressFor?.(delivery)
  const mailbox = links.unsubscribeMailboxFor?.(delivery) ?? list.unsubscribeMailbox
  const mark = links.markFor?.(delivery) ?? {
    messageId: `${edition.id}.${recipient.subscriberId}@${list.domain}`,
    headers: {},
  }
  return {
    messageId: mark.messageId,
    to: recipient.email,
    ...(envelopeFrom === undefined ? {} : { envelopeFrom }),
    subject: edition.subject,
    html: edition.html,
    text: edition.text,
    values: recipientMarks({ unsubscribeUrl: links.unsubscribeUrlFor(recipient) }),
    headers: {
      'List-Id': `<weekly.${list.domain}>`,
      'List-Unsubscribe': `<${links.oneClickUrlFor(recipient)}>, <mailto:${mailbox}?subject=unsubscribe>`,
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      // Campaign, customer, mail type, sender: Gmail groups its complaint rates by these.
      'Feedback-ID': `${edition.slotDate}:weekly:newsletter:lunchpail`,
      Precedence: 'bulk',
      ...mark.headers,
    },
  }
}

/** The parts of an edition that differ between readers. An edition is rendered once and stored with these marks; the sending
 *  code fills in each recipient's values. `.invalid` never resolves (RFC 2606), so a mark left in by mistake leads nowhere; and
 *  it is a plain address, so no template engine escapes any of it. */
export const UNSUBSCRIBE_URL_SLOT = 'https://recipient.invalid/unsubscribe'

export interface RecipientValues {
  /** The reader's own unsubscribe page, absolute. */
  readonly unsubscribeUrl: string
}

/** Returns one recipient's values by mark, for a mailer that fills them in itself. */
function recipientMarks({ unsubscribeUrl }: RecipientValues): Record<string, string> {
  return { [UNSUBSCRIBE_URL_SLOT]: unsubscribeUrl }
}

/** Fills one recipient's values into a frozen body.
 *  @param text  the edition's HTML or plain text, with marks
 *  @param form  'html' escapes the values for attributes and text; 'text' inserts them unchanged */
export function fillRecipientSlots(text: string, values: RecipientValues, form: 'html' | 'text'): string {
  const unsubscribeUrl = form === 'html' ? escapeHtml(values.unsubscribeUrl) : values.unsubscribeUrl
  return text.replaceAll(UNSUBSCRIBE_URL_SLOT, () => unsubscribeUrl)
}
