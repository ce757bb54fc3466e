import type { Logger } from '../lib/logger.ts'

/** Runs the steps of a job one after the other: one that fails is logged and keeps no other from running.
 *  @param steps  by a name that says what they do
 *  @throws AggregateError at the end, where any failed: the job is seen to have failed */
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
