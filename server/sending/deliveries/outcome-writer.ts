import { setImmediate } from 'node:timers/promises'
import type { Logger } from '../../lib/logger.ts'
import type { Outcome, Claim } from './ledger.ts'
import { pause } from './pause.ts'
import type { Submission } from '../mail/index.ts'

/** Writes outcomes as they come: one statement at a time, each with everything that arrived meanwhile. */
export interface OutcomeWriter {
  /** @returns a promise that resolves once it is written, or given up */
  add(outcome: Outcome): Promise<void>
  /** Resolves when the statement in progress has ended. */
  progress(): Promise<void>
  /** True while the database does not accept them: nothing new may be sent. */
  readonly isInTrouble: boolean
  /** Resolves when all are written.
   *  @throws the database's error after the time limit; lost outcomes are logged */
  drain(): Promise<void>
}

const FIRST_RETRY_MS = 200
const LONGEST_RETRY_MS = 30_000
const NEVER = new AbortController().signal

/** @param write  must be idempotent: its answer may be lost after the database committed
 *  @param onLost  called when outcomes were given up: nobody waits for their deliveries any more
 *  @param patienceMs  how long outcomes are kept in memory while the database is gone */
export function createOutcomeWriter(options: {
  write: (outcomes: readonly Outcome[]) => Promise<void>
  onLost: () => void
  patienceMs: number
  logger: Logger
}): OutcomeWriter {
  const { write, onLost, patienceMs, logger } = options
  let waiting = createBatch()
  let underWay: Batch | undefined
  let running: Promise<void> | undefined
  let isInTrouble = false
  let failure: unknown

  async function run(): Promise<void> {
    while (waiting.outcomes.length > 0) {
      // Messages often end together: one statement writes all of them.
      await setImmediate()
      const batch = waiting
      waiting = createBatch()
      underWay = batch
      try {
        await writePatiently(batch.outcomes)
      } catch (error) {
        failure ??= error
        const lost = batch.outcomes.map(({ subscriberId, state }) => ({ subscriberId, state }))
        logger.error(
          { err: error, lost },
          'These outcomes could not be written; their rows will become unknown',
        )
        onLost()
      }
      // Cleared first, so that a caller who asks for progress now waits for the next batch instead of getting this one again.
      underWay = undefined
      batch.done.resolve()
    }
    running = undefined
  }

  async function writePatiently(batch: readonly Outcome[]): Promise<void> {
    const giveUpAt = performance.now() + patienceMs
    for (let delayMs = FIRST_RETRY_MS; ; delayMs = Math.min(delayMs * 2, LONGEST_RETRY_MS)) {
      try {
        await write(batch)
        isInTrouble = false
        return
      } catch (error) {
        isInTrouble = true
        if (performance.now() + delayMs > giveUpAt) throw error
        // A known outage is logged once, not at each attempt.
        const level = delayMs === FIRST_RETRY_MS ? 'error' : 'debug'
        logger[level](
          { err: error, outcomes: batch.length },
          'The database does not take outcomes; trying again',
        )
        await pause(delayMs, NEVER)
      }
    }
  }

  return {
    add(outcome) {
      const batch = waiting
      batch.outcomes.push(outcome)
      running ??= run()
      return batch.done.promise
    },
    progress: () => (underWay ?? waiting).done.promise,
    get isInTrouble() {
      return isInTrouble
    },
    async drain() {
      await running
      if (failure !== undefined) throw failure
    },
  }
}

interface Batch {
  readonly outcomes: Outcome[]
  readonly done: PromiseWithResolvers<void>
}

const createBatch = (): Batch => ({ outcomes: [], done: Promise.withResolvers<void>() })

export interface RetryPolicy {
  readonly retryBaseSeconds: number
  readonly retryFactor: number
}

/** Enough to reach about an hour, starting at five minutes. */
const MOST_UNCHARGED_GROWTHS = 9

/** Derives a delivery's outcome from a submission. If no server was reached, no attempt is counted, but the delivery is deferred,
 *  longer with each claim, so that a server that breaks off at one reader's message is tried with another's. If the server
 *  refuses us whoever the reader is, the delivery is returned unchanged. */
export function outcomeOf(
  { subscriberId, claim, attempts }: Claim & { attempts: number },
  submission: Submission,
  policy: RetryPolicy,
): Outcome {
  const row = { subscriberId, claim }
  if (submission.status === 'unreachable') {
    const { cause, reason } = submission
    if (cause === 'sign-in' || cause === 'tls') return { ...row, state: 'pending' }
    const growths = Math.min(claim - 1, MOST_UNCHARGED_GROWTHS)
    const retryInSeconds = policy.retryBaseSeconds * policy.retryFactor ** growths
    return { ...row, state: 'deferred', reply: reason, retryInSeconds, isUncharged: true }
  }
  if (submission.status === 'submitted') return { ...row, state: 'submitted', reply: submission.reply }
  if (submission.status === 'unknown') return { ...row, state: 'unknown', reply: submission.reason }
  const { reply, permanent, about, isOurs = false, isOfAddress = false } = submission
  if (permanent) {
    const [isHardBounce, isPolicyRefusal] = [about === 'recipient', about === 'policy']
    return { ...row, state: 'failed', reply, isHardBounce, isPolicyRefusal, isOurs, isOfAddress }
  }
  const retryInSeconds = policy.retryBaseSeconds * policy.retryFactor ** attempts
  return { ...row, state: 'deferred', reply, retryInSeconds }
}
