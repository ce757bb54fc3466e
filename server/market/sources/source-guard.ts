import { DelegateBackoff, handleWhen, retry } from 'cockatiel'

import { AppError, SourceError } from '../../lib/errors.ts'
import { createFairQueue, currentAsker, QueueFullError, type FairQueue } from '../../lib/fair-queue.ts'
import type { Logger } from '../../lib/logger.ts'
import type { SourceId } from '../providers/provider.ts'

const FAILURES_TO_OPEN = 5
const OPEN_MS = 15_000
const RETRY_WAIT_MS = { shortest: 150, longest: 450 }
/** Of one part of a source at once: one that hangs must not gather every reader's question. */
const MAX_QUESTIONS = 32
const MAX_WAITING = 512
/** Less than a reader's, so that there is time for the next source. */
const QUEUE_PATIENCE_MS = 5_000

/** Stands between a question and its source. */
export interface SourceGuard {
  /** Asks, where many ask after a wait for a place, and a second time where the failure says that this may help at once.
   *  After five failures in a row the part of the source is left alone for 15 seconds; then one question tries it. What
   *  we hold back ourselves is no failure of the source, nor is what it lacks of one ticker.
   *  @param part  what fails by itself: a source's prices often live when its profiles do not
   *  @throws AppError as `ask` does; SourceError 'source-unavailable' while the part is left alone or no place becomes
   *    free, 'source-failed' where an answer is of a shape that nobody thought of */
  run<Value>(source: SourceId, part: string, ask: () => Promise<Value>): Promise<Value>
}

export function createSourceGuard({ logger }: { logger: Logger }): SourceGuard {
  const parts = new Map<string, { circuit: Circuit; queue: FairQueue }>()
  const retryOnce = retry(
    handleWhen((error) => error instanceof SourceError && error.retry === 'now'),
    {
      maxAttempts: 1,
      backoff: new DelegateBackoff(
        () => RETRY_WAIT_MS.shortest + Math.random() * (RETRY_WAIT_MS.longest - RETRY_WAIT_MS.shortest),
      ),
    },
  )

  function getPart(source: SourceId, part: string) {
    const name = `${source}:${part}`
    const known = parts.get(name) ?? {
      circuit: createCircuit(logger, source, part),
      queue: createFairQueue({
        places: MAX_QUESTIONS,
        maxWaiting: MAX_WAITING,
        patienceMs: QUEUE_PATIENCE_MS,
      }),
    }
    parts.set(name, known)
    return known
  }

  return {
    async run<Value>(source: SourceId, part: string, ask: () => Promise<Value>): Promise<Value> {
      const { circuit, queue } = getPart(source, part)
      const askLegibly = async () => {
        try {
          return await ask()
        } catch (error) {
          if (error instanceof AppError) throw error
          // Whatever else is thrown was thrown while reading what the source sent.
          logger.error({ err: error, source, part }, 'the answer of a market source could not be read')
          throw new SourceError(source, 'The answer of the source could not be read. Try again later.', {
            code: 'source-failed',
            cause: error,
            retryAfterSeconds: OPEN_MS / 1000,
          })
        }
      }
      // Nobody waits in line for what is left alone.
      circuit.throwIfOpen()
      try {
        return await queue.run(currentAsker(), async () => {
          const { isTrial, end } = circuit.begin()
          try {
            const value = await (isTrial ? askLegibly() : retryOnce.execute(askLegibly))
            end('answer')
            return value
          } catch (error) {
            end(judge(error), error)
            throw error
          }
        })
      } catch (error) {
        throw error instanceof QueueFullError ? describeFullQueue(source, error) : error
      }
    },
  }
}

/** Counts the failures of a part of a source. A circuit breaker of a library knows success and failure only: what says
 *  nothing about the source would close it or keep it open. */
interface Circuit {
  /** @throws SourceError while the part is left alone */
  throwIfOpen(this: void): void
  /** Before each question.
   *  @throws as throwIfOpen */
  begin(this: void): { isTrial: boolean; end: (outcome: Outcome, error?: unknown) => void }
}

type Outcome = 'answer' | 'failure' | 'neither'

function createCircuit(logger: Logger, source: SourceId, part: string): Circuit {
  let failuresInARow = 0
  let openUntil: number | undefined
  let isOnTrial = false
  let lastError: unknown

  function throwIfOpen(): void {
    // The others do not wait for what the one trial brings.
    if (openUntil === undefined || (Date.now() >= openUntil && !isOnTrial)) return
    const name = lastError instanceof SourceError ? lastError.source : source
    const seconds = Math.max(1, Math.ceil((openUntil - Date.now()) / 1000))
    throw new SourceError(
      name,
      `${name} has failed several times in a row and is left alone for a moment. Try again in ${seconds} seconds.`,
      { cause: lastError, retryAfterSeconds: seconds, concerns: 'pause' },
    )
  }

  function noteAnswer(isTrial: boolean): void {
    failuresInARow = 0
    // A question from before is no trial.
    if (openUntil === undefined || !isTrial) return
    openUntil = undefined
    logger.info({ source, part }, 'market source answers again')
  }

  function noteFailure(isTrial: boolean, error: unknown): void {
    failuresInARow += 1
    lastError = error
    if (isTrial) openUntil = Date.now() + OPEN_MS
    if (openUntil !== undefined || failuresInARow < FAILURES_TO_OPEN) return
    openUntil = Date.now() + OPEN_MS
    logger.warn({ source, part, err: error }, 'market source left alone')
  }

  return {
    throwIfOpen,
    begin() {
      throwIfOpen()
      const isTrial = openUntil !== undefined
      isOnTrial = isTrial
      return {
        isTrial,
        end(outcome, error) {
          if (isTrial) isOnTrial = false
          if (outcome === 'answer') noteAnswer(isTrial)
          else if (outcome === 'failure') noteFailure(isTrial, error)
          // A trial that says nothing leaves the next question to try.
        },
      }
    },
  }
}

/** What an error says about its source. */
function judge(error: unknown): Outcome {
  if (!(error instanceof SourceError)) {
    return error instanceof AppError && error.code === 'unknown-ticker' ? 'answer' : 'neither'
  }
  if (error.concerns === 'ticker') return 'answer'
  return error.concerns === 'source' ? 'failure' : 'neither'
}

function describeFullQueue(source: SourceId, cause: QueueFullError): SourceError {
  return new SourceError(source, 'Many are asking at the moment. Try again in a few seconds.', {
    cause,
    retryAfterSeconds: QUEUE_PATIENCE_MS / 1000,
    concerns: 'asker',
  })
}
