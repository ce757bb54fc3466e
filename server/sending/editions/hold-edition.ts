import { sql } from 'kysely'

import type { DatabaseOrTransaction } from '../../db/database.ts'
import type { HoldKind } from './tables.ts'
import { getSlotTimes, type SlotTimes } from './edition-slots.ts'
import { findRefusal, refuse, type EditionStateError } from './edition-refusal.ts'
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
  // Freezing locks the same row and requires that it is not held, so whichever comes second sees the first.
  const { rows } = await sql<{ held_at: Date; held_kind: HoldKind; held_reason: string | null }>`
    update edition set held_at = coalesce(held_at, lunchpail_now()), held_kind = coalesce(held_kind, 'by-hand'),
      held_reason = coalesce(${reason ?? null}::text, held_reason)
    where slot_date = ${slotDate} and state in ('built', 'missed')
    returning held_at, held_kind, held_reason`.execute(db)
  const hold = rows[0] && asHold(rows[0])
  if (hold !== undefined) return { hold, times: await getSlotTimes(db, slotDate) }
  const state = (await findEditionHead(db, slotDate))?.state
  if (state === undefined) throw refuse(slotDate, 'hold', 'absent')
  throw findRefusal(slotDate, 'hold', state) ?? refuse(slotDate, 'hold', 'changed')
}

/** Releases an edition for a person who looked at a preview. Refused if it was rewritten since, or went out before a backup was
 *  restored.
 *  @param builtAt  when the previewed edition was built, to the millisecond
 *  @throws EditionStateError if there is none, or it is another one now */
export async function releasePreviewed(
  db: DatabaseOrTransaction,
  slotDate: string,
  builtAt: Date,
): Promise<void> {
  const { rows } = await sql`
    update edition set held_at = null, held_kind = null, held_reason = null, released_at = lunchpail_now()
    where slot_date = ${slotDate} and date_trunc('milliseconds', built_at) = ${builtAt}::timestamptz
      and state in ('built', 'missed') and held_kind is distinct from 'restored'
    returning id`.execute(db)
  if (rows.length > 0) return
  throw (await findReleaseRefusal(db, slotDate)) ?? refuse(slotDate, 'release', 'changed')
}

/** Returns an edition to the timetable, held or not: only a new build makes it wait again; idempotent.
 *  @returns whether it was held
 *  @throws EditionStateError when there is none, or its recipients are already written down */
export async function releaseEdition(db: DatabaseOrTransaction, slotDate: string): Promise<boolean> {
  const { rows } = await sql<{ wasHeld: boolean }>`
    with before as (
      select id, held_at is not null as was_held from edition
      where slot_date = ${slotDate} and state in ('built', 'missed') for update
    )
    update edition set held_at = null, held_kind = null, held_reason = null, released_at = lunchpail_now()
    from before where edition.id = before.id
    returning was_held as "wasHeld"`.execute(db)
  const [released] = rows
  if (released !== undefined) return released.wasHeld
  throw (await findReleaseRefusal(db, slotDate)) ?? refuse(slotDate, 'release', 'changed')
}

/** @returns undefined if its state allows it */
async function findReleaseRefusal(
  db: DatabaseOrTransaction,
  slotDate: string,
): Promise<EditionStateError | undefined> {
  const edition = await db
    .selectFrom('edition')
    .select(['state', 'pause_kind as pauseKind'])
    .where('slot_date', '=', slotDate)
    .executeTakeFirst()
  if (edition === undefined) return refuse(slotDate, 'release', 'absent')
  return findRefusal(slotDate, 'release', edition.state, { isAsked: edition.pauseKind === 'restored' })
}
