import { cleanText, formatFact } from '../format-fact.ts'
import type { WrittenSentence } from '../section-words.ts'
import { formatPeriod, type NameStyle } from './render-draft.ts'
import type { SlotTable } from './slot-table.ts'

/** The last gate: whether every figure of a written sentence is what its fact prints as, and no numeral stands elsewhere.
 *  @returns the runs of text that no fact bears out; empty where all do */
export function listUnboundRuns(
  table: SlotTable,
  sentence: WrittenSentence,
  { presentName = cleanText }: NameStyle = {},
): string[] {
  const facts = new Map([...table.facts.values()].map((fact) => [fact.id, fact]))
  const filled = new Set([
    ...[...table.subjects.values()].map((subject) => presentName(subject)),
    ...[...table.periods.values()].map(formatPeriod),
  ])
  return sentence.flatMap(({ text, factId, isFilled }) => {
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
}

/** The first letter may have become a capital. */
function isSameText(one: string, other: string): boolean {
  return one.slice(1) === other.slice(1) && one.slice(0, 1).toLowerCase() === other.slice(0, 1).toLowerCase()
}
