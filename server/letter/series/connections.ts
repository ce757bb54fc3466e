import { formatDayOfYear, formatMonth } from '../../../shared/format-date.ts'
import type { Fact } from '../facts/fact.ts'
import { formatCents, formatFact } from '../facts/format-fact.ts'
import { deriveFact } from '../statements/make-statement.ts'
import type { SectionStatements, Slot, Statement } from '../statements/statement.ts'
import { amount, bySign, capital, directionOf, written } from './statement-book.ts'

type Facts = (id: string) => Fact | undefined

/** Two figures side by side matter less than either as news. */
const SALIENCE = 28
const SALIENCE_OF_OLD = 18

/** What connects the sections: what a household's week comes to, else figures side by side where both are there. 'while' and 'but' stand only between moves of different
 *  directions; nothing is said to come from anything.
 *  @param sections  of the same week, in any order */
export function stateConnections(sections: readonly SectionStatements[]): Statement[] {
  const { find, news } = indexFacts(sections)
  // Where there is the sum, nothing else ends the letter.
  const sum = sumHousehold(find)
  const others = [connectPay, connectInterest, connectRates, connectJobs]
  return (sum ? [sum] : others.map((connect) => connect(find)))
    .filter((words) => words !== undefined)
    .map((words) => {
      const isNews = Object.values(words.slots).some((slot) => 'figure' in slot && news.has(slot.figure.id))
      return state(words, isNews)
    })
}

