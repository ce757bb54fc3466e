import { createTask } from 'node-cron'
import { isDatabaseGone } from '../db/database-unavailable.ts'
import type { Logger } from '../lib/logger.ts'

export type JobName =
  | 'collect'
  | 'write-edition'
  | 'send-edition'
  | 'watch-sending'
  | 'notices'
  | 'fetch-mailbox'
  | 'clean'

export interface TimetableEntry {
  readonly job: JobName
  /** Seconds first; in Chicago. */
  readonly cron: string
}

/** When each job is woken. Waking only makes it check; the database's clock decides what is due, since a busy event loop may
 *  miss a tick and a process may be down at the time. So daily jobs are woken often, too. */
export const timetable: readonly TimetableEntry[] = [
  // Reads public records into the database, daily from 17:00 in Chicago, on Sundays in time for the edition.
  { job: 'collect', cron: '5 */5 * * * *' },
  // Writes the edition, Sunday 18:00 in Chicago or as soon as a process is up after that.
  { job: 'write-edition', cron: '*/30 * * * * *' },
  // Sends the edition, Monday 08:00 in Chicago or up to 12 hours later.
  { job: 'send-edition', cron: '*/30 * * * * *' },
  // Looks how the editions stand that are due or being sent, and raises alarms.
  { job: 'watch-sending', cron: '15 * * * * *' },
  // Sends the single mails that are due: confirmations, notices of unsubscription.
  { job: 'notices', cron: '*/10 * * * * *' },
  // Reads what came back to the mailbox of bounces, where one is set.
  { job: 'fetch-mailbox', cron: '40 */3 * * * *' },
  // Deletes what is kept no longer, daily from 03:30 in Chicago.
  { job: 'clean', cron: '25 */5 * * * *' },
]

/** A job stops early and cleanly when the signal is aborted. A daily one says whether this was its time. */
export type Jobs = Readonly<Record<JobName, (signal: AbortSignal) => Promise<void | 'not due'>>>

/** Times that passed while the process was busy are made up for; after a longer sleep of the machine, or a clock that was set, the
 *  jobs wait for their next times. */
const CATCH_UP_SECONDS = 60

/** Jobs that run at least every minute, so that a failure shows soon. */
const FREQUENT: readonly JobName[] = ['write-edition', 'send-edition', 'watch-sending', 'notices']

/** Wakes the jobs by the timetable, each at most once at a time in this process. Logs a failed job and wakes it again at its
 *  next time.
 *  @param onGoodRound  called after each run of watch-sending, which queries the database, if no frequent job failed on its
 *    last run; must not throw
 *  @param noteJob  called after each successful job, unless it was not due; and at the start for the frequent jobs, so that one
 *    that never succeeds is noticed
 *  @returns stop: wakes no more jobs, tells the running ones to stop and waits for them */
export function startSchedule(options: {
  jobs: Jobs
  logger: Logger
  entries?: readonly TimetableEntry[]
  onGoodRound?: (() => Promise<void>) | undefined
  noteJob?: (job: JobName) => void
}): {
  stop(): Promise<void>
} {
  const { jobs, logger, entries = timetable, onGoodRound, noteJob } = options
  const stopping = new AbortController()
  const running = new Map<JobName, Promise<void>>()
  const failing = new Map<JobName, 'outage' | 'other'>()

  async function work(job: JobName): Promise<void> {
    try {
      const outcome = await jobs[job](stopping.signal)
      failing.delete(job)
      if (outcome !== 'not due') noteJob?.(job)
      const isGood = job === 'watch-sending' && !FREQUENT.some((one) => failing.has(one))
      if (isGood && !stopping.signal.aborted) await onGoodRound?.()
    } catch (error) {
      if (isDatabaseGone(error)) {
        // Jobs are woken every few seconds: one line for each is enough.
        const level = failing.get(job) === 'outage' ? 'debug' : 'error'
        logger[level](
          { err: error, job },
          'The database does not answer: this job of the timetable waits for it',
        )
        failing.set(job, 'outage')
      } else {
        logger.error({ err: error, job }, 'A job of the timetable failed')
        failing.set(job, 'other')
      }
    } finally {
      running.delete(job)
    }
  }

  function wake(job: JobName): void {
    if (running.has(job) || stopping.signal.aborted) return
    // Deferred, so that it is registered before it can end.
    running.set(
      job,
      Promise.resolve().then(() => work(job)),
    )
  }

  // The library's own timers would go through every time that a machine slept through, or sleep as long as a clock was set back.
  const tasks = entries.map(({ job, cron }) => ({
    job,
    task: createTask(cron, () => undefined, { timezone: 'America/Chicago', name: job }),
  }))
  for (const job of FREQUENT) noteJob?.(job)
  let last = currentSecond()
  const ticking = setInterval(() => {
    const now = currentSecond()
    const isInOrder = last <= now && now - last <= CATCH_UP_SECONDS
    for (let second = isInOrder ? last + 1 : now; second <= now; second += 1) {
      const time = new Date(second * 1_000)
      for (const { job, task } of tasks) if (task.match(time)) wake(job)
    }
    last = now
  }, 1_000)

  return {
    async stop() {
      stopping.abort()
      clearInterval(ticking)
      for (const { task } of tasks) await task.destroy()
      await Promise.all(running.values())
    },
  }
}

const currentSecond = () => Math.floor(Date.now() / 1_000)

/** Runs the steps of a job one after another; logs a failed step and still runs the others.
 *  @param steps  steps by descriptive name
 *  @throws AggregateError at the end if any step failed, so that the job counts as failed */
export async function runEachStep(
  logger: Logger,
  steps: Readonly<Record<string, () => Promise<unknown>>>,
): Promise<void> {
  const failed: [string, unknown][] = []
  for (const [step, run] of Object.entries(steps)) {
    try {
      await run()
    } catch (error) {
      logger.error({ err: error, step }, 'a step failed; the others are done')
      failed.push([step, error])
    }
  }
  if (failed.length === 0) return
  throw new AggregateError(
    failed.map(([, error]) => error),
    `Not done: ${failed.map(([step]) => step).join(', ')}. Each is tried again the next time.`,
  )
}
