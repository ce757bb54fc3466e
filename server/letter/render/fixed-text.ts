import type { FindingContent } from '../../../shared/edition-contract.ts'

/** The standing words of the letter as a whole, the same in HTML and plain text. None of them holds a figure of the week. */

export const contentsTitle = 'This week in short'
export const nothingToShow = 'No single figure to name: the section says why'
export const missingThisWeek = 'Missing this week'

export const LABELS = {
  'automated summary': 'Automated summary',
  'AI-written': 'AI-written summary, checked against the records',
} as const

export const meaningTitle = 'What it can mean for you'
export const coverageTitle = 'What we read, and what we could not'
export const moreOnThePage = 'More on the page'
/** Where more failed than the letter has room for. */
export const moreFailed = 'More could not be read than is told here: the page has all of it.'

export const methodTitle = 'How these figures are made'
export const method = [
  'A program computed every figure from public records, and every figure links to its record. Fixed rules set every sentence, but for a summary that is labeled “AI-written”: there a model chose the words, a program put the figures in, and each sentence was checked before it was let through.',
]

export const disclaimerTitle = 'Please note'
export const disclaimer = [
  'This letter is information. It is no investment, legal, tax or accounting advice, and no solicitation or recommendation to buy or sell any security. Past results, backtests and analyses do not guarantee future results.',
  'Content may be late, incomplete or wrong: it repeats what others published, and they make mistakes. Check the record before you rely on a figure.',
]

/** Below the date: which days the letter reads.
 *  @param from, to  days as readers see them */
export function whatItReads(from: string, to: string): string {
  return `What public records showed from ${from} to ${to}. Every figure links to its record.`
}

export function whyYouGetThis(siteName: string, siteUrl: string): string {
  return `You get this letter because this address was signed up for ${siteName} at ${siteUrl.replace(/^https?:\/\//, '')}. It is free, and you can leave at any time.`
}

const WORDS = { rise: ': up', fall: ': down', plain: '' } as const

/** A color never speaks alone: a kicker without a sign of its own gets a word. */
export function markTone({ kicker, tone }: Pick<FindingContent, 'kicker' | 'tone'>): string {
  return /^[+−↑↓-]/.test(kicker) ? kicker : kicker + WORDS[tone]
}

/** The same within a line: 'Bought, reported late'. */
export function nameTone(finding: Pick<FindingContent, 'kicker' | 'tone'>): string {
  return markTone(finding).replace(/^[+−↑↓-] ?/, '')
}
