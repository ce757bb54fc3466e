import { capitalize } from '../statements/make-statement.ts'
import { formatMonth } from '../../../shared/format-date.ts'
import type { Fact } from '../facts/fact.ts'
import { formatCents } from '../facts/format-fact.ts'
import type { SectionStatements, Slot, Statement } from '../statements/statement.ts'
import { amount, bySign, written } from './statement-book.ts'

export type Facts = (id: string) => Fact | undefined
export type Connection = Pick<Statement, 'id' | 'slots' | 'tellings'> | undefined

/** The month without its year: prices are only some weeks old. */
export const shortMonth = (fact: Fact): Slot => ({ name: formatMonth(fact.period.to).split(' ')[0] ?? '' })

/** Indexes what the sections know and state by the id of the fact. */
export function indexFacts(sections: readonly SectionStatements[]): {
  find: Facts
  news: ReadonlySet<string>
} {
  const facts = new Map<string, Fact>()
  const news = new Set<string>()
  for (const { facts: own, statements, forYou } of sections) {
    for (const fact of own) facts.set(fact.id, fact)
    for (const { slots, isNews } of [...statements, ...forYou]) {
      for (const slot of Object.values(slots)) {
        if (!('figure' in slot)) continue
        facts.set(slot.figure.id, slot.figure)
        if (isNews) news.add(slot.figure.id)
      }
    }
  }
  return { find: (id) => facts.get(id), news }
}

/** More than this would read like a list. */
const MOST_COSTS = 3

/** Compares what a household pays, and what its pay buys, with a year ago: up to three of loan, rent, gas and groceries,
 *  and pay.
 *  @returns undefined if fewer than two are known */
export function sumHousehold(find: Facts): Connection {
  const slots: Record<string, Slot> = {}
  const costs: string[] = []
  const signs: number[] = []
  const add = (role: string, id: string, write: (more: string, fact: Fact) => string, format = amount) => {
    const fact = find(id)
    if (!fact || fact.value === 0 || costs.length === MOST_COSTS) return
    slots[role] = format(fact)
    signs.push(Math.sign(Number(fact.value)))
    costs.push(write(bySign(fact, { up: 'more', down: 'less', same: '' }), fact))
  }
  add(
    'loan',
    'housing/loan-300/year/weekly-change',
    (more) => `a new $300,000 loan costs {loan} a week ${more}`,
  )
  add('rent', 'housing/rent/weekly-change', (more, fact) => {
    slots['rentMonth'] = shortMonth(fact)
    const isShort = slots['loan'] && signs[0] === signs[1]
    return `the typical rent asked in {rentMonth} ${isShort ? `was {rent} ${more}` : `was {rent} a week ${more}`}`
  })
  const toCents = (fact: Fact) => written(fact, formatCents)
  add('tank', 'economy/gas/tank-change', (more) => `a 15-gallon tank of gas costs {tank} ${more}`, toCents)
  add(
    'groceries',
    'economy/groceries/cost-change',
    (more) => `what was $100 of groceries costs {groceries} ${more}`,
    toCents,
  )
  // The prices that pay is compared with include these, so telling both would count them twice.
  const isInPrices = ['rent', 'tank', 'groceries'].some((role) => slots[role])
  const pay = isInPrices ? '' : sayPay(find, slots, signs[0])
  if (costs.length + (pay === '' ? 0 : 1) < 2) return undefined
  const [first = '', second, third] = costs
  // 'But' connects only figures that moved in different directions.
  const areOpposite = second !== undefined && signs[0] !== signs[1]
  const list =
    second === undefined ? first : areOpposite ? `${first}.\nBut ${second}` : `${first} and ${second}`
  const rest = `${third === undefined ? '' : `\n${capitalize(third)}.`}${pay}`
  return {
    id: 'household',
    slots,
    tellings: [
      `Against a year ago, ${list}.${rest}`,
      `Compared with a year ago, ${list}.${rest}`,
      `At home, against a year ago: ${list}.${rest}`,
    ],
  }
}

/** Writes pay as a separate sentence, since the year that prices cover is not the year that a weekly rate covers.
 *  @param cost  the sign of the cost before it: 'But' appears only between what is better and what is worse for a
 *  household */
function sayPay(find: Facts, slots: Record<string, Slot>, cost: number | undefined): string {
  const join = (gain: Fact, sign: number) => (sign * Number(gain.value) * (cost ?? 0) > 0 ? 'But' : 'And')
  const after = find('economy/week-of-40/real-change')
  if (after && after.value !== 0) {
    Object.assign(slots, { after: amount(after), payMonth: shortMonth(after) })
    const buys = bySign(after, { up: '{after} more', down: '{after} less', same: '' })
    return `\n${join(after, 1)} a 40-hour week at average pay buys ${buys}, by the figures of {payMonth}.`
  }
  const lost = find('economy/flat-pay/loss')
  const prices = find('economy/cpi/change') ?? find('economy/cpi-adjusted/adjusted-change')
  if (!lost || !prices || lost.value === 0) return ''
  Object.assign(slots, { lost: { figure: lost }, payMonth: shortMonth(prices) })
  const buys = bySign(prices, { up: 'less', down: 'more', same: 'less' })
  return `\n${join(prices, -1)} flat pay of $1,000 a week buys {lost} ${buys}, at {payMonth} prices.`
}
