import type { Database } from '../../db/database.ts'
import type { Logger } from '../../lib/logger.ts'
import { getEditionStatus, type EditionStatus } from '../editions/edition-status.ts'
import { findEditionHead, type EditionHead } from '../editions/editions.ts'
import { forgetOutcomes } from './record-outcomes.ts'
import {
  closeCancelled,
  closeExpired,
  expireLeases,
  finishIfBalanced,
  listEditionsLeft,
} from './finish-ledger.ts'
import { pauseEdition } from '../editions/pause-resume-cancel.ts'
import { describePause } from '../sending-words.ts'
import type { WarmUp } from './warm-up.ts'

interface FinishDeps {
  readonly db: Database
  readonly logger: Logger
}

/** Closes an expired or cancelled edition's deliveries and expires dead processes' leases, in any state; finishes the edition
 *  when nothing is left.
 *  @returns isOpen: it is being sent and has, or will have, something to send; and how many became unknown now */
export async function finishEdition(
  { db, logger }: FinishDeps,
  { id, slotDate }: Pick<EditionHead, 'id' | 'slotDate'>,
  warmUp: WarmUp | undefined,
): Promise<{ isOpen: boolean; unknown: number }> {
  const unknown = await expireDeadLeases({ db, logger }, { id, slotDate })
  const { closed, leftForWarmUp } = await closeExpired(db, id, warmUp)
  if (closed > 0) {
    logger.error({ edition: slotDate, closed, leftForWarmUp }, 'The edition expired before it reached these')
  }
  await closeCancelled(db, id)
  const ending = await finishIfBalanced(db, id)
  if (ending === 'finished') await logFinished({ db, logger }, { id, slotDate })
  const pause = { kind: 'unbalanced' } as const
  if (ending === 'unbalanced' && (await pauseEdition(db, id, pause))) {
    logger.error({ edition: slotDate }, `Paused: ${describePause(pause)}`)
  }
  return { isOpen: ending === 'open' && (await isBeingSent(db, slotDate)), unknown }
}

/** Expires the leases of dead processes, and logs what became unknown.
 *  @returns how many deliveries became unknown now */
export async function expireDeadLeases(
  { db, logger }: FinishDeps,
  { id, slotDate }: Pick<EditionHead, 'id' | 'slotDate'>,
): Promise<number> {
  const unknown = await expireLeases(db, id)
  if (unknown > 0) {
    logger.error(
      { edition: slotDate, unknown },
      'A process ended while it was sending: these may have arrived',
    )
  }
  return unknown
}

async function isBeingSent(db: Database, slotDate: string): Promise<boolean> {
  return (await findEditionHead(db, slotDate))?.state === 'frozen'
}

async function logFinished(
  { db, logger }: FinishDeps,
  { id, slotDate }: Pick<EditionHead, 'id' | 'slotDate'>,
): Promise<void> {
  await forgetOutcomes(db, id)
  const counts = (await getEditionStatus(db, slotDate))?.counts
  const isClean = counts?.failed === 0 && counts.unknown === 0
  logger[isClean ? 'info' : 'warn']({ edition: slotDate, counts }, 'The edition is finished')
}

/** Finishes paused or cancelled editions in which a dead process left deliveries in progress.
 *  @returns those with deliveries that became unknown */
export async function finishLeftEditions(deps: FinishDeps): Promise<EditionStatus[]> {
  const statuses: EditionStatus[] = []
  for (const slotDate of await listEditionsLeft(deps.db)) {
    const head = await findEditionHead(deps.db, slotDate)
    if (head === undefined) continue
    const { unknown } = await finishEdition(deps, head, undefined)
    const status = unknown > 0 ? await getEditionStatus(deps.db, slotDate) : undefined
    if (status !== undefined) statuses.push(status)
  }
  return statuses
}
