import { sql } from 'kysely'

import type { DatabaseOrTransaction } from '../../db/database.ts'

/** Limits a new sender: an allowance on the first day of sending, and more on each further one. */
export interface WarmUp {
  readonly perDay: number
  readonly growth: number
}

// Days are in Chicago, like everything about an edition.
const today = sql`(lunchpail_now() at time zone 'America/Chicago')::date`

/** Returns a day's allowance by the number of earlier days with messages; at most the largest integer. */
const allowanceOf = ({ perDay, growth }: WarmUp, day: ReturnType<typeof sql>) => sql`least(2147483647, floor(
  ${perDay}::float8 * power(${growth}::float8, least(100,
    (select count(*) from mail_day as earlier where earlier.messages > 0 and earlier.day < ${day})))))::integer`

/** @returns how many more messages may go out today */
export async function findAllowanceLeft(db: DatabaseOrTransaction, warmUp: WarmUp): Promise<number> {
  const { rows } = await sql<{ left: number }>`
    select greatest(0, ${allowanceOf(warmUp, today)}
      - coalesce((select messages from mail_day where day = ${today}), 0)) as left`.execute(db)
  return rows[0]?.left ?? 0
}

/** Returns the same, and makes other processes wait until the transaction ends. */
export async function lockAllowanceLeft(trx: DatabaseOrTransaction, warmUp: WarmUp): Promise<number> {
  await sql`insert into mail_day (day, messages) values (${today}, 0) on conflict do nothing`.execute(trx)
  const { rows } = await sql<{ left: number }>`
    select greatest(0, ${allowanceOf(warmUp, today)} - messages) as left
    from mail_day where day = ${today} for update`.execute(trx)
  return rows[0]?.left ?? 0
}

/** @param messages  negative for messages that were counted but never handed over */
export async function countMessages(trx: DatabaseOrTransaction, messages: number): Promise<void> {
  if (messages === 0) return
  await sql`
    insert into mail_day (day, messages) values (${today}, greatest(0, ${messages}::integer))
    on conflict (day) do update set messages = greatest(0, mail_day.messages + ${messages}::integer)`.execute(
    trx,
  )
}

/** Whether only the warm-up kept an edition that ends at `end` from its remaining readers. */
export function isAllowanceSpentAt(warmUp: WarmUp, end: ReturnType<typeof sql>): ReturnType<typeof sql> {
  const day = sql`((${end} - interval '1 second') at time zone 'America/Chicago')::date`
  return sql`coalesce((select messages from mail_day where day = ${day}), 0) >= ${allowanceOf(warmUp, day)}`
}
