import type { FindingContent, SectionContent, Sentence, Span } from '../../../../shared/edition-contract.ts'

const EDGAR = 'https://www.sec.gov/Archives/edgar'
const DAILY_INDEX = `${EDGAR}/daily-index/2025/QTR1/`
const CLERK = 'https://disclosures-clerk.house.gov/public_disc/ptr-pdfs/2025'
const filing = (number: number) => `${EDGAR}/data/10${number}/00000001002500000${number}-index.htm`

interface Trade {
  readonly id: string
  readonly side: 'bought' | 'sold'
  readonly title: string
  readonly who: string
  readonly value: string
  /** The same to the dollar. */
  readonly exact: string
  readonly shares: string
  readonly price: string
  readonly href: string
  readonly more?: readonly Sentence[]
}

function trade({ id, side, title, who, value, shares, price, href, more = [] }: Trade): FindingContent {
  return {
    id: `insiders/${id}`,
    tone: side === 'bought' ? 'rise' : 'fall',
    kicker: side === 'bought' ? '+ Bought' : '− Sold',
    title,
    figure: figure(value, `insiders/${id}/value`, href),
    sentences: [
      [
        { text: `${who} ${side} ` },
        figure(shares, `insiders/${id}/shares`, href),
        { text: ' at an average of ' },
        figure(price, `insiders/${id}/average-price`, href),
        { text: ', from Jan 28, 2025 to Jan 29, 2025.' },
      ],
      ...more,
    ],
    links: [{ text: 'Read the filing', href }],
  }
}

const TRADES: readonly Trade[] = [
  {
    id: 'kettle',
    side: 'bought',
    title: 'Kettle Creek Bancorp (KCB)',
    who: 'Marisol Ortega (Chief Executive)',
    value: '$1.24 million',
    exact: '$1,240,200',
    shares: '52,000 shares',
    price: '$23.85',
    href: filing(4),
    more: [
      say`That adds ${figure('18.4%', 'insiders/kettle/size', filing(4))} to the holding that the form names.`,
    ],
  },
  {
    id: 'ironwood',
    side: 'bought',
    title: 'Ironwood Freight, Inc. (IWF)',
    who: 'Theodore Lindqvist (Director)',
    value: '$412,300',
    exact: '$412,300',
    shares: '31,000 shares',
    price: '$13.30',
    href: filing(5),
    more: [[{ text: 'By the form’s own figures, a new position.' }]],
  },
  {
    id: 'harbor',
    side: 'sold',
    title: 'Harbor & Main Software (HMSW)',
    who: 'Priya Raman (Chief Technology Officer)',
    value: '$8.64 million',
    exact: '$8,640,000',
    shares: '40,000 shares',
    price: '$216.00',
    href: filing(6),
    more: [[{ text: 'Set up ahead under a trading plan (Rule 10b5-1).' }]],
  },
  {
    id: 'prairie',
    side: 'sold',
    title: 'Prairie Gas & Light Company (PGL)',
    who: 'William O’Dea (holder of a tenth or more)',
    value: '$3.02 million',
    exact: '$3,019,710',
    shares: '95,500 shares',
    price: '$31.62',
    href: filing(7),
    more: [
      say`Reported late: up to ${figure('6 business days', 'insiders/prairie/lag', filing(7))} after the trade, where two are allowed.`,
    ],
  },
]

