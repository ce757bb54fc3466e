import { z } from 'zod'

import {
  sectionNameSchema,
  type EditionContent,
  type FactRecord,
  type Sentence,
  type Span,
} from '../../../shared/edition-contract.ts'
import { presentCompany } from '../../lib/company-name.ts'
import { inputFactIds, type Fact } from '../facts/fact.ts'
import { labelFact } from './fact-labels.ts'
import { formatExactMoney, formatFact } from '../facts/format-fact.ts'

/** What is stored of an edition does not fit the expected shape; the message says what and where. */
export class StoredContentError extends Error {
  override readonly name = 'StoredContentError'
}

/** Facts as stored with an edition. */
export const storedFactsSchema = z.array(
  z.object({
    id: z.string(),
    section: sectionNameSchema,
    kind: z.string(),
    subject: z.string(),
    period: z.object({ from: z.iso.date(), to: z.iso.date() }),
    value: z.union([z.number(), z.tuple([z.number(), z.number()]), z.string()]),
    unit: z.string(),
    precision: z.number(),
    asOf: z.iso.date(),
    retrievedAt: z.string(),
    sourceName: z.string(),
    sourceUrl: z.string(),
    formula: z.string(),
    inputs: z.array(z.string()),
  }),
)

/** The facts that an edition's words name, the facts that they are computed from, and those about coverage: by section in
 *  the letter's order, and within each as stored.
 *  @throws StoredContentError if the words name a fact that is not stored */
export function listNamedFacts(content: EditionContent, facts: readonly Fact[]): Fact[] {
  const known = new Map(facts.map((fact) => [fact.id, fact]))
  const shown = new Set<string>()
  const show = (factId: string): void => {
    const fact = known.get(factId)
    if (fact === undefined || shown.has(factId)) return
    shown.add(factId)
    for (const id of fact.inputs.flatMap(inputFactIds)) show(id)
  }
  for (const id of listFactIds(content)) {
    if (!known.has(id))
      throw new StoredContentError(`The edition of ${content.slotDate} names ${id} and keeps no such fact.`)
    show(id)
  }
  for (const { id, section } of facts) if (id.startsWith(`${section}/coverage/`)) show(id)
  return content.sections.flatMap(({ name }) =>
    facts.filter(({ id, section }) => section === name && shown.has(id)),
  )
}

/** The fact as a reader sees it. */
export function toFactRecord(fact: Fact): FactRecord {
  const { kind, value: _value, unit: _unit, precision: _precision, subject, section, ...record } = fact
  return {
    ...record,
    section,
    // Registries write companies in capitals; in other sections capitals are abbreviations.
    subject: section === 'insiders' ? presentCompany(subject) : subject,
    kind: labelFact(kind),
    value: describeValue(fact),
  }
}

/** In the letter's format and, if that is rounded, also to the dollar, since the tables have the exact sum. */
function describeValue(fact: Fact): string {
  const text = formatFact(fact)
  if (text === undefined) return `${String(fact.value)} (${fact.unit})`
  const isRounded = fact.unit === 'usd' && /(million|billion)$/.test(text)
  return isRounded ? `${text} (${formatExactMoney(fact)})` : text
}

function listFactIds(content: EditionContent): string[] {
  const spans: Span[] = content.topFindings.flatMap(({ figure, sentence }) => [figure, ...sentence])
  const add = (...sentences: readonly Sentence[]) => spans.push(...sentences.flat())
  for (const { tables, chart, coverage } of content.sections) {
    add(...coverage, chart?.alt ?? [])
    for (const { rows } of tables) {
      for (const { head, about, cells } of rows) add(head, ...about, ...cells)
    }
  }
  const { story, also = [], lines, sections, connects, ahead = [] } = content.letter
  add(...story, ...also, ...connects, ...ahead, ...lines.flatMap(({ sentences }) => sentences))
  for (const { big, smaller, more = [], forYou, coverage } of sections) {
    add(...big, ...smaller.flat(), ...more.flat(), ...forYou, ...coverage)
  }
  return spans.flatMap(({ factId }) => (factId === undefined ? [] : [factId]))
}
