import { sql } from 'kysely'

import type { DatabaseOrTransaction } from '../../db/database.ts'
import type { EditionState } from './tables.ts'
import { getSlotTimes, type SlotTimes } from './edition-slots.ts'
import { findRefusal, refuse } from './edition-refusal.ts'
import { asHold, findEditionHead, type Hold } from './editions.ts'

export interface HeldEdition {
  readonly hold: Hold
  readonly times: SlotTimes
}

/** Keeps a stored edition from being sent, by the timetable or by hand, until it is released. A second hold keeps the time
 *  of the first; a new reason replaces the old one.
 *  @throws EditionStateError when there is none yet, or its recipients are already written down */
export async function holdEdition(
  db: DatabaseOrTransaction,
  slotDate: string,
  reason: string | undefined,
): Promise<HeldEdition> {
  // Freezing locks the same row and requires that it is not held: whichever comes second sees the first.
  const { rows } = await sql<{ held_at: Date; held_reason: string | null }>`
    update edition set held_at = coalesce(held_at, lunchpail_now()),
      held_reason = coalesce(${reason ?? null}::text, held_reason)
    where slot_date = ${slotDate} and state in ('built', 'missed')
    returning held_at, held_reason`.execute(db)
  const hold = rows[0] && asHold(rows[0].held_at, rows[0].held_reason)
  if (hold !== undefined) return { hold, times: await getSlotTimes(db, slotDate) }
  const state = (await findEditionHead(db, slotDate))?.state
  if (state === undefined) throw refuse(slotDate, 'hold', 'absent')
  throw findRefusal(slotDate, 'hold', state) ?? refuse(slotDate, 'hold', 'changed')
}

export interface ReleasedEdition {
  readonly wasHeld: boolean
  readonly state: EditionState
  readonly times: SlotTimes
}

/** Gives a held edition back to the timetable; idempotent.
 *  @throws EditionStateError when there is none */
export async function releaseEdition(db: DatabaseOrTransaction, slotDate: string): Promise<ReleasedEdition> {
  const { rows } = await sql`
    update edition set held_at = null, held_reason = null
    where slot_date = ${slotDate} and held_at is not null
    returning id`.execute(db)
  const edition = await findEditionHead(db, slotDate)
  if (edition === undefined) throw refuse(slotDate, 'release', 'absent')
  return { wasHeld: rows.length > 0, state: edition.state, times: await getSlotTimes(db, slotDate) }
}
