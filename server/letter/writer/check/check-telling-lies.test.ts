import { describe, expect, it } from 'vitest'

import { judgeTelling as judge } from '../testing/judges.ts'

const TRADE = 'buy/42/81'
const PLANNED = 'sale/43/82'
const TRUST = 'sale/44/83'

describe('checkTelling', () => {
  it.each([
    ['a swapped subject', TRADE, '{company} bought {value} of {who} stock on {from}.'],
    ['another side', TRADE, '{who} sold {value} of {company} stock on {from}.'],
    ['a missing slot', TRADE, '{who} bought {company} stock on {from}.'],
    ['a missing plan', PLANNED, '{who} sold {value} of {company} stock from {from} to {to}.'],
    ['an invented plan', TRADE, '{who} bought {value} of {company} stock on {from} on a plan set up ahead.'],
    ['a missing trust', TRUST, '{who} sold {value} of {company} stock on {from}.'],
    [
      'swapped days',
      PLANNED,
      '{who} sold {value} of {company} stock from {to} to {from} on a plan set up ahead.',
    ],
    ['a motive', TRADE, '{who} bet {value} on {company} stock on {from}.'],
    [
      'only a part of the figure',
      PLANNED,
      '{who} sold nearly all of the {value} of {company} stock from {from} to {to} on a plan set up ahead.',
    ],
    ['advice', TRADE, 'You should know that {who} bought {value} of {company} stock on {from}.'],
    [
      'an invented figure',
      TRADE,
      '{who} bought {value} of {company} stock on {from}, 3 times as much as before.',
    ],
    ['a number word', TRADE, '{who} bought {value} of {company} stock on {from}, double the usual.'],
    ['an invented month', TRADE, '{who} bought {value} of {company} stock on {from} after a slow December.'],
    [
      'a streak of other periods',
      'housing/mortgage-streak',
      'The 30-year mortgage rate rose for the {nth} month in a row.',
    ],
    [
      'a plan attributed to the sale told last',
      `${PLANNED} + ${TRUST}`,
      '{who} sold {value} of {company} from {from} to {to}. {2.who}’s trust sold {2.value} of {2.company} on {2.from}. It ran on a plan set up ahead.',
    ],
    ['a figure that has a trust', TRUST, '{value} and a trust sold {company} stock of {who} on {from}.'],
    [
      'the rate swapped with last week’s',
      'housing/mortgage',
      'The 30-year mortgage rate rose to {lastWeek} on {day} from {rate} a week before. A year before it was {lastYear}.',
    ],
    [
      'last week’s rate for last year’s',
      'housing/mortgage',
      'The 30-year mortgage rate was {rate} on {day}. It was {lastYear} a week before and {lastWeek} a year before.',
    ],
    [
      'a fall for a rise',
      'housing/mortgage',
      'The 30-year mortgage rate fell to {rate} on {day} from {lastWeek} a week before and {lastYear} a year before.',
    ],
    [
      'a change without its period',
      'markets/bitcoin',
      'Bitcoin fell {change}. Since the year began it is up {year}.',
    ],
    [
      'the year’s change told as the week’s',
      'markets/bitcoin',
      'Bitcoin fell {year} in the week to {end}. Since the year began it is up {change}.',
    ],
    [
      'a cause',
      'markets/bitcoin',
      'Bitcoin fell {change} in the week to {end} because the year began up {year}.',
    ],
    [
      'a forecast',
      'housing/mortgage-streak',
      'The 30-year mortgage rate rose for the {nth} week in a row, and will rise again.',
    ],
    ['a low for a high', 'housing/mortgage-extreme', 'The mortgage rate is at its lowest since {since}.'],
    [
      'a gift told as a sale',
      'gift/house-20000001-4',
      '{who} sold {amount} of {short} on {from}, {shares} of it to a university.',
    ],
    [
      'a spouse’s trade told as a member’s own',
      'house-20000001-2',
      '{who} sold {amount} of {short} on {from}.',
    ],
    ['an invented name', TRADE, '{who}, like Warren Buffett, bought {value} of {company} on {from}.'],
    ['another post', TRADE, '{company} CEO {who} bought {value} of its stock on {from}.'],
    ['a judgement', TRADE, 'In a shrewd move, {who} bought {value} of {company} on {from}.'],
    ['blame', TRADE, '{who} quietly bought {value} of {company} on {from}.'],
    ['a guarantee', TRADE, '{who} bought {value} of {company} on {from}, which is certain to pay off.'],
    ['a denial', TRADE, '{who} did not buy {value} of {company} on {from}.'],
    ['an instruction to readers', TRADE, 'Buy {company} as {who} bought {value} of it on {from}.'],
    ['a day in place of a sum', TRADE, '{who} bought {from} of {company} stock on {value}.'],
    ['a sum in place of a name', TRADE, '{who} bought {company} of {value} stock on {from}.'],
    [
      'an older figure told as the one that it is compared with',
      'housing/mortgage',
      'The 30-year mortgage rate is {lastWeek}, up from {rate} on {day} and {lastYear} a year before.',
    ],
    ['markup', TRADE, '{who} bought <b>{value}</b> of {company} stock on {from}.'],
    ['look-alike letters', TRADE, '{who} bоught {value} of {company} stock on {from}.'],
    ['a hidden character', TRADE, '{who} bought {value} of {company}\u200B stock on {from}.'],
    [
      'slots of two statements in one clause',
      `${TRADE} + ${TRUST}`,
      '{who} bought {2.value} of {company} on {from}, while {2.who}’s trust sold {value} of {2.company} on {2.from}.',
    ],
    [
      '“while” between figures that moved the same way',
      `${PLANNED} + ${TRUST}`,
      '{who} sold {value} of {company} from {from} to {to} on a plan set up ahead, while {2.who}’s trust sold {2.value} of {2.company} on {2.from}.',
    ],
    [
      'one plan attributed to the other sale',
      `${PLANNED} + ${TRUST}`,
      '{who} sold {value} of {company} from {from} to {to}, and {2.who}’s trust sold {2.value} of {2.company} on {2.from} on a plan set up ahead.',
    ],
    [
      'an extreme of another series',
      'housing/payment-year + housing/mortgage-extreme',
      'A new $300,000 loan costs {difference} a month more than a year ago, the highest since {2.since}.',
    ],
    [
      'swapped sums of both sides',
      'insiders/total',
      'Sales by insiders on the open market came to {buy}, and purchases to {sale}. Counting offerings, private deals and days of conversions, they bought {all}.',
    ],
    [
      'swapped months',
      'economy/payrolls',
      'There were {change} fewer jobs in {before} than in {month}, not counting farms.',
    ],
    [
      'months in the wrong order',
      'economy/payrolls',
      'The number of jobs, leaving out farms, shrank by {change} from {month} to {before}.',
    ],
    [
      'an invented name at the beginning of a sentence',
      TRADE,
      'Amazon saw how {who} bought {value} of {company} on {from}.',
    ],
    [
      'an invented name at the beginning of the second sentence',
      TRADE,
      '{who} bought {value} of {company} on {from}. Buffett did too.',
    ],
    ['a contraction that denies', TRADE, '{who} didn’t buy {value} of {company} on {from}.'],
    ['another contraction that denies', TRADE, "{who} hasn't bought {value} of {company} on {from}."],
    ['a contraction that forecasts', TRADE, '{who} bought {value} of {company} on {from}. It’ll go up.'],
    ['a number word above twelve', TRADE, '{who} bought {value} of {company} on {from}, in fifteen trades.'],
    ['a dozen', TRADE, '{who} bought a dozen times {value} of {company} on {from}.'],
    ['a half', TRADE, '{who} bought half of {value} of {company} on {from}.'],
    ['a fraction', TRADE, '{who} bought two-thirds of {value} of {company} on {from}.'],
    [
      'a minus',
      'markets/bitcoin',
      'Bitcoin lost minus {change} in the week to {end}. Since the year began it is up {year}.',
    ],
    ['a day after that of the trade', TRADE, '{who} bought {value} of {company} after {from}.'],
    [
      'a week after that of the figure',
      'housing/mortgage',
      'A 30-year mortgage averaged {rate} in the week after {day}, up from {lastWeek} a week earlier and {lastYear} a year ago.',
    ],
    [
      'an extreme before its day',
      'housing/mortgage-extreme',
      'The mortgage rate is at its highest before {since}.',
    ],
    [
      'a period that the statement does not have',
      'markets/bitcoin',
      'Bitcoin fell {change} in the month to {end}. Since the year began it is up {year}.',
    ],
    [
      'another number of periods',
      'housing/payment-year',
      'Over a loan of 30 months, a new $300,000 loan costs {difference} more a month than a year ago.',
    ],
    [
      'a sale outside a plan',
      PLANNED,
      '{who} sold {value} of {company} stock from {from} to {to} outside a plan set up ahead.',
    ],
    [
      'a sale contrary to a plan',
      PLANNED,
      '{who} sold {value} of {company} stock from {from} to {to}, counter to a plan set up ahead.',
    ],
    [
      'a past time that the statement does not have',
      'markets/bitcoin',
      'Bitcoin fell {change} in the week to {end}, after the past month. Since the year began it is up {year}.',
    ],
    [
      'farms said to be counted',
      'economy/payrolls',
      'There were {change} fewer jobs in {month} than in {before}, counting farms.',
    ],
    [
      'a rise that did not happen',
      'housing/mortgage-streak',
      'The 30-year mortgage rate did not rise for the {nth} week in a row.',
    ],
    ['a second company', TRADE, '{who} bought {value} of a rival of {company} on {from}.'],
    ['a second person', TRADE, 'The lawyer of {who} bought {value} of {company} on {from}.'],
    [
      'something else that belongs to a company',
      TRADE,
      '{who} bought {value} of {company}’s customers on {from}.',
    ],
    [
      'another asset',
      'markets/bitcoin',
      'Ether fell {change} in the week to {end}. Since the year began it is up {year}.',
    ],
  ])('refuses %s', (_what, ids, say) => {
    expect(judge(ids, say)).not.toBe('accepted')
  })
})
