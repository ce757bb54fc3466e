import type { Fact } from '../facts/fact.ts'
import { wordOf, type FactToken } from './check-figures.ts'
import {
  BUY_WORDS,
  groupOf,
  isChange,
  isComparison,
  isFigure,
  isLevelOfChange,
  isOfOneComputation,
  isOfOneRecord,
  isOfTrades,
  isSamePeriod,
  isVerdictWord,
  SALE_WORDS,
  sideOf,
  signOfWord,
} from './fact-traits.ts'
import { isOwnWords } from './plain-words.ts'
import { type Token, periodKey, type SlotTable } from './slot-table.ts'
import type { ErrorCode, SentenceError } from './verdict.ts'

/** Holds the slots of a sentence to each other: one subject, named; days that fit; the side and the sign that its facts
 *  have. */
export function checkBonds(table: SlotTable, tokens: readonly Token[]): SentenceError[] {
  const facts = tokens.filter((token) => token.kind === 'fact')
  const figures = facts.filter(({ fact }) => isFigure(fact))
  if (figures.length === 0) return [{ code: 'no-figure', at: '' }]
  return [
    ...checkSubjects(table, tokens, facts),
    ...checkRecords(table, facts),
    ...checkSides(table, tokens, facts),
    ...checkDirections(table, tokens, facts),
  ]
}

const error = (code: ErrorCode, at: string): SentenceError => ({ code, at })

function checkSubjects(
  table: SlotTable,
  tokens: readonly Token[],
  facts: readonly FactToken[],
): SentenceError[] {
  const about = new Set(facts.filter(({ fact }) => !isComparison(fact)).map(({ fact }) => fact.subject))
  const named = tokens.filter((token) => token.kind === 'subject')
  const errors = named
    .filter(({ subject }) => !about.has(subject))
    .map(({ slot }) => error('subject-mismatch', slot))
  // 'Rents and HOUSE PRICES rose', 'BITCOIN and the market closed': whom a fact does not know is not joined to its subject.
  tokens.forEach((token, index) => {
    const isJoined = [tokens[index - 1], tokens[index + 1]].some((next) =>
      /^(and|or|with)$/.test(wordOf(next) ?? ''),
    )
    const isPair = facts.some(({ fact }) => isComparison(fact))
    if (token.kind === 'subject' && isJoined && !isPair) errors.push(error('subject-mismatch', token.slot))
  })
  const missing = [...about].filter((subject) => !named.some((token) => token.subject === subject))
  if (missing.length > 0) errors.push(error('subject-missing', facts[0]?.slot ?? ''))
  if (about.size > 1 && !facts.some(({ fact }) => isCompared(table, fact, about, tokens))) {
    errors.push(error('subject-mismatch', facts.map(({ slot }) => slot).join(' ')))
  }
  return errors
}

/** A comparison holds two subjects together, in the order of its inputs, and by a word that their values bear out. */
function isCompared(
  table: SlotTable,
  fact: Fact,
  about: ReadonlySet<string>,
  tokens: readonly Token[],
): boolean {
  if (!isComparison(fact) || about.size !== 2 || fact.inputs.length !== 2) return false
  const [first, second] = fact.inputs.map((id) =>
    tokens.findIndex((token) => token.kind === 'fact' && token.fact.id === id),
  )
  const at = tokens.findIndex((token) => token.kind === 'fact' && token.fact === fact)
  const [a, b] = fact.inputs.map((id) => [...table.facts.values()].find((other) => other.id === id))
  if (first === undefined || second === undefined || !(first !== -1 && first < at && at < second))
    return false
  if (typeof a?.value !== 'number' || typeof b?.value !== 'number' || !isSamePeriod(a, b)) return false
  // Whose figure stands first must also be named first.
  const places = [a, b].map(({ subject }) =>
    tokens.findIndex((token) => token.kind === 'subject' && token.subject === subject),
  )
  const isInOrder = (places[0] ?? -1) < first && (places[1] ?? -1) > at
  return isInOrder && signOfWord(String(fact.value)) === Math.sign(a.value - b.value)
}

/** The figures and the names of a sentence belong to one record or one computation: of two trades of one person the sum of
 *  the one is not told of what was bought in the other. */
function checkRecords(table: SlotTable, facts: readonly FactToken[]): SentenceError[] {
  const all = [...table.facts.values()]
  const told = facts.filter(({ fact }) => !isVerdictWord(fact))
  return told.flatMap(({ fact: a, slot }, index) =>
    told.slice(index + 1).flatMap(({ fact: b }) => {
      if (!isOfOneRecord(a, b, all)) return [error('record-mismatch', slot)]
      const areDays = a.unit === 'date' || b.unit === 'date'
      const isInTime = areDays || isSamePeriod(a, b) || isLevelOfChange(a, b)
      return isInTime || isOfOneComputation(a, b, all) ? [] : [error('period-mismatch', slot)]
    }),
  )
}

