import { createElement, Fragment } from 'react'

import type { SectionName, Sentence } from '../../../shared/edition-contract.ts'
import { linkWords } from '../../../shared/link-words.ts'

/** A sentence of the letter: each figure leads to its record. */
export function Words({ sentence }: { sentence: Sentence }) {
  const runs = linkWords(sentence).map(({ text, href, label }) =>
    href === undefined ? text : createElement('a', { href, 'aria-label': label }, text),
  )
  // As arguments, not as a list: a letter's words never change, so they need no keys.
  return createElement(Fragment, null, ...runs)
}

/** One sentence after the other, as a paragraph. */
export function Sentences({ sentences }: { sentences: readonly Sentence[] }) {
  const joined = sentences.flatMap((sentence, index) =>
    index === 0 ? sentence : [{ text: ' ' }, ...sentence],
  )
  return <Words sentence={joined} />
}

/** Without its links. */
export function textOf(sentence: Sentence): string {
  return sentence.map(({ text }) => text).join('')
}

/** Which way a trade went, as a word or two for a line: 'Bought', 'Sold, reported late'; none for what is no trade. */
export function tradeLabels(kicker: string | undefined): string[] {
  const [, words] = /^[+−-] ?(.+)$/.exec(kicker ?? '') ?? []
  return words === undefined ? [] : [words]
}

/** What a part of the letter is called where its own title is not at hand. */
export const SECTION_TITLES: Readonly<Record<SectionName, string>> = {
  insiders: 'Insider trades',
  congress: 'Congress',
  housing: 'Housing',
  economy: 'The economy',
  markets: 'Markets',
}
