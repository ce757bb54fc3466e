import { listWords } from '../lib/text.ts'
import type { Database } from '../db/database.ts'
import type { CollectOutcome, RecordSource } from '../records/core/record-source.ts'
import { codeOfUnread, type UnavailableCode } from '../records/core/unread-reason.ts'
import { listLatestRuns, type LatestRun } from '../records/core/runs.ts'
import { newYorkDay } from '../lib/dates.ts'
import type { Sentence } from '../../shared/edition-contract.ts'
import { formatDay } from '../../shared/format-date.ts'
import { hasNumeral } from '../records/names/present-names.ts'
import { figure, plain } from './facts/format-fact.ts'
import { capitalize } from './statements/make-statement.ts'
import type { EditionWeek } from '../lib/edition-week.ts'
import { type Fact, makeFact, type SectionName } from './facts/fact.ts'

/** How far the reading of a source for one edition has come. */
export interface SourceState {
  readonly id: string
  /** The name that people know it by. */
  readonly name: string
  /** 'unfinished': it is being read, or its reading broke off · 'not asked': nobody has read it for that week. */
  readonly outcome: CollectOutcome | 'unfinished' | 'not asked'
  /** Why the reading is not complete; undefined if it is. */
  readonly reason: string | undefined
  /** Who caused that. */
  readonly code: UnavailableCode
  readonly run: LatestRun | undefined
}

/** The newest reading of each source for a week.
 *  @param asOf  the day up to which it was asked, 'YYYY-MM-DD' */
export async function readSourceStates(
  db: Database,
  sources: readonly RecordSource[],
  asOf: string,
): Promise<Map<string, SourceState>> {
  const runs = new Map((await listLatestRuns(db, { asOf })).map((run) => [run.source, run]))
  return new Map(sources.map(({ id, name }) => [id, judge(id, name, runs.get(id))]))
}

function judge(id: string, name: string, run: LatestRun | undefined): SourceState {
  const outcome = run?.outcome ?? 'not asked'
  return { id, name, outcome, reason: describe(outcome, run), code: findCode(outcome, run), run }
}

function findCode(outcome: SourceState['outcome'], run: LatestRun | undefined): UnavailableCode {
  if (outcome === 'not asked') return 'not-read'
  if (outcome === 'unfinished') return 'unfinished'
  return outcome === 'off' ? 'off' : codeOfUnread(run?.unread ?? [])
}

function describe(outcome: SourceState['outcome'], run: LatestRun | undefined): string | undefined {
  if (outcome === 'complete') return undefined
  if (outcome === 'not asked') return 'it was not read for that week'
  if (outcome === 'unfinished') return 'its reading was not finished'
  const [first] = run?.unread ?? []
  if (run !== undefined && outcome !== 'off' && run.listed > 0 && run.read === 0) {
    return `it listed ${run.listed} records and none of them was read: ${first?.reason ?? 'no reason is known'}`
  }
  return first?.reason ?? 'nothing could be read'
}

/** Whether the source gave nothing; what it would have listed may still have happened. */
export function hasNoData({ outcome }: SourceState): boolean {
  return outcome === 'failed' || outcome === 'unfinished' || outcome === 'not asked'
}

/** @throws TypeError for an id that no source has: a mistake in the program */
export function getSource(sources: ReadonlyMap<string, SourceState>, id: string): SourceState {
  const source = sources.get(id)
  if (!source) throw new TypeError(`no source is called ${id}`)
  return source
}

/** A source with the time when its records in this edition were last read, ISO 8601 in UTC; undefined if the edition has
 *  none. */
export interface UsedSource {
  readonly source: SourceState
  readonly retrievedAt: string | undefined
  /** A page for people about its data. */
  readonly url: string
}

export interface SourceNotes {
  /** The days through which sources were read. */
  readonly facts: readonly Fact[]
  /** What readers must know about the sources; goes before the rest of the section's coverage. */
  readonly sentences: readonly Sentence[]
}

/** The publisher's name for readers, by the source's id. */
const PUBLISHERS: Readonly<Record<string, string>> = {
  insiders: 'the SEC',
  house: 'the Clerk of the House',
  senate: 'the Secretary of the Senate',
  pmms: 'Freddie Mac',
  fhfa: 'the housing agency FHFA',
  zillow: 'Zillow',
  treasury: 'the US Treasury',
  bls: 'the Bureau of Labor Statistics',
  fred: 'the St. Louis Fed (FRED)',
}

/** The publisher's name for the middle of a sentence. */
export function namePublisher({ id, name }: Pick<SourceState, 'id' | 'name'>): string {
  return PUBLISHERS[id] ?? (hasNumeral(name) ? 'a source' : name)
}

const WHAT_HAPPENED = {
  failed: ['gave no usable answer for this letter', 'gave no usable answer for this letter'],
  unfinished: [
    'was still being read for this letter, or its reading broke off',
    'were still being read for this letter, or their reading broke off',
  ],
  'not asked': ['was not read again for this letter', 'were not read again for this letter'],
} as const

/** Says how old this edition's records are for each source that could not be read; sources in the same state share a sentence.
 *  The section's own coverage describes a source that gave only part of its records. */
export function noteSources(
  section: SectionName,
  week: EditionWeek,
  used: readonly UsedSource[],
): SourceNotes {
  const noted = used
    .filter(({ source }) => hasNoData(source))
    .map((one) => {
      const fact = one.retrievedAt === undefined ? undefined : nameReading(section, week, one)
      return { source: one.source, fact }
    })
  const alike = Map.groupBy(noted, ({ source, fact }) => `${source.outcome} ${String(fact?.value)}`)
  return {
    facts: noted.flatMap(({ fact }) => fact ?? []),
    sentences: [...alike.values()].flatMap((some) => {
      const [first] = some
      const sources = some.map(({ source }) => source)
      return first ? [writeNote(sources, first.source.outcome, first.fact)] : []
    }),
  }
}

function writeNote(
  sources: readonly SourceState[],
  outcome: SourceState['outcome'],
  fact: Fact | undefined,
): Sentence {
  const isOne = sources.length === 1
  const [one, several] =
    outcome in WHAT_HAPPENED ? WHAT_HAPPENED[outcome as keyof typeof WHAT_HAPPENED] : ['', '']
  const happened = `${capitalize(listWords(sources.map(namePublisher)))} ${isOne ? one : several}`
  const there = isOne ? 'there' : 'them'
  if (!fact) return [plain(`${happened}: nothing here is from ${there}.`)]
  return [
    plain(`${happened}; what we have from ${there} was read by `),
    figure(fact, formatDay(String(fact.value))),
    plain('.'),
  ]
}

function nameReading(section: SectionName, week: EditionWeek, used: UsedSource): Fact {
  const { source, retrievedAt = '', url } = used
  const day = newYorkDay(new Date(retrievedAt))
  return makeFact(
    section,
    {
      id: `${section}/coverage/read-by/${source.id}`,
      kind: 'read-by',
      subject: source.name,
      value: day,
      unit: 'date',
      formula: 'day in New York on which the newest record used here was read',
      inputs: [],
    },
    { period: week, asOf: day, retrievedAt, sourceName: source.name, sourceUrl: url },
  )
}
