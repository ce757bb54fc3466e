import { describe, expect, it } from 'vitest'

import { aFact, aStatement } from '../../testing/statements.ts'
import { createToldWeek } from '../../testing/told-week.ts'
import { judgeTelling as judge } from '../testing/judges.ts'
import { checkTelling } from './check-telling.ts'

describe('a clause by a model must keep its time, its record, its verb and its number', () => {
  it.each([
    [
      'a rate from a year before without its time',
      'housing/mortgage',
      'The 30-year mortgage rate was {rate} on {day}, after {lastWeek} a week before. It was {lastYear}.',
      'left-out',
    ],
    [
      'a loan compared with another time',
      'housing/mortgage + housing/payment-week',
      'The 30-year mortgage rate was {rate} on {day}, after {lastWeek} a week before. A year before it was {lastYear}, and a new $300,000 loan costs about {2.difference} a month more than it did.',
      'left-out',
    ],
    [
      'weeks for a week',
      'economy/claims',
      'First filings for jobless benefits rose, by their four-week average. It was {mean} a week, after {before} four weeks earlier.',
      'swapped',
    ],
    [
      'a weekly mean without its week',
      'economy/claims',
      'New jobless claims averaged {mean} over four weeks, up from {before} a week earlier.',
      'left-out',
    ],
    [
      'a sale that only its label calls one',
      'gift/house-20000001-4',
      'On {from}, {who} sold {amount} of {short}. The report’s own note says it was a gift of {shares} to a university.',
      'left-out',
    ],
    [
      'a gift that is not attributed to its record',
      'gift/house-20000001-4',
      '{who} reported a “sale” of {short} on {from}, {amount}. But it was a gift of {shares} to a university.',
      'left-out',
    ],
    [
      'the day of a purchase told as that of its report',
      'house-20000001-1',
      'On {from}, {who} reported a purchase of {short}: {amount}.',
      'step',
    ],
    [
      'the day of a purchase told as the day it was made public',
      'house-20000001-1',
      '{who} bought {amount} of {short}, made public on {from}.',
      'step',
    ],
    [
      'a level told as a change',
      'economy/claims',
      'First filings for jobless benefits rose, by their four-week average, {mean} a week, after {before} a week earlier.',
      'left-out',
    ],
    [
      'a month away from its figure',
      'economy/unemployment',
      'In {before}, unemployment rose from {lastMonth} to {rate} in {month}.',
      'step',
    ],
    [
      'one month for two figures',
      'economy/unemployment',
      'Unemployment was {rate} in {month}, up from {lastMonth} in {month}.',
      'slot-twice',
    ],
    [
      '“offerings” for “an offering”',
      '45/84/offering',
      'On {from}, {who} bought {value} of {company} stock in stock offerings.',
      'step',
    ],
    [
      '“the director” for “a director”',
      'buy/42/81',
      '{who}, the director of {company}, bought {value} of the company’s stock on {from}.',
      'step',
    ],
    [
      'a job for none',
      'economy/unemployment + economy/unemployment-extreme',
      'In {month}, {rate} of those who work or look for work had a job, up from {lastMonth} in {before}. The unemployment rate has not been this high before in our figures, back to {2.since}.',
      'step',
    ],
    [
      'what follows told as what is caused',
      'economy/payrolls + economy/unemployment',
      '{month} had {change} fewer jobs than {before}, farms not counted. So unemployment was {2.rate} in {2.month}, up from {2.lastMonth} in {2.before}.',
      'step',
    ],
  ])('so checkTelling refuses %s', (_what, ids, say, code) => {
    expect(judge(ids, say)).toBe(code)
  })

  it.each(['line', 'headline', 'story', 'big', 'smaller', 'connects'] as const)(
    'so a year’s change is not told as a month’s (%s)',
    (place) => {
      const told = (say: string) => judge('economy/prices', place === 'headline' ? say : `${say}.`, place)
      expect([
        told('Prices rose {change} in {month}'),
        told('Consumer prices in {month} were up {change}'),
        told('What people buy cost {change} more in {month}'),
        told('In {month}, the prices that people pay rose {change}'),
      ]).not.toContain('accepted')
      expect(told('Prices rose {change} in the year to {month}')).toBe('accepted')
    },
  )

  it.each([
    ['economy/prices', 'Over the month to {month}, the prices that people pay rose {change}.'],
    ['economy/prices', 'Consumer prices in {month} were up {change} from a month before.'],
    ['economy/groceries', 'Food to eat at home: prices rose {change} over the month to {month}.'],
    ['economy/groceries', 'Groceries cost {change} more in {month}.'],
    ['housing/prices', 'House prices rose {change} in {month}.'],
    [
      'housing/rent',
      'The typical rent asked in {month} was {rent} a month (Zillow). That is up {difference}.',
    ],
    ['economy/real-pay', 'An hour’s pay bought {real} more in {month}.'],
    ['housing/payment-year', 'A new $300,000 loan costs {difference} a month more than a week ago.'],
    ['markets/sp500', 'The S&P 500 was up {year} for the week.'],
    ['markets/bitcoin', 'Bitcoin fell {change} for the year.'],
    [
      'economy/household',
      'A new $300,000 loan costs {loan} a week more and the typical rent asked in {rentMonth} was {rent} more. A 15-gallon tank of gas costs {tank} less.',
    ],
    [
      'economy/interest',
      'On $1,000, the government pays {paid} (10-year notes), and a new mortgage charges {charged}.',
    ],
  ])('so a change keeps its time in a line and elsewhere (%s): %s', (id, say) => {
    expect([judge(id, say, 'line'), judge(id, say)]).not.toContain('accepted')
  })

  it('so an older figure keeps its time in a line, whose own wordings leave it out', () => {
    const supply = aStatement('housing/supply', {
      kind: 'level',
      slots: {
        month: { name: 'October' },
        supply: { figure: aFact('housing/supply/months') },
        before: { figure: aFact('housing/supply/months-last-year') },
      },
      tellings: ['New homes for sale in {month} came to {supply} of sales.\nA year before it was {before}.'],
      heads: [],
      lines: ['New homes for sale would last {supply}.'],
    })
    const told = (say: string) => judge('supply', say, 'line', [supply])
    expect(
      told('New homes for sale in {month} came to {supply} of sales. A year before it was {before}.'),
    ).toBe('accepted')
    expect(told('New homes for sale in {month} came to {supply} of sales. It was {before}.')).toBe('left-out')
  })

  it('so checkTelling refuses a rise from an older figure that was higher, even next to one that was lower', () => {
    const statement = createToldWeek().find(({ id }) => id.endsWith('housing/mortgage'))
    const before = statement?.slots['lastYear']
    if (!statement || !before || !('figure' in before)) throw new Error('the week has no mortgage rate')
    const higher = { ...before, figure: { ...before.figure, value: 9 } }
    const statements = new Map([
      [1, { ...statement, slots: { ...statement.slots, lastYear: higher } } as typeof statement],
    ])
    const judgeOf = (before: string) =>
      checkTelling({
        statements,
        of: [1],
        place: 'big',
        say: `The 30-year mortgage rate was {1.rate} on {1.day}, ${before}.`,
      })
    expect(judgeOf('up from {1.lastWeek} a week before and from {1.lastYear} a year before')).toMatchObject({
      accepted: false,
      code: 'dir',
    })
    expect(
      judgeOf('up from {1.lastWeek} a week before and down from {1.lastYear} a year before'),
    ).toMatchObject({ accepted: true })
  })

  it('so what is said about one noun is not said about another, even with a month in between', () => {
    const slots = { month: { name: 'October' }, change: { name: '2.0%' } }
    const starts = aStatement('housing/starts', {
      kind: 'change',
      slots,
      tellings: [
        'In {month}, builders started homes. They were down {change}.',
        'Housing starts in {month} were down {change}.',
      ],
      heads: [],
      lines: [],
    })
    const judgeOf = (say: string) =>
      checkTelling({ statements: new Map([[1, starts]]), of: [1], place: 'big', say })
    expect(judgeOf('Housing starts in {1.month} were down {1.change}.')).toMatchObject({ accepted: true })
    expect(judgeOf('Builders in {1.month} were down {1.change}.')).toMatchObject({
      accepted: false,
      code: 'step',
    })
  })
})
