import { SECTION_TITLES } from '../../../../shared/edition-label.ts'
import type {
  EditionContent,
  LetterContent,
  LetterSection,
  SectionName,
} from '../../../../shared/edition-contract.ts'
import { ECONOMY, HOUSING, MARKETS } from './example-series.ts'
import { CONGRESS, figure, INSIDERS, say } from './example-trades.ts'
import { factAnchor, figuresPath } from '../../../../shared/edition-address.ts'

const FILING = 'https://www.sec.gov/Archives/edgar/data/101/000000010025000001-index.htm'
const KETTLE = 'https://www.sec.gov/Archives/edgar/data/104/000000010025000004-index.htm'
const CLERK = 'https://disclosures-clerk.house.gov/public_disc/ptr-pdfs/2025/20021001.pdf'
const FREDDIE = 'https://www.freddiemac.com/pmms'
const FRED = 'https://fred.stlouisfed.org/series'
const TREASURY = 'https://home.treasury.gov/resource-center'
const LISTED = `${figuresPath('2025-02-03')}#${factAnchor('insiders/buy-value')}`

const aSection = (
  name: SectionName,
  parts: Pick<LetterSection, 'big' | 'forYou' | 'coverage'> & Partial<LetterSection>,
): LetterSection => ({
  name,
  title: SECTION_TITLES[name],
  state: 'ready',
  label: 'automated summary',
  smaller: [],
  ...parts,
})

/** An EXAMPLE for display: its companies and people are invented, and its figures prove nothing. */
const LETTER: LetterContent = {
  headline: '4 insiders bought $731,071 of Maple Street Foods',
  lead: { id: 'insiders/cluster-maple', kind: 'cluster', topic: 'insiders/MSF' },
  corrections: [],
  story: [
    say`Four people who run Maple Street Foods bought its shares in the same week, for ${figure('$731,071', 'insiders/cluster-maple/value', FILING)} in all.`,
    [{ text: 'None of them had bought in the twelve months before.' }],
    say`Closer to home: a new $300,000 loan costs ${figure('$1,986', 'housing/loan/payment', FREDDIE)} a month.`,
  ],
  lines: [
    {
      section: 'insiders',
      sentences: [
        say`Bought ${figure('$14.2 million', 'insiders/buy-value', LISTED)}. Sold ${figure('$1.31 billion', 'insiders/sale-value', LISTED)}.`,
      ],
    },
    {
      section: 'congress',
      sentences: [
        say`Joan Ellery reported ${figure('$50,001 to $100,000', 'congress/ellery/amount', CLERK)} of Northgate Semiconductor.`,
      ],
    },
    {
      section: 'housing',
      sentences: [say`The mortgage rate is ${figure('6.95%', 'housing/mortgage-30', FREDDIE)}.`],
    },
    {
      section: 'economy',
      sentences: [say`Prices rose ${figure('2.9%', 'economy/cpi/change', `${FRED}/CPIAUCNS`)} in a year.`],
    },
    {
      section: 'markets',
      sentences: [say`The S&P 500 fell ${figure('1.0%', 'markets/sp500/change', `${FRED}/SP500`)}.`],
    },
  ],
  sections: [
    aSection('insiders', {
      big: [
        say`Marisol Ortega, who runs Kettle Creek Bancorp, bought ${figure('$1.24 million', 'insiders/kettle/value', KETTLE)} of its shares.`,
        say`That adds ${figure('18.4%', 'insiders/kettle/size', KETTLE)} to what she held.`,
      ],
      smaller: [
        [say`Insiders bought ${figure('$14.2 million', 'insiders/buy-value', LISTED)} in all.`],
        [[{ text: 'Priya Raman sold Harbor & Main Software under a plan set up ahead.' }]],
      ],
      forYou: [[{ text: 'A sale by itself says little: people sell for taxes, or for a house.' }]],
      coverage: [[{ text: 'We read all the forms that were listed.' }]],
    }),
    aSection('congress', {
      big: [
        say`Joan Ellery bought ${figure('$50,001 to $100,000', 'congress/ellery/amount', CLERK)} of Northgate Semiconductor.`,
      ],
      forYou: [[{ text: 'Reports give ranges, often weeks after the trade.' }]],
      coverage: [[{ text: 'Some reports are scans that we cannot read.' }]],
    }),
    aSection('housing', {
      big: [
        say`The 30-year mortgage rate was ${figure('6.95%', 'housing/mortgage-30', FREDDIE)}. A year ago: ${figure('6.63%', 'housing/mortgage-30-year-ago', FREDDIE)}.`,
      ],
      forYou: [[{ text: 'A fixed loan you already have stays as it is.' }]],
      coverage: [[{ text: 'We could not get rents.' }]],
    }),
    aSection('economy', {
      label: 'AI-edited',
      model: 'example-model',
      big: [
        say`Prices rose ${figure('2.9%', 'economy/cpi/change', `${FRED}/CPIAUCNS`)} in the year to December.`,
      ],
      forYou: [[{ text: 'Pay that stood still buys less than a year ago.' }]],
      coverage: [[{ text: 'We read every series.' }]],
    }),
    aSection('markets', {
      big: [say`The S&P 500 fell ${figure('1.0%', 'markets/sp500/change', `${FRED}/SP500`)} in the week.`],
      smaller: [
        [say`The 10-year Treasury yield is ${figure('4.58%', 'markets/treasury-10y/rate', TREASURY)}.`],
      ],
      forYou: [
        say`$1,000 at that rate earns ${figure('$3.82', 'markets/bill/interest', TREASURY)} a month, before tax.`,
      ],
      coverage: [[{ text: 'We read the S&P 500, Bitcoin and Treasury yields.' }]],
    }),
  ],
  also: [[{ text: 'Also: what a new mortgage costs this week.' }]],
  ahead: [[{ text: 'The next mortgage rate is due by Thursday.' }]],
  connects: [[{ text: 'The mortgage rate and the Treasury yield both fell this week.' }]],
}

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
