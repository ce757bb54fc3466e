import { SECTION_NAMES, type LetterContent, type SectionName } from '../../../shared/edition-contract.ts'
import { makeFact, SECTION_TITLES, type Fact } from '../facts/fact.ts'
import { chooseLetter } from '../statements/choose-letter.ts'
import { composeLetter } from '../statements/compose-letter.ts'
import type { Attempts } from '../statements/leave-out-unwritable.ts'
import type { LetterParts, SectionToTell, Wishes } from '../statements/letter-plan.ts'
import type { Statement } from '../statements/statement.ts'
import { textOf } from '../statements/tell.ts'

const MONDAY = '2025-01-27'

/** Attempts that throw what goes wrong. */
export const NO_ATTEMPTS: Attempts = {
  unwritten: [],
  attempt: (_, make) => make(),
  each: (items, make) => items.flatMap((item) => make(item)),
}

/** A fact, by default in dollars.
 *  @param id  begins with its section */
export function aFact(id: string, changes: Partial<Fact> = {}): Fact {
  const fact = makeFact(
    sectionOf(id),
    {
      id,
      subject: 'Acme Corp.',
      value: 1_200_000,
      unit: 'usd',
      formula: 'as reported',
      inputs: [`row of ${id}`],
    },
    {
      period: { from: MONDAY, to: '2025-02-02' },
      asOf: '2025-01-28',
      retrievedAt: '2025-02-02T12:00:00.000Z',
      sourceName: 'SEC EDGAR',
      sourceUrl: `https://records.test/${id}`,
    },
  )
  return { ...fact, ...changes }
}

/** News with short words and a figure of its own, which could lead.
 *  @param id  begins with its section */
export function aStatement(id: string, changes: Partial<Statement> = {}): Statement {
  return {
    id,
    section: sectionOf(id),
    kind: 'trade',
    topic: id,
    slots: { value: { figure: aFact(`${id}/value`) } },
    salience: 50,
    isNews: true,
    tellings: [`Of ${id} it was {value}.`],
    heads: [`Head of ${id}: {value}`],
    lines: [`${id}: {value}.`],
    glances: [`Something of ${id}.`],
    ...changes,
  }
}

/** @param words  how many words it has besides its figure */
export function aTelling(words: number): string {
  return `${Array.from({ length: words }, () => 'word').join(' ')} {value}.`
}

/** A section that was read. */
export function aSectionToTell(
  name: SectionName,
  statements: readonly Statement[],
  { forYou = [], ...changes }: Partial<SectionToTell> & { forYou?: readonly Statement[] } = {},
): SectionToTell {
  return {
    content: {
      name,
      title: SECTION_TITLES[name],
      state: 'ready',
      tables: [],
      coverage: [[{ text: 'In full.' }]],
      notices: [],
    },
    statements: {
      section: name,
      statements,
      forYou,
      coverage: aStatement(`${name}/coverage`, {
        kind: 'coverage',
        slots: {},
        tellings: ['We read all of it.'],
        heads: [],
        lines: [],
      }),
      facts: [],
    },
    notes: [],
    ...changes,
  }
}

/** The parts of a letter, by default of the Monday after the test's week. */
export const aLetterParts = (
  sections: readonly SectionToTell[],
  {
    earlierLeads = [],
    connections = [],
    corrections = [],
    slotDate = '2025-02-03',
    ahead,
  }: Partial<LetterParts> = {},
): LetterParts => ({ slotDate, sections, connections, corrections, earlierLeads, ahead })

/** The letter that rules make from these sections, or that an editor makes. */
export function composeFrom(
  sections: readonly SectionToTell[],
  changes: Partial<LetterParts> = {},
  { wishes, model = 'small-1' }: { wishes?: Wishes; model?: string } = {},
) {
  const parts = aLetterParts(sections, changes)
  return composeLetter(parts, chooseLetter(parts, wishes).plan, wishes && { model })
}

/** The ids of figures that a letter tells twice, not counting the words that only the page has. */
export function listTwice(letter: LetterContent): string[] {
  const { story, also = [], lines, sections, connects, ahead = [] } = letter
  const ofSections = sections.flatMap(({ big, smaller, forYou, coverage }) =>
    [big, forYou, coverage].concat(smaller),
  )
  const told = [story, also, connects, ahead, lines.flatMap(({ sentences }) => sentences)]
    .concat(ofSections)
    .flat(2)
    .flatMap(({ factId }) => factId ?? [])
  return told.filter((id, index) => told.indexOf(id) !== index)
}

/** A section of a letter as readers read it.
 *  @param at  the section's position */
export function wordsOf(letter: LetterContent, at = 0) {
  const { big = [], smaller = [], more = [], forYou = [], coverage = [] } = letter.sections[at] ?? {}
  return {
    big: textOf(big),
    smaller: smaller.map(textOf),
    more: more.map(textOf),
    forYou: textOf(forYou),
    coverage: textOf(coverage),
  }
}

function sectionOf(id: string): SectionName {
  const name = SECTION_NAMES.find((one) => id.startsWith(`${one}/`))
  if (!name) throw new TypeError(`${id} does not begin with a section`)
  return name
}
