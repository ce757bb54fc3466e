import { randomUUID } from 'node:crypto'

import { sql } from 'kysely'

import type { Database } from '../db/database.ts'
import type { Logger } from '../logger.ts'

/** Runs a job unless another process has it. After a success the lease is given up at once; after a failure it is kept
 *  until it ends, so that the next trial waits that long, whoever makes it.
 *  @param leaseSeconds  renewed while the job runs; a process that dies frees it after that
 *  @returns false when another process has the job, or failed at it a moment ago */
export async function runUnderLease(
  { db, logger }: { db: Database; logger: Logger },
  { name, leaseSeconds }: { name: string; leaseSeconds: number },
  job: () => Promise<void>,
): Promise<boolean> {
  const holder = randomUUID()
  const until = sql`lunchpail_now() + make_interval(secs => ${leaseSeconds})`
  const taken = await sql`
    insert into job_lease (name, holder, lease_until) values (${name}, ${holder}, ${until})
    on conflict (name) do update set holder = excluded.holder, lease_until = excluded.lease_until
    where job_lease.lease_until < lunchpail_now()
    returning name`.execute(db)
  if (taken.rows.length === 0) return false

  const renewal = setInterval(
    () => {
      sql`update job_lease set lease_until = ${until} where name = ${name} and holder = ${holder}`
        .execute(db)
        .catch((error: unknown) => {
          logger.warn({ err: error, job: name }, 'The lease could not be renewed')
        })
    },
    (leaseSeconds * 1000) / 3,
  )
  try {
    await job()
  } finally {
    clearInterval(renewal)
  }
  await sql`delete from job_lease where name = ${name} and holder = ${holder}`.execute(db)
  return true
}
