import type { EditionContent } from '../../../../shared/edition-contract.ts'
import { LETTER } from './example-letter.ts'
import { ECONOMY, HOUSING, MARKETS } from './example-series.ts'
import { CONGRESS, INSIDERS } from './example-trades.ts'

/** An EXAMPLE for display: its companies and people are invented, and its figures prove nothing. It has five ready
 *  sections, the economy's in a model's words, three pictures, and at least one table in each section. */
export const EXAMPLE_EDITION: EditionContent = {
  slotDate: '2025-02-03',
  week: { from: '2025-01-27', to: '2025-02-02' },
  subject: '4 insiders bought $731,071 of Maple Street Foods',
  preheader: 'The 30-year mortgage rate fell to 6.95%. Pay after prices rose by 1.0% over a year.',
  letter: LETTER,
  sections: [INSIDERS, CONGRESS, HOUSING, ECONOMY, MARKETS],
  topFindings: (['insiders', 'housing', 'economy'] as const).flatMap((section) => {
    const [sentence] = LETTER.sections.find(({ name }) => name === section)?.big ?? []
    const figure = sentence?.find(({ factId }) => factId !== undefined)
    const title = { insiders: LETTER.headline, housing: 'The mortgage rate fell', economy: 'Prices rose' }[
      section
    ]
    return sentence && figure ? [{ section, title, figure, sentence }] : []
  }),
}
