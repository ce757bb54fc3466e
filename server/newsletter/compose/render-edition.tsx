import { render } from 'react-email'

import type { EditionInput, RenderedEdition } from '../edition-input.ts'
import { writePreheader, writeSubject } from './headline.ts'
import { Letter } from './letter.tsx'
import { writePlainText } from './plain-text.ts'

/** Renders one edition, with the marks of recipient-slots.ts where readers differ. The same input gives the same bytes.
 *  @throws TypeError when a fact is not of the shape that its place wants */
export async function renderEdition(input: EditionInput): Promise<RenderedEdition> {
  const subject = writeSubject(input)
  const preheader = writePreheader(input)
  return {
    subject,
    preheader,
    html: boundForOutlook(await render(<Letter input={input} subject={subject} preheader={preheader} />)),
    text: writePlainText(input),
  }
}

/** Outlook on Windows knows no max-width: in its own comments it gets a table of 600 px around the column. The two
 *  elements that they replace come from the template alone: what others wrote is escaped. */
function boundForOutlook(html: string): string {
  return html
    .replace(
      '<div data-mso="column"></div>',
      '<!--[if mso]><table role="presentation" width="600" align="center" cellpadding="0" cellspacing="0"><tr><td><![endif]-->',
    )
    .replace('<div data-mso="column-end"></div>', '<!--[if mso]></td></tr></table><![endif]-->')
}
