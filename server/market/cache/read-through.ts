import { setTimeout } from 'node:timers/promises'

import type { Clock } from '../../lib/clock.ts'
import type { KeyLocks } from '../../db/advisory-locks.ts'
import { AppError, SourceError } from '../../lib/errors.ts'
import type { Logger } from '../../lib/logger.ts'
import { DAY_MS } from '../../lib/dates.ts'
import { currentAskers } from '../../lib/askers.ts'
import { createOnce } from '../../lib/once.ts'
import { firstWithin } from '../../lib/patience.ts'
import {
  CLOCKS_APART_MS,
  dateMiss,
  describeFailure,
  errorOf,
  failureKeyOf,
  freshFor,
  holdMsOf,
  isHeldBack,
  PAUSE_MS,
  poorerError,
  type Answer,
  type CacheEntry,
  type CacheStore,
} from './cache-store.ts'

/** How long it is remembered at most that a ticker is unknown: dead ones would use up a small source's day. */
const UNKNOWN_TTL_MS = 60 * 60_000
/** How long it is remembered at most that a source lacks an asset. */
const MISSING_TTL_MS = 10 * 60_000
/** How long a stale answer may stand in for a failing source. */
const MAX_STALE_MS = 7 * DAY_MS
/** Longer than a question may take in our queues and at its sources, so that a process that waits for another sees its result. */
const MAX_WAIT_MS = 17_000
const POLL_MS = 100
/** If there is a stale answer, nobody waits longer than this for a source. */
const OLD_ANSWER_WAIT_MS = 3_000

export interface Loaded<Value> {
  readonly value: Value
  /** When it was retrieved from the source, ISO 8601 with Z. */
  readonly retrievedAt: string
  /** True if the source failed or was late, so that this is an earlier answer. */
  readonly isStale: boolean
}

export interface Freshness<Value> {
  /** Until when an answer is returned without asking again. */
  freshUntil(value: Value, retrievedAt: Date): Date
  /** How much longer it is returned at once while a newer one is fetched. */
  readonly revalidateMs: number
  /** How long a failed source is not asked the same again; ten seconds by default. */
  readonly pauseMs?: number
  /** Whether an answer lacks what it should have. That may be a slip of its source: a better one that is known stands in, and it is
   *  kept as an unknown ticker is. */
  isPoor?(value: Value): boolean
  /** Whether they are not about the same, so that the earlier one does not stand in. */
  isOther?(value: Value, earlier: Value): boolean
}

/** Returns fresh answers from the cache, else asks the source; at most one question per key at a time, over all processes that
 *  share the store and the locks, not counting one that waits in a queue of this process, or whose client has hung up.
 *
 *  'unknown-ticker' is an answer like any other, kept for twice as long each time, an hour at most. The newest answer counts: if a
 *  ticker is gone, that replaces its last good answer; if the ticker comes back, it is found once that time is over. */
export interface ReadThroughCache {
  /** @throws what `load` throws if no older answer can stand in; 'unknown-ticker' is never hidden by one */
  load<Value>(
    key: string,
    freshness: Freshness<NoInfer<Value>>,
    load: () => Promise<Value>,
    /** Throws if the caller would be refused anyway; called before any work. */
    throwIfRefused?: () => void,
  ): Promise<Loaded<Value>>
  /** Returns the cached answer without asking a source; `isStale` once it is no longer fresh. */
  peek<Value>(key: string): Promise<Loaded<Value> | undefined>
  /** Returns the cached answer, or the one being loaded, without asking a source; also undefined if loading fails or takes
   *  longer. */
  peekOrWatch<Value>(key: string, waitMs: number): Promise<Loaded<Value> | undefined>
  /** Resolves when no question is in progress, including those in the background. */
  backgroundLoadsEnded(): Promise<void>
}

interface Question {
  /** The cached answer, however old. */
  readonly known: Answer | undefined
  readonly freshness: Freshness<unknown>
  readonly load: () => Promise<unknown>
  readonly throwIfRefused: (() => void) | undefined
}

