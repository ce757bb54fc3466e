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
    [
      'sale/43/82/scale',
      'On $1,000 a week it would take about {years} years to earn what {who} sold of {company}.',
    ],
    ['economy/unemployment', 'The unemployment rate rose to {rate} in {month}, from {lastMonth}.'],
    ['45/84/offering', 'In a stock offering on {from}, {who} bought {value} of {company}.'],
    ['house-20000001-1', 'On {from}, {who} bought {amount} worth of {short} stock.'],
    ['house-20000001-2', '{who}’s spouse sold {amount} of {short} on {from}.'],
    ['house-20000001-3', 'A trust account of {who} bought {amount} of {short} on {from}.'],
    [
      'gift/house-20000001-4',
      '{who} reported a “sale” of {amount} of {short} on {from}. The report’s own note says it was a gift of {shares} to a university. We do not count it.',
    ],
    ['housing/mortgage-extreme', 'The mortgage rate is at its highest since {since}.'],
    ['economy/payrolls', 'There were {change} fewer jobs in {month} than in {before}, not counting farms.'],
    [
      'economy/claims',
      'An average of {mean} people a week filed a first claim for jobless benefits over four weeks, up from {before} a week earlier.',
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
      'mortgage-against-treasury',
      'While the mortgage rate rose to {rate} by {day}, the 10-year Treasury yield fell to {yield} by {other}.',
    ],
    [
      `${TRADE} + ${TRUST}`,
      '{who} bought {value} of {company} on {from}, while {2.who}’s trust sold {2.value} of {2.company} on {2.from}.',
    ],
    ['housing/mortgage-extreme', 'The last time the 30-year mortgage rate was this high was {since}.'],
    [TRUST, 'For {value}, a trust of {who} let go of {company} stock on {from}.'],
    [
      PLANNED,
      '{who}, CEO of {company}, sold off {value} of its stock from {from} to {to}, on a plan set up ahead.',
    ],
    [PLANNED, '{company} CEO {who}: {value} of {company} sold from {from} to {to}, on a plan set up ahead.'],
    [
      'housing/mortgage',
      'The 30-year mortgage rate was {rate} on {day}, up from {lastWeek} a week before and from {lastYear} a year before.',
    ],
  ])('accepts what %s says in other words: %s', (ids, say) => {
    expect(judge(ids, say)).toBe('accepted')
  })

  it('accepts each of a statement’s own wordings in its place', () => {
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

  it('ties a time to the figure that its colon leads to', () => {
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

  it('requires of a headline and a line what all of the statement’s own have, and no more', () => {
    expect(judge(TRADE, '{who} bought {value} of {company}', 'headline')).toBe('accepted')
    expect(judge(TRADE, '{who} bought {value} of {company}.', 'line')).toBe('accepted')
    expect(judge(TRADE, '{who} bought {value} of {company}.', 'story')).toBe('slot-missing')
    expect(judge(PLANNED, '{who} sold {value} of {company}.', 'line')).toBe('left-out')
  })

  it.each([
    ['It came to {1.value}.', 'accepted'],
    ['It stands at {1.value}.', 'left-out'],
    ['The tally reads {1.value}.', 'left-out'],
    ['It rose to {1.value}.', 'left-out'],
    ['It came to a record {1.value}.', 'step'],
    ['It will come to {1.value}.', 'left-out'],
  ])('accepts no words but the statement’s own: %s', (say, expected) => {
    const plain = {
      kind: 'share',
      tellings: ['It came to {value}.'],
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
  })

  it.each([
    ['{1.indirect} of it went through a trust, and {1.plan} of it ran on a plan set up ahead.', true],
    ['{1.plan} of it went through a trust, and {1.indirect} of it ran on a plan set up ahead.', false],
    ['A trust did {1.plan} of it. Of the whole, {1.indirect} ran on a plan set up ahead.', false],
  ])('distinguishes the part through a trust from the part on a plan: %s', (say, expected) => {
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
    ['a number without a statement', [999]],
    ['one twice', [1, 1]],
  ])('refuses %s', (_what, of) => {
    expect(checkTelling({ statements, of, say: 'It is {1.value}.', place: 'big' }).accepted).toBe(false)
  })

  it('refuses a long text, and reads it quickly', () => {
    const say = `${'On {1.from}, '.repeat(45)}{1.who} bought.`
    expect(checkTelling({ statements, of: [1], say, place: 'big' })).toMatchObject({ accepted: false })
    const words = `${'and by the form in all '.repeat(24)}{1.who}.`
    expect(checkTelling({ statements, of: [1], say: `By ${words}`, place: 'big' }).accepted).toBe(false)
  })
})
