import { formatChicagoTime } from '../../lib/dates.ts'
import { sql } from 'kysely'

import type { Database } from '../../db/database.ts'
import { InvalidInputError } from '../../lib/errors.ts'
import type { EditionState } from './tables.ts'
import { dayOf, sendTimeOf } from './edition-slots.ts'
import { EditionStateError, notBuilt } from './editions.ts'

/** What is known from outside of an edition that went out before this database was restored. */
export interface KnownSending {
  /** When it went out, an instant as ISO 8601; undefined: Monday 8:00 in Chicago. */
  readonly at?: string | undefined
  /** How many readers got it. */
  readonly count?: number | undefined
}

/** Where something else is to be done first. */
const NOT_NOW: Partial<Record<EditionState, (date: string) => string>> = {
  frozen: (date) =>
    `is being sent from here. If its readers have it already, stop that: lunchpail edition cancel --date ${date} --yes, and then mark it`,
  paused: (date) =>
    `is paused in the middle of its sending from here. If the rest has it already: lunchpail edition cancel --date ${date} --yes, and then mark it. If not: lunchpail edition resume --date ${date}`,
  finished: (date) =>
    `was sent from here: there is nothing to mark. What came of it: lunchpail edition status --date ${date}`,
}

/** Notes that an edition went out, by a person's word: where a backup from before that was restored, nothing here knows it.
 *  Nobody is mailed; from then on it stands in the archive and can be corrected. Done again it changes nothing.
 *  @returns when it counts as sent
 *  @throws EditionStateError where there is none, it is being sent, was sent from here, or is marked
 *          otherwise; InvalidInputError for a time at
 *          which it cannot have gone out */
export async function markSent(db: Database, slotDate: string, known: KnownSending): Promise<Date> {
  return db.transaction().execute(async (trx) => {
    const { rows } = await sql<{
      id: string
      state: EditionState
      marked: Date | null
      markedCount: number | null
      sentAt: Date
      isPossible: boolean
      isUnderWay: boolean
    }>`
      select id, state, case when marked_sent_at is not null then frozen_at end as marked,
        marked_sent_count as "markedCount", given.at as "sentAt",
        given.at <= lunchpail_now() and given.at >= ${dayOf(sql`slot_date`)} as "isPossible",
        exists (
          select from delivery where edition_id = edition.id and state in ('pending', 'claimed', 'sending', 'deferred')
        ) as "isUnderWay"
      from edition, lateral (select coalesce(${known.at ?? null}::timestamptz, ${sendTimeOf(sql`slot_date`)}) as at) as given
      where slot_date = ${slotDate} for update of edition`.execute(trx)
    const [edition] = rows
    if (edition === undefined) throw notBuilt(slotDate)
    if (edition.marked !== null) {
      requireSame(slotDate, { at: edition.marked, count: edition.markedCount ?? undefined }, known)
      return edition.marked
    }
    const words = NOT_NOW[edition.state]
    if (words !== undefined) throw new EditionStateError(`The edition of ${slotDate} ${words(slotDate)}`)
    if (!edition.isPossible) throw impossible(slotDate, edition.sentAt, known)
    if (edition.isUnderWay) {
      throw new EditionStateError(
        `Of the edition of ${slotDate} something is still with a mail server. Try again in a few minutes: lunchpail edition status --date ${slotDate}`,
      )
    }
    // Who was not tried here has it from before: nothing is to be said of them.
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

/** @throws EditionStateError when what is said now contradicts what was said before */
function requireSame(
  slotDate: string,
  noted: { readonly at: Date; readonly count: number | undefined },
  { at, count }: KnownSending,
): void {
  const isSame =
    (at === undefined || Date.parse(at) === noted.at.getTime()) &&
    (count === undefined || count === noted.count)
  if (isSame) return
  const readers = noted.count === undefined ? '' : ` to ${noted.count.toLocaleString('en-US')}`
  throw new EditionStateError(
    `The edition of ${slotDate} is marked as sent ${formatChicagoTime(noted.at)}${readers} already: that stays. What readers should know: lunchpail edition correct --date ${slotDate} --text TEXT`,
  )
}

function impossible(slotDate: string, at: Date, known: KnownSending): Error {
  if (known.at === undefined) {
    return new EditionStateError(
      `The edition of ${slotDate} is due at ${formatChicagoTime(at)}: nobody has it yet. To keep it from going out: lunchpail edition hold --date ${slotDate}. If it was sent by hand before, say when: --at`,
    )
  }
  return new InvalidInputError(
    'malformed-request',
    `--at: the edition of ${slotDate} cannot have gone out at ${formatChicagoTime(at)}: that is in the future, or before its Monday began in Chicago.`,
  )
}
