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
    html: await render(<Letter input={input} subject={subject} preheader={preheader} />),
    text: writePlainText(input),
  }
}
