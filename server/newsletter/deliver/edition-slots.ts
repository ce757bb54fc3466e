import { sql, type RawBuilder } from 'kysely'

import type { DatabaseOrTransaction } from '../../db/database.ts'

/** The newsletter's clock. Arithmetic is on its local time, so that 8:00 is 8:00 in summer and in winter. */
const ZONE = sql.lit('America/Chicago')

/** When the edition of a Monday goes out: 08:00 in Chicago, as an instant. */
export function sendTimeOf(slotDate: RawBuilder<unknown>): RawBuilder<Date> {
  return sql<Date>`((${slotDate}::date + time '08:00') at time zone ${ZONE})`
}

/** After this the timetable no longer sends it: nobody wants Monday's letter on Tuesday. */
export function cutoffOf(slotDate: RawBuilder<unknown>): RawBuilder<Date> {
  return sql<Date>`(${sendTimeOf(slotDate)} + interval '12 hours')`
}

export interface DueSlots {
  /** The Monday whose edition is to be written: Sunday 18:00 before it has passed and its cutoff has not. */
  readonly toWrite: string | undefined
  /** The Monday whose edition is to be sent: 08:00 has passed and the cutoff has not. */
  readonly toSend: string | undefined
}

/** What the timetable is due to do, by the database's clock.
 *  @param now  another time, for tests
 *  @returns dates 'YYYY-MM-DD', Chicago's */
export async function findDueSlots(
  db: DatabaseOrTransaction,
  now: RawBuilder<unknown> = sql`lunchpail_now()`,
): Promise<DueSlots> {
  // A week starts on Monday 00:00. Six hours later in the day, Sunday 18:00 is in the new week; eight hours earlier,
  // Monday 07:59 is still in the old one.
  const { rows } = await sql<{ to_write: string | null; to_send: string | null }>`
    with clock as (
      select ${now}::timestamptz as at, ${now}::timestamptz at time zone ${ZONE} as local
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
