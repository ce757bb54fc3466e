import type { SectionStatements, Slot, Statement } from '../statements/statement.ts'
import { capitalize, deriveFact } from '../statements/make-statement.ts'
import type { Fact } from '../facts/fact.ts'
import { numberOf } from '../facts/format-fact.ts'
import { shortMonth, type Connection, type Facts } from './household-sum.ts'

const TRADES: ReadonlySet<Statement['kind']> = new Set(['trade', 'cluster', 'herd'])

/** One side of a pair: a trade with its line, which includes every qualifier without which it would mean something else. */
interface Side {
  readonly statement: Statement
  readonly ticker: string
  readonly line: string
}

/** Finds a company whose stock both its insiders and somebody in Congress traded, provided that these trades are all that
 *  the week's forms and reports say about it. If there are several companies, the one with the most salient trades
 *  counts. */
export function connectCompany(sections: readonly SectionStatements[]): Connection {
  const insiders = listSides(sections, 'insiders', '{company}')
  const congress = listSides(sections, 'congress', '{short}')
  const worth = ([a, b]: readonly [Side, Side]) => a.statement.salience + b.statement.salience
  const [pair] = insiders
    .flatMap((a) => congress.filter((b) => b.ticker === a.ticker).map((b) => [a, b] as const))
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

function listSides(
  sections: readonly SectionStatements[],
  name: SectionStatements['section'],
  company: string,
): Side[] {
  return sections
    .filter(({ section }) => section === name)
    .flatMap(({ statements }) => statements)
    .flatMap((statement): Side[] => {
      const { ticker } = statement.slots
      const [line] = statement.lines ?? []
      const isTrade =
        TRADES.has(statement.kind) &&
        statement.direction !== undefined &&
        statement.isNews &&
        !statement.isOneOfSeveral
      // A note that is linked to a company is not its stock: its line does not name the company.
      return isTrade && ticker && 'name' in ticker && line?.includes(company)
        ? [{ statement, ticker: ticker.name, line }]
        : []
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
