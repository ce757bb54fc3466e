import { tickerPath } from '../../../shared/asset-address.ts'
import { formatDay, formatDayOfYear } from '../../../shared/format-date.ts'
import { makeFact, type Fact, type FactWords } from '../facts/fact.ts'
import type { Slot, Statement } from './statement.ts'
import { fillTemplate, saysHowMuch, textOf } from './tell.ts'

/** How many characters of a subject line a mailbox shows. */
const MAX_HEAD = 59

/** Scores a sum: between two anchors, by the logarithm of the dollars.
 *  @param anchors  USD and salience, rising
 *  @returns 0 to 100, in whole numbers */
export function rateDollars(
  value: number,
  anchors: readonly (readonly [usd: number, salience: number])[],
): number {
  const above = anchors.findIndex(([usd]) => usd >= value)
  const [toUsd, toRate] = anchors[above === -1 ? anchors.length - 1 : above] ?? [1, 0]
  const [fromUsd, fromRate] = anchors[above - 1] ?? [toUsd, toRate]
  if (above <= 0 || toUsd === fromUsd) return toRate
  const way = Math.log(value / fromUsd) / Math.log(toUsd / fromUsd)
  return Math.round(fromRate + way * (toRate - fromRate))
}

export function bound(salience: number): number {
  return Math.min(100, Math.max(0, Math.round(salience)))
}

/** Makes a fact that follows from others, such as a difference or a share.
 *  @param from  a fact with the same days and source, and by default the same subject */
export function deriveFact(
  words: Omit<FactWords, 'subject'> & Partial<Pick<FactWords, 'subject'>>,
  from: Fact,
): Fact {
  return makeFact(from.section, { subject: from.subject, ...words }, from)
}

/** The distinct headlines that give an amount and fit a subject line once filled, in the given order, the most telling
 *  first.
 *  @returns nothing if none does, so that the statement cannot lead */
export function keepHeads(
  statement: Pick<Statement, 'id' | 'slots'>,
  heads: readonly string[],
): Pick<Statement, 'heads'> {
  const lengthOf = (head: string) => textOf(fillTemplate(statement, head, { slotDate: '' })).length
  const fitting = [...new Set(heads)].filter(
    (head) => saysHowMuch(head, statement.slots) && lengthOf(head) <= MAX_HEAD,
  )
  return fitting.length > 0 ? { heads: fitting } : {}
}

/** A finding, whether told or not, and the company in whose stock it is. */
export interface Traded {
  readonly id: string
  readonly company: string
  /** How many other findings it sums up; left out for a finding that is itself part of a sum. */
  readonly of?: number
}

/** Marks each trade whose company has more trades in the week's records. */
export function markSeveral(
  statements: readonly Statement[],
  traded: readonly Traded[],
): readonly Statement[] {
  const single = Map.groupBy(
    traded.filter((one) => one.of === undefined),
    ({ company }) => company,
  )
  const several = new Set(
    traded
      .filter(({ company, of: count = 1 }) => (single.get(company)?.length ?? 0) > count)
      .map(({ id }) => id),
  )
  return statements.map((one) => (several.has(one.id) ? { ...one, isOneOfSeveral: true } : one))
}

/** Capitalizes a text for the beginning of a sentence. */
export function capitalize(text: string): string {
  return text.slice(0, 1).toUpperCase() + text.slice(1)
}

/** A statement that may lead, with those of the others that continue its story.
 *  @param known  the ids of all statements of its section */
export function withFollows(
  statement: Statement,
  others: readonly string[],
  known: ReadonlySet<string>,
): Statement {
  const follows = others.filter((id) => known.has(id) && id !== statement.id)
  return follows.length > 0 && statement.heads ? { ...statement, follows } : statement
}

/** Advice for readers that holds in any week. */
export const advise = (
  words: Pick<Statement, 'id' | 'section' | 'topic' | 'tellings' | 'tells'>,
): Statement => ({ ...words, kind: 'circumstance', slots: {}, salience: 0, isNews: false })

/** How much of a section's records was read, and what was left out. */
export function stateReading(
  section: Statement['section'],
  words: Pick<Statement, 'slots' | 'tellings' | 'missing'>,
): Statement {
  const id = `${section}/coverage`
  return { id, section, kind: 'coverage', topic: id, salience: 0, isNews: false, ...words }
}

/** The facts that statements contain and that their section does not have yet. */
export function listNewFacts(
  statements: readonly Pick<Statement, 'slots'>[],
  known: readonly Fact[],
): readonly Fact[] {
  const ids = new Set(known.map(({ id }) => id))
  const named = statements.flatMap(({ slots }) =>
    Object.values(slots).flatMap((slot) => ('figure' in slot ? [slot.figure] : [])),
  )
  return [...new Map(named.map((fact) => [fact.id, fact])).values()].filter(({ id }) => !ids.has(id))
}

/** A ticker of shares; a share class follows a point or a dash: BRK.B. */
const SHARES = /^[A-Z]{1,5}(?:[.-][A-Z])?$/

/** The site's page for a ticker as reports write it; none for anything but a single ticker of shares. */
export const stockPage = (ticker: string | undefined): { readonly page?: string } =>
  ticker !== undefined && SHARES.test(ticker) ? { page: tickerPath('stock', ticker.replace('.', '-')) } : {}

export interface TradedDays {
  readonly firstTradedOn: Fact
  readonly lastTradedOn: Fact
}

/** When somebody traded, in words around the slots of `daySlots`. */
export const wordDays = ({ firstTradedOn, lastTradedOn }: TradedDays): string =>
  firstTradedOn.value === lastTradedOn.value ? 'on {from}' : 'from {from} to {to}'

/** The first and the last day, without the year if it is that of the report. */
export function textOfDays({ firstTradedOn, lastTradedOn }: TradedDays): Record<'from' | 'to', string> {
  const year = firstTradedOn.asOf.slice(0, 4)
  const tell = (day: string) => (day.startsWith(year) ? formatDayOfYear(day) : formatDay(day))
  return { from: tell(String(firstTradedOn.value)), to: tell(String(lastTradedOn.value)) }
}

export function daySlots(days: TradedDays, href?: { readonly href: string }): Record<'from' | 'to', Slot> {
  const { from, to } = textOfDays(days)
  return {
    from: { figure: days.firstTradedOn, text: from, ...href },
    to: { figure: days.lastTradedOn, text: to, ...href },
  }
}
