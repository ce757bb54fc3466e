import { escapeHtml } from '../../lib/text.ts'

/** The parts of an edition that differ from reader to reader. An edition is rendered once and stored with these marks
 *  in it; the sending code puts each recipient's own values in. `.invalid` never resolves (RFC 2606), so a mark that was
 *  left in by mistake leads nowhere; and it is a plain address, so no template engine escapes any of it. */
export const UNSUBSCRIBE_URL_SLOT = 'https://recipient.invalid/unsubscribe'

export interface RecipientValues {
  /** The reader's own unsubscribe page, absolute. */
  readonly unsubscribeUrl: string
}

/** One recipient's values under their marks, for a mailer that puts them in itself. */
export function recipientMarks({ unsubscribeUrl }: RecipientValues): Record<string, string> {
  return { [UNSUBSCRIBE_URL_SLOT]: unsubscribeUrl }
}

/** Puts one recipient's values into a frozen body.
 *  @param text  the edition's HTML or plain text, with the marks in it
 *  @param form  'html' escapes the values for attributes and text; 'text' puts them in as they are */
export function fillRecipientSlots(text: string, values: RecipientValues, form: 'html' | 'text'): string {
  const unsubscribeUrl = form === 'html' ? escapeHtml(values.unsubscribeUrl) : values.unsubscribeUrl
  return text.replaceAll(UNSUBSCRIBE_URL_SLOT, () => unsubscribeUrl)
}
