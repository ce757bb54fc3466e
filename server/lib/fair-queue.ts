import { AsyncLocalStorage } from 'node:async_hooks'

const askers = new AsyncLocalStorage<string | undefined>()

/** One asker may hold up to four times what is left: there is always something left for the next. */
export const SHARE_OF_THE_REST = 4

/** Does the work on behalf of a client: the questions to sources that it starts count towards that client's share. This
 *  travels with the asynchronous call and not as a parameter, since ten functions would only pass it on.
 *  @param client  tells it from the others; undefined for the site's own work and for what everybody needs, which count
 *    towards nobody's share */
export function askOnBehalfOf<Result>(client: string | undefined, work: () => Result): Result {
  return askers.run(client, work)
}

/** For whom something is done; undefined for the site itself. */
export function currentAsker(): string | undefined {
  return askers.getStore()
}

/** Whether an asker may have one more of a thing of which there are few.
 *  @param own  how many it has; undefined for the site itself, which takes what is there
 *  @param all  how many everybody has, `most` at most
 *  @param mostOfOne  how many one asker may have, however many are left: alone, the rule of the rest would give it 80 %,
 *    and leave 16 % to the next and 3 % to the third */
export function hasShare({
  own,
  all,
  most,
  mostOfOne,
}: {
  own: number | undefined
  all: number
  most: number
  mostOfOne: number
}): boolean {
  const left = most - all
  return left > 0 && (own === undefined || own < Math.min(mostOfOne, SHARE_OF_THE_REST * left))
}

/** Lets so many work at once; the others wait, each client in its own line, and one of each line is let in at a time.
 *  Nobody holds all places: see hasShare. */
export interface FairQueue {
  /** Waits for a place, at most `patienceMs`, and works.
   *  @param asker  undefined for the site itself
   *  @throws QueueFullError where no place was to be had; what `work` throws */
  run<Value>(asker: string | undefined, work: () => Promise<Value>): Promise<Value>
}

/** Nothing was asked: too many are waiting, or one has waited too long. */
export class QueueFullError extends Error {
  override readonly name = 'QueueFullError'
}

interface Waiting {
  readonly enter: () => void
}

export function createFairQueue(options: {
  /** Who works at once. */
  places: number
  /** Who waits at once; of one client a quarter of them. */
  maxWaiting: number
  patienceMs: number
}): FairQueue {
  const { places, maxWaiting, patienceMs } = options
  const working = new Map<string | undefined, number>()
  /** In the order of their turns: whoever was let in goes to the end. */
  const lines = new Map<string | undefined, Set<Waiting>>()
  let workingAll = 0
  let waitingAll = 0

  const mayEnter = (asker: string | undefined): boolean =>
    hasShare({
      own: asker === undefined ? undefined : (working.get(asker) ?? 0),
      all: workingAll,
      most: places,
      mostOfOne: Math.ceil(places / 2),
    })

  function occupy(asker: string | undefined): void {
    workingAll++
    working.set(asker, (working.get(asker) ?? 0) + 1)
  }

  function leave(asker: string | undefined): void {
    workingAll--
    const left = (working.get(asker) ?? 1) - 1
    if (left > 0) working.set(asker, left)
    else working.delete(asker)
    letIn()
  }

  /** Whoever is next and may: one who left can make room for two. */
  function letIn(): void {
    // One who is let in goes to the end, and has a turn there again while places are left.
    for (const [asker, line] of lines) {
      const [first] = line
      if (first === undefined || !mayEnter(asker)) continue
      dequeue(asker, first)
      const rest = lines.get(asker)
      if (rest) {
        lines.delete(asker)
        lines.set(asker, rest)
      }
      occupy(asker)
      first.enter()
    }
  }

  function dequeue(asker: string | undefined, waiting: Waiting): void {
    const line = lines.get(asker)
    if (!line?.delete(waiting)) return
    waitingAll--
    if (line.size === 0) lines.delete(asker)
  }

  /** @returns once the place is this one's */
  async function waitForPlace(asker: string | undefined): Promise<void> {
    const line = lines.get(asker) ?? new Set()
    if (waitingAll >= maxWaiting || line.size >= maxWaiting / 4) {
      throw new QueueFullError(`${waitingAll} are waiting already`)
    }
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const waiting: Waiting = { enter: resolve }
    line.add(waiting)
    lines.set(asker, line)
    waitingAll++
    const timer = setTimeout(() => {
      dequeue(asker, waiting)
      reject(new QueueFullError(`no place within ${patienceMs} ms`))
    }, patienceMs)
    try {
      await promise
    } finally {
      clearTimeout(timer)
    }
  }

  return {
    async run(asker, work) {
      if (!lines.has(asker) && mayEnter(asker)) occupy(asker)
      else await waitForPlace(asker)
      try {
        return await work()
      } finally {
        leave(asker)
      }
    },
  }
}