export function createReadThroughCache(deps: {
  store: CacheStore
  /** All processes that share these ask one question per key at a time. */
  locks: KeyLocks
  clock: Clock
  logger: Logger
  /** For tests: waits between two checks for another process's answer. */
  wait?: (milliseconds: number) => Promise<unknown>
}): ReadThroughCache {
  const { store, locks, clock, logger, wait = setTimeout } = deps
  const answering = createOnce<Loaded<unknown>>()
  const asking = createOnce<Answer>()

  async function answer(key: string, question: Omit<Question, 'known'>) {
    const { freshness } = question
    const known = await findAnswer(key)
    if (known && ageBeyondFresh(known) < 0) return open(known)
    const asked = asking.run(key, () => ask(key, { ...question, known }))
    if (known?.outcome !== 'found' || ageBeyondFresh(known) >= MAX_STALE_MS) return open(await asked)
    // Callers who wait get its failure; if nobody waits any more, it is logged.
    asked.catch((error: unknown) => {
      logger.debug({ err: error, key }, 'the answer at hand could not be renewed')
    })
    const revalidateMs = freshness.isPoor?.(known.value) ? holdMsOf(known) : freshness.revalidateMs
    if (ageBeyondFresh(known) < revalidateMs) return open(known)
    try {
      const renewed = await firstWithin(OLD_ANSWER_WAIT_MS, asked)
      return renewed ? open(renewed) : { ...open(known), isStale: true }
    } catch (error) {
      if (isOwnAnswer(error)) throw error
      return { ...open(known), isStale: true }
    }
  }

  /** Asks the source, or waits for the process that is already asking it. */
  async function ask(key: string, question: Question): Promise<Answer> {
    question.throwIfRefused?.()
    await throwIfPaused(key)
    const giveUpAt = clock.now().getTime() + MAX_WAIT_MS
    while (true) {
      currentAskers().throwIfGone()
      const release = await tryLock(key)
      if (release) {
        // Nobody else waits for what they would not get, nor in a queue of this process.
        currentAskers().onHeldUp(() => void release())
        try {
          return (await findAnswerOfAnother(key, question.known)) ?? (await askSource(key, question))
        } finally {
          await release()
        }
      }
      if (clock.now().getTime() >= giveUpAt) {
        const words = 'The answer takes longer than expected. Try again in a moment.'
        throw new SourceError('Market data', words, { retryAfterSeconds: PAUSE_MS / 1000 })
      }
      // Jittered, so that processes do not all check at the same moment.
      await wait(POLL_MS * (0.75 + Math.random() / 2))
      const theirs = await findAnswerOfAnother(key, question.known)
      if (theirs) return theirs
    }
  }

  /** Nothing is cached if a source was not asked, since it was held back from this client: others may ask it. */
  async function askSource(key: string, { known, freshness, load }: Question): Promise<Answer> {
    try {
      const value = await load()
      const isPoor = freshness.isPoor?.(value)
      // Another process may have got a better one meanwhile.
      const kept = isPoor ? await findAnswer(key) : undefined
      const earlier = kept?.outcome === 'found' && ageBeyondFresh(kept) < MAX_STALE_MS ? kept : undefined
      const wasPoor = earlier && freshness.isPoor?.(earlier.value)
      if (earlier && !wasPoor && ageBeyondFresh(earlier) < 0) return earlier
      if (earlier && !wasPoor && !freshness.isOther?.(value, earlier.value)) throw poorerError()
      const freshMs = freshness.freshUntil(value, clock.now()).getTime() - clock.now().getTime()
      const dates = isPoor
        ? dateMiss(wasPoor ? earlier : undefined, clock.now(), freshMs)
        : freshFor(freshMs, clock.now())
      const entry = { outcome: 'found', value, ...dates } as const
      if (!currentAskers().wereRefused) await keep(key, entry, freshMs + MAX_STALE_MS)
      return entry
    } catch (error) {
      if (error instanceof AppError && error.code === 'unknown-ticker') {
        const last = known?.outcome === 'unknown-ticker' ? known : undefined
        const dates = dateMiss(last, clock.now(), UNKNOWN_TTL_MS)
        const entry = { outcome: 'unknown-ticker', message: error.message, ...dates } as const
        if (!currentAskers().wereRefused) await keep(key, entry, 2 * UNKNOWN_TTL_MS)
        return entry
      }
      // Refusals of our own are logged where they happen.
      if (!isOwnAnswer(error) && !isHeldBack(error)) {
        logger.warn({ err: error, key }, 'market source failed')
        if (currentAskers().wereRefused) throw error
        const failure = describeFailure(error)
        const isMissing = failure.code === 'not-at-source'
        const last = isMissing ? await find(failureKeyOf(key)) : undefined
        const isAgain =
          last?.outcome === 'failed' &&
          last.code === failure.code &&
          last.retrievedAt > (known?.retrievedAt ?? '')
        const pauseMs = freshness.pauseMs ?? PAUSE_MS
        const missed = dateMiss(isAgain ? last : undefined, clock.now(), MISSING_TTL_MS)
        const dates = isMissing ? missed : freshFor(pauseMs, clock.now())
        await keep(failureKeyOf(key), { ...failure, ...dates }, isMissing ? 2 * MISSING_TTL_MS : pauseMs)
      }
      throw error
    }
  }

  /** @returns the answer another process got since `known`, or undefined
   *  @throws SourceError if another process got a failure a moment ago */
  async function findAnswerOfAnother(key: string, known: Answer | undefined): Promise<Answer | undefined> {
    const kept = await findAnswer(key)
    // An answer may expire immediately; callers who waited for it take it anyway.
    if (kept && (ageBeyondFresh(kept) < 0 || kept.retrievedAt > (known?.retrievedAt ?? ''))) return kept
    await throwIfPaused(key)
    return undefined
  }

  async function throwIfPaused(key: string): Promise<void> {
    const failure = await find(failureKeyOf(key))
    if (failure?.outcome !== 'failed' || ageBeyondFresh(failure) >= 0) return
    throw errorOf(failure)
  }

  async function findAnswer(key: string): Promise<Answer | undefined> {
    const entry = await find(key)
    return entry?.outcome === 'failed' ? undefined : entry
  }

  // A failing store or lock costs speed, never the answer.
  async function find(key: string): Promise<CacheEntry | undefined> {
    try {
      return await store.get(key)
    } catch (error) {
      logger.warn({ err: error, key }, 'market cache could not be read')
      return undefined
    }
  }
  async function keep(key: string, entry: CacheEntry, keepMs: number): Promise<void> {
    try {
      await store.set(key, entry, keepMs)
    } catch (error) {
      logger.warn({ err: error, key }, 'market cache could not be written')
    }
  }
  async function tryLock(key: string): Promise<(() => Promise<void>) | undefined> {
    try {
      return await locks.tryLock(key)
    } catch (error) {
      logger.warn({ err: error, key }, 'market locks are out of order: asking without one')
      return async () => {}
    }
  }

  /** Negative while an entry is fresh. 0 for one from the future, which dates from before the clock was set back. */
  function ageBeyondFresh({ retrievedAt, freshUntil }: CacheEntry): number {
    const now = clock.now().getTime()
    return Date.parse(retrievedAt) > now + CLOCKS_APART_MS ? 0 : now - Date.parse(freshUntil)
  }

  async function peek<Value>(key: string): Promise<Loaded<Value> | undefined> {
    const entry = await find(key)
    if (entry?.outcome !== 'found' || ageBeyondFresh(entry) >= MAX_STALE_MS) return undefined
    return { ...open(entry), isStale: ageBeyondFresh(entry) >= 0 } as Loaded<Value>
  }

  return {
    load<Value>(
      key: string,
      freshness: Freshness<NoInfer<Value>>,
      load: () => Promise<Value>,
      throwIfRefused?: () => void,
    ) {
      // The prefix of a key determines the type of its value.
      const question = { freshness: freshness as Freshness<unknown>, load, throwIfRefused }
      return answering.run(key, () => answer(key, question)) as Promise<Loaded<Value>>
    },
    peek,
    async peekOrWatch<Value>(key: string, waitMs: number) {
      const known = await peek<Value>(key)
      const loading = known ? undefined : (answering.watch(key) as Promise<Loaded<Value>> | undefined)
      if (loading === undefined) return known
      return firstWithin(
        waitMs,
        // The caller who asked gets the reason.
        loading.catch(() => undefined),
      )
    },
    async backgroundLoadsEnded() {
      while (!answering.isIdle || !asking.isIdle) await Promise.all([answering.ended(), asking.ended()])
    },
  }
}

/** Whether the question itself caused the error (an unknown ticker, invalid input), so that no older answer may hide it. */
function isOwnAnswer(error: unknown): boolean {
  return error instanceof AppError && !(error instanceof SourceError)
}

/** @throws AppError 'unknown-ticker' if that is the answer */
function open(entry: Answer): Loaded<unknown> {
  currentAskers().noteFreshUntil(Date.parse(entry.freshUntil))
  if (entry.outcome === 'unknown-ticker') throw new AppError('unknown-ticker', entry.message)
  return { value: entry.value, retrievedAt: entry.retrievedAt, isStale: false }
}
