import type { SectionContent, Sentence, Span, TableRow } from '../../../../shared/edition-contract.ts'

const EDGAR = 'https://www.sec.gov/Archives/edgar'
const DAILY_INDEX = `${EDGAR}/daily-index/2025/QTR1/`
const CLERK = 'https://disclosures-clerk.house.gov/public_disc/ptr-pdfs/2025'
const filing = (number: number) => `${EDGAR}/data/10${number}/00000001002500000${number}-index.htm`

interface Trade {
  readonly id: string
  readonly side: 'bought' | 'sold'
  readonly company: string
  readonly who: string
  /** The value to the dollar. */
  readonly value: string
  readonly shares: string
  readonly price: string
  readonly href: string
  readonly note?: Sentence
}

const TRADES: readonly Trade[] = [
  {
    id: 'kettle',
    side: 'bought',
    company: 'Kettle Creek Bancorp (KCB)',
    who: 'Marisol Ortega, CEO',
    value: '$1,240,200',
    shares: '52,000',
    price: '$23.85',
    href: filing(4),
  },
  {
    id: 'ironwood',
    side: 'bought',
    company: 'Ironwood Freight, Inc. (IWF)',
    who: 'Theodore Lindqvist, director',
    value: '$412,300',
    shares: '31,000',
    price: '$13.30',
    href: filing(5),
    note: [{ text: 'Price not checked' }],
  },
  {
    id: 'harbor',
    side: 'sold',
    company: 'Harbor & Main Software (HMSW)',
    who: 'Priya Raman, executive',
    value: '$8,640,000',
    shares: '40,000',
    price: '$216.00',
    href: filing(6),
    note: [{ text: 'On a plan set up ahead' }],
  },
  {
    id: 'prairie',
    side: 'sold',
    company: 'Prairie Gas & Light Company (PGL)',
    who: 'William O’Dea, major owner',
    value: '$3,019,710',
    shares: '95,500',
    price: '$31.62',
    href: filing(7),
    note: say`Reported late, up to ${figure('6 business days', 'insiders/prairie/lag', filing(7))} from trade to report`,
  },
]

const tradesOf = (wanted: Trade['side']): TableRow[] =>
  TRADES.filter(({ side }) => side === wanted).map(
    ({ id, company, who, value, shares, price, href, note }) => ({
      head: [{ text: who }],
      about: [[{ text: company }], ...(note ? [note] : [])],
      cells: [
        [figure(value, `insiders/${id}/value`, href)],
        say`${figure(shares, `insiders/${id}/shares`, href)} at ${figure(price, `insiders/${id}/average-price`, href)}`,
        [{ text: 'Jan 28' }],
        [{ text: 'Form 4 of Jan 29', href }],
      ],
    }),
  )

export const INSIDERS: SectionContent = {
  name: 'insiders',
  title: 'Insider trades',
  state: 'ready',
  tables: (['bought', 'sold'] as const).map((side) => ({
    title: side === 'bought' ? 'Bought' : 'Sold',
    columns: ['Who and what', 'Dollars', 'Shares and price', 'Traded', 'Record'],
    rows: tradesOf(side),
  })),
  coverage: [
    say`The SEC’s indexes list ${figure('1,214', 'insiders/listed', DAILY_INDEX)} Form 4 filings of the week. We read ${figure('1,209', 'insiders/read', DAILY_INDEX)} of them; ${figure('5', 'insiders/unread', DAILY_INDEX)} are unread: the document could not be read.`,
    say`Left out: Quarry Lane Mining (QLM), bought for ${figure('$1,234.50', 'insiders/held-back-quarry', filing(8))} a share by the form, far from that day’s close.`,
  ],
  notices: ['Source: SEC EDGAR, public domain.'],
}

const DISCLOSURES = [
  {
    id: 'ellery',
    side: 'bought',
    member: 'Rep. Joan Ellery',
    asset: 'Northgate Semiconductor (NGS)',
    low: '$100,001',
    high: '$250,000',
    lag: '21 days',
  },
  {
    id: 'castellan',
    side: 'sold',
    member: 'Rep. Martin Castellan',
    asset: 'Blue Mesa Energy Partners (BMEP)',
    low: '$50,001',
    high: '$100,000',
    lag: '58 days',
  },
  {
    id: 'whitford',
    side: 'bought',
    member: 'Sen. Ruth Whitford',
    asset: 'Calloway Defense Systems (CDS)',
    low: '$15,001',
    high: '$50,000',
    lag: '30 days',
  },
] as const
type Disclosure = (typeof DISCLOSURES)[number]

const report = (index: number) => `${CLERK}/2002650${index}.pdf`
const interval = ({ id, low, high }: Disclosure, index: number) =>
  figure(`${low} to ${high}`, `congress/${id}/amount`, report(index))

const disclosuresOf = (wanted: Disclosure['side']): TableRow[] =>
  DISCLOSURES.flatMap((item, index): TableRow[] =>
    item.side === wanted
      ? [
          {
            head: [{ text: item.member }],
            about: [[{ text: item.asset }], [{ text: 'The spouse’s' }]],
            cells: [
              [interval(item, index)],
              [{ text: 'Jan 6' }],
              [figure(item.lag, `congress/${item.id}/lag`, report(index))],
              [{ text: 'Report of Jan 28', href: report(index) }],
            ],
          },
        ]
      : [],
  )

export const CONGRESS: SectionContent = {
  name: 'congress',
  title: 'Congress',
  state: 'ready',
  tables: [
    ...(['bought', 'sold'] as const).map((side) => ({
      title: side === 'bought' ? 'Bought' : 'Sold',
      columns: ['Who and what', 'Reported range', 'Traded', 'Days to report', 'Record'],
      rows: disclosuresOf(side),
    })),
    {
      title: 'Traded by several',
      columns: ['Shares', 'Bought', 'Sold'],
      rows: [
        ['NGS', '4', '1'],
        ['CDS', '3', '0'],
        ['BMEP', '0', '2'],
      ].map(([ticker = '', bought = '', sold = '']) => ({
        head: [{ text: ticker }],
        about: [],
        cells: [
          [figure(bought, `congress/net-${ticker}/buyers`, CLERK)],
          [figure(sold, `congress/net-${ticker}/sellers`, CLERK)],
        ],
      })),
    },
  ],
  coverage: [
    say`House: ${figure('22', 'congress/house-read', CLERK)} of ${figure('25', 'congress/house-listed', CLERK)} reports read; ${figure('3', 'congress/house-paper', CLERK)} are scans of paper.`,
  ],
  notices: [
    'Reports of members of Congress may not be used for a commercial purpose, to set a credit rating, or to ask for money (5 U.S.C. 13107).',
  ],
}

/** A figure with the fact that supports it and the address of its record. */
export function figure(text: string, factId: string, href: string): Span {
  return { text, factId, href }
}

/** Builds a sentence from a template: its words, with figures in the gaps. */
export function say(words: TemplateStringsArray, ...figures: readonly Span[]): Sentence {
  return words
    .flatMap((text, index) => {
      const next = figures[index]
      return next === undefined ? [{ text }] : [{ text }, next]
    })
    .filter(({ text }) => text !== '')
}
