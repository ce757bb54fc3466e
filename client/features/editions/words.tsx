import { createContext, createElement, Fragment, useContext, type ReactNode } from 'react'

import { correctionAnchor } from '../../../shared/edition-address.ts'
import type {
  Correction,
  EditionSummary,
  SectionName,
  Sentence,
  Span,
} from '../../../shared/edition-contract.ts'
import { linkWords } from '../../../shared/link-words.ts'

export { SECTION_TITLES } from '../../../shared/edition-label.ts'

/** The corrections of a letter's wrong figures, by the id of the fact. */
export const CorrectedFigures = createContext<ReadonlyMap<string, Correction>>(new Map())

/** A sentence of the letter: each figure links to its record. A wrong one is struck through, with a link to the correction. */
export function Words({ sentence }: { sentence: Sentence }) {
  const corrected = useContext(CorrectedFigures)
  const runs = linkWords(sentence).map(({ text, href, label, factId }) => {
    if (href === undefined) return text
    const link = createElement('a', { href, 'aria-label': label }, text)
    const correction = factId === undefined ? undefined : corrected.get(factId)
    return correction === undefined ? link : strike(link, correction)
  })
  // As arguments, not as a list: a letter's words never change, so they need no keys.
  return createElement(Fragment, null, ...runs)
}

/** The title of a letter, with wrong figures struck through. */
export function Subject({
  edition: { subject, wrongInSubject },
}: {
  edition: Pick<EditionSummary, 'subject' | 'wrongInSubject'>
}) {
  const corrected = useContext(CorrectedFigures)
  const runs = (wrongInSubject ?? []).reduce<Span[]>(
    (spans, { text, factId }) =>
      spans.flatMap((span) => {
        const at = span.factId === undefined ? span.text.indexOf(`${text}${CORRECTED}`) : -1
        if (at === -1) return [span]
        const end = at + text.length + CORRECTED.length
        return [{ text: span.text.slice(0, at) }, { text, factId }, { text: span.text.slice(end) }]
      }),
    [{ text: subject }],
  )
  const shown = runs.map(({ text, factId }) => {
    if (factId === undefined) return text
    return strike(text, corrected.get(factId))
  })
  return createElement(Fragment, null, ...shown)
}

/** Strikes out what is wrong, with a link to its correction if that is on the same page. */
function strike(wrong: ReactNode, correction: Correction | undefined) {
  const href = correction && `#${correctionAnchor(correction.id)}`
  const note = href === undefined ? [CORRECTED] : [' ', createElement('a', { href }, CORRECTED.trim())]
  return createElement(Fragment, null, createElement('del', null, wrong), ...note)
}

/** Follows a wrong figure in a title. */
const CORRECTED = ' (corrected)'

/** Sentences as one paragraph. */
export function Sentences({ sentences }: { sentences: readonly Sentence[] }) {
  const joined = sentences.flatMap((sentence, index) =>
    index === 0 ? sentence : [{ text: ' ' }, ...sentence],
  )
  return <Words sentence={joined} />
}

/** Which way a trade went, in a word or two: 'Bought', 'Sold, reported late'; nothing for anything else. */
export function tradeLabels(kicker: string | undefined): string[] {
  const [, words] = /^[+−-] ?(.+)$/.exec(kicker ?? '') ?? []
  return words === undefined ? [] : [words]
}

/** Sections that name assets by ticker. */
export const tellsTrades = (section: SectionName) => section === 'insiders' || section === 'congress'
