import { setTimeout } from 'node:timers/promises'

import { sql } from 'kysely'

import type { Database, DatabaseOrTransaction } from '../../db/database.ts'
import { isActive } from '../../subscribers/index.ts'
import type { EditionState, PauseKind } from './tables.ts'
import { findRefusal, refuse, type Decision } from './edition-refusal.ts'
import { closeCancelled, isUntried } from '../deliveries/finish-ledger.ts'

const CANCEL_ROUNDS = 40
const CANCEL_PAUSE_MS = 50
/** Deliveries that failed, or were not tried before the edition expired; not those cancelled, left out by the warm-up, or
 *  unsubscribed. */
const isGivenUp = sql`(state = 'failed' or (state = 'skipped'
  and coalesce(reason, '') not in ('cancelled', 'warm-up', 'not-subscribed')))`
/** A person's order is valid for this long, whatever the timetable's cutoff. */
export const inTwoDays = sql`lunchpail_now() + interval '48 hours'`

type SendingOrder = 'pause' | 'resume' | 'cancel' | 'retry'

/** Why an edition is paused, as it is stored. */
export interface Pause {
  /** Null for a pause that an older version stored in other words. */
  readonly kind: PauseKind | null
  /** The words of the server or of the person, without addresses. */
  readonly reason?: string | undefined
}

/** Stops the sending of an edition in every process until a person resumes it.
 *  @returns false when it was not being sent */
export async function pauseEdition(
  db: DatabaseOrTransaction,
  editionId: string,
  { kind, reason }: Pause,
): Promise<boolean> {
  const { rows } = await sql`
    update edition set state = 'paused', paused_at = lunchpail_now(), pause_kind = ${kind},
      pause_reason = ${reason ?? null}
    where id = ${editionId} and state = 'frozen' returning id`.execute(db)
  return rows.length > 0
}

/** Pauses the sending of an edition on a person's order, in every process, until a person resumes it. A second pause keeps
 *  the time of the first; a new reason replaces the old one, but a question about what a restored backup does not know stays open.
 *  @throws EditionStateError when it is not being sent */
export async function pauseByHand(db: Database, slotDate: string, reason: string | undefined): Promise<void> {
  await changeLocked(db, slotDate, 'pause', async (trx, { id, state }) => {
    const isAsBefore = sql.lit(state === 'paused' && reason === undefined)
    await sql`
      update edition set state = 'paused', paused_at = coalesce(paused_at, lunchpail_now()),
        pause_kind = case when ${isAsBefore} or pause_kind = 'restored' then pause_kind else 'by-hand' end,
        pause_reason = case when ${isAsBefore} then pause_reason else ${reason ?? null}::text end
      where id = ${id}`.execute(trx)
  })
}

/** Resumes a paused edition, for 48 hours from now; one that is being sent is left alone.
 *  @returns whether it was paused
 *  @throws EditionStateError when it is neither */
export async function resumeEdition(db: Database, slotDate: string): Promise<boolean> {
  return changeLocked(db, slotDate, 'resume', async (trx, { id, state }) => {
    if (state === 'paused') await freezeAgain(trx, id)
    return state === 'paused'
  })
}

/** Ends an edition for good. Messages already with a mail server are finished and recorded; everyone else does not get it.
 *  @throws EditionStateError when it is finished */
export async function cancelEdition(db: Database, slotDate: string): Promise<void> {
  const editionId = await changeLocked(db, slotDate, 'cancel', async (trx, { id }) => {
    await sql`
      update edition set state = 'cancelled', paused_at = null, pause_kind = null, pause_reason = null
      where id = ${id}`.execute(trx)
    return id
  })
  // Nobody claims any delivery from now on. Rows that a sender is writing are left to the next round: waiting for them while
  // holding others would deadlock.
  for (let round = 0; round < CANCEL_ROUNDS; round += 1) {
    await closeCancelled(db, editionId)
    if ((await countUntried(db, editionId)) === 0) return
    await setTimeout(CANCEL_PAUSE_MS)
  }
}

/** @returns how many readers would miss an edition cancelled now; before its sending begins, all subscribers
 *  @throws EditionStateError when it is finished */
export async function countToCancel(db: Database, slotDate: string): Promise<number> {
  return changeLocked(db, slotDate, 'cancel', async (trx, { id, state }) => {
    if (state !== 'built' && state !== 'missed') return countUntried(trx, id)
    const { rows } = await sql<{ count: number }>`
      select count(*)::integer as count from subscriber where ${isActive}`.execute(trx)
    return rows[0]?.count ?? 0
  })
}

