import type { Transaction } from 'kysely'

import type { Database, Tables } from '../../db/database.ts'
import type { Logger } from '../../lib/logger.ts'
import type { EditionHead } from '../editions/editions.ts'
import { isGivenBack, recordOutcomes, type Outcome } from './ledger.ts'
import {
  forgetOutcomes,
  isPausedForReaders,
  latest,
  noteOutcomes,
  recentOutcomesOf,
  refusalKindOf,
  type RefusalLimits,
} from './recent-outcomes.ts'
import { pauseEdition, type Pause } from '../editions/steer-edition.ts'
import { describePause } from '../sending-words.ts'
import type { RecentOutcome } from './tables.ts'
import { countMessages } from './warm-up.ts'

export interface RecordDeps {
  readonly db: Database
  readonly logger: Logger
  /** Keeps an address that does not exist from ever getting mail again, in the transaction of its outcome. */
  readonly suppressBounced: (db: Transaction<Tables>, subscriberId: string) => Promise<void>
  /** Outcomes of this process that the other processes do not know yet: they are told with the next refusal, so that what
   *  goes well costs nothing. */
  readonly unreported: { outcomes: readonly RecentOutcome[] }
  readonly settings: RefusalLimits & { readonly warmUp: unknown }
}

/** Writes outcomes and all that follows from them, in one transaction; doing it again changes nothing.
 *  @returns isPaused: that edition is not being sent any more, for these or for what another process met */
export async function writeOutcomes(
  deps: RecordDeps,
  edition: EditionHead,
  outcomes: readonly Outcome[],
): Promise<{ isPaused: boolean }> {
  const { db, logger, settings, unreported } = deps
  const isPlain = (outcome: Outcome) =>
    refusalKindOf(outcome) === undefined && (settings.warmUp === undefined || !isGivenBack(outcome))
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
  // Only now: a transaction that fails has told nobody.
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
  /** Where these outcomes paused it. */
  readonly pause?: Pause
}

/** @returns ours: those of deliveries that were still ours; noted: where they were told to the other processes */
async function writeTogether(
  trx: Transaction<Tables>,
  deps: RecordDeps,
  edition: EditionHead,
  outcomes: readonly Outcome[],
): Promise<{ ours: Outcome[]; noted: Noted | undefined }> {
  const ours = oursOf(outcomes, await recordOutcomes(trx, edition.id, outcomes))
  if (deps.settings.warmUp !== undefined) {
    await countMessages(trx, -ours.filter((outcome) => isGivenBack(outcome) && outcome.wasCounted).length)
  }
  const noted = await noteRefusals(trx, deps, edition, ours)
  const bounced = outcomes.filter(({ isHardBounce }) => isHardBounce)
  // Where most readers are said not to exist it is rather the list, or we, whom the server does not want.
  if (bounced.length > 0 && !(await isPausedForReaders(trx, edition.id))) {
    for (const { subscriberId } of bounced) await deps.suppressBounced(trx, subscriberId)
  }
  return { ours, noted }
}

/** @returns undefined where none of them is a refusal to be counted */
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
