import { analyseCongress } from './analyse-congress.ts'
import {
  findNewestRetrieval,
  listCongressCoverage,
  listCongressTrades,
} from '../../records/congress/congress-trades.ts'
import { readCongressHistory } from '../../records/congress/member-histories.ts'
import { stateCongress } from './congress-statements.ts'
import { composeCongress } from './congress-tables.ts'
import type { CongressRun } from './congress-section.ts'
import type { CongressCoverage } from '../../records/congress/congress-trade.ts'
import { codeOfUnread, commonCode, type UnavailableCode } from '../../records/core/unread-reason.ts'
import type { GatherDeps, GatheredSection, GatherInput } from '../gathered-section.ts'
import { getSource, hasNoData, namePublisher, type SourceState } from '../source-states.ts'
import { stateSection } from '../statements/leave-out-unwritable.ts'

/** Gathers the trades of Congress from the week's stored reports. */
export async function gatherCongress(
  deps: GatherDeps,
  { week, sources }: GatherInput,
): Promise<GatheredSection> {
  const days = { filedFrom: week.from, filedTo: week.to }
  const coverage = await listCongressCoverage(deps.db, days)
  const judged = coverage.map((one) => judgeChamber(one, getSource(sources, one.chamber)))
  const failed = judged.filter(({ reason }) => reason !== undefined)
  if (judged.every(({ source, reason }) => reason !== undefined || source.outcome === 'off')) {
    return {
      name: 'congress',
      state: 'unavailable',
      source: failed.map(({ source }) => source.name).join(' and '),
      publisher: failed.map(({ source }) => namePublisher(source)).join(' and '),
      reason: failed.map(({ source, reason }) => `${source.name}: ${reason}`).join('; '),
      code: commonCode(failed),
    }
  }
  const trades = await listCongressTrades(deps.db, days)
  const runs = judged.map(({ source, reason }) => toRun(source, reason, deps.clock.now()))
  const retrievedAt = await findNewestRetrieval(deps.db, days)
  const members = new Set(trades.flatMap(({ member }) => member?.bioguideId ?? []))
  const history = await readCongressHistory(deps.db, week, members)
  const section = analyseCongress({ trades, coverage, runs, retrievedAt, history }, week)
  const statements = stateSection('congress', () => stateCongress(section))
  return {
    name: 'congress',
    state: 'ready',
    facts: [...section.facts, ...statements.facts],
    statements,
    notes: [],
    compose: (slotDate, attempts) => composeCongress(section, slotDate, attempts),
  }
}

/** @returns a reason if nothing can be said about the chamber: neither that nobody traded nor what they traded */
function judgeChamber(
  { listed, read, unread }: CongressCoverage,
  source: SourceState,
): { source: SourceState; reason: string | undefined; code: UnavailableCode } {
  const { code } = source
  if (listed === 0) return { source, reason: hasNoData(source) ? source.reason : undefined, code }
  // Paper is never read, so what is unread may have contained every trade of the week.
  if (read > 0 || unread.length === 0) return { source, reason: undefined, code }
  return {
    source,
    reason: `it listed ${listed} reports and none of them was read whole: ${unread[0]?.reason}`,
    code: codeOfUnread(unread),
  }
}

function toRun({ id, run, outcome }: SourceState, reason: string | undefined, now: Date): CongressRun {
  return {
    source: id,
    outcome:
      reason !== undefined && outcome !== 'off' ? 'failed' : outcome === 'not asked' ? 'unfinished' : outcome,
    startedAt: run?.startedAt ?? now.toISOString(),
  }
}
