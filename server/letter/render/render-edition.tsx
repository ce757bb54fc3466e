import { render } from 'react-email'

import type { EditionInput, RenderedEdition } from '../edition-input.ts'
import { Letter } from './letter.tsx'
import { writePlainText } from './plain-text.ts'
import { listLengths } from './shorten-content.ts'
import { WORD_STYLES } from './theme.ts'

/** Gmail cuts a letter off at 102 KB. Below 100,000 with room for what a recipient's own marks add. */
const MAX_BYTES = 99_000

/** Renders one edition, with the marks of recipient-mail.ts where readers differ. The same input gives the same bytes.
 *  A content that is too long is set with less, and says that more is on the page.
 *  @throws RangeError when even the least is too long */
export async function renderEdition(input: EditionInput): Promise<RenderedEdition> {
  let bytes = 0
  for (const parts of listLengths(input.content)) {
    // oxlint-disable-next-line no-await-in-loop -- the next is only set where this one is too long
    const html = setForOutlook(withoutMarks(await render(<Letter input={input} parts={parts} />)))
    const text = writePlainText(input, parts)
    bytes = Math.max(Buffer.byteLength(html), Buffer.byteLength(text))
    if (bytes <= MAX_BYTES) return { html, text }
  }
  throw new RangeError(
    `The edition of ${input.content.slotDate} is too long: ${bytes} bytes with the least of every section, and ${MAX_BYTES} are allowed. Look for a very long name, summary or notice in it.`,
  )
}

/** React parts neighboring texts by empty comments; what others wrote cannot hold one, it is escaped. */
function withoutMarks(html: string): string {
  return html.replaceAll('<!-- -->', '')
}

/** Outlook on Windows knows no max-width: in its own comments it gets a table of 600 px around the column, and styles of
 *  its own. The elements that they replace come from the template alone: what others wrote is escaped. */
function setForOutlook(html: string): string {
  return html
    .replace('<meta name="mso-styles"/>', `<!--[if mso]><style>${WORD_STYLES}</style><![endif]-->`)
    .replace(
      '<div data-mso="column"></div>',
      '<!--[if mso]><table role="presentation" width="600" align="center" cellpadding="0" cellspacing="0"><tr><td><![endif]-->',
    )
    .replace('<div data-mso="column-end"></div>', '<!--[if mso]></td></tr></table><![endif]-->')
}
