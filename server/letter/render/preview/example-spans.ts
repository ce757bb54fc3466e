import type { Sentence, Span } from '../../../../shared/edition-contract.ts'

/** A figure with the fact that bears it out and the address of its record. */
export function figure(text: string, factId: string, href: string): Span {
  return { text, factId, href }
}

/** A sentence: its words as they stand, its figures in the gaps. */
export function say(words: TemplateStringsArray, ...figures: readonly Span[]): Sentence {
  return words
    .flatMap((text, index) => {
      const next = figures[index]
      return next === undefined ? [{ text }] : [{ text }, next]
    })
    .filter(({ text }) => text !== '')
}
