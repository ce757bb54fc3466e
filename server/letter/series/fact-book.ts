import { formatDay, formatMonth } from '../../../shared/format-date.ts'
import type { Fact } from '../facts/fact.ts'
import { formatFact, plain, type Sentence, type Span } from '../facts/format-fact.ts'
import type { SeriesSection } from './series-section.ts'

/** The facts of one section by their ids without the section's name. */
export interface FactBook {
  find(id: string): Fact | undefined
}

export function openFacts({ section, facts }: Pick<SeriesSection, 'section' | 'facts'>): FactBook {
  const byId = new Map(facts.map((fact) => [fact.id, fact]))
  return { find: (id) => byId.get(`${section}/${id}`) }
}

/** Numbers in the fixed sentences that are not figures of the week, such as rules and names. The check of a finished
 *  edition must know them (fact-formats.ts). */
export const seriesFixedPhrases = {
  fourWeeks: 'four weeks',
  fourWeekAverage: 'four-week average',
  fifthPaidDown: 'a fifth of the price paid down',
  threeTenths: 'three tenths',
  mortgageRate: '30-year mortgage rate',
  twoYearYield: '2-year Treasury yield',
  tenYearYield: '10-year Treasury yield',
  threeMonthYield: '3-month Treasury yield',
  gapOfTwoYears: 'gap between 10-year and 2-year Treasury yields',
  sp500: 'S&P 500',
  twelveMonths: 'twelve months',
  twelveMonthsBefore: '12 months before',
  loanOfThreeHundredThousand: '$300,000 loan',
  overThirtyYears: 'over 30 years',
  thirtyOfPay: '30% of pay',
  payOfAThousand: '$1,000 a week',
  billOfAThousand: '$1,000 in 3-month Treasury bills',
  noteOfAThousand: '$1,000 in 10-year Treasury notes',
  onAThousand: 'On $1,000',
  onAThousandOf: 'on $1,000',
  week40: '40-hour week',
  weekOf40: '40 hours',
  tank: '15-gallon tank',
  groceries: '$100 of groceries',
  yourThousand: 'your own $1,000',
  thousandOfPay: '$1,000 of pay',
  thousandPutIn: '$1,000 put in on',
  savings: '$10,000 in the S&P 500',
  goodWeek: 'One good week',
  badWeek: 'One bad week',
} as const

/** Formats the figure without its sign, which the words around it express. */
export function amountText(fact: Fact): string {
  return formatFact(fact, { sign: 'left out' }) ?? ''
}

export function say(...parts: readonly (string | Span | readonly Span[])[]): Sentence {
  const spans = parts.flatMap((part) => (typeof part === 'string' ? [plain(part)] : part))
  return spans.filter(({ text }) => text !== '')
}

export const dayOf = ({ period }: Fact): string => formatDay(period.to)
export const monthOf = ({ period }: Fact): string => formatMonth(period.to)
