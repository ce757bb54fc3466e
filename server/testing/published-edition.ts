import {
  sectionNameSchema,
  type EditionContent,
  type LetterContent,
  type SectionName,
  type Span,
} from '../../shared/edition-contract.ts'
import type { Database } from '../db/database.ts'
import { freezeEdition } from '../sending/editions/freeze-edition.ts'
import { storeEdition } from '../sending/editions/editions.ts'
import type { Fact } from '../letter/facts/fact.ts'
import { anEditionContent } from '../letter/testing/edition-content.ts'
import { anEdition, setDatabaseClock } from './edition-fixtures.ts'

/** Stores an edition and starts sending it, by default on its Monday at 14:00 UTC. There must be no subscribers.
 *  @param facts  by default made up from the figures in the content */
export async function publishEdition(
  db: Database,
  {
    content = anEditionContent(),
    facts = factsOf(content),
    at = `${content.slotDate}T14:00:00Z`,
  }: { content?: EditionContent; facts?: readonly Fact[]; at?: string } = {},
): Promise<void> {
  const { slotDate, subject, preheader } = content
  await setDatabaseClock(db, at)
  await storeEdition(db, anEdition({ slotDate, subject, preheader, content, facts }))
  await freezeEdition(db, slotDate, { by: 'hand' })
}

/** The fixture of a week under another date and subject. */
export function aWeek(slotDate: string, changes: Partial<EditionContent> = {}): EditionContent {
  return anEditionContent({ slotDate, subject: `The edition of ${slotDate}`, ...changes })
}

/** A fact for each figure of an edition. */
export function factsOf(content: EditionContent): Fact[] {
  const facts = content.sections.flatMap(({ name, tables, chart, coverage }) =>
    [
      ...tables.flatMap(({ rows }) =>
        rows.flatMap(({ head, about, cells }) => [head, ...about, ...cells].flat()),
      ),
      ...(chart?.alt ?? []),
      ...coverage.flat(),
    ].flatMap((span) => factOf(name, span, content)),
  )
  const ofLetter = listSpans(content.letter).flatMap((span) =>
    factOf(sectionNameSchema.parse(span.factId?.split('/')[0]), span, content),
  )
  return [...new Map([...ofLetter, ...facts].map((fact) => [fact.id, fact])).values()]
}

/** The letter's figures, in order. */
function listSpans({ story, lines, sections, connects }: LetterContent): Span[] {
  return [
    ...story,
    ...lines.flatMap(({ sentences }) => sentences),
    ...sections.flatMap(({ big, smaller, more = [], forYou, coverage }) =>
      [big, ...smaller, ...more, forYou, coverage].flat(),
    ),
    ...connects,
  ]
    .flat()
    .filter(({ factId }) => factId !== undefined)
}

function factOf(section: SectionName, { text, href, factId }: Span, { week }: EditionContent): Fact[] {
  if (factId === undefined) return []
  const [, subject = '', kind = 'value'] = factId.split('/')
  const source = new URL(href ?? '/', 'https://example.org/')
  return [
    {
      id: factId,
      section,
      kind,
      subject: subject.replaceAll('-', ' '),
      period: week,
      value: text,
      unit: 'text',
      precision: 0,
      asOf: week.to,
      retrievedAt: `${week.to}T23:00:00.000Z`,
      sourceName: source.hostname,
      sourceUrl: source.href,
      formula: 'as the record has it',
      inputs: [`record of ${subject}`],
    },
  ]
}
