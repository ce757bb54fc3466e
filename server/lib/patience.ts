import { AsyncLocalStorage } from 'node:async_hooks'

/** A wait is counted in this many steps, so that blocking the process costs at most one of them. */
const STEPS = 8
const SHORTEST_STEP_MS = 50

let stretch = 1

/** For tests only, so that their outcome does not depend on the speed of the machine: from now on every `firstWithin`,
 *  `answerWithinLimits` and `answerWithinActiveTime` of this process waits `factor` times as long. */
export function stretchWaits(factor: number): void {
  stretch = factor
}

/** @returns the value, or undefined if the time runs out first; the promise continues */
export async function firstWithin<Value>(
  waitMs: number,
  promise: Promise<Value>,
): Promise<Value | undefined> {
  const { promise: timeout, resolve } = Promise.withResolvers<undefined>()
  const forget = afterWait(waitMs * stretch, () => resolve(undefined))
  try {
    return await Promise.race([promise, timeout])
  } finally {
    forget()
  }
}

/** Waits at most this long. The work itself continues and may still complete.
 *  @param lateError  makes the error thrown when the answer is late
 *  @throws that error; what the promise rejects with */
export async function answerWithin<Value>(
  waitMs: number,
  promise: Promise<Value>,
  lateError: () => Error,
): Promise<Value> {
  const { promise: timeout, reject } = Promise.withResolvers<never>()
  const forget = afterWait(waitMs, () => reject(lateError()))
  try {
    return await Promise.race([promise, timeout])
  } finally {
    forget()
  }
}

/** @returns a signal that aborts when the time is over, and a function that ends the wait; the timer does not keep the process
 *  alive */
export function startDeadline(waitMs: number): { signal: AbortSignal; forget: () => void } {
  const controller = new AbortController()
  const late = () => controller.abort(new DOMException('The time is over.', 'TimeoutError'))
  return { signal: controller.signal, forget: afterWait(waitMs, late, { keepsAlive: false }) }
}

/** Calls back after this much time in which the process was not blocked. A stall of ours must not count as the other side's
 *  silence, so whatever arrived meanwhile is read first.
 *  @returns a function that ends the wait and returns how much of it was left, in milliseconds */
export function afterWait(waitMs: number, done: () => void, { keepsAlive = true } = {}): () => number {
  const steps = Math.min(STEPS, Math.max(1, Math.floor(waitMs / SHORTEST_STEP_MS)))
  const stepMs = Math.ceil(waitMs / steps)
  let left = steps
  let timer: NodeJS.Timeout
  let immediate: NodeJS.Immediate | undefined
  let dueAt = 0
  const step = () => {
    dueAt = performance.now() + stepMs
    timer = setTimeout(() => {
      left -= 1
      const isLate = performance.now() - dueAt > stepMs
      if (left > 0 || (left === 0 && isLate)) step()
      else immediate = setImmediate(done)
    }, stepMs)
    if (!keepsAlive) timer.unref()
  }
  step()
  return () => {
    clearTimeout(timer)
    clearImmediate(immediate)
    return Math.max(0, left - 1) * stepMs + Math.max(0, dueAt - performance.now())
  }
}

/** A piece of work's waits within this process, such as for a connection of the pool. */
export interface OwnWaits {
  readonly areUnderWay: boolean
  /** @returns a function that stops listening to the beginnings and ends of waits */
  onChange(listener: () => void): () => void
  /** How many waits have ended. */
  readonly ended: number
  /** Whether a wait was given up. */
  readonly haveFailed: boolean
}

class NotedWaits implements OwnWaits {
  readonly #listeners = new Set<() => void>()
  #underWay = 0
  ended = 0
  haveFailed = false

  get areUnderWay(): boolean {
    return this.#underWay > 0
  }

  onChange(listener: () => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  begin(): void {
    this.#underWay += 1
    this.#notify()
  }

  end(): void {
    this.#underWay -= 1
    this.ended += 1
    this.#notify()
  }

  #notify(): void {
    for (const listener of this.#listeners) listener()
  }
}

const ownWaits = new AsyncLocalStorage<NotedWaits>()

/** Work, with its waits within this process. */
export interface NotedWork<Value> {
  readonly outcome: Promise<Value>
  readonly waits: OwnWaits
}

/** Runs work and notes its waits within this process, which are not the fault of the source it asks. */
export function noteOwnWaits<Value>(work: () => Promise<Value>): NotedWork<Value> {
  const waits = new NotedWaits()
  return { outcome: ownWaits.run(waits, work), waits }
}

/** Marks a wait as one within this process (see noteOwnWaits). */
export async function asOwnWait<Value>(promise: Promise<Value>): Promise<Value> {
  const waits = ownWaits.getStore()
  if (!waits) return promise
  waits.begin()
  try {
    return await promise
  } catch (error) {
    waits.haveFailed = true
    throw error
  } finally {
    waits.end()
  }
}

/** Waits for shared work, and counts its waits within this process as the caller's own. */
export async function joinWaits<Value>({ outcome, waits: theirs }: NotedWork<Value>): Promise<Value> {
  const own = ownWaits.getStore()
  if (!own) return outcome
  let isCounted = false
  const follow = (areUnderWay: boolean) => {
    if (areUnderWay === isCounted) return
    isCounted = areUnderWay
    if (areUnderWay) own.begin()
    else own.end()
  }
  const stop = theirs.onChange(() => follow(theirs.areUnderWay))
  follow(theirs.areUnderWay)
  try {
    return await outcome
  } finally {
    stop()
    follow(false)
  }
}

/** Waits with two separate time limits: one for the other side, one for waits within this process (see noteOwnWaits).
 *  @param leftMs  reduced by the time used
 *  @returns the value, or which limit was reached first; the work continues */
export async function answerWithinLimits<Value>(
  { outcome, waits }: NotedWork<Value>,
  leftMs: { theirs: number; ours: number },
): Promise<{ value: Value } | { late: 'theirs' | 'ours' }> {
  const { promise: timeout, resolve } = Promise.withResolvers<{ late: 'theirs' | 'ours' }>()
  const begin = (late: 'theirs' | 'ours') => ({
    late,
    forget: afterWait(leftMs[late] * stretch, () => resolve({ late })),
  })
  const whose = () => (waits.areUnderWay ? 'ours' : 'theirs')
  let period = begin(whose())
  const endPeriod = () => {
    leftMs[period.late] = period.forget() / stretch
  }
  const stop = waits.onChange(() => {
    if (period.late === whose()) return
    endPeriod()
    period = begin(whose())
  })
  try {
    return await Promise.race([outcome.then((value) => ({ value })), timeout])
  } finally {
    stop()
    endPeriod()
  }
}

/** Like answerWithin, for work whose own waits are noted: after such a wait the other side gets its full time.
 *  @throws the error of a late answer, also if a wait of our own lasts that long; what `outcome` rejects with */
export async function answerWithinActiveTime<Value>(
  waitMs: number,
  { outcome, waits }: NotedWork<Value>,
  lateError: () => Error,
): Promise<Value> {
  const endedBefore = waits.ended
  let late: Error | undefined
  try {
    return await answerWithin(waitMs * stretch, outcome, () => (late = lateError()))
  } catch (error) {
    const isEarly = error === late && !waits.areUnderWay && waits.ended > endedBefore
    if (!isEarly) throw error
    return answerWithinActiveTime(waitMs, { outcome, waits }, lateError)
  }
}
