import { AsyncLocalStorage } from 'node:async_hooks'

/** A wait is counted in this many steps: if this process is blocked, at most one of them is lost. */
const STEPS = 8
const SHORTEST_STEP_MS = 50

let stretch = 1

/** For tests alone, whose outcome must not depend on how fast the machine is: from now on every `firstWithin` of this
 *  process waits `factor` times as long. */
export function stretchWaits(factor: number): void {
  stretch = factor
}

/** @returns undefined if the time runs out first; the promise continues */
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

/** Waits no longer than this. The work itself continues, and may still be done.
 *  @param lateError  makes the error of an answer that is late
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

/** @returns a signal that aborts when the time is over, and a function that ends the wait; it does not keep the process
 *  alive */
export function startDeadline(waitMs: number): { signal: AbortSignal; forget: () => void } {
  const controller = new AbortController()
  const late = () => controller.abort(new DOMException('The time is over.', 'TimeoutError'))
  return { signal: controller.signal, forget: afterWait(waitMs, late, { keepsAlive: false }) }
}

/** A stall of this process must not count as the other side's silence: what arrived meanwhile is read first.
 *  @returns ends the wait, and says how much of it was left */
export function afterWait(waitMs: number, done: () => void, { keepsAlive = true } = {}): () => number {
  const steps = Math.min(STEPS, Math.max(1, Math.floor(waitMs / SHORTEST_STEP_MS)))
  const stepMs = Math.ceil(waitMs / steps)
  let left = steps
  let timer: NodeJS.Timeout
  let turn: NodeJS.Immediate | undefined
  let dueAt = 0
  const step = () => {
    dueAt = performance.now() + stepMs
    timer = setTimeout(() => {
      left -= 1
      const isLate = performance.now() - dueAt > stepMs
      if (left > 0 || (left === 0 && isLate)) step()
      else turn = setImmediate(done)
    }, stepMs)
    if (!keepsAlive) timer.unref()
  }
  step()
  return () => {
    clearTimeout(timer)
    clearImmediate(turn)
    return Math.max(0, left - 1) * stepMs + Math.max(0, dueAt - performance.now())
  }
}

/** What a piece of work waited for within this process, such as a connection of its pool. */
export interface OwnWaits {
  readonly areUnderWay: boolean
  /** @returns ends the subscription to the beginnings and ends of waits */
  onChange(listener: () => void): () => void
  /** How many are over. */
  readonly ended: number
  /** Whether one was given up. */
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
    this.#tell()
  }

  end(): void {
    this.#underWay -= 1
    this.ended += 1
    this.#tell()
  }

  #tell(): void {
    for (const listener of this.#listeners) listener()
  }
}

const ownWaits = new AsyncLocalStorage<NotedWaits>()

/** Work, and what it waits for within this process. */
export interface NotedWork<Value> {
  readonly outcome: Promise<Value>
  readonly waits: OwnWaits
}

/** Notes what the work waits for within this process, which is not the fault of the source it asks. */
export function noteOwnWaits<Value>(work: () => Promise<Value>): NotedWork<Value> {
  const waits = new NotedWaits()
  return { outcome: ownWaits.run(waits, work), waits }
}

/** Says that this is a wait for this process itself (see noteOwnWaits). */
export async function waitForOurselves<Value>(promise: Promise<Value>): Promise<Value> {
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

/** Waits for work that several share: what it waits for within this process, each of them waits for. */
export async function waitAlong<Value>({ outcome, waits: theirs }: NotedWork<Value>): Promise<Value> {
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

/** Waits so long for whoever is asked, and so long for this process itself (see noteOwnWaits): each has a time of its own.
 *  @param leftMs  is counted down
 *  @returns the value, or whose time was over first; the work continues */
export async function settleApart<Value>(
  { outcome, waits }: NotedWork<Value>,
  leftMs: { theirs: number; ours: number },
): Promise<{ value: Value } | { late: 'theirs' | 'ours' }> {
  const { promise: timeout, resolve } = Promise.withResolvers<{ late: 'theirs' | 'ours' }>()
  const begin = (late: 'theirs' | 'ours') => ({
    late,
    forget: afterWait(leftMs[late] * stretch, () => resolve({ late })),
  })
  const whose = () => (waits.areUnderWay ? 'ours' : 'theirs')
  let turn = begin(whose())
  const endTurn = () => {
    leftMs[turn.late] = turn.forget() / stretch
  }
  const stop = waits.onChange(() => {
    if (turn.late === whose()) return
    endTurn()
    turn = begin(whose())
  })
  try {
    return await Promise.race([outcome.then((value) => ({ value })), timeout])
  } finally {
    stop()
    endTurn()
  }
}

/** As answerWithin, for work whose own waits are noted: after such a wait whoever is asked has its whole time.
 *  @throws the error of an answer that is late, also where it is a wait of our own that lasts so long; what `outcome` rejects with */
export async function answerOfAnother<Value>(
  waitMs: number,
  { outcome, waits }: NotedWork<Value>,
  lateError: () => Error,
): Promise<Value> {
  const endedBefore = waits.ended
  let late: Error | undefined
  try {
    return await answerWithin(waitMs, outcome, () => (late = lateError()))
  } catch (error) {
    const isEarly = error === late && !waits.areUnderWay && waits.ended > endedBefore
    if (!isEarly) throw error
    return answerOfAnother(waitMs, { outcome, waits }, lateError)
  }
}
