import { DelegateBackoff, handleWhen, retry } from 'cockatiel'
import { LRUCache } from 'lru-cache'

import { AppError, SourceError } from '../../lib/errors.ts'
import { currentAskers } from '../../lib/askers.ts'
import { createFairQueue, type FairQueue, type QueueFullError } from '../../lib/fair-queue.ts'
import type { Logger } from '../../lib/logger.ts'
import type { SourceId } from '../providers/provider.ts'
import { createCircuit, OPEN_MS, type Circuit, type Outcome } from './circuit.ts'

/** Number of clients whose failures are counted at once. */
const MAX_CLIENTS = 1_000
const RETRY_WAIT_MS = { shortest: 150, longest: 450 }
/** How many questions one part of a source gets at once, so that one that hangs does not collect every reader's question. */
const MAX_QUESTIONS = 32
const MAX_WAITING = 512
/** Shorter than a reader waits, so that there is time for the next source. */
const QUEUE_PATIENCE_MS = 5_000

/** Protects a source from questions while it fails, and from too many at once. */
export interface SourceGuard {
  /** Asks, after waiting for a place if there are many questions, and retries once if the failure says that this may help.
   *  After five failures in a row the circuit of the part opens for 15 seconds; then a question tries it every five seconds. Each
   *  client's failures since the last answer count only once, so that a few clients cannot open it for everybody: five of its own
   *  hold back that client alone. So do those of each question, whoever asks it. Refusals of our own do not count, nor does what the
   *  source lacks for one ticker, as a failure or as an answer.
   *  @param part  what fails separately: a source's prices often work when its profiles do not
   *  @param about  names the question, such as the ticker; undefined if each is another
   *  @throws AppError as `ask` does; SourceError 'source-unavailable' while the circuit is open or no place becomes free,
   *    'source-failed' if the answer has an unexpected shape */
  run<Value>(source: SourceId, part: string, ask: () => Promise<Value>, about?: string): Promise<Value>
}

export function createSourceGuard({ logger }: { logger: Logger }): SourceGuard {
  const parts = new Map<string, { circuit: Circuit; clients: LRUCache<string, Circuit>; queue: FairQueue }>()
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
      circuit: createCircuit(source, {
        whose: 'of all',
        onOpen: (err) => logger.warn({ source, part, err }, 'market source left alone'),
        onClose: () => logger.info({ source, part }, 'market source answers again'),
      }),
      clients: new LRUCache<string, Circuit>({
        max: MAX_CLIENTS,
        memoMethod: () => createCircuit(source, { whose: 'of the asker' }),
      }),
      queue: createFairQueue({
        places: MAX_QUESTIONS,
        maxWaiting: MAX_WAITING,
        patienceMs: QUEUE_PATIENCE_MS,
        describeFull: (cause) => describeFullQueue(source, cause),
        countsAsQueued: 'own line',
      }),
    }
    parts.set(name, known)
    return known
  }

  return {
    async run<Value>(
      source: SourceId,
      part: string,
      ask: () => Promise<Value>,
      about?: string,
    ): Promise<Value> {
      const { circuit, clients, queue } = getPart(source, part)
      const askers = currentAskers()
      askers.throwIfGone()
      const circuitsOf = (asker: string | undefined) =>
        asker === undefined ? [circuit] : [circuit, clients.memo(asker)]
      const askLegibly = async () => {
        try {
          return await ask()
        } catch (error) {
          if (error instanceof AppError) throw error
          // Any other error was thrown while reading the source's answer.
          logger.error({ err: error, source, part }, 'the answer of a market source could not be read')
          throw new SourceError(source, 'The answer of the source could not be read. Try again later.', {
            code: 'source-failed',
            fault: 'unreadable',
            cause: error,
            retryAfterSeconds: OPEN_MS / 1000,
          })
        }
      }
      let failure: unknown
      const askAgain = async () => {
        try {
          return await askLegibly()
        } catch (error) {
          // A retry for which there are no calls, or nobody waits: the source has failed all the same, but others may retry.
          if (failure !== undefined && judge(error) === 'neither') {
            if (error instanceof SourceError && error.concerns === 'asker') askers.noteRefusal()
            throw failure
          }
          failure = error
          throw error
        }
      }
      /** @returns the first client for whom no circuit is open
       *  @throws SourceError, the first client's, if there is none */
      const findAsker = (clients: readonly (string | undefined)[]): string | undefined => {
        let refusal: unknown
        for (const asker of clients) {
          try {
            for (const each of circuitsOf(asker)) each.throwIfOpen({ asker, about })
            return asker
          } catch (error) {
            refusal ??= error
          }
        }
        throw refusal
      }
      // Nobody queues while the circuit is open.
      findAsker(askers.clients)
      askers.noteWait()
      return queue.run(askers, async (served) => {
        const asker = findAsker([served, ...askers.clients])
        const circuits = circuitsOf(asker)
        const begun = circuits.map((each) => each.begin({ asker, about }))
        const end = (outcome: Outcome, error?: unknown) => {
          for (const each of begun) each.end(outcome, error)
        }
        try {
          const isTrial = begun.some((each) => each.isTrial)
          const value = await (isTrial ? askLegibly() : retryOnce.execute(askAgain))
          end('answer')
          return value
        } catch (error) {
          end(judge(error), error)
          throw error
        }
      })
    },
  }
}

/** Tells what an error says about its source. */
function judge(error: unknown): Outcome {
  if (!(error instanceof SourceError)) {
    return error instanceof AppError && error.code === 'unknown-ticker' ? 'lacking' : 'neither'
  }
  if (error.concerns === 'ticker') return 'lacking'
  return error.concerns === 'source' ? 'failure' : 'neither'
}

function describeFullQueue(source: SourceId, cause: QueueFullError): SourceError {
  return new SourceError(source, 'Many are asking at the moment. Try again in a few seconds.', {
    cause,
    retryAfterSeconds: QUEUE_PATIENCE_MS / 1000,
    concerns: 'asker',
  })
}
