import { describe, expect, it } from 'vitest'

import { judgeTelling as judge } from '../testing/judges.ts'

const TRADE = 'buy/42/81'
const PLANNED = 'sale/43/82'
const TRUST = 'sale/44/83'
const GIFT = 'gift/house-20000001-4'
const IN_TRUST = 'house-20000001-3'

describe('checkSteps', () => {
  it.each([
    [
      'a word that the statement does not have',
      TRADE,
      '{who}, a director of {company}, bought {value} of the company’s stock on {from} for the price.',
    ],
    [
      'a missing word',
      GIFT,
      'The report of {who} lists {amount} of {short}, as sold on {from}. Its note says it was {shares} to a university. We do not count it.',
    ],
    [
      'two words in reverse order',
      PLANNED,
      '{who} sold {value} of {company} stock from {from} to {to}. The plan ran on a sale set up ahead.',
    ],
    ['a changed preposition', IN_TRUST, '{who} bought {amount} of {short} on {from} for a trust account.'],
    [
      'a missing preposition',
      '45/84/offering',
      '{who} bought {value} of {company} stock offerings on {from}.',
    ],
    [
      'a person told as their own relative',
      'house-20000001-2',
      '{who}, a spouse, sold {amount} of {short} on {from}.',
    ],
    [
      'a relative who is only mentioned at the end',
      'house-20000001-2',
      '{who} sold {amount} of {short} on {from}, the spouse.',
    ],
    [
      'a person told as what was sold',
      'house-20000001-2',
      'The spouse of {who} was sold {amount} of {short} on {from}.',
    ],
    [
      'a plan told as a fact',
      PLANNED,
      '{who} planned to sell {value} of {company} stock from {from} to {to}, on a plan set up ahead.',
    ],
    [
      'something past told in the present',
      TRADE,
      '{who}, now buying {value} of {company} stock on {from}, is a director of {company}.',
    ],
    [
      'a former title',
      TRADE,
      '{who}, who was a director of {company}, bought {value} of the company’s stock on {from}.',
    ],
    [
      'a trust account told as the filer’s own',
      IN_TRUST,
      '{who} bought {amount} of {short} on {from}, in their trust account.',
    ],
    [
      'an attribution to somebody else',
      'sale/44/83/size',
      'By the market, that was {size} of the {company} shares of {who}’s trust.',
    ],
    [
      'a day from another sentence',
      PLANNED,
      '{who} sold {value} of {company} stock. The sale ran on a plan set up ahead from {from} to {to}.',
    ],
    [
      'a cause between two statements',
      'economy/unemployment + economy/payrolls',
      'Unemployment was {rate} in {month}, up from {lastMonth} in {before}, for there were {2.change} fewer jobs in {2.month} than in {2.before}, farms not counted.',
    ],
    [
      'a cause within one statement',
      'markets/sp500-turn',
      'The S&P 500 (big US companies’ stocks) was down {before} for the year a week earlier, so it rose {change} by {end}. For the year it is now up {year}.',
    ],
    [
      'a figure without its time',
      'economy/claims',
      'Over four weeks, {mean} people filed a first claim for jobless benefits, on average. That is up from {before} a week earlier.',
    ],
    [
      'a part of those counted',
      'economy/unemployment',
      'In {month}, {rate} of those who work had no job, up from {lastMonth} in {before}.',
    ],
    ['a label told as what it was', GIFT, 'A gift of {shares} of {short} by {last} was a “sale”.', 'line'],
    [
      'somebody else doing what we do',
      GIFT,
      '{who} reported a “sale” of {short} on {from}, {amount}. By the report’s own note, it was a gift of {shares} to a university. It does not count it.',
    ],
    [
      'a figure told as the reader’s own',
      'housing/payment-week',
      'Your $300,000 loan costs about {difference} a month more than it did last week.',
    ],
    [
      'a cost attributed to the lenders',
      'housing/payment-week',
      'A new $300,000 loan costs about {difference} a month more than it did last week, by the lenders.',
    ],
    [
      'a figure below one that it is above',
      'housing/mortgage',
      'The 30-year mortgage rate was {rate} on {day}, below the {lastWeek} of a week before. A year before, it was {lastYear}.',
    ],
    [
      '“then” in place of “now”',
      'housing/mortgage',
      'A year ago the mortgage rate was {rate}, and now it is {lastYear}.',
      'line',
    ],
    [
      'a path in reverse',
      'housing/mortgage',
      'The 30-year mortgage rate rose from {rate} on {day} to {lastWeek} a week before. A year before, it was {lastYear}.',
    ],
    [
      '“that day” for another day',
      `${TRADE} + ${PLANNED}`,
      '{who} bought {value} of {company} stock on {from}, and {2.who} sold {2.value} of {2.company} stock that day, on a plan set up ahead.',
    ],
    [
      'a person for the trust told before',
      `${TRUST} + ${TRADE}`,
      '{who}’s trust sold {value} of {company} stock on {from}. It bought {2.value} of {2.company} stock on {2.from}.',
    ],
    [
      'a record attributed to the reporter',
      GIFT,
      'By the report’s own note, {who} reported a “sale” of {short} on {from}, {amount}. It was a gift of {shares} to a university.',
    ],
  ] as const)('refuses %s', (_what, ids, say, place?: 'line') => {
    expect(judge(ids, say, place)).not.toBe('accepted')
  })

  it.each([
    ['a title before the name', TRADE, 'On {from}, {company} director {who} bought {value} of its stock.'],
    [
      'a phrase in another position',
      IN_TRUST,
      'In a trust account, {who} bought {amount} of {short} on {from}.',
    ],
    [
      'a phrase from its line',
      PLANNED,
      '{who} sold {value} of {company} stock from {from} to {to}, on a plan set up ahead.',
    ],
    [
      'a possessive in place of “of”',
      TRUST,
      'A trust of {who} sold {shares} of {company} for {value} on {from}.',
    ],
    [
      'one phrase about two things',
      'housing/mortgage-streak + housing/mortgage-extreme',
      'The 30-year mortgage rate rose for the {nth} week in a row and is now the highest since {2.since}.',
    ],
    [
      'a comparison after a figure',
      'housing/mortgage',
      'The 30-year mortgage rate was {rate} on {day}, up from {lastWeek} a week before. A year before it was {lastYear}.',
    ],
    [
      'another construction',
      'housing/mortgage-streak',
      'It was the {nth} week in a row that the 30-year mortgage rate rose.',
    ],
    [
      'a figure compared with two others',
      'housing/mortgage',
      'On {day} the 30-year mortgage rate rose to {rate}, up from {lastWeek} a week before and above the {lastYear} of a year before.',
    ],
    [
      'the day mentioned last',
      'house-20000001-1 + house-20000001-3',
      '{who} bought {amount} of {short} on {from}, and {2.who} bought {2.amount} of {2.short} that day, in a trust account.',
    ],
    [
      'a change from the old figure to the new',
      'housing/mortgage',
      'The 30-year mortgage rate rose from {lastWeek} a week before to {rate} on {day}. A year before, the mortgage rate was {lastYear}.',
    ],
    [
      'the rate mentioned before',
      'economy/unemployment + economy/unemployment-extreme',
      'In {month}, {rate} of those who work or look for work had no job, up from {lastMonth} in {before}. The rate has not been this high before in our figures, back to {2.since}.',
    ],
    [
      'what a record says, attributed to that record',
      GIFT,
      '{who} reported a “sale” of {short} on {from}, {amount}. By the report’s own note, it was a gift of {shares} to a university.',
    ],
    [
      'now and then',
      'housing/mortgage',
      'A year ago the mortgage rate was {lastYear}, and now it is {rate}.',
      'line',
    ],
  ] as const)('accepts %s', (_what, ids, say, place?: 'line') => {
    expect(judge(ids, say, place)).toBe('accepted')
  })
})
