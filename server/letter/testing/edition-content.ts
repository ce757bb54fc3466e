import { figuresPath } from '../../../shared/edition-address.ts'
import type {
  EditionContent,
  LetterContent,
  LetterSection,
  SectionContent,
  SectionName,
} from '../../../shared/edition-contract.ts'
import { EXAMPLE_EDITION } from '../render/preview/example-edition.ts'

/** A part whose source failed: it says so, and holds nothing else. */
function anUnavailableSection(name: SectionName, title: string, source: string): SectionContent {
  return {
    name,
    title,
    state: 'unavailable',
    tables: [],
    coverage: [
      [
        {
          text: `${title}: ${source} gave no usable answer this week, so this part is missing. That does not mean nothing happened.`,
        },
      ],
    ],
    notices: [],
  }
}

/** The preview's example: its companies and people are invented, every figure has a fact and a record. Five ready
 *  sections, the economy's words by a model, three pictures, a table or more in each. */
export function anEditionContent(changes: Partial<EditionContent> = {}): EditionContent {
  const { slotDate } = EXAMPLE_EDITION
  const content = { ...EXAMPLE_EDITION, ...changes }
  if (content.slotDate === slotDate) return content
  // Its figures lead to its own page.
  const words = JSON.stringify(content).replaceAll(figuresPath(slotDate), figuresPath(content.slotDate))
  return JSON.parse(words) as EditionContent
}

/** A letter that tells nothing, but for what is given. */
export function aLetter(changes: Partial<LetterContent> = {}): LetterContent {
  const nothing = { lead: null, corrections: [], story: [], lines: [], sections: [], connects: [] }
  return { headline: 'The week’s money news', ...nothing, ...changes }
}

/** The same edition, one section's source failed. */
export function anEditionWithout(name: SectionName, source: string): EditionContent {
  const content = anEditionContent()
  const { letter } = content
  return {
    ...content,
    letter: {
      ...letter,
      lines: letter.lines.map((line) =>
        line.section === name ? { ...line, sentences: [[{ text: 'Missing this week.' }]] } : line,
      ),
      sections: letter.sections.map((section) =>
        section.name === name ? withoutSource(section, source) : section,
      ),
    },
    sections: content.sections.map((section) =>
      section.name === name ? anUnavailableSection(name, section.title, source) : section,
    ),
    topFindings: content.topFindings.filter(({ section }) => section !== name),
  }
}

function withoutSource({ name, title }: LetterSection, source: string): LetterSection {
  const { state, coverage } = anUnavailableSection(name, title, source)
  return {
    name,
    title,
    state,
    label: 'automated summary',
    big: coverage,
    smaller: [],
    forYou: [],
    coverage: [],
  }
}
