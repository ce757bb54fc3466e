import { LRUCache } from 'lru-cache'

import { GoneError } from '../../lib/askers.ts'
import { SourceError } from '../../lib/errors.ts'
import type { SourceId } from '../providers/provider.ts'

const FAILURES_TO_OPEN = 5
export const OPEN_MS = 15_000
/** How long a trial is reserved for clients whose questions did not fail. */
const TRIAL_OF_OTHERS_MS = 5_000
/** How long a client or question that failed, or is on trial, makes no further trial. */
const PUT_OFF_MS = OPEN_MS + TRIAL_OF_OTHERS_MS
/** How long a trial keeps others from trying, even if it fails sooner, and no longer, even if it hangs: both may say more about
 *  its question than about the source. */
const TRIAL_ALONE_MS = 5_000
/** How long a trial with what the source lacks may take before its client makes no further one for as long as if it had failed. */
const QUICK_TRIAL_MS = 1_000
/** How long clients and questions that had failed when the source answers again do not open its circuit again. */
const REFUTED_MS = 10 * 60_000
/** Each client has circuits of its own; a limit by entries would allocate its memory at once. */
const LIMITED = { maxSize: 1_000, sizeCalculation: () => 1 }

/** Counts the failures of a part of a source. A library's circuit breaker knows only success and failure, so an outcome that
 *  says nothing about the source would close it or keep it open. */
export interface Circuit {
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

/** 'lacking': the source has nothing for this one ticker. Anybody can make up such tickers, and a source may refuse them at once
 *  while all that exist hang, so this does not count as an answer. 'neither' says nothing about the source. */
export type Outcome = 'answer' | 'lacking' | 'failure' | 'neither'

/** Questions of clients for whom one has failed since the last answer; those of other clients that have failed themselves; all
 *  others. Each group has trials of its own: who requests what always fails is soon in the first, and cannot delay the rest. */
type Group = 'client-failed' | 'question-failed' | 'others'

/** @param whose  'of all': the failures of each client, and those of each question, count once since the last answer, while every one
 *    of the site's counts. Whatever had failed when the source answers again does not count for ten minutes */
export function createCircuit(
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
  /** The trials of others under way, with the time from which their clients and questions may be on trial again: others come first. */
  const onTrial = new Map<Question, number>()
  const findTrialEnd = ({ asker, about }: Question) => {
    const isLike = (trial: Question) =>
      (asker !== undefined && trial.asker === asker) || (about !== undefined && trial.about === about)
    return Math.max(0, ...[...onTrial].flatMap(([trial, until]) => (isLike(trial) ? [until] : [])))
  }
  /** Clients who hung up during a trial, or made one with what the source lacks, slowly or twice in five seconds (a lookup may take
   *  two names), with the time from which each may make another: others come first. */
  const wasted = new LRUCache<string, number>(LIMITED)
  const refuted = new LRUCache<string, number>(LIMITED)
  const isRefuted = ({ asker = '', about = '' }: Question) =>
    [`asker ${asker}`, `about ${about}`].some((name) => performance.now() < (refuted.get(name) ?? 0))
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
    const from = Math.max(
      tryFrom[findGroup(question)],
      failed.get(asker) ?? 0,
      failedAbout.get(about) ?? 0,
      findTrialEnd(question),
      wasted.get(asker) ?? 0,
    )
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

  /** Never shortens what a later trial began. */
  function leaveAlone(othersFrom: number): void {
    const others = Math.max(tryFrom?.others ?? 0, othersFrom)
    const later = others + TRIAL_OF_OTHERS_MS
    tryFrom = {
      others,
      'question-failed': Math.max(tryFrom?.['question-failed'] ?? 0, later),
      'client-failed': Math.max(tryFrom?.['client-failed'] ?? 0, later),
    }
  }

  function noteAnswer(isTrial: boolean): void {
    // A question from before the trial does not close the circuit.
    if (tryFrom !== undefined && !isTrial) return
    failuresInARow = 0
    if (tryFrom !== undefined) {
      const until = performance.now() + REFUTED_MS
      for (const asker of failed.keys()) refuted.set(`asker ${asker}`, until)
      for (const about of failedAbout.keys()) refuted.set(`about ${about}`, until)
    }
    failed.clear()
    failedAbout.clear()
    if (tryFrom === undefined) return
    tryFrom = undefined
    onClose?.()
  }

  function noteFailure(trial: Group | undefined, begun: number, question: Question, error: unknown): void {
    const isFirst = findGroup(question) === 'others' && !isRefuted(question)
    const now = performance.now()
    putOff(question, now + PUT_OFF_MS)
    lastError = error
    if (tryFrom !== undefined) {
      if (trial === 'others') leaveAlone(whose === 'of all' ? begun + TRIAL_ALONE_MS : now + OPEN_MS)
      return
    }
    if (!isFirst) return
    failuresInARow += 1
    if (failuresInARow < FAILURES_TO_OPEN) return
    leaveAlone(now + OPEN_MS)
    onOpen?.(error)
  }

  return {
    throwIfOpen,
    begin(question) {
      const trial = tryFrom === undefined ? undefined : findGroup(question)
      const begun = performance.now()
      const nextFrom = begun + TRIAL_ALONE_MS
      const hadFailed = failedAbout.has(question.about ?? '')
      // The group's next trial is not of the same client or question, even while this one hangs.
      if (trial === 'others') {
        trialOfOthers = begun
        if (whose === 'of all') onTrial.set(question, begun + PUT_OFF_MS)
      } else if (trial !== undefined && tryFrom !== undefined) {
        tryFrom[trial] = nextFrom
        putOff(question, begun + PUT_OFF_MS)
      }
      return {
        isTrial: trial !== undefined,
        end(outcome, error) {
          if (trial === 'others') {
            if (trialOfOthers === begun) trialOfOthers = undefined
            onTrial.delete(question)
          }
          if (outcome === 'answer') noteAnswer(trial !== undefined)
          else if (outcome === 'failure') noteFailure(trial, begun, question, error)
          if (trial === undefined || outcome === 'answer' || outcome === 'failure') return
          const { asker } = question
          if (whose === 'of all' && asker !== undefined) {
            const now = performance.now()
            const isSlow = outcome === 'lacking' && now > begun + QUICK_TRIAL_MS
            const isSecond = outcome === 'lacking' && now < (wasted.get(asker) ?? -Infinity) + TRIAL_ALONE_MS
            if (isSlow) wasted.set(asker, begun + PUT_OFF_MS)
            else if (isSecond || error instanceof GoneError) wasted.set(asker, now + TRIAL_ALONE_MS)
            else if (outcome === 'lacking') wasted.set(asker, now)
          }
          if (trial !== 'others') {
            // After an inconclusive trial the next question tries, and whoever or whatever had not failed before still has not.
            putOff(question, begun)
            if (trial === 'question-failed') failed.delete(question.asker ?? '')
            if (!hadFailed) failedAbout.delete(question.about ?? '')
            if (tryFrom?.[trial] === nextFrom) tryFrom[trial] = begun
          }
        },
      }
    },
  }
}
