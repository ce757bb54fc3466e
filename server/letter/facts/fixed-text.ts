import type { SectionName } from './fact.ts'

/** The sections' standing words. None of them holds a figure of the week. */

export const SECTION_TITLES: Readonly<Record<SectionName, string>> = {
  insiders: 'Insider trades',
  congress: 'Congress',
  housing: 'Housing',
  economy: 'The economy',
  markets: 'Markets',
}

export const insiderText = {
  title: SECTION_TITLES.insiders,
  what: 'These are trades that officers, directors and large holders reported to the SEC on Form 4: purchases and sales, on the open market or in private, of shares in their own companies. Grants, options, gifts and reinvested dividends are not among them.',
  clusterRule:
    'We name it when three or more insiders, those who file together counted once, buy within thirty days, offerings and private placements left out.',
  slip: 'A gap of years may also be a slip in the report.',
  unchecked: 'We know no closing price to check it against.',
  partlyChecked: 'We could check only part of it against closing prices.',
  tableTitle: 'Trades, to the dollar',
  tableColumns: ['Who and what', 'Value', 'Shares and price'],
  source: 'Source: SEC EDGAR, public domain.',
} as const
