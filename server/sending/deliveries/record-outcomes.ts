import { type Transaction, sql } from 'kysely'
import type { Database, Tables, DatabaseOrTransaction } from '../../db/database.ts'
import type { Logger } from '../../lib/logger.ts'
import type { EditionHead } from '../editions/editions.ts'
import { isReturned, recordOutcomes, type Outcome } from './ledger.ts'
import { pauseEdition, type Pause } from '../editions/pause-resume-cancel.ts'
import { describePause } from '../sending-words.ts'
import type { RecentOutcome } from './tables.ts'
import { countMessages } from './warm-up.ts'

export interface RecordDeps {
  readonly db: Database
  readonly logger: Logger
  /** Suppresses an address that does not exist, in the transaction that records the outcome. */
  readonly suppressBounced: (db: Transaction<Tables>, subscriberId: string) => Promise<void>
  /** Outcomes that other processes do not know yet. They are shared together with the next refusal, so that success costs
   *  nothing. */
  readonly unreported: { outcomes: readonly RecentOutcome[] }
  readonly settings: RefusalLimits & { readonly warmUp: unknown }
}

/** Writes outcomes and their consequences in one transaction; idempotent.
 *  @returns isPaused: the edition is no longer being sent, because of these outcomes or those of another process */
export async function writeOutcomes(
  deps: RecordDeps,
  edition: EditionHead,
  outcomes: readonly Outcome[],
): Promise<{ isPaused: boolean }> {
  const { db, logger, settings, unreported } = deps
  const isPlain = (outcome: Outcome) =>
    refusalKindOf(outcome) === undefined && (settings.warmUp === undefined || !isReturned(outcome))
  const written = outcomes.every(isPlain)
    ? { ours: oursOf(outcomes, await recordOutcomes(db, edition.id, outcomes)) }
    : await db.transaction().execute((trx) => writeTogether(trx, deps, edition, outcomes))
  if (written.ours.length < outcomes.length) {
    logger.warn(
      { late: outcomes.length - written.ours.length },
      'Outcomes came after their lease, or were already written',
    )
  }
  const noted = 'noted' in written ? written.noted : undefined
  // Only after the transaction, since a failed one has shared nothing.
  unreported.outcomes =
    noted === undefined ? latest([...unreported.outcomes, ...recentOutcomesOf(written.ours)]) : []
  if (noted?.pause !== undefined) {
    logger.error(
      { edition: edition.slotDate },
      `Paused: ${describePause(noted.pause)}. Look at the reply, then let it go on by hand`,
    )
  }
  return { isPaused: noted?.isPaused ?? false }
}

const oursOf = (outcomes: readonly Outcome[], written: ReadonlySet<string>) =>
  outcomes.filter(({ subscriberId }) => written.has(subscriberId))

interface Noted {
  readonly isPaused: boolean
  /** Set if these outcomes paused it. */
  readonly pause?: Pause
}

/** @returns ours: outcomes of deliveries that were still ours; noted: set if outcomes were shared with the other processes */
async function writeTogether(
  trx: Transaction<Tables>,
  deps: RecordDeps,
  edition: EditionHead,
  outcomes: readonly Outcome[],
): Promise<{ ours: Outcome[]; noted: Noted | undefined }> {
  const ours = oursOf(outcomes, await recordOutcomes(trx, edition.id, outcomes))
  if (deps.settings.warmUp !== undefined) {
    await countMessages(trx, -ours.filter((outcome) => isReturned(outcome) && outcome.wasCounted).length)
  }
  const noted = await noteRefusals(trx, deps, edition, ours)
  const bounced = outcomes.filter(({ isHardBounce }) => isHardBounce)
  // If most readers are said not to exist, the server more likely rejects the list, or the sender.
  if (bounced.length > 0 && !(await isPausedForReaders(trx, edition.id))) {
    for (const { subscriberId } of bounced) await deps.suppressBounced(trx, subscriberId)
  }
  return { ours, noted }
}

