import { describe, expect, it } from 'vitest'

import { judgeTelling as judge } from '../testing/judges.ts'

const TRADE = 'buy/42/81'
const PLANNED = 'sale/43/82'
const TRUST = 'sale/44/83'
const OFFERING = '45/84/offering'
const GIFT = 'gift/house-20000001-4'
const GIFT_TOLD =
  '{who} reported a “sale” of {amount} of {short} on {from}. The report’s own note says it was a gift of {shares} to a university.'

// Lies made from the statements' own words and from common ones.
describe('checkTelling', () => {
  it.each([
    // Idioms of common words.
    [
      'somebody else next to the person',
      TRADE,
      '{who} and someone else bought {value} of {company} stock on {from}.',
    ],
    ['other stock', TRADE, '{who} bought {value} of {company} and other stock on {from}.'],
    [
      'the other side of a trade',
      TRADE,
      '{who} took the other side of a purchase of {value} of {company} stock on {from}.',
    ],
    ['blame', TRADE, '{who} got away with a purchase of {value} of {company} stock on {from}.'],
    ['a motive', TRADE, '{who} bought {value} of {company} stock on {from} to make a point.'],
    [
      'a forecast',
      'housing/mortgage-streak',
      'The 30-year mortgage rate rose for the {nth} week in a row, and there is some way to go.',
    ],
    [
      'a rise that is said to continue',
      'housing/mortgage-streak',
      'The 30-year mortgage rate rose for the {nth} week in a row. The rise goes on.',
    ],
    ['advice', TRADE, '{who} bought {value} of {company} stock on {from}. The stock is worth holding.'],
    [
      'an offering that is put aside',
      OFFERING,
      '{who} bought {value} of {company} stock on {from}, a stock offering aside.',
    ],
    ['a part of it', TRADE, '{who} bought little of {value} of {company} stock on {from}.'],
    ['a list', TRADE, '{who} bought {value} of {company} stock and the like on {from}.'],
    // Quotation marks that express doubt.
    ['a trade in quotation marks', TRADE, '{who} “bought” {value} of {company} stock on {from}.'],
    [
      'a plan in quotation marks',
      PLANNED,
      '{who} sold {value} of {company} stock from {from} to {to}. The sale ran on a “plan” set up ahead.',
    ],
    ['a trust in quotation marks', TRUST, 'A “trust” of {who} sold {value} of {company} stock on {from}.'],
    // Figures presented as another kind of figure.
    ['a change told as a level', 'housing/prices', 'House prices rose to {change} in the year to {month}.'],
    [
      'a level told as a change',
      'economy/claims',
      'New jobless claims (first filings for benefits) averaged {mean} a week over four weeks, up by {before}.',
    ],
    [
      'a level told as a rise',
      'economy/unemployment',
      'Unemployment was up {rate} in {month}, from {lastMonth} in {before}.',
    ],
    [
      'a change told as a number of jobs',
      'economy/payrolls',
      'In {month} there were {change} jobs, fewer than in {before} (farms not counted).',
    ],
    [
      'a difference told as a cost',
      'housing/payment-week',
      'This week’s rise of the rate means a new $300,000 loan costs about {difference} a month.',
    ],
    [
      'a difference told as a rent',
      'housing/rent',
      'The typical rent of a new lease: {rent} a month in {month}, up to {difference} in a year (Zillow).',
    ],
    ['a sum told as a price', TRADE, '{who} bought {shares} of {company} at {value} on {from}.'],
    [
      'a sum told for each day',
      PLANNED,
      '{who} sold {value} of {company} stock a day from {from} to {to}. The sale ran on a plan set up ahead.',
    ],
    ['a company told as bought', TRADE, '{who} bought {company} for {value} on {from}.'],
    [
      'a part told as the remainder',
      'sale/44/83/size',
      '{who}’s trust sold {company} shares to {size} of those that the form lists.',
    ],
    [
      'a missing week',
      'economy/claims',
      'Over four weeks, {mean} people filed a first claim for jobless benefits, on average. That is up from {before} a week earlier.',
    ],
    // Dates and times.
    ['a change without its year', 'housing/prices', 'House prices rose {change} in {month}.'],
    [
      'a change told for one day',
      'markets/bitcoin',
      'Bitcoin fell {change} on {end}. Since the year began it is up {year}.',
    ],
    [
      'a span told as two days',
      PLANNED,
      '{who} sold {value} of {company} stock on {from} and {to}. The sale ran on a plan set up ahead.',
    ],
    ['a single day told as a span', TRADE, '{who} bought {value} of {company} stock through {from}.'],
    // Who did it together with whom.
    ['a person next to a trust', TRUST, '{who} and a trust sold {value} of {company} stock on {from}.'],
    ['a company told as the other party', TRADE, '{who} bought {value} of stock from {company} on {from}.'],
    [
      'a company that sets up the plan',
      PLANNED,
      '{who} sold {value} of {company} stock from {from} to {to}. The sale ran on a plan the company set up ahead.',
    ],
    [
      'a person told as all insiders',
      '43/82/share',
      'Of every dollar that {who} took in, {cents} came from sales of {company} by insiders (bosses, directors, big owners), by our count.',
    ],
    [
      'a sale against a plan',
      PLANNED,
      '{who} sold {value} of {company} stock from {from} to {to}, against a plan set up ahead.',
    ],
    ['a count that the report makes', GIFT, `${GIFT_TOLD} The report does not count it.`],
    [
      'funds that are said to count',
      'buy/42/81/only',
      'The only purchase on the open market that funds could count this week was that of {company} stock by {who}.',
    ],
    [
      'a missing count',
      'buy/42/81/only',
      'The only purchase on the open market this week was that of {company} stock by {who}.',
    ],
    [
      'a reported gift told as a sale',
      GIFT,
      '{who} reported a gift of {amount} of {short} on {from}. The report’s own note says it was a “sale” of {shares} to a university. We do not count it.',
    ],
    [
      'a plan attributed to the sale before',
      `${PLANNED} + ${TRUST}`,
      '{who} sold {value} of {company} from {from} to {to} on a plan set up ahead. A trust of {2.who} sold {2.value} of {2.company} on {2.from}. The sale ran from {from} to {to}.',
    ],
    // Comparisons the other way round.
    [
      'an older rate that was higher',
      'housing/mortgage',
      'The 30-year mortgage rate was {rate} on {day}. A week before it was higher, at {lastWeek}; a year before, {lastYear}.',
    ],
    [
      'an extreme without its degree',
      'housing/mortgage-extreme',
      'Not since {since} has the 30-year mortgage rate been high.',
    ],
  ])('refuses %s', (_what, ids, say) => {
    expect(judge(ids, say)).not.toBe('accepted')
  })

  it.each([
    [
      'a level after “up from”',
      'economy/unemployment',
      'Unemployment was {rate} in {month}, up from {lastMonth} in {before}.',
    ],
    [
      'a span of days',
      PLANNED,
      'Between {from} and {to}, {who} sold {value} of {company} stock, on a plan set up ahead.',
    ],
    ['a label from the report', GIFT, `${GIFT_TOLD} We do not count it.`],
  ])('accepts %s', (_what, ids, say) => {
    expect(judge(ids, say)).toBe('accepted')
  })
})