/** What sections know and tell, by the id of the fact. */
function indexFacts(sections: readonly SectionStatements[]): { find: Facts; news: ReadonlySet<string> } {
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

/** A smaller sum is none to remember. */
const LEAST_TO_KEEP_USD = 10

/** The one figure to keep of a letter: what a week comes to for whoever rents and got no raise, against a year ago.
 *  @param sections  of the same week, in any order
 *  @returns undefined where rents or prices are not known, or the sum is small */
export function stateClosing(sections: readonly SectionStatements[]): Statement | undefined {
  const { find } = indexFacts(sections)
  const rent = find('housing/rent/weekly-change')
  const worth = find('economy/flat-pay/worth')
  if (!rent || !worth) return undefined
  const left = Number(worth.value) - FLAT_PAY_USD - Number(rent.value)
  if (Math.abs(left) < LEAST_TO_KEEP_USD) return undefined
  const sum = deriveFact(
    {
      id: 'economy/household/renter',
      subject: 'a household with the typical rent and flat pay of $1,000 a week',
      value: Math.abs(left),
      unit: 'usd',
      formula:
        'a week, without its sign: what flat pay buys more or less than a year before - what the typical rent is more or less, in whole dollars',
      inputs: [rent.id, worth.id],
    },
    worth,
  )
  const tighter = left < 0 ? 'tighter' : 'easier'
  return {
    id: 'economy/closing',
    section: 'economy',
    kind: 'worth',
    topic: 'connects/closing',
    slots: { renter: { figure: sum } },
    salience: 0,
    isNews: false,
    tellings: [
      `If you keep one number, keep {renter}.\nIf you pay a typical rent and your $1,000 a week has not grown, your week is that much ${tighter} than a year ago.`,
      `One number to keep: {renter}.\nThat is how much ${tighter} your week is than a year ago, if you pay a typical rent and still make $1,000.`,
      `The number to remember is {renter}.\nWith a typical rent and the same $1,000 a week as a year ago, your week is that much ${tighter}.`,
    ],
  }
}

function state({ id, ...words }: NonNullable<Connection>, isNews: boolean): Statement {
  return {
    ...words,
    id: `economy/${id}`,
    section: 'economy',
    kind: 'contrast',
    topic: `connects/${id}`,
    isNews,
    salience: isNews ? SALIENCE : SALIENCE_OF_OLD,
  }
}

type Connection = Pick<Statement, 'id' | 'slots' | 'tellings'> | undefined

const month = (fact: Fact): Slot => ({ name: formatMonth(fact.period.to) })
/** Figures of prices are some weeks old: the year goes without saying. */
const shortMonth = (fact: Fact): Slot => ({ name: formatMonth(fact.period.to).split(' ')[0] ?? '' })
/** ', while' between moves of different directions, else ', and'. */
const joinBy = (a: Fact, b: Fact) =>
  directionOf(a) && directionOf(b) && directionOf(a) !== directionOf(b) ? ', while' : ', and'

/** Pay against prices: what an hour of work buys. */
function connectPay(find: Facts): Connection {
  const [wage, cost, real] = ['wage/change', 'wage-prices/change', 'real-wage/change'].map((id) =>
    find(`economy/${id}`),
  )
  if (!wage || !cost || !real) return undefined
  const moved = (fact: Fact, role: string) =>
    bySign(fact, { up: `rose {${role}}`, down: `fell {${role}}`, same: 'did not change' })
  const buys = bySign(real, { up: 'bought {real} more', down: 'bought {real} less', same: 'bought as much' })
  const than = real.value === 0 ? 'as' : 'than'
  const join = joinBy(wage, cost)
  return {
    id: 'pay-against-prices',
    slots: { wage: amount(wage), cost: amount(cost), real: amount(real), month: month(real) },
    tellings: [
      `In the year to {month}, hourly pay ${moved(wage, 'wage')}${join} the prices that wage earners pay ${moved(cost, 'cost')}.\nAn hour’s pay ${buys} ${than} before.`,
      `Pay by the hour ${moved(wage, 'wage')} in the year to {month}${join} prices for wage earners ${moved(cost, 'cost')}.\nPut together, an hour’s pay ${buys} ${than} a year before.`,
      `Pay against prices, in the year to {month}: pay ${moved(wage, 'wage')}${join} prices for wage earners ${moved(cost, 'cost')}.\nAn hour’s pay ${buys} ${than} before.`,
    ],
  }
}

const FLAT_PAY_USD = 1000
/** More would be a list. */
const MOST_COSTS = 3

/** What a household pays and what its pay buys, against a year ago: of loan, rent, gas and groceries whatever is there, and pay.
 *  @returns undefined for less than two of them */
function sumHousehold(find: Facts): Connection {
  const slots: Record<string, Slot> = {}
  const costs: string[] = []
  const add = (role: string, id: string, write: (more: string, fact: Fact) => string, format = amount) => {
    const fact = find(id)
    if (!fact || fact.value === 0 || costs.length === MOST_COSTS) return
    slots[role] = format(fact)
    costs.push(write(bySign(fact, { up: 'more', down: 'less', same: '' }), fact))
  }
  add(
    'loan',
    'housing/loan-300/year/weekly-change',
    (more, fact) => `a new $300,000 loan costs {loan} a week ${more}${sinceLastWeek(find, fact, slots)}`,
  )
  add('rent', 'housing/rent/weekly-change', (more, fact) => {
    slots['rentMonth'] = shortMonth(fact)
    return `the typical rent of {rentMonth} ${slots['loan'] && !slots['loanBefore'] ? `{rent} ${more}` : `is {rent} a week ${more}`}`
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
  const list =
    second === undefined
      ? first
      : slots['loanBefore'] === undefined
        ? `${first} and ${second}`
        : `${first}.\n${capital(second)}`
  const rest = `${third === undefined ? '' : `\n${capital(third)}.`}${pay}${sayBoth(find, slots)}`
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

/** What is left of the week of whoever took out a new loan and got no raise: in whole dollars, as both are printed.
 *  @param slots  of what is told; gets the sum */
function sayBoth(find: Facts, slots: Record<string, Slot>): string {
  const loan = find('housing/loan-300/year/weekly-change')
  const worth = find('economy/flat-pay/worth')
  if (!slots['loan'] || !slots['lost'] || !loan || !worth) return ''
  const both = Number(worth.value) - FLAT_PAY_USD - Number(loan.value)
  if (both === 0) return '\nIf you take that loan now and got no raise, the two cancel out.'
  const sum = deriveFact(
    {
      id: 'economy/household/both',
      subject: 'a household with a new loan of $300,000 and flat pay of $1,000 a week',
      value: Math.abs(both),
      unit: 'usd',
      formula:
        'a week, without its sign: what flat pay buys more or less than a year before - what the loan costs more or less, in whole dollars',
      inputs: [loan.id, worth.id],
    },
    worth,
  )
  slots['both'] = { figure: sum }
  return `\nIf you take that loan now and got no raise, your week is {both} ${both < 0 ? 'tighter' : 'easier'} than a year ago.`
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

/** Where the mortgage rate and the government's rate went in the week. */
function connectRates(find: Facts): Connection {
  const rate = find('housing/mortgage-30/rate')
  const lastWeek = find('housing/mortgage-30/rate-last-week')
  const yields = find('markets/treasury-10y/rate')
  const before = find('markets/treasury-10y/rate-last-week')
  if (!rate || !lastWeek || !yields || !before) return undefined
  const signOf = (now: Fact, then: Fact) => Math.sign(Number(now.value) - Number(then.value))
  const [a, b] = [signOf(rate, lastWeek), signOf(yields, before)]
  if (a === 0 || b === 0) return undefined
  const word = (sign: number) => (sign > 0 ? 'rose' : 'fell')
  const slots: Statement['slots'] = {
    rate: { figure: rate },
    yield: { figure: yields },
    day: { name: formatDayOfYear(rate.period.to) },
    other: { name: formatDayOfYear(yields.period.to) },
  }
  return a === b
    ? {
        id: 'mortgage-and-treasury',
        slots,
        tellings: [
          `The mortgage rate and the 10-year Treasury yield both ${word(a)} over the week: to {rate} and {yield}.`,
          `Both rates ${word(a)}: new mortgages to {rate} on {day}, the 10-year Treasury yield to {yield} on {other}.`,
          `The rate on new mortgages ${word(a)} to {rate}, and so did the government’s 10-year rate, to {yield}.`,
        ],
      }
    : {
        id: 'mortgage-against-treasury',
        slots,
        tellings: [
          `The mortgage rate ${word(a)} to {rate} in the week to {day}, while the 10-year Treasury yield ${word(b)} to {yield} in the week to {other}.`,
          `The mortgage rate ${word(a)} to {rate}; the 10-year Treasury yield ${word(b)} to {yield}.`,
          `The 10-year Treasury yield ${word(b)} to {yield} by {other}, while the mortgage rate ${word(a)} to {rate} by {day}.`,
        ],
      }
}

/** What the government pays on $1,000, and what a new mortgage charges. */
function connectInterest(find: Facts): Connection {
  const paid = find('markets/treasury-10y/interest')
  const charged = find('housing/mortgage-30/interest')
  if (!paid || !charged || Number(paid.value) <= 0) return undefined
  return {
    id: 'interest',
    slots: { paid: written(paid, formatCents), charged: written(charged, formatCents) },
    tellings: [
      'On $1,000, the government pays {paid} a month (10-year notes), and a new mortgage charges {charged}.',
      'The interest on $1,000 for a month: {paid} from the government (10-year notes), {charged} to a mortgage lender.',
      'On $1,000 a new mortgage charges {charged} a month at first; a 10-year Treasury note pays {paid}.',
    ],
  }
}

/** The month's jobs beside the weeks' first claims: each with its own days. */
function connectJobs(find: Facts): Connection {
  const jobs = find('economy/payrolls/change')
  const mean = find('economy/claims/four-week-mean')
  const before = find('economy/claims/four-week-mean-last-week')
  if (!jobs || !mean || !before || jobs.value === 0) return undefined
  const step = Math.sign(Number(mean.value) - Number(before.value))
  if (step === 0) return undefined
  const more = bySign(jobs, { up: 'more', down: 'fewer', same: 'more' })
  const isOpposite = step * Number(jobs.value) < 0
  const moved = step > 0 ? 'rose' : 'fell'
  const join = isOpposite ? ', while' : ', and'
  const went = `${moved} from {before} to {mean}`
  return {
    id: 'jobs-against-claims',
    slots: {
      jobs: { figure: jobs, text: formatFact(jobs, { sign: 'left out' }) ?? '' },
      mean: { figure: mean },
      before: { figure: before },
      month: month(jobs),
      day: { name: formatDayOfYear(mean.period.to) },
    },
    tellings: [
      `{month} had {jobs} ${more} jobs than the month before${join} the four-week average of new jobless claims ${went} by {day}.`,
      `The newest count has {jobs} ${more} jobs for {month} than for the month before${join} new jobless claims ${went}.\nThat is their four-week average, by {day}.`,
      `{month} had {jobs} ${more} jobs than the month before${join} new jobless claims ${went} by {day} (four-week average).`,
    ],
  }
}

const amountText = (fact: Fact): string => formatFact(fact, { sign: 'left out' }) ?? ''
