import { formatDayOfYear, formatMonth } from '../../../shared/format-date.ts'
import { firstWordOf } from '../../lib/company-name.ts'
import type { Fact } from '../facts/fact.ts'
import { formatCents, formatFact, numberOf } from '../facts/format-fact.ts'
import { hardlyChanged } from './claims-statements.ts'
import { type Connection, type Facts, indexFacts, shortMonth, sumHousehold } from './household-sum.ts'
import type { Attempts } from '../statements/leave-out-unwritable.ts'
import type { SectionStatements, Slot, Statement } from '../statements/statement.ts'
import { amount, bySign, directionOf, written } from './statement-book.ts'
import { capitalize, deriveFact } from '../statements/make-statement.ts'

/** Two figures side by side matter less than either of them as news. */
const SALIENCE = 28
const SALIENCE_OF_OLD = 18

/** States what connects the sections: what a household's week comes to, and one pair of figures that this sum leaves out.
 *  Without the sum, it puts pairs of figures side by side if both are known. 'while' and 'but' appear only between moves in
 *  different directions, and no move is presented as the cause of another.
 *  @param sections  of the same week, in any order */
export function stateConnections(
  sections: readonly SectionStatements[],
  { attempt }: Pick<Attempts, 'attempt'>,
): Statement[] {
  const { find, news } = indexFacts(sections)
  const connect = (id: string, words: () => Connection) => {
    const made = attempt({ id: `economy/${id}`, kind: 'contrast' }, words)
    if (!made) return []
    const isNews = Object.values(made.slots).some((slot) => 'figure' in slot && news.has(slot.figure.id))
    return [state(made, isNews)]
  }
  const sum = connect('household', () => sumHousehold(find))
  const pairs = [
    ...connect('insiders-and-congress', () => connectCompany(sections)),
    ...connect('gas-against-pay', () => connectGas(find)),
  ]
  if (sum.length > 0) return [...sum, ...pairs]
  return [
    ...pairs,
    ...connect('pay-against-prices', () => connectPay(find)),
    ...connect('interest', () => connectInterest(find)),
    ...connect('mortgage-and-treasury', () => connectRates(find)),
    ...connect('jobs-against-claims', () => connectJobs(find)),
  ]
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

const month = (fact: Fact): Slot => ({ name: formatMonth(fact.period.to) })
/** ', while' between moves in different directions, otherwise ', and'. */
const joinBy = (a: Fact, b: Fact) =>
  directionOf(a) && directionOf(b) && directionOf(a) !== directionOf(b) ? ', while' : ', and'

/** Pay compared with prices: what an hour of work buys. */
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

/** How the mortgage rate and the government's rate moved in the week. */
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

/** The month's jobs next to the weekly first claims, each with its own dates. */
function connectJobs(find: Facts): Connection {
  const jobs = find('economy/payrolls/change')
  const mean = find('economy/claims/four-week-mean')
  const before = find('economy/claims/four-week-mean-last-week')
  if (!jobs || !mean || !before || jobs.value === 0) return undefined
  const step = Math.sign(Number(mean.value) - Number(before.value))
  if (hardlyChanged(mean, before)) return undefined
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

const TRADES: ReadonlySet<Statement['kind']> = new Set(['trade', 'cluster', 'herd'])

/** One side of a pair: a trade with its line, which includes every qualifier without which it would mean something else. */
interface Side {
  readonly statement: Statement
  readonly ticker: string
  /** The company's short name. */
  readonly name: string
  readonly line: string
}

/** Finds a company whose stock both its insiders and somebody in Congress traded, by its ticker and its name, provided that
 *  these trades are all that the week's forms and reports say about it. If there are several companies, the one with the most salient trades
 *  counts. */
export function connectCompany(sections: readonly SectionStatements[]): Connection {
  const insiders = listSides(sections, 'insiders', 'company')
  const congress = listSides(sections, 'congress', 'short')
  const worth = ([a, b]: readonly [Side, Side]) => a.statement.salience + b.statement.salience
  const [pair] = insiders
    .flatMap((a) => congress.filter((b) => isOfSame(a, b)).map((b) => [a, b] as const))
    .toSorted((a, b) => worth(b) - worth(a))
  const company = pair?.[0].statement.slots['company']
  if (!pair || !company) return undefined
  const [a, b] = pair.map(({ statement, line }) => rename(statement, line))
  if (!a || !b) return undefined
  const [first, second] = pair.map(({ statement }) => statement.direction)
  const isOpposite = first !== second
  const went = isOpposite ? 'went opposite ways' : first === 'up' ? 'both bought' : 'both sold'
  const told = `${a.line}\n${b.line}\nThat is no sign of a link.`
  return {
    id: 'insiders-and-congress',
    slots: { company, ...a.slots, ...b.slots },
    tellings: [
      `Insiders and filers in Congress ${went}${isOpposite ? ' on' : ''} {company} stock.\n${told}`,
      `{company} stock: insiders and filers in Congress ${went}.\n${told}`,
    ],
  }
}

/** Reports may have a wrong ticker. */
function isOfSame(a: Side, b: Side): boolean {
  const [one, other] = [firstWordOf(a.name), firstWordOf(b.name)]
  return a.ticker === b.ticker && (one.startsWith(other) || other.startsWith(one))
}

/** @param role  of the slot with the company's name */
function listSides(
  sections: readonly SectionStatements[],
  of: SectionStatements['section'],
  role: string,
): Side[] {
  return sections
    .filter(({ section }) => section === of)
    .flatMap(({ statements }) => statements)
    .flatMap((statement): Side[] => {
      const { ticker, [role]: company } = statement.slots
      const [line] = statement.lines ?? []
      const isTrade =
        TRADES.has(statement.kind) &&
        statement.direction !== undefined &&
        statement.isNews &&
        !statement.isOneOfSeveral
      // A note that is linked to a company is not its stock: its line does not name the company.
      if (!isTrade || !ticker || !('name' in ticker) || !company || !line?.includes(`{${role}}`)) return []
      const name = 'name' in company ? company.name : String(company.figure.value)
      return [{ statement, ticker: ticker.name, name, line }]
    })
}

/** Renames the slots of a line, since both sides have a {who}. */
function rename({ section, slots }: Statement, line: string): { line: string; slots: Record<string, Slot> } {
  const own = (role: string) => `${section}${capitalize(role)}`
  const used = Object.entries(slots).filter(([role]) => line.includes(`{${role}}`))
  return {
    line: line.replaceAll(/\{([^{}]*)\}/g, (_, role: string) => `{${own(role)}}`),
    slots: Object.fromEntries(used.map(([role, slot]) => [own(role), slot])),
  }
}

const HOURS = 40

/** How many minutes of work it takes to fill a tank, now and a year before. */
export function connectGas(find: Facts): Connection {
  const [tank, change] = [find('economy/gas/tank'), find('economy/gas/tank-change')]
  const [pay, before] = [find('economy/week-of-40/pay'), find('economy/week-of-40/pay-last-year')]
  if (!tank || !change || !pay || !before) return undefined
  const minutesOf = (usd: number, week: Fact) => Math.round((usd / (numberOf(week) / HOURS)) * 60)
  const make = (id: string, minutes: number, week: Fact) =>
    deriveFact(
      {
        id: `economy/gas/${id}`,
        subject: 'a tank of 15 gallons',
        value: minutes,
        unit: 'count',
        formula: `minutes of work: price of the tank / (pay of a ${HOURS}-hour week / ${HOURS}) x 60`,
        inputs: [tank.id, ...(id === 'work' ? [] : [change.id]), week.id],
      },
      tank,
    )
  const now = make('work', minutesOf(numberOf(tank), pay), pay)
  const then = make('work-last-year', minutesOf(numberOf(tank) - numberOf(change), before), before)
  if (now.value === then.value) return undefined
  return {
    id: 'gas-against-pay',
    slots: { now: { figure: now }, earlier: { figure: then }, month: shortMonth(pay) },
    tellings: [
      `Gas against pay: a 15-gallon tank takes {now} minutes of work at the average pay of {month}.\nA year before it took {earlier}.`,
      `At the average pay of {month}, a 15-gallon tank of gas takes {now} minutes of work.\nA year before it was {earlier}.`,
      `To fill a 15-gallon tank takes {now} minutes of work at the average pay of {month}, after {earlier} a year before.`,
    ],
  }
}
