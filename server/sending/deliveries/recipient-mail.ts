import type { OutgoingMail } from '../mail/index.ts'
import type { DeliveryId } from '../tokens/index.ts'
import { recipientMarks } from '../editions/recipient-slots.ts'
import type { Edition } from '../editions/editions.ts'

export interface Recipient {
  readonly subscriberId: string
  readonly email: string
}

/** The links of one subscriber, absolute, each with a token of theirs. */
export interface RecipientLinks {
  /** The page for people. */
  unsubscribeUrlFor(recipient: Recipient): string
  /** Takes a POST by the mail program (RFC 8058). */
  oneClickUrlFor(recipient: Recipient): string
  /** The envelope's sender, to which bounces of this delivery come back. Left out: the From address. */
  bounceAddressFor?(delivery: DeliveryId): string | undefined
  /** Where a mail program asks to unsubscribe this reader. Left out: the list's mailbox, which knows nobody. */
  unsubscribeMailboxFor?(delivery: DeliveryId): string | undefined
}

/** Who the letter is from, for its headers. */
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
  return {
    messageId: `${edition.id}.${recipient.subscriberId}@${list.domain}`,
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
      // Campaign, customer, mail type, sender: by these Gmail's complaint figures are grouped.
      'Feedback-ID': `${edition.slotDate}:weekly:newsletter:lunchpail`,
      Precedence: 'bulk',
    },
  }
}
