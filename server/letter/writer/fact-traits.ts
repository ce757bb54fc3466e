import { isOfSeveralTrades, type Fact, type SectionName } from '../facts/fact.ts'
import { isPlainWord } from './plain-words.ts'
import { periodKey } from './slot-table.ts'

/** What a fact's id says that it was part of: 'insiders/buy/42/77' of 'insiders/buy/42/77/value'. */
export function groupOf({ id }: Fact): string {
  return id.slice(0, Math.max(0, id.lastIndexOf('/')))
}

/** Whether one was computed from the other, by its own inputs. */
function isLinked(a: Fact, b: Fact): boolean {
  return a.inputs.includes(b.id) || b.inputs.includes(a.id)
}

/** Whether two facts are of one record: of one trade, one count or one series, or of one computation.
 *  @param all  the section's facts: one of them may be computed from both */
export function isOfOneRecord(a: Fact, b: Fact, all: readonly Fact[]): boolean {
  // Of trades only their own facts tell: another trade of the same person is another record.
  return groupOf(a) === groupOf(b) || (!isOfTrades(a.section) && isOfOneComputation(a, b, all))
}

/** Whether one was computed from the other, or a third from both. */
export function isOfOneComputation(a: Fact, b: Fact, all: readonly Fact[]): boolean {
  return isLinked(a, b) || all.some(({ inputs }) => inputs.includes(a.id) && inputs.includes(b.id))
}

export function isOfTrades(section: SectionName): boolean {
  return section === 'insiders' || section === 'congress'
}

export function isSamePeriod(a: Fact, b: Fact): boolean {
  return periodKey(a.period) === periodKey(b.period)
}

/** A level at the end of the days over which a change is counted belongs beside it. */
export function isLevelOfChange(a: Fact, b: Fact): boolean {
  return groupOf(a) === groupOf(b) && a.period.to === b.period.to && isChange(a) !== isChange(b)
}

export function isFigure({ unit }: Fact): boolean {
  return unit !== 'text'
}

/** A word of direction, rank or comparison that code chose: 'rose', 'more than'. Any other text is a name. */
export function isVerdictWord({ unit, kind }: Fact): boolean {
  return unit === 'text' && /(^|-)(direction|rank|comparison|against)(-|$)/.test(kind)
}

export function isComparison(fact: Fact): boolean {
  return isVerdictWord(fact) && /(^|-)(comparison|against)(-|$)/.test(fact.kind)
}

const RISES = /\b(rose|up|higher|more|gained|grew|increased|climbed|above|largest|highest|most)\b/
const FALLS =
  /\b(fell|down|lower|less|fewer|lost|shrank|decreased|dropped|declined|below|smallest|lowest|least)\b/
const STAYS = /\b(unchanged|flat|same|as much as|equal|no change)\b/

/** @returns 1, -1 or 0; undefined for a word whose sign is not known */
export function signOfWord(word: string): -1 | 0 | 1 | undefined {
  const signs = [
    [RISES, 1],
    [FALLS, -1],
    [STAYS, 0],
  ] as const
  const found = signs.filter(([pattern]) => pattern.test(word.toLowerCase()))
  return found.length === 1 ? found[0]?.[1] : undefined
}

/** Whether its sign is said by a word beside it: 'fell by 0.2%', not 'fell by -0.2%'. */
export function isChange({ kind }: Pick<Fact, 'kind'>): boolean {
  return /(^|-)(change|delta|growth|difference)(-|$)/.test(kind)
}

/** Insider and congressional trades have a side, by their id and kind. */
export function sideOf({ id }: Fact): 'buy' | 'sale' | undefined {
  const words = new Set(id.toLowerCase().split(/[^a-z]+/))
  const isBuy = ['buy', 'buys', 'bought', 'buyers', 'buying', 'purchase', 'purchases', 'cluster'].some(
    (word) => words.has(word),
  )
  const isSale = ['sale', 'sales', 'sold', 'sell', 'sellers', 'selling'].some((word) => words.has(word))
  return isBuy === isSale ? undefined : isBuy ? 'buy' : 'sale'
}

export const BUY_WORDS = /\b(bought|paid|buying|purchased?|purchases|buyers?)\b/i
export const SALE_WORDS = /\b(sold|selling|sales?|sellers?)\b/i

const CUES: Readonly<Record<string, readonly string[]>> = {
  value: ['worth', 'total', 'together', 'sum', 'value'],
  amount: ['worth', 'amount', 'range'],
  average: ['average'],
  price: ['price', 'prices', 'paid'],
  listed: ['listed'],
  buyers: ['insiders', 'buyers', 'people', 'directors', 'officers'],
  members: ['members', 'lawmakers', 'senators', 'representatives'],
  net: ['net'],
  issuers: ['companies', 'issuers', 'businesses'],
  findings: ['trades', 'purchases', 'sales'],
  buying: ['bought', 'buying', 'purchase', 'purchases'],
  selling: ['sold', 'selling', 'sale', 'sales'],
  traded: ['bought', 'sold', 'traded', 'trade', 'purchase', 'sale', 'made'],
  filed: ['filed', 'reported', 'report', 'filing', 'disclosed', 'public'],
  income: ['income', 'earn', 'earns'],
  needed: ['needs', 'needed', 'need'],
  payment: ['payment', 'payments', 'pay', 'pays', 'costs'],
}

/** Words that say what a fact of this kind is; by default those of the kind's own name. */
export function cuesOf(kind: string): Set<string> {
  return new Set(
    kind
      .replaceAll(/([a-z])([A-Z])/g, '$1-$2')
      .toLowerCase()
      .split(/[^a-z]+/)
      .flatMap((word) => CUES[word] ?? [word]),
  )
}

/** A preposition right before a figure that says what it is. */
export const PREPOSITION_CUES: Readonly<Record<string, RegExp>> = {
  at: /price|rate|level/,
  for: /value|amount|payment/,
  bought: /value|amount|shares/,
  sold: /value|amount|shares/,
}

/** 'rate' and 'rate-last-week': the same figure of other days. */
export function isSameMeasure(a: Fact, b: Fact): boolean {
  const measureOf = ({ kind }: Fact) => kind.replace(/-(last|previous|before|year|month|week)(-.*)?$/, '')
  return measureOf(a) === measureOf(b)
}

/** Kinds that are easily taken for each other: they print alike. */
export function printsLike(a: Fact, b: Fact): boolean {
  const classOf = ({ unit }: Fact) => (unit.startsWith('usd') ? 'usd' : unit)
  return classOf(a) === classOf(b)
}

const TELLS_OF_ONE_TRADE = /^(lag|filed-on|average-price|amount|value)$/

/** What forms call a fact by. What several bought together is no purchase of one of them: 'cluster-value'. A longest lag,
 *  a last day, an average and a sum of several trades are not those of one: 'lag-of-several'. */
export function kindOf(fact: Fact): string {
  const { id, kind } = fact
  if (id.startsWith('insiders/cluster/') && kind !== 'buyers') return `cluster-${kind}`
  const isOfFinding = /^(insiders|congress)\/(buy|sale)\//.test(id)
  return isOfFinding && TELLS_OF_ONE_TRADE.test(kind) && isOfSeveralTrades(fact) ? `${kind}-of-several` : kind
}

/** A fact's kind in words: 'weekly average'. Empty where none of them is plain. */
export function labelOf({ kind }: Fact, section: SectionName): string {
  return kind
    .replaceAll(/([a-z])([A-Z])/g, '$1-$2')
    .toLowerCase()
    .split('-')
    .filter((word) => isPlainWord(word, section))
    .join(' ')
}
