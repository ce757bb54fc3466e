import { sql } from 'kysely'

import type { Database } from '../db/database.ts'
import type { Logger } from '../lib/logger.ts'
import { runUnderLease } from './job-locks.ts'

/** How long a job is remembered as done by default; no job here is due for longer. */
const REMEMBERED_HOURS = 30 * 24

/** Ends a job like a failure, which keeps its lease, so that the next attempt waits. */
class TryLaterError extends Error {
  override readonly name = 'TryLaterError'
}

/** Runs a job until it has succeeded once, over all processes; the name identifies it as long as its success is remembered.
 *  If a process dies between the end of the job and the record of it, the job runs twice.
 *  @param leaseSeconds  how long to wait after a failure
 *  @param rememberedHours  hours after which it runs again; default 30 days
 *  @param job  returns 'later' if it must be tried again
 *  @returns true if it has succeeded, now or before; false if it must be tried again or another process is running it */
export async function runOnce(
  { db, logger }: { db: Database; logger: Logger },
  {
    name,
    leaseSeconds,
    rememberedHours = REMEMBERED_HOURS,
  }: { name: string; leaseSeconds: number; rememberedHours?: number | undefined },
  job: () => Promise<'done' | 'later'>,
): Promise<boolean> {
  if (await isDone(db, name)) return true
  let hasSucceeded = false
  try {
    await runUnderLease({ db, logger }, { name, leaseSeconds }, async () => {
      // Another process may have finished it between the check and the lease.
      if (!(await isDone(db, name))) {
        if ((await job()) === 'later') throw new TryLaterError()
        await rememberDone(db, name, rememberedHours)
      }
      hasSucceeded = true
    })
  } catch (error) {
    if (!(error instanceof TryLaterError)) throw error
  }
  return hasSucceeded
}

/** How long after a failure, or the end of its process, a daily job is tried again. */
const DAILY_RETRY_SECONDS = 3600

/** Runs a job once a day, over all processes: at a time of day in Chicago, or until midnight if no process was awake then.
 *  @param from  the time, 'HH:MM'
 *  @param job  returns 'later' if it was stopped before its end
 *  @returns 'not due' if it is too early, another process does it or it is done */
export async function runDaily(
  deps: { db: Database; logger: Logger },
  { name, from }: { name: string; from: string },
  job: () => Promise<void | 'later'>,
): Promise<void | 'not due'> {
  const { rows } = await sql<{ day: string }>`
    select local::date as day from (select lunchpail_now() at time zone 'America/Chicago' as local) as clock
    where local::time >= ${from}::time`.execute(deps.db)
  const [today] = rows
  let hasRun = false
  if (today !== undefined) {
    const daily = { name: `${name} on ${today.day}`, leaseSeconds: DAILY_RETRY_SECONDS, rememberedHours: 48 }
    await runOnce(deps, daily, async () => {
      const outcome = await job()
      hasRun = outcome !== 'later'
      return outcome ?? 'done'
    })
  }
  return hasRun ? undefined : 'not due'
}

/** Deletes leases that have ended, and the names of jobs that are no longer remembered. */
export async function deleteEndedLeases(db: Database): Promise<void> {
  await sql`delete from job_lease where lease_until < lunchpail_now()`.execute(db)
  await sql`delete from finished_job where remembered_until < lunchpail_now()`.execute(db)
}

/** @returns whether the job of that name has succeeded and is still remembered */
async function isDone(db: Database, name: string): Promise<boolean> {
  const finished = await db
    .selectFrom('finished_job')
    .select('name')
    .where('name', '=', name)
    .where(sql<boolean>`remembered_until >= lunchpail_now()`)
    .executeTakeFirst()
  return finished !== undefined
}

async function rememberDone(db: Database, name: string, hours: number): Promise<void> {
  await sql`
    insert into finished_job (name, remembered_until)
    values (${name}, lunchpail_now() + make_interval(secs => ${hours * 3600}))
    on conflict (name) do update set remembered_until = excluded.remembered_until`.execute(db)
}
