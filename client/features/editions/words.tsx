import { createContext, createElement, Fragment, useContext } from 'react'

import { correctionAnchor } from '../../../shared/edition-address.ts'
import type { Correction, SectionName, Sentence } from '../../../shared/edition-contract.ts'
import { linkWords } from '../../../shared/link-words.ts'

/** The corrections of a letter's wrong figures, by the id of the fact. */
export const CorrectedFigures = createContext<ReadonlyMap<string, Correction>>(new Map())

/** A sentence of the letter: each figure links to its record. A wrong one is struck through, with a link to the correction. */
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

/** Sentences as one paragraph. */
export function Sentences({ sentences }: { sentences: readonly Sentence[] }) {
  const joined = sentences.flatMap((sentence, index) =>
    index === 0 ? sentence : [{ text: ' ' }, ...sentence],
  )
  return <Words sentence={joined} />
}

/** Without links. */
export function textOf(sentence: Sentence): string {
  return sentence.map(({ text }) => text).join('')
}

/** Which way a trade went, in a word or two: 'Bought', 'Sold, reported late'; nothing for what is not a trade. */
export function tradeLabels(kicker: string | undefined): string[] {
  const [, words] = /^[+−-] ?(.+)$/.exec(kicker ?? '') ?? []
  return words === undefined ? [] : [words]
}

/** Sections that name assets by ticker. */
export const tellsTrades = (section: SectionName) => section === 'insiders' || section === 'congress'

/** The name of a part of the letter where its own title is not available. */
export const SECTION_TITLES: Readonly<Record<SectionName, string>> = {
  insiders: 'Insider trades',
  congress: 'Congress',
  housing: 'Housing',
  economy: 'The economy',
  markets: 'Markets',
}
