import type { Logger } from '../../logger.ts'
import type { Outcome } from './ledger.ts'
import { pause } from './pause.ts'

/** Writes outcomes as they come: one statement at a time, each with all that has gathered meanwhile. */
export interface OutcomeWriter {
  add(outcome: Outcome): void
  /** True while the database does not take them: nothing new is to be sent. */
  readonly isInTrouble: boolean
  /** Resolves when all are written.
   *  @throws the database's error, once patience has run out; what was lost is in the log */
  drain(): Promise<void>
}

const FIRST_RETRY_MS = 200
const LONGEST_RETRY_MS = 30_000
const NEVER = new AbortController().signal

/** @param patienceMs  how long a database that is gone is waited for; meanwhile the outcomes are kept in memory */
export function createOutcomeWriter(options: {
  write: (outcomes: readonly Outcome[]) => Promise<void>
  patienceMs: number
  logger: Logger
}): OutcomeWriter {
  const { write, patienceMs, logger } = options
  let waiting: Outcome[] = []
  let running: Promise<void> | undefined
  let isInTrouble = false
  let failure: unknown

  async function run(): Promise<void> {
    while (waiting.length > 0) {
      const batch = waiting
      waiting = []
      try {
        await writePatiently(batch)
      } catch (error) {
        failure ??= error
        const lost = batch.map(({ subscriberId, state }) => ({ subscriberId, state }))
        logger.error(
          { err: error, lost },
          'These outcomes could not be written; their rows will become unknown',
        )
      }
    }
    running = undefined
  }

  async function writePatiently(batch: readonly Outcome[]): Promise<void> {
    let waitedMs = 0
    for (let delayMs = FIRST_RETRY_MS; ; delayMs = Math.min(delayMs * 2, LONGEST_RETRY_MS)) {
      try {
        await write(batch)
        isInTrouble = false
        return
      } catch (error) {
        isInTrouble = true
        if (waitedMs + delayMs > patienceMs) throw error
        logger.error(
          { err: error, outcomes: batch.length },
          'The database does not take outcomes; trying again',
        )
        await pause(delayMs, NEVER)
        waitedMs += delayMs
      }
    }
  }

  return {
    add(outcome) {
      waiting.push(outcome)
      running ??= run()
    },
    get isInTrouble() {
      return isInTrouble
    },
    async drain() {
      await running
      if (failure !== undefined) throw failure
    },
  }
}
