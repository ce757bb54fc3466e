import { createContext, createElement, Fragment, useContext } from 'react'

import { correctionAnchor } from '../../../shared/edition-address.ts'
import type { Correction, SectionName, Sentence } from '../../../shared/edition-contract.ts'
import { linkWords } from '../../../shared/link-words.ts'

/** The figures of a letter that were wrong: the correction of each, by the id of its fact. */
export const CorrectedFigures = createContext<ReadonlyMap<string, Correction>>(new Map())

/** A sentence of the letter: each figure leads to its record. One that was wrong is struck through, with a way to what is right. */
export function Words({ sentence }: { sentence: Sentence }) {
  const corrected = useContext(CorrectedFigures)
  const runs = linkWords(sentence).map(({ text, href, label, factId }) => {
    if (href === undefined) return text
    const link = createElement('a', { href, 'aria-label': label }, text)
    const correction = factId === undefined ? undefined : corrected.get(factId)
    if (correction === undefined) return link
    const note = createElement('a', { href: `#${correctionAnchor(correction.id)}` }, '(corrected)')
    return createElement(Fragment, null, createElement('del', null, link), ' ', note)
  })
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
