import { collectRecords, type CollectDeps, type SourceReport } from '../records/collect-records.ts'
import { listLatestRuns } from '../records/core/runs.ts'
import { newYorkDay } from '../lib/dates.ts'
import { runWhenFree } from '../records/core/sleep.ts'
import type { RecordSource } from '../records/core/record-source.ts'
import type { Clock } from '../lib/clock.ts'
import type { JobLock } from './job-locks.ts'

export interface CollectDailyDeps extends CollectDeps {
  readonly clock: Clock
  readonly signal: AbortSignal
  /** For tests: how long to wait for another process. */
  readonly waitMs?: number | undefined
}

/** Reads all sources once no other process is reading them. After such a wait it leaves out sources that were read completely
 *  today.
 *  @returns the reports of the sources read here */
export async function collectDaily(
  deps: CollectDailyDeps,
  { lock, sources }: { lock: JobLock; sources: readonly RecordSource[] },
): Promise<SourceReport[]> {
  const { db, clock, logger, signal, waitMs } = deps
  let reports: SourceReport[] = []
  let hasWaited = false
  const collect = async () => {
    const read = hasWaited ? await listComplete({ db, clock }) : new Set<string>()
    const due = sources.filter(({ id }) => !read.has(id))
    if (due.length > 0) reports = await collectRecords(deps, { sources: due })
  }
  const isCollected = await runWhenFree(() => lock.runExclusively(collect), {
    onWaiting: () => {
      hasWaited = true
    },
    signal,
    waitMs,
  })
  if (!isCollected) {
    const holder = await lock.findHolder()
    logger.warn(
      { holder },
      'another process goes on reading the public records: they are not read here today',
    )
  }
  return reports
}

async function listComplete({ db, clock }: Pick<CollectDailyDeps, 'db' | 'clock'>): Promise<Set<string>> {
  const runs = await listLatestRuns(db, { asOf: newYorkDay(clock.now()) })
  return new Set(runs.filter(({ outcome }) => outcome === 'complete').map(({ source }) => source))
}
