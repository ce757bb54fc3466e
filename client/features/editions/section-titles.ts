import type { SectionName } from '../../../shared/edition-contract.ts'

/** What a part of the letter is called where its own title is not at hand. */
export const SECTION_TITLES: Readonly<Record<SectionName, string>> = {
  insiders: 'Insider trades',
  congress: 'Congress',
  housing: 'Housing',
  economy: 'The economy',
  markets: 'Markets',
}
