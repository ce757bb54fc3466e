import { sql, type RawBuilder } from 'kysely'

import type { DatabaseOrTransaction } from '../../db/database.ts'

/** The newsletter's clock. Arithmetic uses its local time, so that 8:00 is 8:00 in summer and in winter. */
const ZONE = sql.lit('America/Chicago')

/** When the edition of a Monday goes out: 08:00 in Chicago, as an instant. */
export function sendTimeOf(slotDate: RawBuilder<unknown>): RawBuilder<Date> {
  return sql<Date>`((${slotDate}::date + time '08:00') at time zone ${ZONE})`
}

/** When the Monday of an edition begins in Chicago, as an instant. */
export function dayOf(slotDate: RawBuilder<unknown>): RawBuilder<Date> {
  return sql<Date>`(${slotDate}::date::timestamp at time zone ${ZONE})`
}

/** How long the timetable sends an edition: nobody wants Monday's letter on Tuesday. */
export const SENDING_HOURS = 12

/** After this the timetable no longer sends it. */
export function cutoffOf(slotDate: RawBuilder<unknown>): RawBuilder<Date> {
  return sql<Date>`(${sendTimeOf(slotDate)} + make_interval(hours => ${sql.lit(SENDING_HOURS)}))`
}

/** The time from which an edition's week is complete: Sunday 18:00 in Chicago, as an instant. */
function writeTimeOf(slotDate: RawBuilder<unknown>): RawBuilder<Date> {
  return sql<Date>`((${slotDate}::date - interval '6 hours') at time zone ${ZONE})`
}

/** Whether the edition of a Monday is stored and covers its whole week. One that a person built earlier, to look at, is
 *  rebuilt when the time comes.
 *  @param slotDate  'YYYY-MM-DD' */
export async function isEditionWritten(db: DatabaseOrTransaction, slotDate: string): Promise<boolean> {
  const slot = sql`${slotDate}`
  const { rows } = await sql`
    select 1 from edition
    where slot_date = ${slot} and (state <> 'built' or built_at >= ${writeTimeOf(slot)})`.execute(db)
  return rows.length > 0
}

export interface DueSlots {
  /** The Monday whose edition is due to be written: after Sunday 18:00 and before its cutoff. */
  readonly toWrite: string | undefined
  /** The Monday whose edition is due to be sent: after 08:00 and before the cutoff. */
  readonly toSend: string | undefined
}

/** What the timetable must do now, by the database's clock.
 *  @returns dates 'YYYY-MM-DD' in Chicago */
export async function findDueSlots(db: DatabaseOrTransaction): Promise<DueSlots> {
  // A week starts on Monday 00:00. Six hours later in the day, Sunday 18:00 is in the new week; eight hours earlier,
  // Monday 07:59 is still in the old one.
  const { rows } = await sql<{ to_write: string | null; to_send: string | null }>`
    with clock as (
      select lunchpail_now() as at, lunchpail_now() at time zone ${ZONE} as local
    ), slot as (
      select at,
        date_trunc('week', local + interval '6 hours')::date as write_for,
        date_trunc('week', local - interval '8 hours')::date as send_for
      from clock
    )
    select
      case when at < ${cutoffOf(sql`write_for`)} then write_for end as to_write,
      case when at < ${cutoffOf(sql`send_for`)} then send_for end as to_send
    from slot`.execute(db)
  return { toWrite: rows[0]?.to_write ?? undefined, toSend: rows[0]?.to_send ?? undefined }
}

/** The last Monday whose cutoff has passed, if it has no edition although one of the five Mondays before has been sent. Undefined
 *  also if the database was restored after that Monday's 08:00: it may only have forgotten that edition. */
export async function findUnwrittenSlot(db: DatabaseOrTransaction): Promise<string | undefined> {
  const { rows } = await sql<{ date: string }>`
    with slot as (
      select date_trunc('week', lunchpail_now() at time zone ${ZONE} - interval '20 hours')::date as date
    )
    select date::text from slot
    where not exists (select from edition where slot_date = date)
      and exists (
        select from edition where slot_date < date and slot_date >= date - 35 and frozen_at is not null
      )
      and not exists (select from database_identity where restored_at >= ${sendTimeOf(sql`date`)})`.execute(
    db,
  )
  return rows[0]?.date
}

/** Whether an edition's Monday is ahead, due or over, by the database's clock. */
export interface SlotTimes {
  /** Now. */
  readonly askedAt: Date
  /** Its Sunday, 18:00 in Chicago: an edition built before then is written again. */
  readonly writeAt: Date
  /** Its Monday, 08:00 in Chicago. */
  readonly sendAt: Date
  /** Twelve hours later. */
  readonly cutoffAt: Date
  /** ahead: before 08:00 · due: the timetable sends it now · over: only a person sends it. */
  readonly phase: 'ahead' | 'due' | 'over'
  /** The next Monday 08:00 of any edition. */
  readonly nextSendAt: Date
}

/** @param slotDate  a Monday, 'YYYY-MM-DD' */
export async function getSlotTimes(db: DatabaseOrTransaction, slotDate: string): Promise<SlotTimes> {
  const slot = sql`${slotDate}`
  const nextSlot = sql`(date_trunc('week', lunchpail_now() at time zone ${ZONE} - interval '8 hours') + interval '7 days')`
  const { rows } = await sql<SlotTimes>`
    select lunchpail_now() as "askedAt", ${writeTimeOf(slot)} as "writeAt", ${sendTimeOf(slot)} as "sendAt", ${cutoffOf(slot)} as "cutoffAt", ${sendTimeOf(nextSlot)} as "nextSendAt",
      case when lunchpail_now() < ${sendTimeOf(slot)} then 'ahead'
        when lunchpail_now() < ${cutoffOf(slot)} then 'due' else 'over' end as phase`.execute(db)
  const [times] = rows
  if (times === undefined)
    throw new Error(`The database did not answer when the edition of ${slotDate} is due`)
  return times
}
