import type { Fact } from '../facts/fact.ts'
import { cleanText } from '../../lib/text.ts'
import { formatFact } from '../facts/format-fact.ts'
import type { WrittenSentence } from '../facts/section-words.ts'
import { isOver } from './check-days.ts'
import {
  BUY_WORDS,
  groupOf,
  isChange,
  isComparison,
  isOfOneRecord,
  isOfTrades,
  isVerdictWord,
  kindOf,
  SALE_WORDS,
  sideOf,
} from './fact-traits.ts'
import { formatPeriod, type NameStyle } from './render-draft.ts'
import type { SlotTable } from './slot-table.ts'

/** The last gate: whether every figure of a written sentence is what its fact prints as, no numeral stands elsewhere, and
 *  all of it is of one record: figures, names, days, and the side of a trade.
 *  @returns the runs of text that no fact bears out; empty where all do */
export function listUnboundRuns(
  table: SlotTable,
  sentence: WrittenSentence,
  { presentName = cleanText }: NameStyle = {},
): string[] {
  const facts = new Map([...table.facts.values()].map((fact) => [fact.id, fact]))
  const told = sentence.flatMap(({ factId }) => facts.get(factId ?? '') ?? [])
  const names = new Set(told.map(({ subject }) => presentName(subject)))
  const filled = new Set([...names, ...told.map(({ period }) => formatPeriod(period))])
  const unbound = sentence.flatMap(({ text, factId, isFilled }) => {
    if (factId === undefined) {
      return (isFilled ? [...filled].some((one) => isSameText(one, text)) : !/\p{N}/u.test(text))
        ? []
        : [text]
    }
    const fact = facts.get(factId)
    const values = fact && [formatFact(fact), formatFact(fact, { sign: 'left out' })]
    const isValue = values?.some(
      (value) => value !== undefined && [value, presentName(value)].some((one) => isSameText(one, text)),
    )
    return isValue ? [] : [text]
  })
  if (unbound.length > 0) return unbound
  const textOf = ({ id }: Fact) => sentence.find(({ factId }) => factId === id)?.text ?? id
  return [
    ...listStrangers([...facts.values()], told).map(textOf),
    ...[...names].filter(
      (name) => !sentence.some(({ text, isFilled }) => isFilled && isSameText(name, text)),
    ),
    ...told.filter((fact) => isChange(fact) && !saysDays(sentence, fact)).map(textOf),
    ...told.filter((fact) => !isOfSideSaid(sentence, fact)).map(textOf),
    ...told.filter((fact) => !isToldOfAll(sentence, fact)).map(textOf),
  ]
}

/** The facts that are not of one record with the others of their sentence. */
function listStrangers(all: readonly Fact[], told: readonly Fact[]): Fact[] {
  const own = told.filter((fact) => !isVerdictWord(fact))
  const isPair = (a: Fact, b: Fact) => isOfOneRecord(a, b, all)
  return [
    ...own.filter((fact, index) => own.slice(0, index).some((other) => !isPair(fact, other))),
    // 'rose' is of the change whose sign it is, or of the two that it compares.
    ...told
      .filter((fact) => isVerdictWord(fact))
      .filter((word) =>
        isComparison(word)
          ? !word.inputs.every((id) => own.some((fact) => fact.id === id))
          : !own.some((fact) => word.inputs.includes(fact.id) || groupOf(fact) === groupOf(word)),
      ),
  ]
}

/** Whether the days of a change stand beside it, in full or by their length. */
function saysDays(sentence: WrittenSentence, fact: Fact): boolean {
  const days = formatPeriod(fact.period)
  if (sentence.some(({ text, isFilled }) => isFilled && text === days)) return true
  const words =
    wordsOf(sentence)
      .toLowerCase()
      .match(/\b(week|month|year)\b/g) ?? []
  return words.length > 0 && words.every((word) => isOver(fact, word))
}

/** Without figures and names. */
function wordsOf(sentence: WrittenSentence): string {
  return sentence
    .map(({ text, factId, isFilled }) => (factId === undefined && !isFilled ? text : ' '))
    .join('')
}

/** Of a trade: 'bought' stands beside the facts of a purchase alone. */
function isOfSideSaid(sentence: WrittenSentence, fact: Fact): boolean {
  const side = sideOf(fact)
  if (!isOfTrades(fact.section) || side === undefined) return true
  return !(side === 'buy' ? SALE_WORDS : BUY_WORDS).test(wordsOf(sentence))
}

/** A figure of several trades is told as the bound, the average or the sum that it is, never as that of one trade. */
function isToldOfAll(sentence: WrittenSentence, fact: Fact): boolean {
  const at = sentence.findIndex(({ factId }) => factId === fact.id)
  const before = sentence[at - 1]?.text ?? ''
  const kind = kindOf(fact)
  if (kind === 'lag-of-several') return /\bup to $/.test(before)
  if (kind === 'filed-on-of-several') return /\bby $/.test(before)
  if (kind === 'average-price-of-several') return /\baverage\b/i.test(wordsOf(sentence))
  const isSum = kind === 'amount-of-several' || kind === 'value-of-several'
  return !isSum || !/\b(a|the|this) (purchase|sale)\b/i.test(wordsOf(sentence))
}

/** The first letter may have become a capital. */
function isSameText(one: string, other: string): boolean {
  return one.slice(1) === other.slice(1) && one.slice(0, 1).toLowerCase() === other.slice(0, 1).toLowerCase()
}
