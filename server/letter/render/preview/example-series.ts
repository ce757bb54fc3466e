import { addDays } from '../../../lib/dates.ts'
import type { SectionContent, Span, TableContent } from '../../../../shared/edition-contract.ts'
import { figure, say } from './example-trades.ts'

const FREDDIE = 'https://www.freddiemac.com/pmms'
const FRED = 'https://fred.stlouisfed.org/series'

/** Points at equal distances.
 *  @param values  oldest first */
function everyDays(days: number, first: string, values: readonly number[]): [string, number][] {
  return values.map((value, index) => [addDays(first, index * days), value])
}

const NONE: Span = { text: '–' }

/** @param rows  name, owner and its page, latest value, change over a week or a month, change over a year */
function allFigures(rows: readonly (readonly [string, string, string, Span, Span?, Span?])[]): TableContent {
  return {
    title: 'All figures',
    columns: ['Measure', 'Latest', 'Over a week or month', 'Over a year'],
    rows: rows.map(([name, owner, href, latest, step = NONE, year = NONE]) => ({
      head: [{ text: name }],
      about: [[{ text: owner, href }]],
      cells: [[latest], [step], [year]],
    })),
  }
}

export const HOUSING: SectionContent = {
  name: 'housing',
  title: 'Housing',
  state: 'ready',
  tables: [
    allFigures([
      [
        '30-year mortgage rate',
        'Freddie Mac',
        FREDDIE,
        figure('6.95%', 'housing/mortgage-30', FREDDIE),
        figure('0.01 percentage points', 'housing/mortgage-30-change', FREDDIE),
        figure('6.63%', 'housing/mortgage-30-year-ago', FREDDIE),
      ],
      [
        'A month’s payment on a home at the middle price',
        'FRED',
        `${FRED}/MSPUS`,
        figure('$2,223', 'housing/payment', `${FRED}/MSPUS`),
      ],
      [
        'Housing starts, at a yearly pace',
        'FRED',
        `${FRED}/HOUST`,
        figure('1.5 million', 'housing/starts', `${FRED}/HOUST`),
        figure('15.8%', 'housing/starts-change', `${FRED}/HOUST`),
      ],
    ]),
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
  coverage: [[{ text: 'All series were read; none is overdue.' }]],
  notices: ['Source: Freddie Mac, Primary Mortgage Market Survey®. Source: U.S. Census Bureau.'],
}

export const ECONOMY: SectionContent = {
  name: 'economy',
  title: 'The economy',
  state: 'ready',
  tables: [
    allFigures([
      [
        'Hourly pay after prices, over the year',
        'FRED',
        `${FRED}/CES0500000008`,
        figure('1.0%', 'economy/real-wage', `${FRED}/CES0500000008`),
      ],
      [
        'Unemployment rate',
        'FRED',
        `${FRED}/UNRATE`,
        figure('4.1%', 'economy/unemployment', `${FRED}/UNRATE`),
        figure('0.1 percentage points', 'economy/unemployment-change', `${FRED}/UNRATE`),
      ],
      [
        'New jobless claims a week',
        'FRED',
        `${FRED}/ICSA`,
        figure('212,500', 'economy/claims-mean', `${FRED}/ICSA`),
      ],
    ]),
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
  tables: [
    allFigures(
      [
        ['sp500', 'S&P 500', '1.0%', '6,040.53'] as const,
        ['bitcoin', 'Bitcoin', '2.3%', '$102,405'] as const,
        ['ether', 'Ether', '0.6%', '$3,300'] as const,
      ].map(([id, name, change, close]) => {
        const href = `${FRED}/${id.toUpperCase()}`
        return [
          name,
          'FRED',
          href,
          figure(close, `markets/${id}`, href),
          figure(change, `markets/${id}-week`, href),
        ]
      }),
    ),
  ],
  chart: {
    title: 'S&P 500, daily closes',
    alt: say`Line: the S&P 500, to ${figure('6,040.53', 'markets/sp500', `${FRED}/SP500`)} on Jan 31, 2025.`,
    unit: 'index',
    points: everyDays(1, '2025-01-27', [6012.28, 6067.7, 6039.31, 6071.17, 6040.53]),
    credit: 'S&P Dow Jones Indices, through FRED®',
  },
  coverage: [[{ text: 'All closes of the week were read.' }]],
  notices: ['Closes come from public market data and may be delayed.'],
}
