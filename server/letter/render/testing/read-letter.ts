import { Window } from 'happy-dom'

import type { EditionContent } from '../../../../shared/edition-contract.ts'
import { SITE } from './site.ts'

/** What a reader sees of a letter. */
export function readLetter(html: string) {
  const { document } = new Window()
  document.write(html)
  for (const unseen of document.querySelectorAll('[style*="display:none"]')) unseen.remove()
  const { body } = document
  return { body, words: flat(body.textContent) }
}

/** On one line. */
export const flat = (text: string) => text.replaceAll(/\s+/g, ' ')

/** Every figure of a letter with its record's whole address, in the order in which the letter has them. */
export function listLetterFigures({ letter }: EditionContent): { text: string; href: string }[] {
  if (!letter) return []
  const { story, lines, sections, connects } = letter
  return [
    ...story,
    ...lines.flatMap(({ sentences }) => sentences),
    ...sections.flatMap(({ big, smaller, forYou, coverage }) => [
      ...big,
      ...smaller.flat(),
      ...forYou,
      ...coverage,
    ]),
    ...connects,
  ].flatMap((sentence) =>
    sentence.flatMap(({ text, href }) =>
      href === undefined ? [] : [{ text, href: href.startsWith('/') ? `${SITE.url}${href}` : href }],
    ),
  )
}