/** What was bought is not said to be sold. */
function checkSides(
  table: SlotTable,
  tokens: readonly Token[],
  facts: readonly FactToken[],
): SentenceError[] {
  if (!isOfTrades(table.section)) return []
  const words = tokens.flatMap((token) =>
    token.kind === 'subject' && isOwnWords(token.subject) ? token.subject.split(' ') : [wordOf(token) ?? ''],
  )
  const isBuy = words.some((word) => BUY_WORDS.test(word))
  const isSale = words.some((word) => SALE_WORDS.test(word))
  const said = isBuy === isSale ? undefined : isBuy ? 'buy' : 'sale'
  return facts.flatMap(({ fact, slot }) => {
    const side = sideOf(fact)
    if (isBuy && isSale) return [error('side-mismatch', slot)]
    if (said !== undefined) return side === said ? [] : [error('side-mismatch', slot)]
    const needsSide = side !== undefined && (fact.unit === 'usd' || fact.unit === 'shares')
    return needsSide ? [error('side-mismatch', slot)] : []
  })
}

function checkDirections(
  table: SlotTable,
  tokens: readonly Token[],
  facts: readonly FactToken[],
): SentenceError[] {
  return tokens.flatMap((token, index) => {
    if (token.kind !== 'fact' || !isVerdictWord(token.fact)) return []
    const { fact, slot } = token
    if (isComparison(fact)) {
      const about = new Set(
        facts.filter((other) => !isComparison(other.fact)).map((other) => other.fact.subject),
      )
      return isCompared(table, fact, about, tokens) ? [] : [error('comparison-mismatch', slot)]
    }
    const before = tokens[index - 1]
    const isRank = /rank/.test(fact.kind)
    const sign = signOfWord(String(fact.value))
    const figures = facts.filter((other) => isFigure(other.fact))
    const isBound = figures.some(
      (other) =>
        fact.inputs.includes(other.fact.id) ||
        (groupOf(other.fact) === groupOf(fact) && isSamePeriod(other.fact, fact)),
    )
    const follows = isRank || (before?.kind === 'subject' && before.subject === fact.subject)
    if (!isBound || !follows || (!isRank && sign === undefined)) return [error('direction-mismatch', slot)]
    const changes = figures.filter((other) => isSaidBy(fact, other.fact))
    const signs = [
      ...changes.map((other) => signOf(other.fact)),
      ...(changes.length === 0 ? [signOfInputs(table, fact)] : []),
    ]
    // 'rose by CHANGE to LEVEL', never the other way round.
    const isMisplaced = figures.some((other) => {
      const place = tokens.indexOf(other)
      const word = wordOf(tokens[place - 1])
      const saysChange =
        word === 'by' ||
        tokens[place - 1] === token ||
        (sign === 0 && word === 'of' && wordOf(tokens[place - 2]) === 'change')
      return isSaidBy(fact, other.fact) ? !saysChange : saysChange
    })
    if (isMisplaced && !isRank) return [error('direction-mismatch', slot)]
    const areBorneOut = isRank || signs.every((other) => other === undefined || other === sign)
    return areBorneOut ? [] : [error('sign-mismatch', slot)]
  })
}

/** Whether a direction word gives the sign of this figure. */
function isSaidBy(direction: Fact, figure: Fact): boolean {
  if (direction.subject !== figure.subject) return false
  return isChange(figure) || (direction.inputs.length === 1 && direction.inputs[0] === figure.id)
}

/** Whether a sentence says the figure's sign in a word, so that 'fell by 0.2%' is printed without a second minus. */
export function isSignSaid(tokens: readonly Token[], figure: Fact): boolean {
  return tokens.some(
    (token) =>
      token.kind === 'fact' &&
      isVerdictWord(token.fact) &&
      !isComparison(token.fact) &&
      isSaidBy(token.fact, figure),
  )
}

function signOf({ value }: Fact): number | undefined {
  return typeof value === 'number' ? Math.sign(value) : undefined
}

/** Of a direction between two levels: the later less the earlier. */
function signOfInputs(table: SlotTable, { inputs }: Fact): number | undefined {
  const levels = [...table.facts.values()]
    .filter(({ id }) => inputs.includes(id))
    .sort((a, b) => (periodKey(a.period) < periodKey(b.period) ? -1 : 1))
  const [earlier, later] = levels
  if (levels.length === 1 && earlier) return signOf(earlier)
  if (levels.length !== 2 || typeof earlier?.value !== 'number' || typeof later?.value !== 'number') {
    return undefined
  }
  return Math.sign(later.value - earlier.value)
}
