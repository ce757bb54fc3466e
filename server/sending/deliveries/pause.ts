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
    // One signal lasts for a whole round.
    signal.removeEventListener('abort', onAbort)
  }
}

/** Waits, or less when the signal says stop. */
export async function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  try {
    await setTimeout(milliseconds, undefined, { signal })
  } catch (error) {
    if (!signal.aborted) throw error
  }
}

/** The database took a question and has not answered it: a line that went dead without a word looks like this. */
export class NoAnswerError extends Error {
  override readonly name = 'NoAnswerError'

  constructor(patienceMs: number) {
    super(
      `The database has not answered for ${patienceMs / 1000} seconds; it is asked again over another connection. ` +
        'Look at the database and the way to it where this comes again.',
    )
  }
}

/** Waits for the answer to a short question no longer than so. What was asked may have been done all the same: whoever asks
 *  again must ask for what changes nothing when it is done twice.
 *  @throws NoAnswerError; what the question is answered with */
export function answerInTime<Answer>(question: Promise<Answer>, patienceMs: number): Promise<Answer> {
  return answerWithin(patienceMs, question, () => new NoAnswerError(patienceMs))
}
