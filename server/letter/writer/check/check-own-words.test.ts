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
      'someone beside the person',
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
      'a rise that goes on',
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
    ['a change as a level', 'housing/prices', 'House prices rose to {change} in the year to {month}.'],
    [
      'a level as a change',
      'economy/claims',
      'New jobless claims (first filings for benefits) averaged {mean} a week over four weeks, up by {before}.',
    ],
    [
      'a level that is up',
      'economy/unemployment',
      'Unemployment was up {rate} in {month}, from {lastMonth} in {before}.',
    ],
    [
      'a change as a number of jobs',
      'economy/payrolls',
      'In {month} there were {change} jobs, fewer than in {before} (farms not counted).',
    ],
    [
      'a difference as a cost',
      'housing/payment-week',
      'This week’s rise of the rate means a new $300,000 loan costs about {difference} a month.',
    ],
    [
      'a difference as a rent',
      'housing/rent',
      'The typical rent of a new lease: {rent} a month in {month}, up to {difference} in a year (Zillow).',
    ],
    ['a sum as a price', TRADE, '{who} bought {shares} of {company} at {value} on {from}.'],
    [
      'a sum for each day',
      PLANNED,
      '{who} sold {value} of {company} stock a day from {from} to {to}. The sale ran on a plan set up ahead.',
    ],
    ['a company that is bought', TRADE, '{who} bought {company} for {value} on {from}.'],
    [
      'a size that is left',
      'sale/44/83/size',
      '{who}’s trust sold {company} shares to {size} of those that the form lists.',
    ],
    [
      'a week that is left out',
      'economy/claims',
      'Over four weeks, {mean} people filed a first claim for jobless benefits, on average. That is up from {before} a week earlier.',
    ],
    // Dates and times.
    ['a change without its year', 'housing/prices', 'House prices rose {change} in {month}.'],
    [
      'a change in one day',
      'markets/bitcoin',
      'Bitcoin fell {change} on {end}. Since the year began it is up {year}.',
    ],
    [
      'two days for a span',
      PLANNED,
      '{who} sold {value} of {company} stock on {from} and {to}. The sale ran on a plan set up ahead.',
    ],
    ['all days up to one', TRADE, '{who} bought {value} of {company} stock through {from}.'],
    // Who did it together with whom.
    ['a person beside a trust', TRUST, '{who} and a trust sold {value} of {company} stock on {from}.'],
    ['a company as the other side', TRADE, '{who} bought {value} of stock from {company} on {from}.'],
    [
      'a company that sets up a plan',
      PLANNED,
      '{who} sold {value} of {company} stock from {from} to {to}. The sale ran on a plan the company set up ahead.',
    ],
    [
      'a person for all insiders',
      '43/82/share',
      'Of every dollar that {who} took in, {cents} came from sales by insiders (bosses, directors, big owners), by our count.',
    ],
    [
      'a sale against a plan',
      PLANNED,
      '{who} sold {value} of {company} stock from {from} to {to}, against a plan set up ahead.',
    ],
    ['a count that the report makes', GIFT, `${GIFT_TOLD} The report does not count it.`],
    [
      'funds that count',
      'buy/42/81/only',
      'The only purchase on the open market that funds could count this week was that of {company} stock by {who}.',
    ],
    [
      'a count that is left out',
      'buy/42/81/only',
      'The only purchase on the open market this week was that of {company} stock by {who}.',
    ],
    [
      'a reported gift that was a sale',
      GIFT,
      '{who} reported a gift of {amount} of {short} on {from}. The report’s own note says it was a “sale” of {shares} to a university. We do not count it.',
    ],
    [
      'a plan of the sale told before',
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
      'an extreme that is none',
      'housing/mortgage-extreme',
      'Not since {since} has the 30-year mortgage rate been high.',
    ],
  ])('refuses %s', (_what, ids, say) => {
    expect(judge(ids, say)).not.toBe('accepted')
  })

  it.each([
    [
      'a level behind “up from”',
      'economy/unemployment',
      'Unemployment was {rate} in {month}, up from {lastMonth} in {before}.',
    ],
    [
      'a span of days',
      PLANNED,
      'Between {from} and {to}, {who} sold {value} of {company} stock, on a plan set up ahead.',
    ],
    ['a label that the report has', GIFT, `${GIFT_TOLD} We do not count it.`],
  ])('accepts %s', (_what, ids, say) => {
    expect(judge(ids, say)).toBe('accepted')
  })
})
