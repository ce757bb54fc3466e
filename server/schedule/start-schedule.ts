import { createTask } from 'node-cron'

import type { Logger } from '../logger.ts'
import { timetable, type JobName, type TimetableEntry } from './timetable.ts'

/** A job ends early, in good order, when the signal says stop. */
export type Jobs = Readonly<Record<JobName, (signal: AbortSignal) => Promise<void>>>

/** Wakes the jobs by the timetable, each at most once at a time in this process. A job that fails is logged and woken
 *  again at its next time.
 *  @returns stop: wakes nobody any more, tells those at work to stop and waits for them */
export function startSchedule(options: { jobs: Jobs; logger: Logger; entries?: readonly TimetableEntry[] }): {
  stop(): Promise<void>
} {
  const { jobs, logger, entries = timetable } = options
  const stopping = new AbortController()
  const running = new Map<JobName, Promise<void>>()

  function wake(job: JobName): void {
    if (running.has(job) || stopping.signal.aborted) return
    const run = jobs[job](stopping.signal)
      .catch((error: unknown) => {
        logger.error({ err: error, job }, 'A job of the timetable failed')
      })
      .finally(() => running.delete(job))
    running.set(job, run)
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