export const INSIDERS: SectionContent = {
  name: 'insiders',
  title: 'Insider trades',
  state: 'ready',
  label: 'automated summary',
  summary: [
    say`Company insiders bought shares for ${figure('$14.2 million', 'insiders/buy-value', DAILY_INDEX)} in ${figure('61', 'insiders/buy-issuers', DAILY_INDEX)} companies and sold shares for ${figure('$1.31 billion', 'insiders/sale-value', DAILY_INDEX)} in ${figure('284', 'insiders/sale-issuers', DAILY_INDEX)} companies, in reports made public from Jan 27, 2025 to Feb 2, 2025.`,
  ],
  findings: [
    {
      id: 'insiders/cluster-maple',
      tone: 'rise',
      kicker: '+ Bought by several',
      title: 'Maple Street Foods Corp. (MSF)',
      figure: figure('$731,071', 'insiders/cluster-maple/value', filing(1)),
      sentences: [
        say`${figure('4 insiders', 'insiders/cluster-maple/buyers', filing(1))} bought for ${figure('$731,071', 'insiders/cluster-maple/value', filing(1))} together, from Jan 22, 2025 to Jan 28, 2025.`,
        [{ text: 'We name it when three or more insiders buy within thirty days.' }],
      ],
      links: [1, 2, 3].map((number) => ({ text: `Jan ${26 + number}, 2025`, href: filing(number) })),
    },
    ...TRADES.map(trade),
  ],
  table: {
    title: 'The largest, to the dollar',
    columns: ['Who', 'Dollars, exactly', 'Shares'],
    rows: TRADES.map(({ id, side, title, exact, shares, href }) => [
      [{ text: `${title}, ${side}` }],
      [figure(exact, `insiders/${id}/value`, href)],
      [figure(shares.replace(' shares', ''), `insiders/${id}/shares`, href)],
    ]),
  },
  meaning: [
    'A sale says little by itself: people sell for taxes, a house, or a plan set long before. A purchase is rarer, and usually paid with the buyer’s own money. Neither tells where a price will go.',
    'If you save for retirement in a broad fund at work, you probably own a small piece of the larger companies here.',
  ],
  coverage: [
    say`The SEC’s indexes list ${figure('1,214', 'insiders/listed', DAILY_INDEX)} Form 4 filings of the week. We read ${figure('1,209', 'insiders/read', DAILY_INDEX)} of them; ${figure('5', 'insiders/unread', DAILY_INDEX)} are unread: the document could not be read.`,
    say`Left out: Quarry Lane Mining (QLM), bought for ${figure('$1,234.50', 'insiders/held-back-quarry', filing(8))} a share by the form, far from that day’s close.`,
  ],
  notices: ['Source: SEC EDGAR, public domain.'],
}

interface Disclosure {
  readonly id: string
  readonly side: 'bought' | 'sold'
  readonly member: string
  readonly asset: string
  readonly low: string
  readonly high: string
  readonly lag: string
}

const DISCLOSURES: readonly Disclosure[] = [
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
]

const report = (index: number) => `${CLERK}/2002650${index}.pdf`
const interval = ({ id, low, high }: Disclosure, index: number) =>
  figure(`${low} to ${high}`, `congress/${id}/amount`, report(index))

export const CONGRESS: SectionContent = {
  name: 'congress',
  title: 'Congress',
  state: 'ready',
  label: 'automated summary',
  summary: [
    say`Members of Congress reported ${figure('37', 'congress/trades', CLERK)} trades in papers made public from Jan 27, 2025 to Feb 2, 2025. The law lets them name a range, not a sum.`,
  ],
  findings: DISCLOSURES.map((item, index) => ({
    id: `congress/${item.id}`,
    tone: item.side === 'bought' ? 'rise' : 'fall',
    kicker: item.side === 'bought' ? '+ Bought' : '− Sold',
    title: `${item.member}: ${item.asset}`,
    figure: interval(item, index),
    sentences: [
      [
        { text: `${item.member} reported that shares were ${item.side}, ` },
        figure(item.lag, `congress/${item.id}/lag`, report(index)),
        { text: ' after the trade.' },
      ],
      [{ text: 'The report names a spouse as the owner.' }],
    ],
    links: [{ text: 'Read the report', href: report(index) }],
  })),
  table: {
    title: 'Companies that several members traded',
    columns: ['Company', 'Bought', 'Sold'],
    rows: [
      ['NGS', '4', '1'],
      ['CDS', '3', '0'],
      ['BMEP', '0', '2'],
    ].map(([ticker = '', bought = '', sold = '']) => [
      [{ text: ticker }],
      [figure(bought, `congress/net-${ticker}/buyers`, CLERK)],
      [figure(sold, `congress/net-${ticker}/sellers`, CLERK)],
    ]),
  },
  meaning: [
    'These trades are weeks old when they are made public. A member’s trade is no hint for your own money.',
  ],
  coverage: [
    say`House: ${figure('22', 'congress/house-read', CLERK)} of ${figure('25', 'congress/house-listed', CLERK)} reports read; ${figure('3', 'congress/house-paper', CLERK)} are scans of paper.`,
  ],
  notices: [
    'Reports of members of Congress may not be used for a commercial purpose, to set a credit rating, or to ask for money (5 U.S.C. 13107).',
  ],
}

/** A figure with the fact that bears it out and the address of its record. */
export function figure(text: string, factId: string, href: string): Span {
  return { text, factId, href }
}

/** A sentence: its words as they stand, its figures in the gaps. */
export function say(words: TemplateStringsArray, ...figures: readonly Span[]): Sentence {
  return words
    .flatMap((text, index) => {
      const next = figures[index]
      return next === undefined ? [{ text }] : [{ text }, next]
    })
    .filter(({ text }) => text !== '')
}
