import { sql } from 'kysely'

import type { Database, DatabaseOrTransaction } from '../../db/database.ts'
import { isActive, isUnproven } from '../../subscribers/index.ts'
import { cutoffOf, getSlotTimes } from './edition-slots.ts'
import { findRefusal, refuse } from './edition-refusal.ts'
import { findEditionHead, type EditionHead } from './editions.ts'
import { freezeAgain, inTwoDays, lockEdition } from './pause-resume-cancel.ts'

const FOREIGN_KEY_VIOLATION = '23503'
const MOST_ATTEMPTS = 5

/** Writes down who gets a stored edition, once and for all; idempotent.
 *  @param by  the timetable freezes an edition only between its time and its cutoff, when it expires; one that a person
 *             sends has 48 hours from now, whatever its date, and a paused one resumes. A held one is not frozen
 *  @param builtAt  when the edition that was judged ready was built, to the millisecond: one rebuilt since is not frozen
 *  @throws EditionStateError when there is none, it was cancelled, or a person sends one that is held or marked as sent */
export async function freezeEdition(
  db: Database,
  slotDate: string,
  how: { by: 'timetable' | 'hand'; builtAt?: Date | undefined },
): Promise<void> {
  const edition = await findEditionHead(db, slotDate)
  if (edition === undefined) throw refuse(slotDate, 'send', 'absent')
  const refusal = findRefusal(slotDate, 'send', edition.state)
  if (refusal !== undefined) throw refusal
  const isNewlyFrozen = await unlessErased(() =>
    db.transaction().execute((trx) => freezeWithin(trx, edition, how)),
  )
  // The planner does not know about a week's new rows: it would read and sort all of them for every 20 claimed.
  if (isNewlyFrozen) await sql`analyze delivery`.execute(db)
}

/** @returns false when it is already frozen, or must not be */
async function freezeWithin(
  trx: DatabaseOrTransaction,
  { id, slotDate }: EditionHead,
  { by, builtAt }: Parameters<typeof freezeEdition>[2],
): Promise<boolean> {
  const isDue =
    by === 'hand'
      ? sql`state in ('built', 'missed') and held_at is null`
      : sql`state = 'built' and held_at is null and lunchpail_now() < ${cutoffOf(sql`slot_date`)}`
  const isJudged =
    builtAt === undefined ? sql`true` : sql`date_trunc('milliseconds', built_at) = ${builtAt}::timestamptz`
  const expiry = by === 'hand' ? inTwoDays : cutoffOf(sql`slot_date`)
  // The update locks the row: if two processes freeze at once, the second finds it frozen.
  const frozen = await sql`
    update edition set state = 'frozen', frozen_at = lunchpail_now(), expires_at = ${expiry}
    where id = ${id} and ${isDue} and ${isJudged}
    returning id`.execute(trx)
  if (frozen.rows.length === 0) {
    if (by === 'hand') {
      await refuseIfHeld(trx, slotDate)
      const { state, pauseKind, isMarked } = await lockEdition(trx, slotDate, 'send')
      if (isMarked) throw refuse(slotDate, 'send', 'marked')
      if (pauseKind === 'restored') throw refuse(slotDate, 'send', 'half-sent')
      if (state === 'paused') await freezeAgain(trx, id)
    }
    return false
  }
  await chooseRecipients(trx, id)
  return true
}

/** Writes down who gets an edition that has not gone out from here, and leaves it paused. Within a transaction. */
export async function freezePaused(trx: DatabaseOrTransaction, editionId: string): Promise<void> {
  await sql`
    update edition set state = 'paused', frozen_at = lunchpail_now(), expires_at = ${inTwoDays}, paused_at = lunchpail_now(),
      pause_kind = 'restored', held_at = null, held_kind = null, held_reason = null
    where id = ${editionId}`.execute(trx)
  await chooseRecipients(trx, editionId)
}

/** Retries the freeze, which takes seconds for a long list, if a subscriber who is erased meanwhile breaks the foreign key. */
export async function unlessErased<Result>(work: () => Promise<Result>): Promise<Result> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work()
    } catch (error) {
      const isErased = (error as { code?: unknown }).code === FOREIGN_KEY_VIOLATION
      if (!isErased || attempt === MOST_ATTEMPTS) throw error
    }
  }
}

/** Everyone who is subscribed now, in order: first those whom the previous edition left out, for the warm-up or because it
 *  ended before their turn, in their order there; then shuffled, so that bad addresses that arrived together, in one import or one
 *  afternoon, are spread out and do not pause the edition. Newcomers come last, and if somebody was left out, whoever strangers
 *  may have signed up after everybody else: if made-up addresses are refused and so pause the edition, the others have it by then.
 *  A cancelled edition does not count as the previous one. */
async function chooseRecipients(trx: DatabaseOrTransaction, editionId: string): Promise<void> {
  const { numAffectedRows } = await sql`
    with recipient as materialized (
      select subscriber.id, left_out.position as left_out_at, ${isUnproven} as is_unproven,
        ${isUnproven} and left_out.position is null and not exists (
          select from delivery where delivery.subscriber_id = subscriber.id and delivery.state = 'submitted'
        ) as is_newcomer
      from subscriber left join delivery as left_out on left_out.subscriber_id = subscriber.id
        and left_out.state = 'skipped'
        and (left_out.reason = 'warm-up' or (left_out.reason = 'expired' and left_out.attempts = 0))
        and left_out.edition_id = (
          select id from edition where frozen_at is not null and state <> 'cancelled' and id <> ${editionId}
          order by frozen_at desc limit 1
        )
      where ${isActive}
    )
    insert into delivery (edition_id, subscriber_id, position, updated_at)
    select ${editionId}::bigint, id,
      row_number() over (
        order by is_newcomer, is_unproven and (select count(left_out_at) > 0 from recipient),
          left_out_at nulls last, hashint8extended(id, ${editionId}::bigint)
      ), (select lunchpail_now())
    from recipient`.execute(trx)
  await sql`
    update edition set expected_count = ${String(numAffectedRows ?? 0)}::integer where id = ${editionId}`.execute(
    trx,
  )
}

async function refuseIfHeld(db: DatabaseOrTransaction, slotDate: string): Promise<void> {
  const held = (await findEditionHead(db, slotDate))?.held
  if (held === undefined) return
  const isDue = (await getSlotTimes(db, slotDate)).phase === 'due'
  throw refuse(slotDate, 'send', held.kind === 'restored' ? 'restored' : 'held', { held, isDue })
}
