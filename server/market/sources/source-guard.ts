import { DelegateBackoff, handleWhen, retry } from 'cockatiel'
import { LRUCache } from 'lru-cache'

import { AppError, SourceError } from '../../lib/errors.ts'
import { currentAskers } from '../../lib/askers.ts'
import { createFairQueue, type FairQueue, type QueueFullError } from '../../lib/fair-queue.ts'
import type { Logger } from '../../lib/logger.ts'
import type { SourceId } from '../providers/provider.ts'

const FAILURES_TO_OPEN = 5
const OPEN_MS = 15_000
/** How long a trial is reserved for clients whose questions did not fail. */
const TRIAL_OF_OTHERS_MS = 5_000
/** How long a trial keeps others from trying: one that hangs may say more about its question than about the source. One of
 *  clients or questions that have failed keeps others like it from trying even if it fails sooner. */
const TRIAL_ALONE_MS = 5_000
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
   *  After five failures in a row the circuit of the part opens for 15 seconds; then one question tries it. Each client's
   *  failures since the last answer count only once, so that a few clients cannot open it for everybody: five of its own hold
   *  back that client alone. So do those of each question, whoever asks it. Refusals of our own and what the source lacks for one
   *  ticker do not count.
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
          // A retry for which there are no calls: the source has failed all the same.
          if (failure !== undefined && judge(error) === 'neither') throw failure
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

/** Counts the failures of a part of a source. A library's circuit breaker knows only success and failure, so an outcome that
 *  says nothing about the source would close it or keep it open. */
interface Circuit {
  /** @throws SourceError while the circuit is open */
  throwIfOpen(this: void, question: Question): void
  /** Called before each question while the circuit is not open. */
  begin(
    this: void,
    question: Question,
  ): { isTrial: boolean; end: (outcome: Outcome, error?: unknown) => void }
}

/** Who asks, and for what; undefined for the site itself, and for a question that has no name. */
interface Question {
  readonly asker: string | undefined
  readonly about: string | undefined
}

type Outcome = 'answer' | 'failure' | 'neither'

/** Questions of clients for whom one has failed since the last answer; those of other clients that have failed themselves; all
 *  others. Each group has trials of its own: who requests what always fails is soon in the first, and cannot delay the rest. */
type Group = 'client-failed' | 'question-failed' | 'others'

/** @param whose  'of all': the failures of each client, and those of each question, count once since the last answer, while every one
 *    of the site's counts */
function createCircuit(
  source: SourceId,
  {
    whose,
    onOpen,
    onClose,
  }: { whose: 'of all' | 'of the asker'; onOpen?: (error: unknown) => void; onClose?: () => void },
): Circuit {
  let failuresInARow = 0
  /** Clients whose questions failed since the last answer, and these questions, with the time from which each may be a trial: one of
   *  theirs that fails says nothing to others. */
  const failed = new Map<string, number>()
  const failedAbout = new Map<string, number>()
  const findGroup = ({ asker = '', about = '' }: Question): Group =>
    failed.has(asker) ? 'client-failed' : failedAbout.has(about) ? 'question-failed' : 'others'
  const putOff = ({ asker, about }: Question, until: number) => {
    if (whose === 'of the asker') return
    if (asker !== undefined) failed.set(asker, until)
    if (about !== undefined) failedAbout.set(about, until)
  }
  /** While the circuit is open: from when each group may try the source at the earliest. */
  let tryFrom: Record<Group, number> | undefined
  /** When the latest trial of others began, until it ends. */
  let trialOfOthers: number | undefined
  let lastError: unknown

  function throwIfOpen(question: Question): void {
    if (tryFrom === undefined) return
    const now = performance.now()
    const isOnTrial = trialOfOthers !== undefined && now < trialOfOthers + TRIAL_ALONE_MS
    const isClosedToOthers = now < tryFrom.others || isOnTrial
    const { asker = '', about = '' } = question
    const from = Math.max(tryFrom[findGroup(question)], failed.get(asker) ?? 0, failedAbout.get(about) ?? 0)
    // Nobody waits for the result of a trial.
    if (now >= from && !isOnTrial) return
    const name = lastError instanceof SourceError ? lastError.source : source
    const seconds = Math.max(1, Math.ceil((from - now) / 1000))
    const reason =
      whose === 'of all'
        ? `${name} has failed several times in a row and is left alone for a moment.`
        : `What you asked of ${name} has failed several times in a row: it is not asked for you for a moment.`
    throw new SourceError(name, `${reason} Try again in ${seconds} seconds.`, {
      fault: 'stopped',
      cause: lastError,
      retryAfterSeconds: seconds,
      concerns: whose === 'of the asker' || !isClosedToOthers ? 'asker' : 'pause',
    })
  }

  function noteAnswer(isTrial: boolean): void {
    // A question from before the trial does not close the circuit.
    if (tryFrom !== undefined && !isTrial) return
    failuresInARow = 0
    failed.clear()
    failedAbout.clear()
    if (tryFrom === undefined) return
    tryFrom = undefined
    onClose?.()
  }

  function noteFailure(trial: Group | undefined, question: Question, error: unknown): void {
    const isFirst = findGroup(question) === 'others'
    const others = performance.now() + OPEN_MS
    const later = others + TRIAL_OF_OTHERS_MS
    putOff(question, later)
    lastError = error
    if (tryFrom !== undefined) {
      if (trial === 'others') tryFrom = { others, 'question-failed': later, 'client-failed': later }
      return
    }
    if (!isFirst) return
    failuresInARow += 1
    if (failuresInARow < FAILURES_TO_OPEN) return
    tryFrom = { others, 'question-failed': later, 'client-failed': later }
    onOpen?.(error)
  }

  return {
    throwIfOpen,
    begin(question) {
      const trial = tryFrom === undefined ? undefined : findGroup(question)
      const begun = performance.now()
      const nextFrom = begun + TRIAL_ALONE_MS
      if (trial === 'others') trialOfOthers = begun
      else if (trial !== undefined && tryFrom !== undefined) {
        // The group's next trial is not of the same client or question, even while this one hangs.
        tryFrom[trial] = nextFrom
        putOff(question, begun + OPEN_MS + TRIAL_OF_OTHERS_MS)
      }
      return {
        isTrial: trial !== undefined,
        end(outcome, error) {
          if (trial === 'others' && trialOfOthers === begun) trialOfOthers = undefined
          if (outcome === 'answer') noteAnswer(trial !== undefined)
          else if (outcome === 'failure') noteFailure(trial, question, error)
          else if (trial !== undefined && trial !== 'others') {
            // After an inconclusive trial the next question tries.
            putOff(question, begun)
            if (trial === 'question-failed') failed.delete(question.asker ?? '')
            if (tryFrom?.[trial] === nextFrom) tryFrom[trial] = begun
          }
        },
      }
    },
  }
}

/** Tells what an error says about its source. */
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
