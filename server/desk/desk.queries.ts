import { sql } from 'kysely'

import type { DatabaseOrTransaction } from '../db/database.ts'

/** Readers of one week, Monday to Sunday in Chicago. */
export interface ReadersOfWeek {
  /** Its Monday, 'YYYY-MM-DD'. */
  readonly from: string
  readonly joined: number
  readonly left: number
  /** Subscribers at the end of the week, or now: confirmed and not withdrawn. */
  readonly readers: number
}

/** @returns newest first, including the current week */
export async function countByWeek(db: DatabaseOrTransaction, weeks: number): Promise<ReadersOfWeek[]> {
  // Counts back from now in one scan of the table: a week's readers are the next week's, less that week's changes.
  const { rows } = await sql<ReadersOfWeek>`
    with changed as (
      select date_trunc('week', confirmed_at at time zone 'America/Chicago')::date as week, 1 as joined, 0 as "left"
      from subscriber where confirmed_at is not null
      union all
      select date_trunc('week', withdrawn_at at time zone 'America/Chicago')::date, 0, 1
      from subscriber where withdrawn_at is not null and confirmed_at is not null
    ), counted as (
      select week, sum(joined)::integer as joined, sum("left")::integer as "left" from changed group by week
    ), listed as (
      select (date_trunc('week', lunchpail_now() at time zone 'America/Chicago') - make_interval(weeks => back))::date as week
      from generate_series(0, ${weeks}::integer - 1) as back
    )
    select to_char(listed.week, 'YYYY-MM-DD') as "from", coalesce(counted.joined, 0) as joined,
      coalesce(counted."left", 0) as "left",
      (select coalesce(sum(joined - "left"), 0)::integer from counted as upto where upto.week <= listed.week) as readers
    from listed left join counted on counted.week = listed.week
    order by listed.week desc`.execute(db)
  return rows
}
