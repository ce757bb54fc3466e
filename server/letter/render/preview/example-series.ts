import { addDays } from '../../../lib/dates.ts'
import type { SectionContent } from '../../../../shared/edition-contract.ts'
import { figure, say } from './example-trades.ts'

const FREDDIE = 'https://www.freddiemac.com/pmms'
const FRED = 'https://fred.stlouisfed.org/series'

/** Points that follow each other.
 *  @param values  oldest first */
function everyDays(days: number, first: string, values: readonly number[]): [string, number][] {
  return values.map((value, index) => [addDays(first, index * days), value])
}

export const HOUSING: SectionContent = {
  name: 'housing',
  title: 'Housing',
  state: 'ready',
  label: 'automated summary',
  summary: [
    say`The average 30-year mortgage rate was ${figure('6.95%', 'housing/mortgage-30', FREDDIE)} in the week of Jan 30, 2025. It fell by ${figure('0.01 percentage points', 'housing/mortgage-30-change', FREDDIE)} in a week.`,
  ],
  findings: [
    {
      id: 'housing/mortgage-rate',
      tone: 'fall',
      kicker: 'Freddie Mac, week of Jan 30, 2025',
      title: '30-year mortgage rate',
      figure: figure('6.95%', 'housing/mortgage-30', FREDDIE),
      sentences: [
        say`A year before it was ${figure('6.63%', 'housing/mortgage-30-year-ago', FREDDIE)}.`,
        say`The 15-year rate was ${figure('6.12%', 'housing/mortgage-15', FREDDIE)}.`,
      ],
      links: [{ text: 'See the survey', href: FREDDIE }],
    },
    {
      id: 'housing/payment',
      tone: 'plain',
      kicker: 'Principal and interest only',
      title: 'Payment on a home at the middle price',
      figure: figure('$2,223 a month', 'housing/payment', `${FRED}/MSPUS`),
      sentences: [
        say`That is for a home of ${figure('$419,700', 'housing/median-price', `${FRED}/MSPUS`)} with a fifth paid down.`,
        say`To keep it below three tenths of pay, a household needs ${figure('$88,920 a year', 'housing/income-needed', `${FRED}/MSPUS`)}.`,
      ],
      links: [{ text: 'See the series', href: `${FRED}/MSPUS` }],
    },
    {
      id: 'housing/starts',
      tone: 'rise',
      kicker: 'Census Bureau, Dec 2024',
      title: 'Homes begun',
      figure: figure('+15.8%', 'housing/starts-change', `${FRED}/HOUST`),
      sentences: [
        say`Builders began homes at a rate of ${figure('1.5 million a year', 'housing/starts', `${FRED}/HOUST`)}.`,
      ],
      links: [{ text: 'See the series', href: `${FRED}/HOUST` }],
    },
  ],
  chart: {
    title: '30-year mortgage rate, weekly',
    alt: say`Line: the 30-year mortgage rate since Oct 2024, to ${figure('6.95%', 'housing/mortgage-30', FREDDIE)} in the week of Jan 30, 2025.`,
    unit: 'percent',
    points: everyDays(
      7,
      '2024-10-10',
      [6.32, 6.44, 6.54, 6.72, 6.79, 6.78, 6.84, 6.81, 6.69, 6.6, 6.72, 6.85, 6.91, 6.93, 7.04, 6.96, 6.95],
    ),
    credit: 'Freddie Mac Primary Mortgage Market Survey',
  },
  meaning: [
    'A small change in the rate changes the payment on a new loan by a few dollars a month. It does not touch a loan with a fixed rate that you already have.',
  ],
  coverage: [[{ text: 'All series were read; none is overdue.' }]],
  notices: ['Source: Freddie Mac, Primary Mortgage Market Survey®. Source: U.S. Census Bureau.'],
}

