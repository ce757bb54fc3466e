import type { Fact } from '../facts/fact.ts'
import type { SeriesFinding, SeriesSection } from './series-section.ts'

/** Of the summary: so many findings, and so many sentences. */
const MOST_TOLD = 3
const MOST_REQUIRED = 4
/** Of these a newer value is to be had elsewhere, whenever this one is read: they never stand for their section. */
const LATE: ReadonlySet<string> = new Set(['economy/sentiment'])

/** The ids of the facts that a summary must carry: those of the first findings, and of the first that is news where none of
 *  them is. A rate that moved stands with its change, a payment is told by its change. Prices without food and energy say much
 *  the same as those of everything. */
export function listRequiredSeriesFacts({ findings, facts }: SeriesSection): string[] {
  const byId = new Map(facts.map((fact) => [fact.id, fact]))
  const able = findings.filter(
    ({ id, factIds }) => !id.endsWith('/cpi-core') && isForSummary(byId.get(factIds[0])),
  )
  const timely = able.filter(({ id }) => !LATE.has(id))
  const told = (timely.length > 0 ? timely : able).slice(0, MOST_TOLD)
  const news = told.some(({ isNews }) => isNews) ? undefined : timely.find(({ isNews }) => isNews)
  return [...told, ...(news ? [news] : [])]
    .flatMap(({ factIds, isNews }) => chooseFactIds(factIds, isNews, byId))
    .slice(0, MOST_REQUIRED)
}

/** Least move of a rate, in percentage points, that a summary tells. */
const LEAST_MOVE = 0.05

function chooseFactIds(
  [id, ...others]: SeriesFinding['factIds'],
  isNews: boolean,
  byId: ReadonlyMap<string, Fact>,
): string[] {
  const findMove = (pattern: RegExp, least: number) =>
    others.find((other) => pattern.test(other) && Math.abs(Number(byId.get(other)?.value)) >= least)
  if (id.endsWith('/loan/payment')) return [findMove(/\/year\/change$/, 1) ?? id]
  const isRate = isNews && byId.get(id)?.unit === 'percent'
  const change = isRate ? findMove(/\/(week|month)\/change$/, LEAST_MOVE) : undefined
  return change === undefined ? [id] : [id, change]
}

/** The writer has no words for a state or a shape, nor for a figure that another is set against; and a gap by itself says
 *  nothing to who does not know the rule. */
function isForSummary(fact: Fact | undefined): boolean {
  return fact !== undefined && !/^(state|shape|gap)$|-last-/.test(fact.kind)
}
