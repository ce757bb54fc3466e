import { describe, expect, it } from 'vitest'

import { aStatement } from '../../testing/statements.ts'
import { createToldWeek } from '../../testing/told-week.ts'
import { checkTelling, type Told } from './check-telling.ts'

const WEEK = createToldWeek()
const statements = new Map(WEEK.map((statement, index) => [index + 1, statement]))

/** By the ends of their ids; words have slots as '{who}', of the second statement as '{2.who}'. */
function judge(ids: string, say: string, place: Told['place'] = 'big') {
  const of = ids.split(' + ').map((id) => WEEK.findIndex((one) => one.id.endsWith(id)) + 1)
  const numbered = say
    .replaceAll(/\{([a-z][A-Za-z0-9]*)\}/g, (_, role: string) => `{${of[0]}.${role}}`)
    .replaceAll(/\{2\.([a-z][A-Za-z0-9]*)\}/g, (_, role: string) => `{${of[1]}.${role}}`)
  const verdict = checkTelling({ statements, of, say: numbered, place })
  return verdict.accepted ? 'accepted' : verdict.code
}

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
    ['45/84/offering', 'In a stock offering on {from}, {who} bought {value} of {company}.'],
    ['sale/44/83/size', 'By the form, {who}’s trust sold {size} of the {company} shares it lists.'],
    ['43/82/share', 'Of each dollar of insiders’ sales we counted this week, {cents} went to {who}.'],
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
    [
      'economy/jobs-and-unemployment',
      'There were {change} fewer jobs in {month} than in {before}, not counting farms. Unemployment rose to {secondRate} in {secondMonth}, from {secondLastMonth} in {secondBefore}.',
    ],
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
  ])('takes what %s says in other words: %s', (ids, say) => {
    expect(judge(ids, say)).toBe('accepted')
  })

  it.each([
    ['a subject that is another', TRADE, '{company} bought {value} of {who} stock on {from}.'],
    ['another side', TRADE, '{who} sold {value} of {company} stock on {from}.'],
    ['a slot that is left out', TRADE, '{who} bought {company} stock on {from}.'],
    ['a plan that is left out', PLANNED, '{who} sold {value} of {company} stock from {from} to {to}.'],
    [
      'a plan that is not there',
      TRADE,
      '{who} bought {value} of {company} stock on {from} on a plan set up ahead.',
    ],
    ['a trust that is left out', TRUST, '{who} sold {value} of {company} stock on {from}.'],
    [
      'days that change places',
      PLANNED,
      '{who} sold {value} of {company} stock from {to} to {from} on a plan set up ahead.',
    ],
    ['a motive', TRADE, '{who} bet {value} on {company} stock on {from}.'],
    [
      'a part of it',
      PLANNED,
      '{who} sold nearly all of the {value} of {company} stock from {from} to {to} on a plan set up ahead.',
    ],
    ['advice', TRADE, 'You should know that {who} bought {value} of {company} stock on {from}.'],
    [
      'a figure of its own',
      TRADE,
      '{who} bought {value} of {company} stock on {from}, 3 times as much as before.',
    ],
    ['a number word', TRADE, '{who} bought {value} of {company} stock on {from}, double the usual.'],
    ['a month of its own', TRADE, '{who} bought {value} of {company} stock on {from} after a slow December.'],
    [
      'a streak of other periods',
      'housing/mortgage-streak',
      'The 30-year mortgage rate rose for the {nth} month in a row.',
    ],
    [
      'a plan as that of the sale told last',
      `${PLANNED} + ${TRUST}`,
      '{who} sold {value} of {company} from {from} to {to}. {2.who}’s trust sold {2.value} of {2.company} on {2.from}. It ran on a plan set up ahead.',
    ],
    ['a figure that has a trust', TRUST, '{value} and a trust sold {company} stock of {who} on {from}.'],
    [
      'a rate and last week’s that change places',
      'housing/mortgage',
      'The 30-year mortgage rate rose to {lastWeek} on {day} from {rate} a week before. A year before it was {lastYear}.',
    ],
    [
      'last week’s for last year’s',
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
      'the year’s change as the week’s',
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
    ['a spouse’s trade as a member’s own', 'house-20000001-2', '{who} sold {amount} of {short} on {from}.'],
    ['a name of its own', TRADE, '{who}, like Warren Buffett, bought {value} of {company} on {from}.'],
    ['another post', TRADE, '{company} CEO {who} bought {value} of its stock on {from}.'],
    ['a judgement', TRADE, 'In a shrewd move, {who} bought {value} of {company} on {from}.'],
    ['blame', TRADE, '{who} quietly bought {value} of {company} on {from}.'],
    ['a guarantee', TRADE, '{who} bought {value} of {company} on {from}, which is certain to pay off.'],
    ['a denial', TRADE, '{who} did not buy {value} of {company} on {from}.'],
    ['an order to readers', TRADE, 'Buy {company} as {who} bought {value} of it on {from}.'],
    ['a day for a sum', TRADE, '{who} bought {from} of {company} stock on {value}.'],
    ['a sum for a name', TRADE, '{who} bought {company} of {value} stock on {from}.'],
    [
      'an older figure as the one that is compared',
      'housing/mortgage',
      'The 30-year mortgage rate is {lastWeek}, up from {rate} on {day} and {lastYear} a year before.',
    ],
    ['markup', TRADE, '{who} bought <b>{value}</b> of {company} stock on {from}.'],
    ['letters that look like others', TRADE, '{who} bоught {value} of {company} stock on {from}.'],
    ['a hidden character', TRADE, '{who} bought {value} of {company}\u200B stock on {from}.'],
    [
      'slots of two statements in one clause',
      `${TRADE} + ${TRUST}`,
      '{who} bought {2.value} of {company} on {from}, while {2.who}’s trust sold {value} of {2.company} on {2.from}.',
    ],
    [
      '“while” between what went the same way',
      `${PLANNED} + ${TRUST}`,
      '{who} sold {value} of {company} from {from} to {to} on a plan set up ahead, while {2.who}’s trust sold {2.value} of {2.company} on {2.from}.',
    ],
    [
      'the plan of one as that of the other',
      `${PLANNED} + ${TRUST}`,
      '{who} sold {value} of {company} from {from} to {to}, and {2.who}’s trust sold {2.value} of {2.company} on {2.from} on a plan set up ahead.',
    ],
    [
      'an extreme of another series',
      'housing/payment-year + housing/mortgage-extreme',
      'A new $300,000 loan costs {difference} a month more than a year ago, the highest since {2.since}.',
    ],
  ])('refuses %s', (_what, ids, say) => {
    expect(judge(ids, say)).not.toBe('accepted')
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

  it('asks a headline and a line for what all of theirs have, and no more', () => {
    expect(judge(TRADE, '{who} bought {value} of {company}', 'headline')).toBe('accepted')
    expect(judge(TRADE, '{who} bought {value} of {company}.', 'line')).toBe('accepted')
    expect(judge(TRADE, '{who} bought {value} of {company}.', 'story')).toBe('slot-missing')
    expect(judge(PLANNED, '{who} sold {value} of {company}.', 'line')).toBe('left-out')
  })

  it.each([
    ['It came to {1.value}.', 'accepted'],
    ['The tally reads {1.value}.', 'accepted'],
    ['It rose to {1.value}.', 'dir'],
    ['It came to a record {1.value}.', 'superlative'],
    ['It will come to {1.value}.', 'forecast'],
  ])('takes words that it does not know and none with a meaning of their own: %s', (say, expected) => {
    const plain = { kind: 'share', tellings: ['It came to {value} in all.'], heads: [], lines: [] } as const
    const known = new Map([[1, aStatement('congress/new-kind', plain)]])
    const verdict = checkTelling({ statements: known, of: [1], say, place: 'big' })
    expect(verdict.accepted ? 'accepted' : verdict.code).toBe(expected)
  })

  it.each([
    ['{1.indirect} went through a trust. A plan set up ahead covered {1.plan} of it.', true],
    ['{1.plan} went through a trust. A plan set up ahead covered {1.indirect} of it.', false],
    ['A trust did {1.plan} of it. Of the whole, {1.indirect} ran on a plan set up ahead.', false],
  ])('holds the part of a trust and that of a plan apart: %s', (say, expected) => {
    const slots = { plan: { name: '$1.0 million' }, indirect: { name: '$2.0 million' } }
    const tellings = [
      '{indirect} of it went through a trust. {plan} of it ran on a plan set up ahead.',
    ] as const
    const parts = aStatement('insiders/parts', { slots, tellings, heads: [], lines: [] })
    const told = { statements: new Map([[1, parts]]), of: [1], say, place: 'big' } as const
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
