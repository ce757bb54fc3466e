import { setTimeout } from 'node:timers/promises'
import { answerWithin } from '../../lib/patience.ts'

/** Resolves when the promise does, or when the signal says stop. */
export async function orAborted(promise: Promise<void>, signal: AbortSignal): Promise<void> {
  if (signal.aborted) return
  const aborted = Promise.withResolvers<void>()
  const onAbort = () => aborted.resolve()
  signal.addEventListener('abort', onAbort, { once: true })
  try {
    await Promise.race([promise, aborted.promise])
  } finally {
    // One signal lasts a whole round: listeners would pile up.
    signal.removeEventListener('abort', onAbort)
  }
}

/** Waits, or until the signal says stop. */
export async function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  try {
    await setTimeout(milliseconds, undefined, { signal })
  } catch (error) {
    if (!signal.aborted) throw error
  }
}

/** The database took a query and does not answer: a connection that died silently looks like this. */
export class NoAnswerError extends Error {
  override readonly name = 'NoAnswerError'

  constructor(patienceMs: number) {
    super(
      `The database has not answered for ${patienceMs / 1000} seconds; it is asked again over another connection. ` +
        'Look at the database and the way to it where this comes again.',
    )
  }
}

/** Waits for the answer to a short query. It may have been carried out even without an answer: only what is idempotent may
 *  be asked again.
 *  @throws NoAnswerError; the query's own error */
export function answerInTime<Answer>(question: Promise<Answer>, patienceMs: number): Promise<Answer> {
  return answerWithin(patienceMs, question, () => new NoAnswerError(patienceMs))
}
