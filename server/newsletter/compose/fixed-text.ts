import type { SectionName } from '../fact.ts'

/** The letter's standing words, the same in HTML and plain text. None of them holds a figure of the week. */

export const SECTION_TITLES: Readonly<Record<SectionName, string>> = {
  insiders: 'Insider trades',
  congress: 'Congress',
  housing: 'Housing',
  economy: 'The economy',
  markets: 'Markets',
}

export const insiderText = {
  title: SECTION_TITLES.insiders,
  what: 'These are trades that officers, directors and large holders reported to the SEC on Form 4: purchases and sales, on the open market or in private, of shares in their own companies. Grants, options and gifts are not among them.',
  severalFilings: 'It adds up several filings, by the day they were made public:',
  tableTitle: 'The largest, to the dollar',
  meaningTitle: 'What it can mean for you',
  meaning: [
    'A sale says little by itself: people sell for taxes, a house, or a plan set long before. A purchase is rarer, and usually paid with the buyer’s own money. Neither tells where a price will go.',
    'If you save for retirement in a broad fund at work, you probably own a small piece of the larger companies here. Nothing in this letter asks you to do anything about it.',
  ],
  coverageTitle: 'What we read, and what we could not',
} as const

/** Beside the date: what kind of text this is. */
export const AUTOMATED_LABEL = 'Automated summary'

export const AUTOMATED =
  'Automated summary: a program computed every figure and set every sentence by fixed rules. No model wrote any of it.'

export const methodTitle = 'How these figures are made'
export const method = [
  'All lines of one owner, or of owners who report together, in one company on one side are added up: shares, dollars, and the average price between them. The price of each line is compared with that day’s close where we know it. A figure’s link leads to the filing itself; the totals link to the SEC’s daily indexes.',
  'Source: SEC EDGAR, public domain.',
]

export const disclaimerTitle = 'Please note'
export const disclaimer = [
  'This letter is information. It is no investment, legal, tax or accounting advice, and no solicitation or recommendation to buy or sell any security. Past results, backtests and analyses do not guarantee future results.',
  'Content may be late, incomplete or wrong: it repeats what others filed, and they make mistakes. Check the filing before you rely on a figure.',
]

export function whyYouGetThis(siteName: string, siteUrl: string): string {
  return `You get this letter because this address was signed up for ${siteName} at ${siteUrl.replace(/^https?:\/\//, '')}. It is free, and you can leave at any time.`
}

export function unavailable(section: SectionName, source: string): string {
  return `${SECTION_TITLES[section]}: ${source} gave no usable answer this week, so this part is missing. It is not that nothing happened.`
}
