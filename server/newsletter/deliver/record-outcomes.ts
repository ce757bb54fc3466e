import { sql, type Transaction } from 'kysely'

import type { Database, DatabaseOrTransaction, Tables } from '../../db/database.ts'
import type { Logger } from '../../logger.ts'
import type { EditionHead } from './editions.ts'
import { isGivenBack, recordOutcomes, type Outcome } from './ledger.ts'
import { pauseEdition } from './steer-edition.ts'
import { countMessages } from './warm-up.ts'

export interface RecordDeps {
  readonly db: Database
  readonly logger: Logger
  /** Keeps an address that does not exist from ever getting mail again, in the transaction of its outcome. */
  readonly suppressBounced: (db: Transaction<Tables>, subscriberId: string) => Promise<void>
  readonly settings: {
    /** Refusals for policy after which the edition pauses: something is wrong with us, not with the readers. */
    readonly policyThreshold: number
    readonly warmUp: unknown
  }
}

/** Writes outcomes and all that follows from them, in one transaction; doing it again changes nothing.
 *  @returns isPaused: that edition is not being sent any more, for these or for what another process met */
export async function writeOutcomes(
  deps: RecordDeps,
  edition: EditionHead,
  outcomes: readonly Outcome[],
): Promise<{ isPaused: boolean }> {
  const { db, logger, settings } = deps
  const isPlain = (outcome: Outcome) =>
    outcome.isHardBounce !== true &&
    outcome.isPolicyRefusal !== true &&
    (settings.warmUp === undefined || !isGivenBack(outcome))
  const { written, isPaused, pausedFor } = outcomes.every(isPlain)
    ? { written: await recordOutcomes(db, edition.id, outcomes), isPaused: false, pausedFor: undefined }
    : await db.transaction().execute((trx) => writeTogether(trx, deps, edition, outcomes))
  if (written.size < outcomes.length) {
    logger.warn(
      { late: outcomes.length - written.size },
      'Outcomes came after their lease, or were already written',
    )
  }
  if (pausedFor !== undefined) {
    logger.error(
      { edition: edition.slotDate, reply: pausedFor },
      'Paused: servers refuse the letter for policy. Look at the reply, then send it again by hand',
    )
  }
  return { isPaused }
}

interface Written {
  /** The subscribers whose deliveries were still ours. */
  readonly written: Set<string>
  readonly isPaused: boolean
  /** The server's words, where these outcomes paused it. */
  readonly pausedFor: string | undefined
}

async function writeTogether(
  trx: Transaction<Tables>,
  { suppressBounced, settings }: RecordDeps,
  edition: EditionHead,
  outcomes: readonly Outcome[],
): Promise<Written> {
  const written = await recordOutcomes(trx, edition.id, outcomes)
  for (const { isHardBounce, subscriberId } of outcomes) {
    if (isHardBounce) await suppressBounced(trx, subscriberId)
  }
  const ours = outcomes.filter(({ subscriberId }) => written.has(subscriberId))
  if (settings.warmUp !== undefined) {
    await countMessages(trx, -ours.filter((outcome) => isGivenBack(outcome) && outcome.wasCounted).length)
  }
  const refusals = ours.filter(({ isPolicyRefusal }) => isPolicyRefusal)
  const [first] = refusals
  if (first === undefined) return { written, isPaused: false, pausedFor: undefined }
  const count = await countPolicyRefusals(trx, edition.id, refusals.length)
  if (count === undefined) return { written, isPaused: true, pausedFor: undefined }
  if (count < settings.policyThreshold) return { written, isPaused: false, pausedFor: undefined }
  await forgetPolicyRefusals(trx, edition.id)
  const reply = first.reply ?? ''
  await pauseEdition(trx, edition.id, `servers refuse the letter for policy: ${reply}`)
  return { written, isPaused: true, pausedFor: reply }
}

/** Refusals for policy are counted beside the circuit, in a row of their own for each edition: over all processes, and
 *  from the last time that they paused it. */
const nameOf = (editionId: string) => `policy of edition ${editionId}`

/** @returns undefined where the edition is not being sent any more: what was under way then counts for no second pause */
async function countPolicyRefusals(
  trx: DatabaseOrTransaction,
  editionId: string,
  more: number,
): Promise<number | undefined> {
  const { rows } = await sql<{ failures: number }>`
    insert into mail_gate as gate (name, next_at, failures)
    select ${nameOf(editionId)}, lunchpail_now(), ${more}::integer
    from edition where id = ${editionId} and state = 'frozen' for update
    on conflict (name) do update set failures = gate.failures + ${more}::integer
    returning failures`.execute(trx)
  return rows[0]?.failures
}

/** Counts anew from here: after a pause, and once an edition is over. */
export async function forgetPolicyRefusals(db: DatabaseOrTransaction, editionId: string): Promise<void> {
  await sql`delete from mail_gate where name = ${nameOf(editionId)}`.execute(db)
}
