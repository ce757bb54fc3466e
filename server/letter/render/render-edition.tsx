import { render } from '@react-email/render'

import type { EditionInput, RenderedEdition } from '../edition-input.ts'
import { Letter } from './letter.tsx'
import { writePlainText } from './plain-text.ts'

/** Gmail cuts off a letter at 102 KB. Well below that, there is room for what each recipient's own marks add. */
const MAX_BYTES = 60_000

/** Renders one edition, with the marks of recipient-mail.ts where readers' copies differ. The same input gives the same
 *  bytes.
 *  @throws RangeError if it is too long */
export async function renderEdition(input: EditionInput): Promise<RenderedEdition> {
  const { letter, slotDate } = input.content
  const html = setForOutlook(withoutMarks(await render(<Letter input={input} letter={letter} />)))
  const text = writePlainText(input, letter)
  const bytes = Math.max(Buffer.byteLength(html), Buffer.byteLength(text))
  if (bytes <= MAX_BYTES) return { html, text }
  throw new RangeError(
    `The edition of ${slotDate} is too long: ${bytes} bytes, and ${MAX_BYTES} are allowed. Look for a very long name, summary or notice in it.`,
  )
}

/** React separates adjacent texts by empty comments. What others wrote is escaped, so it cannot contain one. */
function withoutMarks(html: string): string {
  return html.replaceAll('<!-- -->', '')
}

/** Outlook on Windows does not support max-width, so conditional comments give it a table of 600 px around the column and
 *  its own styles. The elements that they replace come from the template alone, since what others wrote is escaped. */
function setForOutlook(html: string): string {
  return html
    .replace(
      '<div data-mso="column"></div>',
      '<!--[if mso]><table role="presentation" width="600" align="center" cellpadding="0" cellspacing="0"><tr><td><![endif]-->',
    )
    .replace('<div data-mso="column-end"></div>', '<!--[if mso]></td></tr></table><![endif]-->')
}
