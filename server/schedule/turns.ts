import { findLeaseHolder, runUnderLease, type Lease, type LeaseDeps } from './job-lease.ts'

/** Longer than a process may be held up by its own work; renewed until that is done. */
const LEASE_SECONDS = 60

/** Work that one process at a time does. */
export interface Turn {
  /** Runs a job unless another process has the turn, which is free again when the job ends, well or not.
   *  @returns false when another process has it: the job was not run */
  run(job: () => Promise<void>): Promise<boolean>
  /** @returns who has it, such as 'process 12 on web-1'; undefined when it is free */
  findHolder(): Promise<string | undefined>
}

/** What no two processes do at the same time. */
export interface Turns {
  /** Asking the sources of public records: each process keeps to their limits, two would go over them. */
  readonly collect: Turn
  /** Building the edition of a Monday, 'YYYY-MM-DD', up to its being stored. */
  build(slotDate: string): Turn
}

export function createTurns(deps: LeaseDeps): Turns {
  const createTurn = (name: string): Turn => {
    const lease: Lease = { name, leaseSeconds: LEASE_SECONDS, afterFailure: 'given up' }
    return {
      run: (job) => runUnderLease(deps, lease, job),
      findHolder: () => findLeaseHolder(deps.db, name),
    }
  }
  return {
    collect: createTurn('collect'),
    build: (slotDate) => createTurn(`build the edition of ${slotDate}`),
  }
}
