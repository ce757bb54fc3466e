import { mayPass } from '../db/database-unavailable.ts'
import { newYorkDay } from '../lib/dates.ts'
import { InvalidInputError } from '../lib/errors.ts'
import { collectRecords, type CollectDeps } from '../records/collect-records.ts'
import type { RecordSource } from '../records/core/record-source.ts'
import { listLatestRuns } from '../records/core/runs.ts'
import type { EditionWeek } from '../lib/edition-week.ts'
import type { GatherDeps } from './gathered-section.ts'
import { runWhenFree } from '../records/core/sleep.ts'

/** An edition covers 7 days; more catches up on missed days. */
const WEEK_DAYS = 7

export interface CollectWeekDeps
  extends GatherDeps, Pick<CollectDeps, 'upstreamBaseUrl' | 'userAgent' | 'backoffMs'> {
  readonly sources: readonly RecordSource[]
  /** Runs a job unless another process is reading the sources just now.
   *  @returns false if one is: the job was not run */
  readonly whileNobodyElseCollects: (job: () => Promise<void>) => Promise<boolean>
  readonly signal: AbortSignal
  /** For tests: how long to wait for another process. */
  readonly leaseWaitMs?: number | undefined
}

/** Reads the records of an edition's week into the database, unless they are there already. A source's failure is recorded in
 *  its run and never thrown; while another process keeps reading, or after a mistake of ours, the stored records are used.
 *  @returns the day through which records were read: the week's last, or today in New York during the week
 *  @throws InvalidInputError if the week has not begun; the database's error if it may pass; the signal's reason */
export async function collectWeek(deps: CollectWeekDeps, week: EditionWeek): Promise<{ asOf: string }> {
  const { db, clock, logger, onProgress, upstreamBaseUrl, userAgent, backoffMs, signal } = deps
  const asOf = endOfWeek(deps, week)
  onProgress(`Reading the public records of ${week.from} to ${asOf}.`)
  if (asOf < week.to) {
    onProgress(`The week goes on until ${week.to}: build this edition again then, for it lacks what comes.`)
  }
  const collect = async () => {
    const due = await listDue(deps, asOf === week.to ? asOf : undefined)
    const collecting = collectRecords(
      {
        db,
        clock,
        logger,
        upstreamBaseUrl,
        userAgent,
        onProgress,
        onReport: ({ source, outcome, listed, read }) =>
          onProgress(`${nameOf(deps, source)}: ${outcome}, ${read} of ${listed} read.`),
        signal,
        ...(backoffMs && { backoffMs }),
      },
      { sources: due, asOf, days: WEEK_DAYS },
    )
    await collecting.catch((error: unknown) => {
      if (signal.aborted || mayPass(error)) throw error
      logger.error({ err: error }, 'a source was not read to its end; the edition is made of what is kept')
      onProgress(
        'A source was not read to its end, by a mistake of ours: this edition is made of what is kept.',
      )
    })
  }
  const isCollected = await runWhenFree(() => deps.whileNobodyElseCollects(collect), {
    onWaiting: () => onProgress('Another process is reading the public records: waiting for it.'),
    signal,
    waitMs: deps.leaseWaitMs,
  })
  if (!isCollected) {
    logger.warn(
      { asOf },
      'another process was reading the public records; the edition is made of what is kept',
    )
    onProgress('Another process is still reading the public records: this edition is made of what is kept.')
  }
  return { asOf }
}

/** @returns the week's last day, or today in New York during the week
 *  @throws InvalidInputError if the week has not begun */
export function endOfWeek({ clock }: Pick<GatherDeps, 'clock'>, week: EditionWeek): string {
  const today = newYorkDay(clock.now())
  if (today < week.from) {
    throw new InvalidInputError(
      `The week from ${week.from} to ${week.to} has not begun: in New York it is ${today}.`,
    )
  }
  return week.to < today ? week.to : today
}

/** Sources with daily records are asked again, but stored records are not fetched again. The other sources always give the same
 *  answer for a day that is over, so they are not asked once it is stored completely.
 *  @param finalDay  undefined during the week */
async function listDue(
  { db, sources }: CollectWeekDeps,
  finalDay: string | undefined,
): Promise<readonly RecordSource[]> {
  if (finalDay === undefined) return sources
  const runs = await listLatestRuns(db, { asOf: finalDay })
  const complete = new Set(runs.filter(({ outcome }) => outcome === 'complete').map(({ source }) => source))
  return sources.filter(({ id, usualDays }) => usualDays !== undefined || !complete.has(id))
}

function nameOf({ sources }: CollectWeekDeps, sourceId: string): string {
  return sources.find(({ id }) => id === sourceId)?.name ?? sourceId
}
