import type { Sentence, Span } from '../../../shared/edition-contract.ts'
import { formatFact, numberOf } from './format-fact.ts'
import type { Fact } from './fact.ts'
import type { WrittenSentence } from './section-words.ts'

export type { Sentence, Span }

/** A fact's value as readers see it, bound to the fact and linked to its record.
 *  @param text  the value in another of the letter's formats; by default as it stands in a sentence
 *  @param href  another page of the same record, easier to read than its source
 *  @throws TypeError for a value that cannot be written: it does not fit its unit */
export function figure(fact: Fact, text = formatFact(fact), href = fact.sourceUrl): Required<Span> {
  if (text === undefined) throw new TypeError(`${fact.id} cannot be written`)
  return { text, href, factId: fact.id }
}

export function plain(text: string): Span {
  return { text }
}

export function plural(fact: Fact, one: string, several: string): string {
  return numberOf(fact) === 1 ? one : several
}

/** Links each figure of a written summary to the record of its fact.
 *  @param addressOf  where the figures of a fact lead; by default to its source
 *  @throws TypeError for a figure of a fact that the section does not have */
export function bindSentences(
  sentences: readonly WrittenSentence[],
  facts: readonly Fact[],
  addressOf: (fact: Fact) => string = (fact) => fact.sourceUrl,
): Sentence[] {
  const known = new Map(facts.map((fact) => [fact.id, fact]))
  return sentences.map((sentence) =>
    sentence.map(({ text, factId }) => {
      if (factId === undefined) return plain(text)
      const fact = known.get(factId)
      if (!fact) throw new TypeError(`'${text}' names ${factId}, which is no fact of the section`)
      return figure(fact, text, addressOf(fact))
    }),
  )
}
