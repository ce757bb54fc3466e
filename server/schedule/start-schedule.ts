import { createTask } from 'node-cron'

import type { Logger } from '../lib/logger.ts'
import { timetable, type JobName, type TimetableEntry } from './timetable.ts'

/** A job ends early, in good order, when the signal says stop. */
export type Jobs = Readonly<Record<JobName, (signal: AbortSignal) => Promise<void>>>

/** They come every minute or sooner: that one of them fails is heard of soon. */
const FREQUENT: readonly JobName[] = ['write-edition', 'send-edition', 'watch-sending', 'notices']

/** Wakes the jobs by the timetable, each at most once at a time in this process. A job that fails is logged and woken
 *  again at its next time.
 *  @param onGoodRound  called each time that the sending was looked at, which asks the database, and none of the frequent jobs
 *                      failed the last time it ran; never throws
 *  @returns stop: wakes nobody any more, tells those at work to stop and waits for them */
export function startSchedule(options: {
  jobs: Jobs
  logger: Logger
  entries?: readonly TimetableEntry[]
  onGoodRound?: (() => Promise<void>) | undefined
}): {
  stop(): Promise<void>
} {
  const { jobs, logger, entries = timetable, onGoodRound } = options
  const stopping = new AbortController()
  const running = new Map<JobName, Promise<void>>()
  const failing = new Set<JobName>()

  async function work(job: JobName): Promise<void> {
    try {
      await jobs[job](stopping.signal)
      failing.delete(job)
      const isGood = job === 'watch-sending' && !FREQUENT.some((one) => failing.has(one))
      if (isGood && !stopping.signal.aborted) await onGoodRound?.()
    } catch (error) {
      failing.add(job)
      logger.error({ err: error, job }, 'A job of the timetable failed')
    } finally {
      running.delete(job)
    }
  }

  function wake(job: JobName): void {
    if (running.has(job) || stopping.signal.aborted) return
    // Later, so that it is noted before it can have ended.
    running.set(
      job,
      Promise.resolve().then(() => work(job)),
    )
  }

  const cronLogger = {
    info: (message: string) => logger.debug(message),
    warn: (message: string) => logger.debug(message),
    debug: (message: string | Error) => logger.debug(String(message)),
    error: (message: string | Error, error?: Error) =>
      logger.error({ err: error ?? message }, 'The timetable failed'),
  }
  const tasks = entries.map(({ job, cron, zone }) =>
    createTask(cron, () => wake(job), {
      timezone: zone,
      name: job,
      suppressMissedWarning: true,
      logger: cronLogger,
    }),
  )
  for (const task of tasks) void task.start()

  return {
    async stop() {
      stopping.abort()
      for (const task of tasks) await task.destroy()
      await Promise.all(running.values())
    },
  }
}
