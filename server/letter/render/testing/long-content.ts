import type {
  EditionContent,
  FindingContent,
  SectionContent,
  Sentence,
} from '../../../../shared/edition-contract.ts'
import { anEditionContent } from '../../testing/edition-content.ts'

interface Counts {
  readonly rows?: number
  readonly findings?: number
  /** Of each finding. */
  readonly links?: number
  readonly coverage?: number
}

/** The same edition, with its sections' parts repeated up to these counts. */
export function aLongContent(counts: Counts): EditionContent {
  const content = anEditionContent()
  return { ...content, sections: content.sections.map((section) => lengthen(section, counts)) }
}

function lengthen(section: SectionContent, { rows, findings, links, coverage }: Counts): SectionContent {
  const table = section.table && {
    ...section.table,
    rows: repeat(section.table.rows, rows).map(nameRow),
  }
  return {
    ...section,
    findings: repeat(section.findings, findings).map((finding, index) =>
      renameFinding(finding, index, links),
    ),
    ...(table && { table }),
    coverage: repeat(section.coverage, coverage).map(nameSentence),
  }
}

function nameRow([head = [], ...cells]: readonly Sentence[], index: number): Sentence[] {
  return [nameSentence(head, index), ...cells]
}

function nameSentence(sentence: Sentence, index: number): Sentence {
  return [...sentence, { text: ` ${nameOf(index)}` }]
}

function renameFinding(finding: FindingContent, index: number, links: number | undefined): FindingContent {
  return {
    ...finding,
    id: `${finding.id}-${index}`,
    links: repeat(finding.links, links).map(({ text, href }, place) => ({
      text,
      href: `${href}#${index}-${place}`,
    })),
  }
}

function repeat<Item>(items: readonly Item[], count = items.length): Item[] {
  return Array.from(
    { length: items.length === 0 ? 0 : count },
    (_unused, index) => items[index % items.length],
  ).filter((item) => item !== undefined)
}

/** 'o', 'i', 'io', 'ii', …: a name without a figure in it. */
function nameOf(index: number): string {
  return index.toString(2).replaceAll('0', 'o').replaceAll('1', 'i')
}
