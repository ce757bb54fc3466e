import { sql } from 'kysely'

import type { DatabaseOrTransaction } from '../../db/database.ts'
import type { Outcome } from './ledger.ts'
import type { RecentOutcome } from './tables.ts'

export interface RefusalLimits {
  /** Refusals for policy from which on an edition may pause, where they are a fifth of the last hundred outcomes. */
  readonly policyThreshold: number
  /** The same for refusals of each other kind, where they are three in ten of them. */
  readonly refusalThreshold: number
}

/** What an edition pauses for: so many of its refusals are alike that something is wrong with us, or with the list. */
export type RefusalKind = Exclude<RecentOutcome, 'submitted'>

/** Letters of an edition that were taken or refused for good are its outcomes; so many of the last ones are looked at,
 *  over all processes, from the last time that they paused it. */
const WINDOW = 100
const KINDS: readonly RefusalKind[] = ['policy', 'bounce', 'ours', 'other']

/** @returns undefined for what is not refused for good */
export function refusalKindOf({
  state,
  isOurs,
  isHardBounce,
  isPolicyRefusal,
}: Outcome): RefusalKind | undefined {
  if (state !== 'failed') return undefined
  if (isOurs === true) return 'ours'
  if (isPolicyRefusal === true) return 'policy'
  return isHardBounce === true ? 'bounce' : 'other'
}

/** @returns the oldest first; of what was put off or given back nothing, since its end is still to come */
export function recentOutcomesOf(outcomes: readonly Outcome[]): RecentOutcome[] {
  return outcomes
    .filter(({ state }) => state === 'submitted' || state === 'failed')
    .map((outcome) => refusalKindOf(outcome) ?? 'submitted')
}

/** As many of the last ones as are looked at. */
export const latest = (outcomes: readonly RecentOutcome[]) => outcomes.slice(-WINDOW)

/** Adds outcomes to the last hundred of an edition.
 *  @returns what it is to pause for, if for anything; 'not sending' where it is not being sent any more: what was under
 *           way then counts for no second pause */
export async function noteOutcomes(
  trx: DatabaseOrTransaction,
  editionId: string,
  outcomes: readonly RecentOutcome[],
  limits: RefusalLimits,
): Promise<RefusalKind | 'not sending' | undefined> {
  const { rows } = await sql<{ outcomes: RecentOutcome[] }>`
    insert into recent_outcomes as recent (edition_id, outcomes)
    select id, ${latest(outcomes)}::text[] from edition where id = ${editionId} and state = 'frozen' for update
    on conflict (edition_id) do update set outcomes =
      (recent.outcomes || excluded.outcomes)[greatest(1, cardinality(recent.outcomes || excluded.outcomes) - ${WINDOW - 1}::integer):]
    returning outcomes`.execute(trx)
  const [row] = rows
  if (row === undefined) return 'not sending'
  return KINDS.find((kind) => isTooMuch(row.outcomes, kind, limits))
}

function isTooMuch(outcomes: readonly RecentOutcome[], kind: RefusalKind, limits: RefusalLimits): boolean {
  const [threshold, leastShare] =
    kind === 'policy' ? [limits.policyThreshold, 0.2] : [limits.refusalThreshold, 0.3]
  const count = outcomes.filter((outcome) => outcome === kind).length
  return count >= threshold && count >= leastShare * outcomes.length
}

/** @returns whether it is paused for so many bounces, or so many addresses that we could not write to, that they tell nothing
 *           about a single reader: then no more of them are suppressed */
export async function isPausedForReaders(trx: DatabaseOrTransaction, editionId: string): Promise<boolean> {
  const { rows } = await sql`
    select 1 from edition
    where id = ${editionId} and state = 'paused' and pause_kind in ('bounce', 'ours')`.execute(trx)
  return rows.length > 0
}

/** Counts anew from here: after a pause, and once an edition is over. */
export async function forgetOutcomes(db: DatabaseOrTransaction, editionId: string): Promise<void> {
  await sql`delete from recent_outcomes where edition_id = ${editionId}`.execute(db)
}
