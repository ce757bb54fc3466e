import type { LetterSection, LetterContent, SectionContent } from '../../../shared/edition-contract.ts'
import { describeLabel, describePerson } from '../../../shared/edition-label.ts'

/** The fixed words of the letter as a whole, the same in HTML and plain text. None of them contains a figure of the week. */

export const correctionsTitle = 'We were wrong'
/** @param day  the letter's day, as readers see it */
export const wasWrong = (day: string) => `In the letter of ${day}:`

export const linesTitle = 'The week in five lines'

export const forYouTitle = 'For you:'
export const moreOnThePage = 'All the details and records'
export const connectsTitle = 'What connects'
export const aheadTitle = 'Next Monday'
/** The letter is sent at eight in the morning. */
export const greeting = 'Good morning.'
export const goodbye = 'See you on Monday.'

export const forwardTitle = 'Know someone who works for their pay?'
export const forwardText = 'Forward this letter. Was it forwarded to you?'
export const getYourOwn = 'Get your own, free, every Monday.'

export const methodTitle = 'How we know'
export function describeMethod({
  label,
  sections,
}: Pick<LetterContent, 'label'> & { readonly sections: readonly Pick<LetterSection, 'label'>[] }): string {
  const isEdited = label === 'AI-edited' || sections.some((section) => section.label === 'AI-edited')
  const who = isEdited
    ? 'A part labeled “AI-edited” has what a language model chose to tell, and perhaps its words: it never types a figure or a name, and each of its sentences was checked before it was let through. All else is chosen and worded by fixed rules.'
    : 'Fixed rules choose and word what is told; no language model was used for this letter.'
  return `Programs work out every figure from public records, and each leads to its record. Sources revise what they published: a figure stands as its source has it now. If we did not see a monthly figure come out, we assume its release date. ${who}`
}

export const disclaimerTitle = 'Please note'
export const disclaimer = [
  'This letter is information. It is no investment, legal, tax or accounting advice, and no solicitation or recommendation to buy or sell any security. Past results, backtests and analyses do not guarantee future results.',
  'Content may be late, incomplete or wrong: it repeats what others published, and they make mistakes. Check the record before you rely on a figure.',
]

/** Printed above the story of a letter that a model edited.
 *  @returns undefined if rules alone made it: `whatItReads` then says so after the sections */
export function describeEditor({ label, model }: Pick<LetterContent, 'label' | 'model'>): string | undefined {
  return label && `${describeLabel({ label, model })}.`
}

/** Printed after the sections: which days the letter covers, who chose its words, and what a person changed.
 *  @param from, to days as readers see them */
export function whatItReads(
  from: string,
  to: string,
  { label, byPerson }: Pick<LetterContent, 'label' | 'byPerson'>,
): string {
  const what = label === undefined ? 'Automated summary of' : 'Made from'
  return `${what} public records, ${from} to ${to}.${describePerson(byPerson)}`
}

export function whyYouGetThis(siteName: string, siteUrl: string): string {
  return `You get this letter because this address was signed up for ${siteName} at ${siteUrl.replace(/^https?:\/\//, '')}. It is free, and you can leave at any time.`
}

/** Whose figures they are, and the notices that the law requires for them, each once. */
export function listNotices(
  { sections }: { readonly sections: readonly Pick<SectionContent, 'notices'>[] },
  { notices }: Pick<LetterContent, 'notices'>,
): readonly string[] {
  return notices ?? [...new Set(sections.flatMap((section) => section.notices))]
}
