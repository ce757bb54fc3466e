import { Window } from 'happy-dom'

import type { EditionContent } from '../../../../shared/edition-contract.ts'
import { SITE } from '../../testing/edition-content.ts'

/** The parts of a letter that a reader sees. */
export function readLetter(html: string) {
  const { document } = new Window()
  document.write(html)
  for (const unseen of document.querySelectorAll('[style*="display:none"]')) unseen.remove()
  const { body } = document
  return { body, words: flat(body.textContent) }
}

/** Puts a text on one line. */
export const flat = (text: string) => text.replaceAll(/\s+/g, ' ')

/** Every figure of a letter with the full address of its record, in the letter's order. */
export function listLetterFigures({ letter }: EditionContent): { text: string; href: string }[] {
  if (!letter) return []
  const { story, lines, sections, connects } = letter
  return [
    ...story,
    ...lines.flatMap(({ sentences }) => sentences),
    ...sections.flatMap(({ big, smaller, forYou, coverage }) => [big, ...smaller, forYou, coverage].flat()),
    ...connects,
  ].flatMap((sentence) =>
    sentence.flatMap(({ text, href }) =>
      href === undefined ? [] : [{ text, href: href.startsWith('/') ? `${SITE.url}${href}` : href }],
    ),
  )
}