/** @returns undefined if none of them is a refusal that counts */
async function noteRefusals(
  trx: Transaction<Tables>,
  { settings, unreported }: RecordDeps,
  edition: EditionHead,
  ours: readonly Outcome[],
): Promise<Noted | undefined> {
  if (ours.every((outcome) => refusalKindOf(outcome) === undefined)) return undefined
  const found = await noteOutcomes(
    trx,
    edition.id,
    [...unreported.outcomes, ...recentOutcomesOf(ours)],
    settings,
  )
  if (found === undefined) return { isPaused: false }
  if (found === 'not sending') return { isPaused: true }
  const pause = { kind: found, reason: ours.find((outcome) => refusalKindOf(outcome) === found)?.reply }
  await forgetOutcomes(trx, edition.id)
  await pauseEdition(trx, edition.id, pause)
  return { isPaused: true, pause }
}

export interface RefusalLimits {
  /** An edition pauses at this many policy refusals if they are a fifth of the last hundred outcomes. */
  readonly policyThreshold: number
  /** The same for each other kind of refusal if they are three in ten. */
  readonly refusalThreshold: number
}

/** Kinds of refusals that pause an edition if there are so many that something is wrong with the sender or the list. */
export type RefusalKind = Exclude<RecentOutcome, 'submitted'>

/** How many of an edition's latest outcomes count: letters accepted or refused for good, over all processes, since the last
 *  pause. */
const WINDOW = 100
const KINDS: readonly RefusalKind[] = ['policy', 'bounce', 'ours', 'other']

/** @returns undefined if it is not a final refusal, or does not count towards a pause */
export function refusalKindOf({
  state,
  isOfAddress,
  isOurs,
  isHardBounce,
  isPolicyRefusal,
}: Outcome): RefusalKind | undefined {
  if (state !== 'failed' || isOfAddress === true) return undefined
  if (isOurs === true) return 'ours'
  if (isPolicyRefusal === true) return 'policy'
  return isHardBounce === true ? 'bounce' : 'other'
}

/** @returns oldest first, without deferred and returned deliveries and those that do not count */
function recentOutcomesOf(outcomes: readonly Outcome[]): RecentOutcome[] {
  return outcomes
    .filter(({ state, isOfAddress }) => (state === 'submitted' || state === 'failed') && isOfAddress !== true)
    .map((outcome) => refusalKindOf(outcome) ?? 'submitted')
}

/** Keeps as many of the latest outcomes as are counted. */
const latest = (outcomes: readonly RecentOutcome[]) => outcomes.slice(-WINDOW)

/** Adds outcomes to the last hundred of an edition.
 *  @returns the reason to pause, if any; 'not sending' if it is no longer being sent: messages then still in progress cause no
 *  second pause */
async function noteOutcomes(
  trx: DatabaseOrTransaction,
  editionId: string,
  outcomes: readonly RecentOutcome[],
  limits: RefusalLimits,
): Promise<RefusalKind | 'not sending' | undefined> {
  const { rows } = await sql<{ outcomes: RecentOutcome[] }>`
    insert into recent_outcomes as recent (edition_id, outcomes)
    select id, ${latest(outcomes)}::text[] from edition where id = ${editionId} and state = 'frozen' for no key update
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

/** @returns whether it is paused for so many bounces, or letters that could not be composed, that they say nothing about a single
 *  reader, so that no more addresses are suppressed */
export async function isPausedForReaders(trx: DatabaseOrTransaction, editionId: string): Promise<boolean> {
  const { rows } = await sql`
    select 1 from edition
    where id = ${editionId} and state = 'paused' and pause_kind in ('bounce', 'ours')`.execute(trx)
  return rows.length > 0
}

/** Restarts the count: after a pause, and once an edition is over. */
export async function forgetOutcomes(db: DatabaseOrTransaction, editionId: string): Promise<void> {
  await sql`delete from recent_outcomes where edition_id = ${editionId}`.execute(db)
}
