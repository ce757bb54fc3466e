import type { EditionWeek } from '../../lib/edition-week.ts'
import { type Fact, latest, makeFact } from '../facts/fact.ts'
import type { SeriesDefinition } from '../../records/series/series-observation.ts'
import type { SourcedValue, SourcedValues } from './known-series.ts'
import type { HeldBackFigure, SeriesCoverage, SeriesSection } from './series-section.ts'
import { openAttempts } from '../statements/leave-out-unwritable.ts'

/** A fact before the origin of its values is known. The section's name and a slash are put before its id. */
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
  /** Added to the formula: 'preliminary'. */
  readonly notes?: readonly string[]
  readonly isAsRevisedSince?: boolean
}

export interface SectionBuilder {
  /** @param from  the facts that it is computed from, besides the values */
  readonly fact: (words: FigureWords, values: SourcedValues, from?: readonly Fact[]) => Fact
  factFrom(words: FigureWords, source: FactSource): Fact
  holdBack(name: string, code: HeldBackFigure['code'], why?: string): void
  /** Computes one part of the section. If that throws, the part is held back and the section goes on without it.
   *  @param name  for readers: 'jobless claims' */
  attempt(name: string, add: () => void): void
  /** Adds a main figure and the figures related to it. */
  keep(main: Fact, ...others: readonly (Fact | undefined)[]): void
  finish(
    heldBack: readonly HeldBackFigure[],
    coverage: readonly SeriesCoverage[],
    week: EditionWeek,
  ): SeriesSection
}

export function createSectionBuilder(section: SeriesSection['section']): SectionBuilder {
  const facts: Fact[] = []
  const mainFactIds: string[] = []
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
    fact(words, values, from = []) {
      const observations = values.map(({ observation }) => observation)
      return factFrom(words, {
        asOf: latest(observations.map(({ publicFrom }) => publicFrom)),
        retrievedAt: latest(observations.map(({ retrievedAt }) => retrievedAt)),
        sourceName: [...new Set(values.map(({ series }) => nameSource(series)))].join(' and '),
        sourceUrl: values[0].series.url,
        inputs: [...from.map(({ id }) => id), ...new Set(values.map(nameValue))],
        notes: observations.some(({ isPreliminary }) => isPreliminary) ? ['preliminary'] : [],
        isAsRevisedSince:
          observations.some(({ isAsRevisedSince }) => isAsRevisedSince) ||
          from.some(({ id }) => revised.has(id)),
      })
    },
    holdBack: (name, code, why) => void heldBackHere.push({ name, code, why }),
    attempt(name, add) {
      const before = unwritten.length
      attempt({ id: `${section}: ${name}`, kind: 'figure' }, add)
      if (unwritten.length > before) {
        heldBackHere.push({ name, code: 'no-basis', why: 'a mistake in our own program' })
      }
    },
    keep(main, ...others) {
      facts.push(main, ...others.filter((fact) => fact !== undefined))
      mainFactIds.push(main.id)
    },
    finish(heldBack, coverage, week) {
      return {
        section,
        week: { from: week.from, to: week.to },
        facts: [...new Map(facts.map((fact) => [fact.id, fact])).values()],
        mainFactIds,
        heldBack: [...heldBack, ...heldBackHere],
        unwritten,
        coverage,
        revisedFactIds: facts.map(({ id }) => id).filter((id) => revised.has(id)),
      }
    },
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
