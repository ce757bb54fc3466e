import type { Clock } from '../../lib/clock.ts'
import type { Logger } from '../../lib/logger.ts'
import { answerWithin } from '../../lib/patience.ts'

/** Longer than this is slower than most sources. */
const MAX_WAIT_MS = 3_000
/** How long a failing database is left alone, so that not every reader waits for it. */
const PAUSE_MS = 5_000
/** One late answer may be the fault of a busy machine. */
const LATE_TO_PAUSE = 2

/** Bypasses a database that saves work but is not needed for an answer. */
export interface Bypass {
  /** Asks, for a short time, and not at all for some seconds after it was out of order: that is logged.
   *  @param onLate  gets the answer that nobody waits for any more
   *  @returns `otherwise` where there is no answer; never throws */
  readonly run: <Answer>(
    ask: () => Promise<Answer>,
    otherwise: Answer,
    onLate?: (answer: Answer) => void,
  ) => Promise<Answer>
}

/** @param settings.maxWaitMs  ample where a test asks more at once than a busy machine answers in time */
export function createBypass({
  clock,
  logger,
  maxWaitMs = MAX_WAIT_MS,
}: {
  clock: Clock
  logger: Logger
  maxWaitMs?: number
}): Bypass {
  let pausedUntil = 0
  let lateInARow = 0

  function pause(error: unknown): void {
    lateInARow = 0
    pausedUntil = clock.now().getTime() + PAUSE_MS
    logger.warn({ err: error }, 'the shared market state is out of order: this process goes by its own')
  }

  return {
    async run(ask, otherwise, onLate) {
      if (clock.now().getTime() < pausedUntil) return otherwise
      const asked = ask()
      try {
        const answer = await answerWithin(
          maxWaitMs,
          asked,
          () => new LateError(`no answer within ${maxWaitMs} ms`),
        )
        lateInARow = 0
        return answer
      } catch (error) {
        if (!(error instanceof LateError)) {
          pause(error)
          return otherwise
        }
        asked.then(onLate).catch(pause)
        lateInARow += 1
        if (lateInARow >= LATE_TO_PAUSE) pause(error)
        return otherwise
      }
    },
  }
}

class LateError extends Error {
  override readonly name = 'LateError'
}