async function countUntried(db: DatabaseOrTransaction, editionId: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from delivery where edition_id = ${editionId} and ${isUntried}`.execute(
    db,
  )
  return rows[0]?.count ?? 0
}

/** What is tried again. */
export interface Retried {
  /** How many had failed, or had not been tried when the edition expired. */
  readonly failed: number
  /** How many were deferred. */
  readonly deferred: number
  /** Others that failed or ran out of time, and stay that way: they are no longer subscribed. */
  readonly leftOut: number
  /** Whether they are tried only once the edition is resumed. */
  readonly isPaused: boolean
}

/** Retries what failed or ran out of time, and immediately what was deferred; never what may have been accepted. If there is
 *  anything to try, the edition resumes for 48 hours from now; a paused one stays paused.
 *  @throws EditionStateError when its sending has not begun, it was cancelled, or it is marked as sent */
export async function retryEdition(db: Database, slotDate: string): Promise<Retried> {
  return changeLocked(db, slotDate, 'retry', async (trx, { id, state }) => {
    const failed = await sql`
      update delivery set state = 'pending', next_at = null, updated_at = lunchpail_now()
      where edition_id = ${id} and ${isGivenUp}
        and exists (select from subscriber where subscriber.id = delivery.subscriber_id and ${isActive})`.execute(
      trx,
    )
    const deferred = await sql`
      update delivery set next_at = lunchpail_now() where edition_id = ${id} and state = 'deferred'`.execute(
      trx,
    )
    const { rows } = await sql<{ count: number }>`
      select count(*)::integer as count from delivery where edition_id = ${id} and ${isGivenUp}`.execute(trx)
    const retried: Retried = {
      failed: Number(failed.numAffectedRows ?? 0),
      deferred: Number(deferred.numAffectedRows ?? 0),
      leftOut: rows[0]?.count ?? 0,
      isPaused: state === 'paused',
    }
    if (retried.failed + retried.deferred > 0 && !retried.isPaused) await freezeAgain(trx, id)
    return retried
  })
}

/** Decides what cannot be known: whether the deliveries in state `unknown` were accepted. 'resend' gives them, and the
 *  edition, another 48 hours; some of those readers may then get it twice. A paused edition stays paused.
 *  @returns how many there were
 *  @throws EditionStateError if there is no such edition, or if one that was cancelled or is marked as sent would be sent
 *  again */
export async function resolveUnknown(db: Database, slotDate: string, decision: Decision): Promise<number> {
  return db.transaction().execute(async (trx) => {
    const { id, state, isMarked } = await lockEdition(trx, slotDate, 'resolve')
    if (decision === 'resend' && isMarked) throw refuse(slotDate, 'resolve', 'marked')
    if (decision === 'resend' && state === 'cancelled') throw refuse(slotDate, 'resolve', 'cancelled')
    const resolved = await sql`
      update delivery set state = ${decision === 'resend' ? 'pending' : 'submitted'},
        reply = ${decision === 'resend' ? sql`reply` : null}, updated_at = lunchpail_now()
      where edition_id = ${id} and state = 'unknown'`.execute(trx)
    const count = Number(resolved.numAffectedRows ?? 0)
    if (decision === 'resend' && count > 0 && state !== 'paused') await freezeAgain(trx, id)
    return count
  })
}

interface LockedEdition {
  readonly id: string
  readonly state: EditionState
  /** Null unless it is paused. */
  readonly pauseKind: PauseKind | null
  /** A person said that it went out: nothing more is mailed. */
  readonly isMarked: boolean
}

/** Changes an edition whose state allows it, with its row locked: if two commands arrive at once, the second sees what the first
 *  did. */
function changeLocked<Result>(
  db: Database,
  slotDate: string,
  order: SendingOrder,
  work: (trx: DatabaseOrTransaction, edition: LockedEdition) => Promise<Result>,
): Promise<Result> {
  return db.transaction().execute(async (trx) => {
    const edition = await lockEdition(trx, slotDate, order)
    if (edition.isMarked && (order === 'resume' || order === 'retry')) throw refuse(slotDate, order, 'marked')
    const refusal = findRefusal(slotDate, order, edition.state)
    if (refusal !== undefined) throw refusal
    return work(trx, edition)
  })
}

/** @throws EditionStateError when there is none */
export async function lockEdition(
  trx: DatabaseOrTransaction,
  slotDate: string,
  order: SendingOrder | 'resolve' | 'send',
): Promise<LockedEdition> {
  const edition = await trx
    .selectFrom('edition')
    .select([
      'id',
      'state',
      'pause_kind as pauseKind',
      sql<boolean>`marked_sent_at is not null`.as('isMarked'),
    ])
    .where('slot_date', '=', slotDate)
    .forUpdate()
    .executeTakeFirst()
  if (edition === undefined) throw refuse(slotDate, order, 'absent')
  return edition
}

/** Resumes a paused or finished edition on a person's order; the database refuses this for one that is marked as sent. */
export async function freezeAgain(trx: DatabaseOrTransaction, editionId: string): Promise<void> {
  await sql`
    update edition set state = 'frozen', paused_at = null, pause_kind = null, pause_reason = null,
      finished_at = null, expires_at = ${inTwoDays}
    where id = ${editionId}`.execute(trx)
}
