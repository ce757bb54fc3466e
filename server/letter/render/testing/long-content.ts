import type { EditionContent, LetterContent, Sentence } from '../../../../shared/edition-contract.ts'
import { aLetter, anEditionContent } from '../../testing/edition-content.ts'

/** The same edition with a letter as long as letters may be: a figure in each sentence, each with its own record. */
export function aLongContent(): EditionContent {
  const content = anEditionContent()
  return { ...content, letter: lengthen(content.letter ?? aLetter()) }
}

function lengthen(letter: LetterContent): LetterContent {
  let number = 0
  const say = (count: number): Sentence[] =>
    Array.from({ length: count }, () => {
      number += 1
      return [
        { text: `Director ${nameOf(number)} & Sons of Harbor & Main Software bought ` },
        {
          text: '$1,234,567',
          factId: `insiders/buy/1318605/${number}/value`,
          href: `https://www.sec.gov/Archives/edgar/data/1318605/0000104${number}-25-001234-index.htm`,
        },
        { text: ' of its shares on the open market.' },
      ]
    })
  return {
    ...letter,
    story: say(5),
    lines: letter.lines.map(({ section }) => ({ section, sentences: say(1) })),
    sections: letter.sections.map((section) => ({
      ...section,
      big: say(2),
      smaller: [say(2), say(2), say(1)],
      forYou: say(1),
      coverage: say(1),
    })),
    connects: say(3),
  }
}

/** 'o', 'i', 'io', 'ii', …: names that contain no digits. */
function nameOf(index: number): string {
  return index.toString(2).replaceAll('0', 'o').replaceAll('1', 'i')
}
