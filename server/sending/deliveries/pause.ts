import { setTimeout } from 'node:timers/promises'
import { isDatabaseGone } from '../../db/database-unavailable.ts'
import type { Logger } from '../../lib/logger.ts'
import { answerWithin } from '../../lib/patience.ts'

/** Resolves when the promise does, or when the signal aborts. */
export async function orAborted(promise: Promise<void>, signal: AbortSignal): Promise<void> {
  if (signal.aborted) return
  const aborted = Promise.withResolvers<void>()
  const onAbort = () => aborted.resolve()
  signal.addEventListener('abort', onAbort, { once: true })
  try {
    await Promise.race([promise, aborted.promise])
  } finally {
    // One signal lasts a whole round, in which listeners would accumulate.
    signal.removeEventListener('abort', onAbort)
  }
}

/** Waits, at most until the signal aborts. */
export async function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  try {
    await setTimeout(milliseconds, undefined, { signal })
  } catch (error) {
    if (!signal.aborted) throw error
  }
}

/** The database accepted a query and does not answer, as with a connection that died silently. */
export class NoAnswerError extends Error {
  override readonly name = 'NoAnswerError'

  constructor(patienceMs: number) {
    super(
      `The database has not answered for ${patienceMs / 1000} seconds; it is asked again over another connection. ` +
        'Look at the database and the way to it where this comes again.',
    )
  }
}

/** Waits for the answer to a short query. It may have been carried out even without an answer, so only idempotent queries may be
 *  repeated.
 *  @throws NoAnswerError; the query's own error */
export function answerInTime<Answer>(question: Promise<Answer>, patienceMs: number): Promise<Answer> {
  return answerWithin(patienceMs, question, () => new NoAnswerError(patienceMs))
}

const OUTAGE_PAUSE_MS = 2_000
/** Work that lasted longer than this had the database meanwhile, so the next outage is a new one. */
const STEADY_MS = 30_000
const LONGEST_OUTAGE_MS = 15 * 60_000

/** Runs repeatable work, such as sending an edition, through restarts and outages of the database.
 *  @throws any other error of the work, and the database's error after 15 minutes */
export async function throughOutages<Result>(
  work: () => Promise<Result>,
  { logger, signal }: { logger: Pick<Logger, 'error'>; signal: AbortSignal },
): Promise<Result> {
  let goneSince: number | undefined
  for (;;) {
    const startedAt = performance.now()
    try {
      return await work()
    } catch (error) {
      const isOutage = isDatabaseGone(error) || error instanceof NoAnswerError
      const failedAt = performance.now()
      const isNew = goneSince === undefined || failedAt - startedAt > STEADY_MS
      if (goneSince === undefined || isNew) goneSince = failedAt
      if (!isOutage || signal.aborted || failedAt - goneSince > LONGEST_OUTAGE_MS) throw error
      if (isNew) {
        logger.error({ err: error }, 'The database does not answer: the letter goes on when it does')
      }
      await pause(OUTAGE_PAUSE_MS, signal)
      if (signal.aborted) throw error
    }
  }
}
