import type { Clock } from '../../lib/clock.ts'
import type { Logger } from '../../lib/logger.ts'
import { answerWithinActiveTime, noteOwnWaits } from '../../lib/patience.ts'

/** Beyond this the database is slower than most sources. */
const MAX_WAIT_MS = 3_000
/** How long a failing database is not asked, so that not every reader waits for it. */
const PAUSE_MS = 5_000
/** Late answers in a row that mean an outage: a single one may be due to a busy machine. */
const LATE_TO_PAUSE = 2

/** Does without a database that saves work but is not needed for an answer. */
export interface Bypass {
  /** Asks for a limited time, and not at all for some seconds after an outage, which is logged once. Only the database's own
   *  delays count, not waits for a connection of ours.
   *  @returns `otherwise` if there is no answer; never throws */
  readonly run: <Answer>(
    ask: () => Promise<Answer>,
    otherwise: Answer,
    options?: {
      /** Returned if no connection of our own became free; defaults to `otherwise`. */
      whenCrowded?: Answer
      /** Called with an answer that arrives too late. */
      onLate?: (answer: Answer) => void
    },
  ) => Promise<Answer>
}

/** @param settings.maxWaitMs  longer in tests that ask more at once than a busy machine answers in time */
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
        const answer = await answerWithinActiveTime(
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
