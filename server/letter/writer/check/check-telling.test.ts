import { describe, expect, it } from 'vitest'

import { aFact, aStatement } from '../../testing/statements.ts'
import { createToldWeek } from '../../testing/told-week.ts'
import { judgeTelling as judge } from '../testing/judges.ts'
import { checkTelling, type Told } from './check-telling.ts'

const WEEK = createToldWeek()
const statements = new Map(WEEK.map((statement, index) => [index + 1, statement]))
const TRADE = 'buy/42/81'
const PLANNED = 'sale/43/82'
const TRUST = 'sale/44/83'

describe('checkTelling', () => {
  it.each([
    [TRADE, '{who}, a director of {company}, picked up {value} of its stock on {from}.'],
    [TRADE, 'On {from}, {company} director {who} bought {shares} for {value}.'],
    [
      PLANNED,
      'Between {from} and {to}, {company} CEO {who} unloaded {value} of stock on a plan set up in advance.',
    ],
    [
      PLANNED,
      '{who} of {company} sold {value} of its shares from {from} to {to}. The sale ran on a plan set up ahead.',
    ],
    [TRUST, 'A trust of {who} sold {value} of {company} stock on {from}.'],
    [TRADE, '{who} paid {value} for {shares} of {company} on {from}, the form says.'],
    [
      TRADE,
      '{company} stock worth {value} was bought by {who}, who sits on the board of {company}, on {from}.',
    ],
    [
      PLANNED,
      'The form says {who} sold {value} of {company} stock from {from} to {to}. The sale had been planned in advance.',
    ],
    ['house-20000001-3', '{who} bought {amount} of {short} through a trust on {from}.'],
    [
      'sale/43/82/scale',
      'On $1,000 a week it would take about {years} years to earn what {who} sold of {company}.',
    ],
    ['economy/unemployment', 'The unemployment rate rose to {rate} in {month}, from {lastMonth}.'],
    [
      'economy/unemployment',
      '{rate} of those who work or look for work were without a job in {month}, up from {lastMonth}.',
    ],
    [
      'economy/gas',
      'Regular gas was {price} on {day}, slightly down from {lastWeek} a week before. A year before it was {lastYear}.',
    ],
    [
      'gift/house-20000001-4',
      '{who} reported a “sale” of {amount} of {short} on {from}. It was no sale: the report’s own note says that {shares} went to a university as a gift. We leave it out of our count.',
    ],
    [
      'housing/payment-year',
      'On a new $300,000 loan over 30 years, you’d pay {difference} a month more than a year ago.',
    ],
    ['housing/mortgage-streak', 'The weekly rise in the 30-year mortgage rate was the {nth} in a row.'],
    ['housing/mortgage-streak', 'It was the {nth} straight weekly rise in the 30-year mortgage rate.'],
    ['45/84/offering', 'In a stock offering on {from}, {who} bought {value} of {company}.'],
    ['sale/44/83/size', 'By the form, {who}’s trust sold {size} of the {company} shares it lists.'],
    [
      '43/82/share',
      'Of each dollar of insiders’ sales we counted this week, {cents} came from sales by {who}.',
    ],
    [
      'insiders/total',
      'On the open market, insiders bought {buy} of their companies’ stock and sold {sale}. With offerings, private deals and days of conversions, they bought {all}.',
    ],
    ['house-20000001-1', 'On {from}, {who} bought {amount} worth of {short} stock.'],
    ['house-20000001-2', '{who}’s spouse sold {amount} of {short} on {from}.'],
    ['house-20000001-3', 'A trust account of {who} bought {amount} of {short} on {from}.'],
    [
      'gift/house-20000001-4',
      '{who} reported a “sale” of {amount} of {short} on {from}. The report’s own note says it was a gift of {shares} to a university. We do not count it.',
    ],
    [
      'housing/mortgage',
      'A 30-year mortgage averaged {rate} on {day}, up from {lastWeek} a week earlier and {lastYear} a year ago.',
    ],
    ['housing/mortgage-extreme', 'The mortgage rate is at its highest since {since}.'],
    [
      'housing/payment-year',
      'At this week’s rate, a new $300,000 loan over 30 years costs {difference} more a month than a year ago.',
    ],
    [
      'housing/prices',
      'Home prices rose {change} in the year to {month}, by an index of the housing agency FHFA.',
    ],
    ['economy/payrolls', 'There were {change} fewer jobs in {month} than in {before}, not counting farms.'],
    [
      'economy/claims',
      'An average of {mean} people a week filed a first claim for jobless benefits over four weeks, up from {before}.',
    ],
    ['economy/groceries', 'Groceries cost {change} more in {month} than a year earlier.'],
    [
      'economy/gas',
      'Regular gas fell to {price} on {day}, from {lastWeek} a week before and {lastYear} a year ago.',
    ],
    [
      'markets/bitcoin',
      'Bitcoin dropped {change} in the week to {end}. It is still up {year} since the year began.',
    ],
    [
      'markets/treasury-10y',
      'The yield on the 10-year Treasury slipped to {rate} on {day} from {before} a week before.',
    ],
    [
      'mortgage-against-treasury',
      'While the mortgage rate rose to {rate} by {day}, the 10-year Treasury yield fell to {yield} by {other}.',
    ],
    [
      'housing/mortgage + housing/mortgage-streak',
      'The 30-year mortgage rate rose to {rate} on {day} from {lastWeek} a week before, its {2.nth} weekly rise in a row. A year before it was {lastYear}.',
    ],
    [
      `${TRADE} + ${TRUST}`,
      '{who} bought {value} of {company} on {from}, while {2.who}’s trust sold {2.value} of {2.company} on {2.from}.',
    ],
    [TRADE, 'A {value} purchase of {company} stock on {from} was reported by director {who}.'],
    [
      PLANNED,
      'From {from} to {to}, {company}’s CEO, {who}, let go of {value} of its shares under a prearranged plan.',
    ],
    [
      'markets/bitcoin',
      'Up {year} since the year began, Bitcoin nonetheless sank {change} in the week to {end}.',
    ],
    [
      'housing/mortgage',
      'At {rate} on {day}, the 30-year mortgage rate was up from {lastWeek} a week before; a year before it stood at {lastYear}.',
    ],
    ['housing/mortgage-extreme', 'The last time the 30-year mortgage rate was this high was {since}.'],
    ['housing/mortgage-extreme', 'You have to go back to {since} for a mortgage rate this high.'],
    [TRADE, 'Among the reports: {value} of {company}, bought by director {who} on {from}.'],
    [TRUST, 'For {value}, a trust of {who} let go of {company} stock on {from}.'],
    [
      'housing/mortgage',
      'Borrowers faced a 30-year mortgage rate of {rate} on {day}. It was {lastWeek} the week before, and {lastYear} a year before.',
    ],
    [
      'economy/payrolls',
      'The number of jobs, leaving out farms, shrank by {change} from {before} to {month}.',
    ],
    [
      'markets/bitcoin',
      'Bitcoin shed {change} in the week to {end}. Compared with where it began the year, it remains {year} higher.',
    ],
    [
      'insiders/total',
      'Sales by insiders on the open market came to {sale}, and purchases to {buy}. Counting offerings, private deals and days of conversions, they bought {all}.',
    ],
    [
      PLANNED,
      '{who}, CEO of {company}, sold off {value} of its stock from {from} to {to}, on a plan set up ahead.',
    ],
    [PLANNED, '{company} CEO {who}: {value} of {company} sold from {from} to {to}, on a plan set up ahead.'],
    [
      'housing/payment-year',
      'At this week’s rate, a new $300,000 loan over 30 years costs you {difference} more a month than a year ago.',
    ],
    ['economy/groceries', '{month}’s groceries cost {change} more than a year earlier.'],
    [
      'housing/mortgage',
      'The 30-year mortgage rate was {rate} on {day}, up from {lastWeek} a week before and from {lastYear} a year before.',
    ],
    [
      'economy/payrolls-usual',
      'On average, the 12 months before {month} brought a gain of {usual} jobs a month.',
    ],
  ])('takes what %s says in other words: %s', (ids, say) => {
    expect(judge(ids, say)).toBe('accepted')
  })

  it('takes every wording of a statement’s own where it belongs', () => {
    const refused = WEEK.flatMap((statement, index) => {
      const own = (place: Told['place'], templates: readonly string[] = []) =>
        templates.map((template) => ({
          place,
          say: template.replaceAll('{', `{${index + 1}.`).replaceAll('\n', ' '),
        }))
      return [
        ...own('big', statement.tellings),
        ...own('line', statement.lines),
        ...own('headline', statement.heads),
      ].filter(({ place, say }) => !checkTelling({ statements, of: [index + 1], say, place }).accepted)
    })
    expect(refused).toEqual([])
  })

  it('takes a time whose colon leads to its figure for the time of that figure', () => {
    const household = aStatement('economy/household', {
      section: 'economy',
      kind: 'contrast',
      slots: {
        rent: { figure: aFact('economy/household/rent') },
        before: { figure: aFact('economy/household/before') },
      },
      tellings: ['Against a year ago, rent is {rent} a week more (last week: {before}).'],
      heads: [],
      lines: [],
    })
    const told = (say: string) =>
      checkTelling({ statements: new Map([[1, household]]), of: [1], say, place: 'connects' })
    expect(
      told('Rent is {1.rent} a week more than a year ago; last week that was {1.before}.').accepted,
    ).toBe(true)
    expect(
      told('Rent is {1.rent} a week more than a year ago; last year that was {1.before}.').accepted,
    ).toBe(false)
  })

  it('asks a headline and a line for what all of theirs have, and no more', () => {
    expect(judge(TRADE, '{who} bought {value} of {company}', 'headline')).toBe('accepted')
    expect(judge(TRADE, '{who} bought {value} of {company}.', 'line')).toBe('accepted')
    expect(judge(TRADE, '{who} bought {value} of {company}.', 'story')).toBe('slot-missing')
    expect(judge(PLANNED, '{who} sold {value} of {company}.', 'line')).toBe('left-out')
  })

  it.each([
    ['It came to {1.value}.', 'accepted'],
    ['It stands at {1.value}.', 'accepted'],
    ['The tally reads {1.value}.', 'word'],
    ['It rose to {1.value}.', 'dir'],
    ['It came to a record {1.value}.', 'superlative'],
    ['It will come to {1.value}.', 'forecast'],
  ])(
    'takes words that say nothing, and none that it does not know or that no statement bears out: %s',
    (say, expected) => {
      const plain = {
        kind: 'share',
        tellings: ['It came to {value} in all.'],
        heads: [],
        lines: [],
      } as const
      const known = new Map([[1, aStatement('congress/new-kind', plain)]])
      const verdict = checkTelling({
        statements: known,
        of: [1],
        say,
        place: 'big',
      })
      expect(verdict.accepted ? 'accepted' : verdict.code).toBe(expected)
    },
  )

  it.each([
    ['{1.indirect} went through a trust. A plan set up ahead covered {1.plan} of it.', true],
    ['{1.plan} went through a trust. A plan set up ahead covered {1.indirect} of it.', false],
    ['A trust did {1.plan} of it. Of the whole, {1.indirect} ran on a plan set up ahead.', false],
  ])('holds the part of a trust and that of a plan apart: %s', (say, expected) => {
    const slots = {
      plan: { name: '$1.0 million' },
      indirect: { name: '$2.0 million' },
    }
    const tellings = [
      '{indirect} of it went through a trust. {plan} of it ran on a plan set up ahead.',
    ] as const
    const parts = aStatement('insiders/parts', {
      slots,
      tellings,
      heads: [],
      lines: [],
    })
    const told = {
      statements: new Map([[1, parts]]),
      of: [1],
      say,
      place: 'big',
    } as const
    expect(checkTelling(told).accepted).toBe(expected)
  })

  it.each([
    ['no statement', []],
    ['one that is not there', [999]],
    ['one twice', [1, 1]],
  ])('refuses %s', (_what, of) => {
    expect(checkTelling({ statements, of, say: 'It is {1.value}.', place: 'big' }).accepted).toBe(false)
  })

  it('refuses what is long, and reads it in no time', () => {
    const say = `${'On {1.from}, '.repeat(45)}{1.who} bought.`
    expect(checkTelling({ statements, of: [1], say, place: 'big' })).toMatchObject({ accepted: false })
    const words = `${'and by the form in all '.repeat(24)}{1.who}.`
    expect(checkTelling({ statements, of: [1], say: `By ${words}`, place: 'big' }).accepted).toBe(false)
  })
})
