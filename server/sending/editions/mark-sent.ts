import { formatChicagoTime } from '../../lib/dates.ts'
import { sql } from 'kysely'

import type { Database } from '../../db/database.ts'
import { InvalidInputError } from '../../lib/errors.ts'
import type { EditionState } from './tables.ts'
import { dayOf, sendTimeOf } from './edition-slots.ts'
import { findRefusal, refuse } from './edition-refusal.ts'

/** What a person knows about an edition that went out before this database was restored. */
export interface KnownSending {
  /** When it went out, an instant as ISO 8601; undefined: Monday 8:00 in Chicago. */
  readonly at?: string | undefined
  /** How many readers got it. */
  readonly count?: number | undefined
}

/** Records on a person's word that an edition went out, since a restored older backup does not know about it. Nobody is mailed;
 *  afterwards the edition is in the archive and can be corrected. Idempotent.
 *  @returns when it counts as sent
 *  @throws EditionStateError if there is none, it is being sent, was sent from here, or is marked differently;
 *          InvalidInputError for a time at which it cannot have gone out */
export async function markSent(db: Database, slotDate: string, known: KnownSending): Promise<Date> {
  return db.transaction().execute(async (trx) => {
    const { rows } = await sql<{
      id: string
      state: EditionState
      isRestored: boolean
      marked: Date | null
      markedCount: number | null
      sentAt: Date
      isPossible: boolean
      isUnderWay: boolean
    }>`
      select id, state, pause_kind is not distinct from 'restored' as "isRestored", case when marked_sent_at is not null then frozen_at end as marked,
        marked_sent_count as "markedCount", given.at as "sentAt",
        given.at <= lunchpail_now() and given.at >= ${dayOf(sql`slot_date`)} as "isPossible",
        exists (
          select from delivery where edition_id = edition.id and state in ('pending', 'claimed', 'sending', 'deferred')
        ) as "isUnderWay"
      from edition, lateral (select coalesce(${known.at ?? null}::timestamptz, ${sendTimeOf(sql`slot_date`)}) as at) as given
      where slot_date = ${slotDate} for update of edition`.execute(trx)
    const [edition] = rows
    if (edition === undefined) throw refuse(slotDate, 'mark-sent', 'absent')
    if (edition.marked !== null) {
      requireSame(slotDate, { at: edition.marked, count: edition.markedCount ?? undefined }, known)
      return edition.marked
    }
    const refusal = findRefusal(slotDate, 'mark-sent', edition.state, { isAsked: edition.isRestored })
    if (refusal !== undefined) throw refusal
    if (!edition.isPossible) throw impossible(slotDate, edition.sentAt, known)
    if (edition.isUnderWay) throw refuse(slotDate, 'mark-sent', 'under-way')
    // Readers who were not tried here already have it from before: drop their rows.
    await sql`
      delete from delivery where edition_id = ${edition.id} and state = 'skipped' and reason = 'cancelled'`.execute(
      trx,
    )
    const { rows: left } = await sql<{ count: number | null }>`
      select nullif(count(*), 0)::integer as count from delivery where edition_id = ${edition.id}`.execute(
      trx,
    )
    await trx
      .updateTable('edition')
      .set({
        state: 'finished',
        frozen_at: edition.sentAt,
        finished_at: edition.sentAt,
        expires_at: edition.sentAt,
        expected_count: left[0]?.count ?? null,
        held_at: null,
        held_kind: null,
        held_reason: null,
        paused_at: null,
        pause_kind: null,
        pause_reason: null,
        marked_sent_at: sql<Date>`lunchpail_now()`,
        marked_sent_count: known.count ?? null,
      })
      .where('id', '=', edition.id)
      .execute()
    return edition.sentAt
  })
}

/** @throws EditionStateError when this contradicts the earlier mark */
function requireSame(
  slotDate: string,
  noted: { readonly at: Date; readonly count: number | undefined },
  { at, count }: KnownSending,
): void {
  const isSame =
    (at === undefined || Date.parse(at) === noted.at.getTime()) &&
    (count === undefined || count === noted.count)
  if (!isSame) throw refuse(slotDate, 'mark-sent', 'marked', { marked: noted })
}

function impossible(slotDate: string, at: Date, known: KnownSending): Error {
  if (known.at === undefined) return refuse(slotDate, 'mark-sent', 'not-due', { dueAt: at })
  return new InvalidInputError(
    `The edition of ${slotDate} cannot have gone out on ${formatChicagoTime(at)}: that is in the future, or before its Monday began in Chicago.`,
  )
}
