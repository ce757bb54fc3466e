import { describe, expect, it } from 'vitest'

import { aStatement } from '../../testing/statements.ts'
import { judgeTelling as judge } from '../testing/judges.ts'
import { checkTelling } from './check-telling.ts'

const TRADE = 'buy/42/81'
const PLANNED = 'sale/43/82'
const TRUST = 'sale/44/83'

describe('checkTelling', () => {
  it.each([
    // Verbs that the tables do not know, between who traded and for how much.
    [
      'a sale told by an unknown verb',
      PLANNED,
      '{who} snaffled {value} of {company} stock from {from} to {to}, on a plan set up ahead.',
      'left-out',
    ],
    [
      'a sale told by a verb that could be a purchase',
      PLANNED,
      '{who} got {value} of {company} stock from {from} to {to}, on a plan set up ahead.',
      'left-out',
    ],
    [
      'a sale that is named only afterwards',
      PLANNED,
      '{who} took {value} of {company} stock from {from} to {to}, a sale on a plan set up ahead.',
      'word|left-out',
    ],
    [
      'a rise for a fall by an unknown verb',
      'markets/bitcoin',
      'Bitcoin put on {change} in the week to {end}. Since the year began it is up {year}.',
      'hold|dir',
    ],
    // Who traded with whom.
    [
      'a person told as the one who sold to a child',
      'house-20000001-1',
      'On {from}, a child bought {amount} of {short} stock from {who}.',
      'step',
    ],
    [
      'a spouse told as what was sold',
      'house-20000001-2',
      '{who} sold a spouse {amount} of {short} on {from}.',
      'roles',
    ],
    [
      'a gift told as received',
      'gift/house-20000001-4',
      '{who} reported a “sale” of {amount} of {short} on {from}. The report’s own note says it was a gift of {shares} from a university. We do not count it.',
      'step',
    ],
    [
      'a relative whom no statement names',
      TRUST,
      'A trust of {who}’s nephew sold {value} of {company} stock on {from}.',
      'step',
    ],
    // Denials that are moved or left out.
    [
      'the opposite of an extreme',
      'housing/mortgage-extreme',
      'The mortgage rate is not the highest since {since}.',
      'negation',
    ],
    [
      'an extreme that is said to have lasted',
      'housing/mortgage-extreme',
      'The mortgage rate has been this high since {since}.',
      'negation',
    ],
    [
      'a denial in other words',
      PLANNED,
      '{who} came close to selling {value} of {company} stock from {from} to {to}, on a plan set up ahead.',
      'negation|alike',
    ],
    [
      'a denial that is left out',
      'gift/house-20000001-4',
      '{who} reported a “sale” of {amount} of {short} on {from}. The report’s own note says it was a gift of {shares} to a university. We count it.',
      'negation',
    ],
    // Who said something.
    [
      'a form’s word attributed to the company',
      'sale/44/83/size',
      'The company says {who}’s trust sold {size} of the {company} shares it lists.',
      'left-out',
    ],
    [
      'our count attributed to somebody else',
      '43/82/share',
      'By his own count, of each dollar of insiders’ sales this week, {cents} came from sales of {company} by {who}.',
      'step|left-out',
    ],
    // Which figure is meant.
    [
      'a measure of only some',
      'economy/payrolls',
      'There were {change} fewer office jobs in {month} than in {before}, not counting farms.',
      'step',
    ],
    [
      'a measure of another kind',
      'housing/mortgage-extreme',
      'The jumbo mortgage rate is at its highest since {since}.',
      'step',
    ],
    // Motives, causes and judgements.
    [
      'a motive at the end',
      TRADE,
      '{who} bought {value} of {company} stock on {from}, for a rainy day.',
      'step',
    ],
    [
      'a cause at the beginning',
      'economy/payrolls',
      'With robots at work, there were {change} fewer jobs in {month} than in {before}, not counting farms.',
      'step',
    ],
    [
      'a judgement before a figure',
      'economy/payrolls',
      'There were a miserable {change} fewer jobs in {month} than in {before}, not counting farms.',
      'step',
    ],
    ['a figure called exact', TRADE, '{who} bought precisely {value} of {company} stock on {from}.', 'step'],
    // Words next to a date.
    [
      'an extreme placed in its first month',
      'housing/mortgage-extreme',
      'The mortgage rate was the highest in {since}.',
      'step',
    ],
    [
      'a streak told as a count',
      'housing/mortgage-streak',
      'The 30-year mortgage rate rose for the {nth} week in all.',
      'step',
    ],
    // Changed times.
    [
      'a rate for another time',
      'housing/payment-year',
      'At this week’s rate, a new $300,000 loan over 30 years costs {difference} more a week than a year ago.',
      'left-out',
    ],
    [
      'the year for the week',
      'housing/payment-year',
      'At this year’s rate, a new $300,000 loan over 30 years costs {difference} more a month than a year ago.',
      'left-out',
    ],
    [
      'a month for this week',
      'housing/payment-week',
      'That month’s rise of the rate means about {difference} a month more on a new $300,000 loan.',
      'left-out',
    ],
    [
      'what came after told as what came before',
      'housing/mortgage',
      'The 30-year mortgage rate was {rate} on {day}, up from {lastWeek} a week later and {lastYear} a year before.',
      'step',
    ],
    [
      'a rent from a month ago',
      'housing/rent',
      'A typical home was offered for rent at {rent} a month in {month}, {difference} more than in a typical week (Zillow).',
      'period|left-out|average|qual',
    ],
    // How far one figure is from another.
    [
      'a large difference called small',
      'economy/gas',
      'Regular gas was {price} on {day}, slightly down from {lastWeek} a week before. A year before it was well below that, at {lastYear}.',
      'step',
    ],
    [
      'a small difference called large',
      'economy/gas',
      'Regular gas was {price} on {day}, well below the {lastWeek} of a week before. A year before it was {lastYear}.',
      'step',
    ],
    [
      'two swapped figures of one series',
      'economy/payrolls + economy/payrolls-usual',
      '{month} had {2.usual} fewer jobs than {before}, farms not counted. Over the 12 months before {2.month}, the average was a gain of {change} jobs a month.',
      'mixed',
    ],
    [
      'a company that buys what it sells',
      'insiders/offering',
      'Insiders put {apart} into deals such as new stock bought by a company. We count that apart, not as buying on the market.',
      'left-out',
    ],
    // A date from another record.
    [
      'a day next to another trade',
      `${TRADE} + ${PLANNED}`,
      '{who} bought {value} of {company} stock, on {2.to}. {2.who} sold {2.value} of {2.company} stock on {from}, on a plan set up ahead.',
      'mixed',
    ],
    // One trade told as many, and two told as one.
    [
      'one person told as many',
      TRADE,
      'Directors are buying: {who} bought {value} of {company} stock on {from}.',
      'step',
    ],
    [
      'one plan for two trades',
      `${PLANNED} + ${TRUST}`,
      '{who} sold {value} of {company} from {from} to {to}, and {2.who}’s trust sold {2.value} of {2.company} on {2.from}. Both sales ran on a plan set up ahead.',
      'left-out',
    ],
    [
      'one trade told as many',
      TRADE,
      'Day after day, {who} bought {value} of {company} stock on {from}.',
      'step',
    ],
    [
      'words that weigh one figure against the other',
      'markets/bitcoin',
      'Bitcoin fell {change} in the week to {end}. On the other hand, since the year began it is up {year}.',
      'step',
    ],
    [
      'brackets with another explanation',
      'markets/bitcoin',
      'Bitcoin (a share of a bank) fell {change} in the week to {end}. Since the year began it is up {year}.',
      'step',
    ],
  ])('refuses %s with the right reason', (_what, ids, say, codes) => {
    expect(codes.split('|')).toContain(judge(ids, say))
  })

  it('accepts a headline without slots only if it is one of the statement’s own', () => {
    const statement = aStatement('economy/pair', {
      kind: 'contrast',
      tellings: ['New jobs look safer, and jobs look scarcer: {value}.'],
      lines: [],
      heads: ['Jobs look safer. New ones look scarcer'],
    })
    const verdictOf = (say: string) =>
      checkTelling({
        statements: new Map([[1, statement]]),
        of: [1],
        say,
        place: 'headline',
      }).accepted
    expect(verdictOf('Jobs look safer. New ones look scarcer')).toBe(true)
    expect(verdictOf('New ones look safer. Jobs look scarcer')).toBe(false)
  })
})
