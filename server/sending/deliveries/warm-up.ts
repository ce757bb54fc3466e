import { sql } from 'kysely'

import type { DatabaseOrTransaction } from '../../db/database.ts'

/** How a new sender begins: so many messages on the first day of sending, and each such day more. */
export interface WarmUp {
  readonly perDay: number
  readonly growth: number
}

// Days are Chicago's, as everything about an edition.
const today = sql`(lunchpail_now() at time zone 'America/Chicago')::date`

/** What a day allows, by the days with messages before it; at most what an integer holds. */
const allowanceOf = ({ perDay, growth }: WarmUp, day: ReturnType<typeof sql>) => sql`least(2147483647, floor(
  ${perDay}::float8 * power(${growth}::float8, least(100,
    (select count(*) from mail_day as earlier where earlier.messages > 0 and earlier.day < ${day})))))::integer`

/** @returns how many messages may still go out today */
export async function findAllowanceLeft(db: DatabaseOrTransaction, warmUp: WarmUp): Promise<number> {
  const { rows } = await sql<{ left: number }>`
    select greatest(0, ${allowanceOf(warmUp, today)}
      - coalesce((select messages from mail_day where day = ${today}), 0)) as left`.execute(db)
  return rows[0]?.left ?? 0
}

/** The same, with all other processes waiting for the end of the transaction. */
export async function lockAllowanceLeft(trx: DatabaseOrTransaction, warmUp: WarmUp): Promise<number> {
  await sql`insert into mail_day (day, messages) values (${today}, 0) on conflict do nothing`.execute(trx)
  const { rows } = await sql<{ left: number }>`
    select greatest(0, ${allowanceOf(warmUp, today)} - messages) as left
    from mail_day where day = ${today} for update`.execute(trx)
  return rows[0]?.left ?? 0
}

/** @param messages  below zero: as many were counted and never handed over */
export async function countMessages(trx: DatabaseOrTransaction, messages: number): Promise<void> {
  if (messages === 0) return
  await sql`
    insert into mail_day (day, messages) values (${today}, greatest(0, ${messages}::integer))
    on conflict (day) do update set messages = greatest(0, mail_day.messages + ${messages}::integer)`.execute(
    trx,
  )
}

/** Whether the warm-up, and nothing else, kept an edition that ends at `end` from the rest of its readers. */
export function isSpentAt(warmUp: WarmUp, end: ReturnType<typeof sql>): ReturnType<typeof sql> {
  const day = sql`((${end} - interval '1 second') at time zone 'America/Chicago')::date`
  return sql`coalesce((select messages from mail_day where day = ${day}), 0) >= ${allowanceOf(warmUp, day)}`
}
