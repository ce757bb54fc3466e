import { sql } from 'kysely'

import type { Database } from '../db/database.ts'
import type { Logger } from '../lib/logger.ts'
import { runUnderLease } from './turns.ts'

/** So long it is remembered that a job is done, unless it says otherwise; longer than anything here is due. */
const REMEMBERED_HOURS = 30 * 24

/** Ends a lease as a failure does: it is kept, so that the next trial waits. */
class TryLaterError extends Error {
  override readonly name = 'TryLaterError'
}

/** Runs a job until it has succeeded once, whichever process wakes it; a name is for one success while that is
 *  remembered. A process that dies between the job's end and the note of it leaves a job that is done twice.
 *  @param leaseSeconds  how long a failure is left alone
 *  @param rememberedHours  after that it is run again; 30 days where it is left out
 *  @param job  'later' when it is to be tried again
 *  @returns true when it has succeeded, now or before; false when it is to be tried again or another process has it */
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
      // Another process may have done it between the question and the lease.
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

/** Deletes leases that have ended, and the names of jobs that are no longer remembered. */
export async function deleteEndedLeases(db: Database): Promise<void> {
  await sql`delete from job_lease where lease_until < lunchpail_now()`.execute(db)
  await sql`delete from finished_job where remembered_until < lunchpail_now()`.execute(db)
}

/** @returns whether the job of that name has succeeded, and not too long ago */
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