export const ECONOMY: SectionContent = {
  name: 'economy',
  title: 'The economy',
  state: 'ready',
  label: 'AI-written',
  model: 'example-model-8b',
  summary: [
    say`Pay after prices rose by ${figure('1.0%', 'economy/real-wage', `${FRED}/CES0500000008`)} over the year to Dec 2024.`,
    say`Prices rose by ${figure('2.9%', 'economy/cpi', `${FRED}/CPIAUCNS`)} over the same time, and ${figure('207,000', 'economy/claims', `${FRED}/ICSA`)} people filed for jobless pay in the week of Jan 25, 2025.`,
  ],
  findings: [
    {
      id: 'economy/real-wage',
      tone: 'rise',
      kicker: 'Bureau of Labor Statistics, Dec 2024',
      title: 'Pay after prices',
      figure: figure('+1.0%', 'economy/real-wage', `${FRED}/CES0500000008`),
      sentences: [
        say`Hourly pay of workers who are not managers rose by ${figure('3.8%', 'economy/wage', `${FRED}/CES0500000008`)}; their prices rose by ${figure('2.8%', 'economy/cpi-w', `${FRED}/CWUR0000SA0`)}.`,
      ],
      links: [
        { text: 'Pay', href: `${FRED}/CES0500000008` },
        { text: 'Prices', href: `${FRED}/CWUR0000SA0` },
      ],
    },
    {
      id: 'economy/unemployment',
      tone: 'fall',
      kicker: 'Bureau of Labor Statistics, Dec 2024',
      title: 'Unemployment',
      figure: figure('4.1%', 'economy/unemployment', `${FRED}/UNRATE`),
      sentences: [
        say`It fell by ${figure('0.1 percentage points', 'economy/unemployment-change', `${FRED}/UNRATE`)} in a month.`,
      ],
      links: [{ text: 'See the series', href: `${FRED}/UNRATE` }],
    },
    {
      id: 'economy/claims',
      tone: 'fall',
      kicker: 'Department of Labor, week of Jan 25, 2025',
      title: 'New claims for jobless pay',
      figure: figure('207,000', 'economy/claims', `${FRED}/ICSA`),
      sentences: [
        say`The mean of four weeks is ${figure('212,500', 'economy/claims-mean', `${FRED}/ICSA`)}.`,
      ],
      links: [{ text: 'See the series', href: `${FRED}/ICSA` }],
    },
  ],
  chart: {
    title: 'Consumer prices, change over a year',
    alt: say`Line: the change of consumer prices over a year, to ${figure('2.9%', 'economy/cpi', `${FRED}/CPIAUCNS`)} in Dec 2024.`,
    unit: 'percent',
    points: [3.1, 3.2, 3.5, 3.4, 3.3, 3, 2.9, 2.5, 2.4, 2.6, 2.7, 2.9].map((value, index) => [
      `2024-${String(index + 1).padStart(2, '0')}-01`,
      value,
    ]),
    credit: 'U.S. Bureau of Labor Statistics',
  },
  meaning: ['If your own raise was below the rise of prices, your pay buys less than a year ago.'],
  coverage: [
    [
      {
        text: 'All series were read. Two values were first read after the week: they may have been revised since.',
      },
    ],
  ],
  notices: ['Source: U.S. Bureau of Labor Statistics, through FRED®.'],
}

export const MARKETS: SectionContent = {
  name: 'markets',
  title: 'Markets',
  state: 'ready',
  label: 'automated summary',
  summary: [
    say`The S&P 500 closed at ${figure('6,040.53', 'markets/sp500', `${FRED}/SP500`)} on Jan 31, 2025. It fell by ${figure('1.0%', 'markets/sp500-week', `${FRED}/SP500`)} in a week.`,
  ],
  findings: [
    ['sp500', 'S&P 500', '−1.0%', '6,040.53', 'fall'] as const,
    ['bitcoin', 'Bitcoin', '−2.3%', '$102,405', 'fall'] as const,
    ['ether', 'Ether', '+0.6%', '$3,300', 'rise'] as const,
  ].map(([id, title, change, close, tone]) => ({
    id: `markets/${id}`,
    tone,
    kicker: 'Week to Jan 31, 2025',
    title,
    figure: figure(change, `markets/${id}-week`, `${FRED}/${id.toUpperCase()}`),
    sentences: [
      say`It closed at ${figure(close, `markets/${id}`, `${FRED}/${id.toUpperCase()}`)} on Jan 31, 2025.`,
    ],
    links: [{ text: 'See the closes', href: `${FRED}/${id.toUpperCase()}` }],
  })),
  chart: {
    title: 'S&P 500, daily closes',
    alt: say`Line: the S&P 500, to ${figure('6,040.53', 'markets/sp500', `${FRED}/SP500`)} on Jan 31, 2025.`,
    unit: 'index',
    points: everyDays(1, '2025-01-27', [6012.28, 6067.7, 6039.31, 6071.17, 6040.53]),
    credit: 'S&P Dow Jones Indices, through FRED®',
  },
  meaning: ['One week says little about savings that stay in a fund for decades.'],
  coverage: [[{ text: 'All closes of the week were read.' }]],
  notices: ['Closes come from public market data and may be delayed.'],
}
