import { figuresPath } from '../../../shared/edition-address.ts'
import type {
  EditionContent,
  LetterContent,
  LetterSection,
  SectionContent,
  SectionName,
  TableRow,
} from '../../../shared/edition-contract.ts'
import type { EditionSite } from '../edition-input.ts'
import { EXAMPLE_EDITION } from '../render/preview/example-edition.ts'
import { textOf } from '../statements/tell.ts'

/** The site whose letters the tests render. */
export const SITE: EditionSite = {
  name: 'Lunchpail',
  url: 'https://lunchpail.example',
  contactEmail: 'hello@lunchpail.example',
  operatorName: 'Lunchpail Cooperative',
  postalAddress: 'PO Box, Springfield, USA',
}

/** A section whose source failed: it contains only a sentence that says so. */
function anUnavailableSection(name: SectionName, title: string, source: string): SectionContent {
  return {
    name,
    title,
    state: 'unavailable',
    tables: [],
    coverage: [
      [
        {
          text: `${source} gave no usable answer this week, so this part is missing. That does not mean nothing happened.`,
        },
      ],
    ],
    notices: [],
  }
}

/** The preview's example: its companies and people are invented, and every figure has a fact and a record. It has five
 *  ready sections, the economy's in a model's words, three pictures, and at least one table in each section. */
export function anEditionContent(changes: Partial<EditionContent> = {}): EditionContent {
  const { slotDate } = EXAMPLE_EDITION
  const content = { ...EXAMPLE_EDITION, ...changes }
  if (content.slotDate === slotDate) return content
  // Its figures link to its own page.
  const words = JSON.stringify(content).replaceAll(figuresPath(slotDate), figuresPath(content.slotDate))
  return JSON.parse(words) as EditionContent
}

/** A letter that is empty except for what is given. */
export function aLetter(changes: Partial<LetterContent> = {}): LetterContent {
  const nothing = { lead: null, corrections: [], story: [], lines: [], sections: [], connects: [] }
  return { headline: 'The week’s money news', ...nothing, ...changes }
}

/** The same edition, but one section's source failed. */
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

/** A row as readers see it: its heading, the lines below it, and its cells. */
const readRow = ({ head, about, cells }: TableRow): string[] =>
  [head, ...about, ...cells].map((sentence) => textOf([sentence]))

/** @returns the rows of the table with that title; none if there is no such table */
export function listRows({ tables }: Pick<SectionContent, 'tables'>, title: string): string[][] {
  return tables.find((table) => table.title === title)?.rows.map(readRow) ?? []
}
