import type { LetterSection, LetterContent, SectionContent } from '../../../shared/edition-contract.ts'

/** The standing words of the letter as a whole, the same in HTML and plain text. None of them holds a figure of the week. */

export const correctionsTitle = 'We were wrong'
/** @param day  of the letter, as readers see it */
export const wasWrong = (day: string) => `In the letter of ${day}:`

export const linesTitle = 'The week in five lines'
export const missingThisWeek = 'Missing this week'

const BY_MODEL = 'AI-written summary, checked against the records'

/** Above a section with a model's words.
 *  @param model  its name, where it is known */
export const nameWriter = (model: string | undefined) =>
  model === undefined ? BY_MODEL : `${BY_MODEL}: ${model}`

export const forYouTitle = 'For you:'
export const moreOnThePage = 'All of it, with its records'
export const connectsTitle = 'What connects'

export const forwardTitle = 'Know someone who works for their pay?'
export const forwardText = 'Forward this letter. Was it sent on to you?'
export const getYourOwn = 'Get your own, free, every Monday.'

export const methodTitle = 'How we know'
export function describeMethod(sections: readonly Pick<LetterSection, 'label'>[]): string {
  const isByModel = sections.some(({ label }) => label === 'AI-written')
  const who = isByModel
    ? 'Fixed rules choose and word what is told; only a part labeled “AI-written” has the words of a model, and each of its sentences was checked before it was let through.'
    : 'Fixed rules choose and word what is told; no part of this letter was written by AI.'
  return `Programs work out every figure from public records, and each leads to its record. ${who}`
}

export const disclaimerTitle = 'Please note'
export const disclaimer = [
  'This letter is information. It is no investment, legal, tax or accounting advice, and no solicitation or recommendation to buy or sell any security. Past results, backtests and analyses do not guarantee future results.',
  'Content may be late, incomplete or wrong: it repeats what others published, and they make mistakes. Check the record before you rely on a figure.',
]

/** Below the date: which days the letter reads.
 *  @param from, to  days as readers see them */
export function whatItReads(from: string, to: string): string {
  return `Automated summary of public records, ${from} to ${to}.`
}

export function whyYouGetThis(siteName: string, siteUrl: string): string {
  return `You get this letter because this address was signed up for ${siteName} at ${siteUrl.replace(/^https?:\/\//, '')}. It is free, and you can leave at any time.`
}

/** Whose the figures are, and what the law asks for beside them, each once. */
export function listNotices(
  { sections }: { readonly sections: readonly Pick<SectionContent, 'notices'>[] },
  { notices }: Pick<LetterContent, 'notices'>,
): readonly string[] {
  return notices ?? [...new Set(sections.flatMap((section) => section.notices))]
}
