import type { EditionWeek } from '../../lib/edition-week.ts'
import { type Fact, latest, makeFact, roundFigure } from '../facts/fact.ts'
import type { Observation, SeriesDefinition } from '../../records/series/series-observation.ts'
import type { HeldBackFigure, SeriesCoverage, SeriesFinding, SeriesSection } from './series-section.ts'
import { compareText } from '../../lib/text.ts'
import { openAttempts } from '../statements/leave-out-unwritable.ts'

/** A value and the series that it is of. */
export interface SourcedValue {
  readonly series: SeriesDefinition
  readonly observation: Observation
}

/** A fact before it is known where its values come from. The section's name and a slash are put before its id. */
export interface FigureWords {
  /** Without the section: 'cpi/change'. Its last part is the fact's kind. */
  readonly id: string
  readonly subject: string
  readonly period: Fact['period']
  readonly value: number | string
  readonly unit: Fact['unit']
  readonly precision: number
  readonly formula: string
}

export interface FactSource {
  readonly asOf: string
  readonly retrievedAt: string
  readonly sourceName: string
  readonly sourceUrl: string
  readonly inputs: readonly string[]
  /** Said behind the formula: 'preliminary'. */
  readonly notes?: readonly string[]
  readonly isAsRevisedSince?: boolean
}

export interface FindingWords {
  /** Without the section. */
  readonly id: string
  /** The first is the one that a text must carry. */
  readonly facts: readonly [Fact, ...Fact[]]
  /** How much it matters to somebody who lives on wages, up to 50; 1000 leads the section. What is below nought stands
   *  behind the others of its kind even as news. */
  readonly weight: number
  /** How large its move is, counted in usual moves. */
  readonly size: number
}

export interface SectionBuilder {
  /** @param facts  those that it is computed from, beside the values */
  fact(words: FigureWords, values: readonly [SourcedValue, ...SourcedValue[]], facts?: readonly Fact[]): Fact
  factFrom(words: FigureWords, source: FactSource): Fact
  /** The word for a change's sign. What prints as nought is unchanged. */
  direction(change: Fact): Fact
  holdBack(what: string, code: HeldBackFigure['code'], reason: string): void
  /** Works out one thing of the section: where that throws, it is held back, and the section goes on without.
   *  @param what  for readers: 'jobless claims' */
  attempt(what: string, add: () => void): void
  addFinding(words: FindingWords): void
  finish(
    heldBack: readonly HeldBackFigure[],
    coverage: readonly SeriesCoverage[],
    week: EditionWeek,
  ): SeriesSection
}

/** News of the week gain on what was known before it: a new count of jobs goes before the prices of last month, new claims
 *  do not. */
const NEWS_RANK = 25
const LARGEST_SIZE = 5

export function createSectionBuilder(section: SeriesSection['section']): SectionBuilder {
  const added: FindingWords[] = []
  const heldBackHere: HeldBackFigure[] = []
  const revised = new Set<string>()
  const { attempt, unwritten } = openAttempts(section)

  const factFrom: SectionBuilder['factFrom'] = (words, source) => {
    const id = `${section}/${words.id}`
    const notes = [...(source.notes ?? []), ...(source.isAsRevisedSince ? ['as revised since'] : [])]
    if (source.isAsRevisedSince) revised.add(id)
    const formula = [words.formula, ...notes].join('; ')
    return makeFact(
      section,
      { ...words, id, formula, inputs: source.inputs },
      { ...source, period: words.period },
    )
  }

  return {
    factFrom,
    fact(words, values, facts = []) {
      const observations = values.map(({ observation }) => observation)
      return factFrom(words, {
        asOf: latest(observations.map(({ publicFrom }) => publicFrom)),
        retrievedAt: latest(observations.map(({ retrievedAt }) => retrievedAt)),
        sourceName: [...new Set(values.map(({ series }) => nameSource(series)))].join(' and '),
        sourceUrl: values[0].series.url,
        inputs: [...facts.map(({ id }) => id), ...new Set(values.map(nameValue))],
        notes: observations.some(({ isPreliminary }) => isPreliminary) ? ['preliminary'] : [],
        isAsRevisedSince:
          observations.some(({ isAsRevisedSince }) => isAsRevisedSince) ||
          facts.some(({ id }) => revised.has(id)),
      })
    },
    direction(change) {
      const sign = Math.sign(Number(change.value))
      return {
        ...change,
        id: `${change.id.slice(0, change.id.lastIndexOf('/'))}/direction`,
        kind: 'direction',
        value: sign > 0 ? 'rose' : sign < 0 ? 'fell' : 'was unchanged',
        unit: 'text',
        precision: 0,
        formula: `the sign of the change, rounded to ${change.precision} digits`,
        inputs: [change.id],
      }
    },
    holdBack: (what, code, reason) => void heldBackHere.push({ what, code, reason }),
    attempt(what, add) {
      const before = unwritten.length
      attempt({ id: `${section}: ${what}`, kind: 'figure' }, add)
      if (unwritten.length > before) {
        heldBackHere.push({ what, code: 'no-basis', reason: 'a mistake in our own program' })
      }
    },
    addFinding: (words) => void added.push(words),
    finish(heldBack, coverage, week) {
      const findings = added
        .map((words) => rankFinding(section, words, week))
        .sort((a, b) => b.rank - a.rank || compareText(a.id, b.id))
      const facts = added.flatMap((words) => words.facts)
      return {
        section,
        week: { from: week.from, to: week.to },
        facts: [...new Map(facts.map((fact) => [fact.id, fact])).values()],
        findings,
        heldBack: [...heldBack, ...heldBackHere],
        unwritten,
        coverage,
        revisedFactIds: facts.map(({ id }) => id).filter((id) => revised.has(id)),
      }
    },
  }
}

function rankFinding(
  section: SeriesSection['section'],
  { id, facts: [first, ...others], weight, size }: FindingWords,
  week: EditionWeek,
): SeriesFinding {
  const isNews = [first, ...others].some(({ asOf }) => asOf >= week.from && asOf <= week.to)
  const rank = weight + (isNews ? NEWS_RANK : 0) + Math.min(LARGEST_SIZE, Math.abs(size))
  return {
    id: `${section}/${id}`,
    rank: roundFigure(rank, 2),
    factIds: [first.id, ...others.map((fact) => fact.id)],
    isNews,
  }
}

/** 'Freddie Mac, by way of FRED' */
function nameSource({ owner, source }: SeriesDefinition): string {
  return source === 'fred' ? `${owner}, by way of FRED` : owner
}

/** 'UNRATE@2025-02-01@2025-03-07': series, date and vintage. */
function nameValue({ series, observation: { date, vintageDate } }: SourcedValue): string {
  return `${series.id}@${date}@${vintageDate}`
}
