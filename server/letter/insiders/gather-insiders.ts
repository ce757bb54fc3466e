import { analyseInsiders } from './analyse-insiders.ts'
import { readPurchaseHistory } from '../../records/insiders/kept-insider-filing.ts'
import { readOwnHistories } from '../../records/insiders/own-histories.ts'
import { listInsiderFilings, readInsiderCoverage } from '../../records/insiders/stored-filings.ts'
import { composeInsiders } from './insider-tables.ts'
import { presentCompany } from '../../records/names/present-names.ts'
import type { Fact } from '../facts/fact.ts'
import type { InsiderCoverage, InsiderFiling } from '../../records/insiders/insider-filing.ts'
import { stateInsiders } from './insider-statements.ts'
import type { InsiderFinding, InsiderSection } from './insider-section.ts'
import { codeOfUnread, type UnavailableCode } from '../../records/core/unread-reason.ts'
import { chooseFacts, type GatherDeps, type GatheredSection, type GatherInput } from '../gathered-section.ts'
import { readInsiderCloses, type ListDailyCloses } from './read-insider-closes.ts'
import { noteSources, getSource, type SourceState } from '../source-states.ts'

const BEFORE = new Set([
  'months-without-purchase',
  'months-without',
  'most-before',
  'weeks-before',
  'sum-before',
  'plan-adopted-on',
  'range-low',
  'range-high',
])
/** Of each side, for the summary. */
const SHOWN_TRADES = 2

/** Insider trades, from the Forms 4 that are kept of the week. */
export async function gatherInsiders(
  deps: GatherDeps & { readonly listDailyCloses: ListDailyCloses },
  { week, sources }: GatherInput,
): Promise<GatheredSection> {
  const days = { filedFrom: week.from, filedTo: week.to }
  const source = getSource(sources, 'insiders')
  const coverage = await readInsiderCoverage(deps.db, days)
  const why = judgeCoverage(coverage, source)
  if (why !== undefined) {
    return { name: 'insiders', state: 'unavailable', source: source.name, ...why, coverage }
  }
  const filings = await listInsiderFilings(deps.db, days)
  const { closes, failedTickers } = await readInsiderCloses(deps, filings)
  const retrievedAt = lastRead(filings, source) ?? deps.clock.now().toISOString()
  const history = await readPurchaseHistory(deps.db, { before: week.from })
  const histories = await readOwnHistories(deps.db, week)
  const section = analyseInsiders(
    { filings, coverage, retrievedAt },
    closes,
    week,
    failedTickers,
    history,
    histories,
  )
  const notes = noteSources('insiders', week, [
    { source, retrievedAt: lastRead(filings, undefined), url: 'https://www.sec.gov/edgar/search/' },
  ])
  const statements = stateInsiders(section)
  return {
    name: 'insiders',
    state: 'ready',
    facts: [...section.facts, ...statements.facts, ...notes.facts],
    toWrite: chooseFacts(
      { section: 'insiders', facts: section.facts },
      listShownFacts(section),
      listRequiredInsiderFacts(section),
    ),
    style: { presentName: presentCompany },
    coverage,
    statements,
    notes: notes.sentences,
    compose: (slotDate) => composeInsiders(section, slotDate),
  }
}

/** @returns why nothing can be told; undefined where something can, if only that nobody traded */
function judgeCoverage(
  { daysRead, daysUnread, listed, read, unread }: InsiderCoverage,
  source: SourceState,
): { reason: string; code: UnavailableCode } | undefined {
  if (daysRead.length === 0 && (daysUnread.length > 0 || source.outcome !== 'complete')) {
    const reason = source.reason ?? daysUnread[0]?.reason ?? 'no index of the week is kept'
    return { reason, code: source.reason === undefined ? codeOfUnread(daysUnread) : source.code }
  }
  if (listed > 0 && read === 0) {
    return {
      reason: `it listed ${listed} Form 4 filings and none of them was read: ${unread[0]?.reason}`,
      code: codeOfUnread(unread),
    }
  }
  return undefined
}

function lastRead(filings: readonly InsiderFiling[], source: SourceState | undefined): string | undefined {
  const times = filings.map(({ retrievedAt }) => retrievedAt).sort()
  return times.at(-1) ?? source?.run?.startedAt
}

/** The facts of what comes first in the letter, and of the whole week. A sum of nothing is no fact to tell: what was not read
 *  may hold a trade. A trade that is old, unchecked, in an offering or held for others is told by the letter's own words alone. */
function listShownFacts(section: InsiderSection): (Fact | undefined)[] {
  const { totals, coverage, clusters, buys, sales, completeness } = section
  const findings = [clusters.slice(0, 1), buys.slice(0, SHOWN_TRADES), sales.slice(0, SHOWN_TRADES)]
    .flat()
    .filter(isPlain)
  return [
    ...(completeness === 'below half' ? [] : Object.values(totals).filter(({ value }) => value !== 0)),
    coverage.listed,
    coverage.read,
    ...(coverage.unread.value === 0 ? [] : [coverage.unread]),
    ...findings.flatMap(({ facts }) =>
      // What was before a trade has no words of a model's.
      Object.values<Fact | undefined>(facts).filter((fact) => !BEFORE.has(fact?.kind ?? '')),
    ),
  ]
}

function isPlain({
  isOld,
  priceCheck,
  ownership,
  via,
}: Pick<InsiderFinding, 'isOld' | 'priceCheck' | 'ownership'> &
  Partial<Pick<InsiderFinding, 'via'>>): boolean {
  return !isOld && priceCheck !== 'none' && ownership === 'direct' && via === undefined
}

/** What was bought and sold in all, then the first of what the ranker put first: the cluster and the largest purchase. */
function listRequiredInsiderFacts({
  totals,
  clusters,
  buys,
  coverage,
  completeness,
}: InsiderSection): string[] {
  const sums = [totals.buyValue, totals.saleValue].filter(({ value }) => value !== 0)
  const [cluster] = clusters
  const [largest] = buys
  const named = [
    ...(completeness === 'below half' ? [] : sums),
    ...(cluster && isPlain(cluster) ? [cluster.facts.buyers] : []),
    ...(largest && isPlain(largest) ? [largest.facts.value] : []),
  ]
  return (named.length > 0 ? named : [coverage.read]).map(({ id }) => id)
}
