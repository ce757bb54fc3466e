import { formatDay, formatMonth } from '../../../shared/format-date.ts'
import type { Fact } from '../facts/fact.ts'
import { formatFact, figure, plain, type Sentence, type Span } from '../facts/format-fact.ts'
import type { SeriesSection } from './series-section.ts'

/** Words for one finding, before it is known whether it is told at length or in the table. */
export interface FindingWords {
  readonly title: string
  /** The one that is set large. */
  readonly main: Fact
  /** The day or month that it is of. */
  readonly when: string
  /** The first says something by itself beside title and figure. */
  readonly sentences: readonly Sentence[]
  /** A few words for the table, beside title and figure. */
  readonly inShort: Sentence
}

/** The facts of one section by their ids without the section's name. */
export interface FactBook {
  find(id: string): Fact | undefined
  /** @throws TypeError for a fact that the finding must have */
  get(id: string): Fact
}

/** By the finding's id without the section's name. */
export type WordBook = Readonly<Record<string, (facts: FactBook) => FindingWords>>

export function openFacts({ section, facts }: SeriesSection): FactBook {
  const byId = new Map(facts.map((fact) => [fact.id, fact]))
  const find = (id: string) => byId.get(`${section}/${id}`)
  return {
    find,
    get(id) {
      const fact = find(id)
      if (!fact) throw new TypeError(`the section has no fact ${section}/${id}`)
      return fact
    },
  }
}

/** Numbers in the fixed sentences that are no figures of the week: rules and names. The check of a finished edition must
 *  know them (known-words.ts). */
export const seriesFixedPhrases = {
  fourWeeks: 'four weeks',
  fourWeekAverage: 'four-week average',
  hundredThousandLoan: 'A $100,000 mortgage',
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
  twelveWeeks: 'twelve weeks',
  loanOfThreeHundredThousand: '$300,000 loan',
  onThreeHundredThousand: 'on $300,000',
  overThirtyYears: 'over 30 years',
  payOfAThousand: '$1,000 a week',
  billOfAThousand: '$1,000 in 3-month Treasury bills',
  noteOfAThousand: '$1,000 in 10-year Treasury notes',
  onAThousand: 'On $1,000',
  onAThousandOf: 'on $1,000',
  week40: '40-hour week',
  weekOf40: '40 hours',
  tank: '15-gallon tank',
  groceries: '$100 of groceries',
  goodWeek: 'One good week',
  badWeek: 'One bad week',
} as const

/** 'rose by 0.05 percentage points', 'was unchanged', each figure bound. */
export function moved(facts: FactBook, group: string): Span[] {
  const change = facts.get(`${group}change`)
  const direction = String(facts.get(`${group}direction`).value)
  return change.value === 0 ? [plain(direction)] : [plain(`${direction} by `), amountOf(change)]
}

/** Its sign is said by a word beside it. */
export function amountOf(fact: Fact): Span {
  return figure(fact, amountText(fact))
}

/** The same for a line without links. */
export function amountText(fact: Fact): string {
  return formatFact(fact, { sign: 'left out' }) ?? ''
}

/** The word for which way a change went. */
export function byDirection<Words>(direction: Fact, words: { rose: Words; fell: Words; same: Words }): Words {
  if (direction.value === 'rose') return words.rose
  return direction.value === 'fell' ? words.fell : words.same
}

/** The main figure of a finding; a change that rose says so. */
export function mainFigure(fact: Fact): Span {
  const isRise = /(^|-)change$/.test(fact.kind) && Number(fact.value) > 0
  return isRise ? figure(fact, `+${amountText(fact)}`) : figure(fact)
}

export function say(...parts: readonly (string | Span | readonly Span[])[]): Sentence {
  const spans = parts.flatMap((part) => (typeof part === 'string' ? [plain(part)] : part))
  return spans.filter(({ text }) => text !== '')
}

export function capital(text: string): string {
  return text.slice(0, 1).toUpperCase() + text.slice(1)
}

export const dayOf = ({ period }: Fact): string => formatDay(period.to)
export const monthOf = ({ period }: Fact): string => formatMonth(period.to)
