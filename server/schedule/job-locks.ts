import { randomUUID } from 'node:crypto'
import { hostname } from 'node:os'
import { sql } from 'kysely'
import type { Database } from '../db/database.ts'
import type { Logger } from '../lib/logger.ts'

/** Longer than a process's own work may block it; the lease is renewed until the job is done. */
const LEASE_SECONDS = 60

/** A lock on work that one process at a time may do. */
export interface JobLock {
  /** Runs a job unless another process has the lock; frees the lock when the job ends or fails.
   *  @returns false if another process has it and the job was not run */
  runExclusively(job: () => Promise<void>): Promise<boolean>
  /** @returns the holder, such as 'process 12 on web-1'; undefined if it is free */
  findHolder(): Promise<string | undefined>
}

/** Work that no two processes do at the same time. */
export interface JobLocks {
  /** Requesting public records: each process keeps to the sources' limits, so two together would exceed them. */
  readonly collect: JobLock
  /** Reading the mailbox of bounces. */
  readonly mailbox: JobLock
  /** Building and storing the edition of a Monday, 'YYYY-MM-DD'. */
  build(slotDate: string): JobLock
}

export function createJobLocks(deps: LeaseDeps): JobLocks {
  const createLock = (name: string): JobLock => {
    const lease: Lease = { name, leaseSeconds: LEASE_SECONDS, afterFailure: 'given up' }
    return {
      runExclusively: (job) => runUnderLease(deps, lease, job),
      findHolder: () => findLeaseHolder(deps.db, name),
    }
  }
  return {
    collect: createLock('collect'),
    mailbox: createLock('mailbox'),
    build: (slotDate) => createLock(`build the edition of ${slotDate}`),
  }
}

export interface Lease {
  readonly name: string
  /** Renewed while the job runs; it expires if the process dies. */
  readonly leaseSeconds: number
  /** After a failure the lease is kept until it expires, which delays the next attempt, or given up at once. */
  readonly afterFailure?: 'kept' | 'given up'
}

export interface LeaseDeps {
  readonly db: Database
  readonly logger: Logger
}

/** Runs a job unless another process has its lease; gives the lease up after a success.
 *  @returns false if another process has the lease, or keeps it after a recent failure */
export async function runUnderLease(
  { db, logger }: LeaseDeps,
  { name, leaseSeconds, afterFailure = 'kept' }: Lease,
  job: () => Promise<void>,
): Promise<boolean> {
  const holder = `process ${process.pid} on ${hostname()}`
  const token = randomUUID()
  const isOurs = sql`name = ${name} and token = ${token}`
  const until = sql`lunchpail_now() + make_interval(secs => ${leaseSeconds})`
  // A lease that runs for longer than any dates from before the clock was set back. It begins now, since its holder may be alive.
  await sql`update job_lease set lease_until = ${until} where name = ${name} and lease_until > ${until}`.execute(
    db,
  )
  const taken = await sql`
    insert into job_lease (name, holder, token, lease_until) values (${name}, ${holder}, ${token}, ${until})
    on conflict (name) do update
      set holder = excluded.holder, token = excluded.token, lease_until = excluded.lease_until
    where job_lease.lease_until < lunchpail_now()
    returning name`.execute(db)
  if (taken.rows.length === 0) return false

  const renewal = setInterval(
    () => {
      sql`update job_lease set lease_until = ${until} where ${isOurs}`.execute(db).catch((error: unknown) => {
        logger.warn({ err: error, job: name }, 'The lease could not be renewed')
      })
    },
    (leaseSeconds * 1000) / 3,
  )
  const giveUp = () => sql`delete from job_lease where ${isOurs}`.execute(db)
  try {
    await job()
  } catch (error) {
    if (afterFailure === 'given up') {
      await giveUp().catch((failure: unknown) => {
        logger.warn({ err: failure, job: name }, 'The lease could not be given up; it ends by itself')
      })
    }
    throw error
  } finally {
    clearInterval(renewal)
  }
  await giveUp()
  return true
}

/** @returns the current holder, such as 'process 12 on web-1'; undefined if there is none */
export async function findLeaseHolder(db: Database, name: string): Promise<string | undefined> {
  const { rows } = await sql<{ holder: string }>`
    select holder from job_lease where name = ${name} and lease_until >= lunchpail_now()`.execute(db)
  return rows[0]?.holder
}
