import type { Clock } from '../../lib/clock.ts'
import type { Logger } from '../../lib/logger.ts'
import { answerOfAnother, noteOwnWaits } from '../../lib/patience.ts'

/** Longer than this is slower than most sources. */
const MAX_WAIT_MS = 3_000
/** How long a failing database is left alone, so that not every reader waits for it. */
const PAUSE_MS = 5_000
/** One late answer may be the fault of a busy machine. */
const LATE_TO_PAUSE = 2

/** Bypasses a database that saves work but is not needed for an answer. */
export interface Bypass {
  /** Asks, for a short time, and not at all for some seconds after it was out of order: that is logged once. What the
   *  database did counts: waiting for a connection of our own does not.
   *  @returns `otherwise` where there is no answer; never throws */
  readonly run: <Answer>(
    ask: () => Promise<Answer>,
    otherwise: Answer,
    options?: {
      /** Where no connection of our own became free; `otherwise` when left out. */
      whenCrowded?: Answer
      /** Gets the answer that nobody waits for any more. */
      onLate?: (answer: Answer) => void
    },
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
    const now = clock.now().getTime()
    if (now < pausedUntil) return
    lateInARow = 0
    pausedUntil = now + PAUSE_MS
    logger.warn({ err: error }, 'the shared market state is out of order: this process goes by its own')
  }

  return {
    async run(ask, otherwise, { whenCrowded = otherwise, onLate } = {}) {
      if (clock.now().getTime() < pausedUntil) return otherwise
      const noted = noteOwnWaits(ask)
      const { outcome: asked, waits } = noted
      const pauseIfTheirs = (error: unknown) => {
        if (!waits.haveFailed) pause(error)
      }
      try {
        const answer = await answerOfAnother(
          maxWaitMs,
          noted,
          () => new LateError(`no answer within ${maxWaitMs} ms`),
        )
        lateInARow = 0
        return answer
      } catch (error) {
        const isLate = error instanceof LateError
        if (isLate) asked.then(onLate).catch(pauseIfTheirs)
        if (waits.areUnderWay || waits.haveFailed) return whenCrowded
        if (isLate) lateInARow += 1
        if (!isLate || lateInARow >= LATE_TO_PAUSE) pause(error)
        return otherwise
      }
    },
  }
}

class LateError extends Error {
  override readonly name = 'LateError'
}
