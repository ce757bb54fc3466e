import { analyseInsiders } from './analyse-insiders.ts'
import { listInsiderFilings, readPurchaseHistory } from '../../records/insiders/kept-insider-filing.ts'
import { readOwnHistories } from '../../records/insiders/own-histories.ts'
import { readInsiderCoverage } from '../../records/insiders/stored-filings.ts'
import { dropTickersOfOthers, type FindCompany } from '../../records/trades/filings-of-company.ts'
import { composeInsiders } from './insider-tables.ts'
import type { InsiderCoverage, InsiderFiling } from '../../records/insiders/insider-filing.ts'
import type { EarlierWeek } from './state-insider-ranks.ts'
import { stateInsiders } from './insider-statements.ts'
import { codeOfUnread, type UnavailableCode } from '../../records/core/unread-reason.ts'
import type { GatherDeps, GatheredSection, GatherInput } from '../gathered-section.ts'
import { readInsiderCloses, type ListDailyCloses } from './read-insider-closes.ts'
import { getSource, namePublisher, noteSources, type SourceState } from '../source-states.ts'
import { stateSection } from '../statements/leave-out-unwritable.ts'

/** The SEC's current company names by CIK, without leading zeros. */
export type ListCompanyTitles = () => Promise<ReadonlyMap<string, string>>

/** Gathers insider trades from the Forms 4 stored for the week.
 *  @param input.earlier  sums of earlier letters */
export async function gatherInsiders(
  deps: GatherDeps & {
    readonly listDailyCloses: ListDailyCloses
    readonly listCompanyTitles: ListCompanyTitles
    readonly findCompany: FindCompany
  },
  { week, sources, earlier = [] }: GatherInput & { readonly earlier?: readonly EarlierWeek[] },
): Promise<GatheredSection> {
  const days = { filedFrom: week.from, filedTo: week.to }
  const source = getSource(sources, 'insiders')
  const coverage = await readInsiderCoverage(deps.db, days)
  const why = judgeCoverage(coverage, source)
  if (why !== undefined) {
    const publisher = namePublisher(source)
    return { name: 'insiders', state: 'unavailable', source: source.name, publisher, ...why }
  }
  const titled = titleIssuers(await listInsiderFilings(deps.db, days), await deps.listCompanyTitles())
  // A headline may name only the ticker, and prices are looked up by it.
  const filings = await dropTickersOfOthers(titled, deps.findCompany)
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
  const statements = stateSection('insiders', () => stateInsiders(section, earlier))
  return {
    name: 'insiders',
    state: 'ready',
    facts: [...section.facts, ...statements.facts, ...notes.facts],
    statements,
    notes: notes.sentences,
    compose: (slotDate, attempts) => composeInsiders(section, slotDate, attempts),
  }
}

/** A form may carry an older name of the company. A company on the SEC's list gets its current name from there. */
export function titleIssuers(
  filings: readonly InsiderFiling[],
  titles: ReadonlyMap<string, string>,
): InsiderFiling[] {
  return filings.map((filing) => {
    const { issuer } = filing
    const name = titles.get(issuer.cik.replace(/^0+/, ''))
    return name === undefined ? filing : { ...filing, issuer: { ...issuer, name } }
  })
}

/** @returns why nothing can be said; undefined if something can, even if only that nobody traded */
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
