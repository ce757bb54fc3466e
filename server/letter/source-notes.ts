import { newYorkDay } from '../lib/dates.ts'
import type { Sentence } from '../../shared/edition-contract.ts'
import { formatDay } from '../../shared/format-date.ts'
import { hasNumeral } from '../records/names/find-numerals.ts'
import { figure, plain } from './facts/spans.ts'
import type { EditionWeek } from '../lib/edition-week.ts'
import type { Fact, SectionName } from './facts/fact.ts'
import type { ComposedSection } from './facts/section-words.ts'
import { isDark, type SourceState } from './source-states.ts'

/** A source, and when what stands here of it was last read, ISO 8601 in UTC; undefined where nothing of it does. */
export interface UsedSource {
  readonly source: SourceState
  readonly retrievedAt: string | undefined
  /** A page about what it gives, for people. */
  readonly url: string
}

export interface SourceNotes {
  /** The days up to which was read. */
  readonly facts: readonly Fact[]
  /** Puts the notes before what else the section says of its coverage. */
  addTo(composed: ComposedSection): ComposedSection
}

const WHAT_HAPPENED = {
  failed: 'gave no usable answer when this letter was made.',
  unfinished: 'was still being read when this letter was made, or its reading broke off.',
  'not asked': 'was not read anew for this letter.',
} as const

/** Says of each source that could not be read for this edition how old what stands here of it is. What a source gave in
 *  part, the section's own coverage tells. */
export function noteSources(
  section: SectionName,
  week: EditionWeek,
  used: readonly UsedSource[],
): SourceNotes {
  const notes = used
    .filter(({ source }) => isDark(source))
    .map((one) => writeNote(one, one.retrievedAt === undefined ? undefined : makeFact(section, week, one)))
  const sentences = notes.map(({ sentence }) => sentence)
  return {
    facts: notes.map(({ fact }) => fact).filter((fact) => fact !== undefined),
    addTo: (composed) =>
      sentences.length === 0
        ? composed
        : {
            ...composed,
            content: { ...composed.content, coverage: [...sentences, ...composed.content.coverage] },
          },
  }
}

function writeNote(
  { source }: UsedSource,
  fact: Fact | undefined,
): { sentence: Sentence; fact: Fact | undefined } {
  const { outcome } = source
  const name = hasNumeral(source.name) ? 'A source' : source.name
  const what = outcome in WHAT_HAPPENED ? WHAT_HAPPENED[outcome as keyof typeof WHAT_HAPPENED] : ''
  if (!fact) return { sentence: [plain(`${name} ${what} Nothing here was read from it.`)], fact }
  return {
    sentence: [
      plain(`${name} ${what} What stands here of it was read by `),
      figure(fact, formatDay(String(fact.value))),
      plain('.'),
    ],
    fact,
  }
}

function makeFact(section: SectionName, week: EditionWeek, used: UsedSource): Fact {
  const { source, retrievedAt = '', url } = used
  const day = newYorkDay(new Date(retrievedAt))
  return {
    id: `${section}/coverage/read-by/${source.id}`,
    section,
    kind: 'read-by',
    subject: source.name,
    period: { from: week.from, to: week.to },
    value: day,
    unit: 'date',
    precision: 0,
    asOf: day,
    retrievedAt,
    sourceName: source.name,
    sourceUrl: url,
    formula: 'day in New York on which the newest record used here was read',
    inputs: [],
  }
}
