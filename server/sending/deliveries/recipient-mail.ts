import type { OutgoingMail } from '../mail/index.ts'
import type { DeliveryId } from '../tokens.ts'
import type { Edition } from '../editions/editions.ts'
import { escapeHtml } from '../../lib/text.ts'

export interface Recipient {
  readonly subscriberId: string
  readonly email: string
}

/** The links of one subscriber, absolute, each with a token of theirs. */
export interface RecipientLinks {
  /** The page, for people. */
  unsubscribeUrlFor(recipient: Recipient): string
  /** Takes a POST by the mail program (RFC 8058). */
  oneClickUrlFor(recipient: Recipient): string
  /** The envelope's sender, to which bounces of this delivery come back. Left out: the From address. */
  bounceAddressFor?(delivery: DeliveryId): string | undefined
  /** Where a mail program asks to unsubscribe this reader. Left out: the list's mailbox, which cannot tell readers apart. */
  unsubscribeMailboxFor?(delivery: DeliveryId): string | undefined
  /** What a mail provider's events name the letter by. Left out: a Message-ID that nobody signed. */
  markFor?(delivery: DeliveryId): LetterMark
}

/** What a mail provider's events name a letter by: the same on every attempt. */
export interface LetterMark {
  /** Without angle brackets. */
  readonly messageId: string
  readonly headers: Readonly<Record<string, string>>
}

/** The sender, for the letter's headers. */
export interface ListIdentity {
  /** The domain of the sender's address. */
  readonly domain: string
  /** Where a mail asking to unsubscribe goes. */
  readonly unsubscribeMailbox: string
}

/** The edition for one reader. Pure: the same input gives the same letter, on every attempt. Subject, html and text are the
 *  edition's own, the same strings for all of its readers: the mailer prepares them once. */
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
      // Campaign, customer, mail type, sender: Gmail groups its complaint figures by these.
      'Feedback-ID': `${edition.slotDate}:weekly:newsletter:lunchpail`,
      Precedence: 'bulk',
      ...mark.headers,
    },
  }
}

/** The parts of an edition that differ from reader to reader. An edition is rendered once and stored with these marks in
 *  it; the sending code fills in each recipient's values. `.invalid` never resolves (RFC 2606), so a mark left in by
 *  mistake leads nowhere; and it is a plain address, so no template engine escapes any of it. */
export const UNSUBSCRIBE_URL_SLOT = 'https://recipient.invalid/unsubscribe'

export interface RecipientValues {
  /** The reader's own unsubscribe page, absolute. */
  readonly unsubscribeUrl: string
}

/** One recipient's values under their marks, for a mailer that puts them in itself. */
function recipientMarks({ unsubscribeUrl }: RecipientValues): Record<string, string> {
  return { [UNSUBSCRIBE_URL_SLOT]: unsubscribeUrl }
}

/** Fills one recipient's values into a frozen body.
 *  @param text  the edition's HTML or plain text, with the marks in it
 *  @param form  'html' escapes the values for attributes and text; 'text' puts them in as they are */
export function fillRecipientSlots(text: string, values: RecipientValues, form: 'html' | 'text'): string {
  const unsubscribeUrl = form === 'html' ? escapeHtml(values.unsubscribeUrl) : values.unsubscribeUrl
  return text.replaceAll(UNSUBSCRIBE_URL_SLOT, () => unsubscribeUrl)
}
