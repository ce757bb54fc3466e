import { formatMonth } from '../../../shared/format-date.ts'
import type { Fact } from '../facts/fact.ts'
import { formatCents, formatFact } from '../facts/format-fact.ts'
import type { SectionStatements, Slot, Statement } from '../statements/statement.ts'
import { amount, bySign, capital, written } from './statement-book.ts'

export type Facts = (id: string) => Fact | undefined
export type Connection = Pick<Statement, 'id' | 'slots' | 'tellings'> | undefined

/** Price figures are some weeks old; the year need not be mentioned. */
export const shortMonth = (fact: Fact): Slot => ({ name: formatMonth(fact.period.to).split(' ')[0] ?? '' })
const amountText = (fact: Fact): string => formatFact(fact, { sign: 'left out' }) ?? ''

/** Indexes what the sections know and tell by the id of the fact. */
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

const FLAT_PAY_USD = 1000
/** More than this would read like a list. */
const MOST_COSTS = 3

/** Compares what a household pays and what its pay buys with a year ago: up to three of loan, rent, gas and groceries, and pay.
 *  @returns undefined for less than two of them */
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
    (more, fact) => `a new $300,000 loan costs {loan} a week ${more}${sinceLastWeek(find, fact, slots)}`,
  )
  add('rent', 'housing/rent/weekly-change', (more, fact) => {
    slots['rentMonth'] = shortMonth(fact)
    const isShort = slots['loan'] && !slots['loanBefore'] && signs[0] === signs[1]
    return `the typical rent of {rentMonth} ${isShort ? `{rent} ${more}` : `is {rent} a week ${more}`}`
  })
  const toCents = (fact: Fact) => written(fact, formatCents)
  add('tank', 'economy/gas/tank-change', (more) => `a 15-gallon tank of gas costs {tank} ${more}`, toCents)
  add(
    'groceries',
    'economy/groceries/cost-change',
    (more) => `what was $100 of groceries costs {groceries} ${more}`,
    toCents,
  )
  const pay = sayPay(find, slots)
  if (costs.length + (pay === '' ? 0 : 1) < 2) return undefined
  const [first = '', second, third] = costs
  // 'But' connects only figures that went different ways.
  const areOpposite = second !== undefined && signs[0] !== signs[1]
  const list =
    second === undefined
      ? first
      : areOpposite
        ? `${first}.\nBut ${second}`
        : slots['loanBefore'] === undefined
          ? `${first} and ${second}`
          : `${first}.\n${capital(second)}`
  const rest = `${third === undefined ? '' : `\n${capital(third)}.`}${pay}${sayNotToAdd(pay, slots)}`
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

/** ' (last week: $25)': the same sum a week before, where it had the same sign.
 *  @param slots  gets it */
function sinceLastWeek(find: Facts, now: Fact, slots: Record<string, Slot>): string {
  const before = find('housing/loan-300/year/weekly-change-last-week')
  if (!before || Number(before.value) * Number(now.value) <= 0) return ''
  if (amountText(before) === amountText(now)) return ''
  slots['loanBefore'] = amount(before)
  return ' (last week: {loanBefore})'
}

/** The prices that pay is compared with include these: adding them would count them twice.
 *  @param slots  of what is told */
function sayNotToAdd(pay: string, slots: Record<string, Slot>): string {
  const named = [slots['rent'] && 'rent', slots['tank'] && 'gas', slots['groceries'] && 'groceries']
  const [first, ...others] = named.filter((one) => one !== undefined)
  if (pay === '' || first === undefined) return ''
  const list =
    others.length === 0 ? first : `${[first, ...others.slice(0, -1)].join(', ')} and ${others.at(-1)}`
  const [are, it] = others.length === 0 && first !== 'groceries' ? ['is', 'it'] : ['are', 'them']
  return `\n${capital(list)} ${are} already in those prices, so do not add ${it} again.`
}

/** A sentence of its own: prices have another year than a rate of the week. */
function sayPay(find: Facts, slots: Record<string, Slot>): string {
  const after = find('economy/week-of-40/real-change')
  if (after && after.value !== 0) {
    Object.assign(slots, { after: amount(after), payMonth: shortMonth(after) })
    const buys = bySign(after, { up: '{after} more', down: '{after} less', same: '' })
    return `\nBy the figures of {payMonth}, a 40-hour week at average pay buys ${buys}, after prices.`
  }
  const lost = find('economy/flat-pay/loss')
  const prices = find('economy/cpi/change') ?? find('economy/cpi-adjusted/adjusted-change')
  if (!lost || !prices || lost.value === 0) return ''
  Object.assign(slots, { lost: { figure: lost }, payMonth: shortMonth(prices) })
  const buys = bySign(prices, { up: 'less', down: 'more', same: 'less' })
  return `\nBy the prices of {payMonth}, flat pay of $1,000 a week buys {lost} ${buys}.`
}

/** Prices that moved less are not worth remembering. */
const LEAST_TO_KEEP_USD = 10

/** The one figure to keep of a letter: what pay had to become to keep up with a year of prices.
 *  @param sections  of the same week, in any order
 *  @returns undefined where prices are not known, fell or hardly rose */
export function stateClosing(sections: readonly SectionStatements[]): Statement | undefined {
  const { find } = indexFacts(sections)
  const need = find('economy/flat-pay/need')
  if (!need || Number(need.value) < FLAT_PAY_USD + LEAST_TO_KEEP_USD) return undefined
  return {
    id: 'economy/closing',
    section: 'economy',
    kind: 'worth',
    topic: 'connects/closing',
    slots: { need: { figure: need }, month: shortMonth(need) },
    salience: 0,
    isNews: false,
    tellings: [
      'A number to keep from this letter: {need}.\nThat is what $1,000 a week had to become in the year to {month} to buy the same.',
      'The number to keep is {need}.\nThat is what $1,000 a week had to become in the year to {month} to keep up with prices.',
      'The number to remember is {need}.\nThat is what $1,000 a week had to become in the year to {month} to stand still.',
    ],
  }
}
