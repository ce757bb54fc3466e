import { setImmediate } from 'node:timers/promises'

import { currentAskers, GoneError, type Askers } from './askers.ts'
import { AppError } from './errors.ts'
import { afterWait, asOwnWait } from './patience.ts'

/** Runs a limited number of tasks at once. The others wait in a queue per client, and the queues are served in turn. A task that
 *  several clients want waits in the queue of each, eight at most, and starts with the first that is served, however long the
 *  other queues are.
 *  No client takes all places: one holds at most half of them, rounded down, and at most four times as many as are left. */
export interface FairQueue {
  /** Waits for a place, at most `patienceMs`, and runs the work.
   *  @param work  receives the client whose place it takes; undefined for the site itself
   *  @throws what `describeFull` returns if no place came free in time, or its place in the queue went to a client with fewer waiting;
   *    GoneError if all askers hung up first; what `work` throws */
  run<Value>(askers: Askers, work: (client: string | undefined) => Promise<Value>): Promise<Value>
}

/** The work was not started: too many are waiting, or it waited too long. */
export class QueueFullError extends Error {
  override readonly name = 'QueueFullError'
}

/** One client may hold up to four times as many places as are left, so that some are always left for the next. */
const SHARE_OF_THE_REST = 4

/** A task waits in at most this many queues: in more it would take the places of others. One in which it would wait for nothing
 *  else of its client replaces one in which it does. */
const MOST_QUEUES = 8

interface Waiting {
  readonly enter: (client: string | undefined) => void
  /** Removes it from this client's queue. */
  readonly drop: (client: string | undefined) => void
  /** Its client has no place, although there are some. */
  readonly passOver: () => void
}

export interface FairQueueOptions {
  /** How many tasks run at once; one client may have half of them. */
  places: number
  /** How many tasks may wait at once; one client may have a quarter of them. Once full, the client with the longest queue gives
   *  up a place to one with fewer waiting. */
  maxWaiting: number
  patienceMs: number
  /** Returns what is thrown at those who get no place; by default the cause itself. */
  describeFull?: (cause: QueueFullError) => Error
  /** During which waits its askers count as queued (see Askers.noteQueued); by default during none. 'own line': those only because
   *  their clients have much else to do here, when another client's task would not wait. 'every wait': for a queue whose places
   *  another process has as well, so that it may do the same at once. */
  countsAsQueued?: 'own line' | 'every wait'
}

export function createFairQueue({
  places,
  maxWaiting,
  patienceMs,
  describeFull = (cause) => cause,
  countsAsQueued,
}: FairQueueOptions): FairQueue {
  const half = Math.max(1, Math.floor(places / 2))
  const working = new Map<string | undefined, number>()
  /** In the order in which they are served: a client moves to the end after each task. */
  const queues = new Map<string | undefined, Set<Waiting>>()
  const fullError = (why: string) => describeFull(new QueueFullError(why))
  let workingAll = 0
  let waitingAll = 0

  function mayEnter(client: string | undefined): boolean {
    const left = places - workingAll
    if (left <= 0 || client === undefined) return left > 0
    return (working.get(client) ?? 0) < Math.min(half, SHARE_OF_THE_REST * left)
  }

  /** Whether another client's task would not wait, or not as long. */
  function isInOwnLine(client: string | undefined, task: Waiting): boolean {
    if (client === undefined) return false
    if (workingAll < places) return !mayEnter(client)
    const [first = task] = queues.get(client) ?? []
    return first !== task || (working.get(client) ?? 0) >= half
  }

  function occupy(client: string | undefined): void {
    workingAll++
    working.set(client, (working.get(client) ?? 0) + 1)
  }

  function leave(client: string | undefined): void {
    workingAll--
    const left = (working.get(client) ?? 1) - 1
    if (left > 0) working.set(client, left)
    else working.delete(client)
    admit()
  }

  /** Starts every task that is next and allowed: one that ended can make room for two. */
  function admit(): void {
    // A served client moves to the end of the map, so this loop reaches it again while places are left.
    for (const [client, queue] of queues) {
      const [first] = queue
      if (first === undefined) continue
      if (!mayEnter(client)) {
        if (workingAll < places) for (const each of queue) each.passOver()
        continue
      }
      occupy(client)
      first.enter(client)
      const rest = queues.get(client)
      if (rest) {
        queues.delete(client)
        queues.set(client, rest)
      }
    }
  }

  /** @returns whether there was room */
  function enqueue(client: string | undefined, waiting: Waiting): boolean {
    const queue = queues.get(client) ?? new Set()
    if (queue.size >= maxWaiting / 4) return false
    if (waitingAll >= maxWaiting && !makeRoom(queue.size)) return false
    queue.add(waiting)
    queues.set(client, queue)
    waitingAll++
    return true
  }

  /** Drops the newest task of the longest queue, if that leaves the queue at least one longer than `ownLength`. */
  function makeRoom(ownLength: number): boolean {
    const [longest] = [...queues].sort(([, queue], [, other]) => other.size - queue.size)
    if (longest === undefined) return false
    const [client, queue] = longest
    if (queue.size <= ownLength + 1) return false
    ;[...queue].at(-1)?.drop(client)
    return true
  }

  function dequeue(client: string | undefined, waiting: Waiting): void {
    const queue = queues.get(client)
    if (!queue?.delete(waiting)) return
    waitingAll--
    if (queue.size === 0) queues.delete(client)
  }

  /** @returns the client whose place it takes, once there is one */
  async function waitForPlace(askers: Askers): Promise<{ client: string | undefined }> {
    const { promise, resolve, reject } = Promise.withResolvers<{
      client: string | undefined
    }>()
    /** The queues in which it waits, each with a function that ends its time limit. */
    const patience = new Map<string | undefined, () => void>()
    let stopListening = () => {}
    let areQueued = false
    const noteQueued = (areNow: boolean) => {
      if (areNow === areQueued) return
      areQueued = areNow
      askers.noteQueued(areNow)
    }
    const look = () => {
      if (countsAsQueued === undefined) return
      noteQueued(
        countsAsQueued === 'every wait' || askers.clients.every((client) => isInOwnLine(client, waiting)),
      )
    }
    /** At once, since askers may join before the waiting function continues: it would wait for a place that nobody gives back. */
    const end = (settle: () => void) => {
      stopListening()
      for (const client of patience.keys()) leaveQueue(client)
      settle()
      noteQueued(false)
    }
    const fail = (error: Error) => end(() => reject(error))
    const waiting: Waiting = {
      passOver: look,
      enter: (client) => end(() => resolve({ client })),
      drop(client) {
        leaveQueue(client)
        if (patience.size === 0) fail(fullError('its place in line went to one who has fewer waiting'))
      },
    }
    const leaveQueue = (client: string | undefined) => {
      dequeue(client, waiting)
      patience.get(client)?.()
      patience.delete(client)
    }
    const joinQueue = (client: string | undefined) => {
      if (patience.has(client)) return
      if (patience.size >= MOST_QUEUES) {
        const longer = [...patience.keys()].find((each) => isInOwnLine(each, waiting))
        if (longer === undefined || isInOwnLine(client, waiting)) return
        leaveQueue(longer)
      }
      const giveUp = () => {
        leaveQueue(client)
        if (patience.size === 0) fail(fullError(`no place within ${patienceMs} ms`))
      }
      // Noted first: making room may drop this very task from another client's queue.
      patience.set(client, () => {})
      if (enqueue(client, waiting)) patience.set(client, afterWait(patienceMs, giveUp))
      else patience.delete(client)
    }
    look()
    for (const client of askers.clients) joinQueue(client)
    if (patience.size === 0) throw fullError(`${waitingAll} are waiting already`)
    stopListening = askers.onChange(() => {
      const { clients } = askers
      for (const client of patience.keys()) if (!clients.includes(client)) leaveQueue(client)
      for (const client of clients) joinQueue(client)
      if (askers.areGone) fail(new GoneError())
      else if (patience.size === 0) fail(fullError(`${waitingAll} are waiting already`))
      else {
        look()
        admit()
      }
    })
    return promise
  }

  return {
    async run(askers, work) {
      const refuse = (error: unknown): never => {
        askers.noteRefusal()
        throw error
      }
      askers.throwIfGone()
      const atOnce = askers.clients.find((client) => !queues.has(client) && mayEnter(client))
      const isAtOnce =
        atOnce !== undefined ||
        (askers.clients.includes(undefined) && !queues.has(undefined) && mayEnter(undefined))
      if (isAtOnce) occupy(atOnce)
      const { client } = isAtOnce ? { client: atOnce } : await asOwnWait(waitForPlace(askers)).catch(refuse)
      try {
        return await work(client)
      } finally {
        leave(client)
      }
    },
  }
}

/** Runs long work of the one thread that answers everybody. */
export type WorkQueue = <Value>(work: () => Value | Promise<Value>) => Promise<Value>

/** Creates a fair queue for long work, by client (see currentAskers): other requests that have arrived are served between two
 *  pieces. Work that runs within a place must not wait for another place of the same queue. */
export function createWorkQueue(options: FairQueueOptions): WorkQueue {
  const queue = createFairQueue(options)
  return (work) =>
    queue.run(currentAskers(), async () => {
      try {
        return await work()
      } finally {
        await setImmediate()
      }
    })
}

/** Creates a work queue for reading what is stored, a piece for each answer.
 *  @param what  what the others are waiting for: 'letters are being read'
 *  @returns a queue that throws AppError 'not-ready' if too many wait, or one waits for too long */
export const createReadQueue = (places: number, what: string): WorkQueue =>
  createWorkQueue({
    places,
    maxWaiting: 1_024,
    // Shorter than an answer may take (http/in-time.ts).
    patienceMs: 20_000,
    describeFull: (cause) =>
      new AppError('not-ready', `Many ${what} at the moment. Try again in a few seconds.`, {
        cause,
        retryAfterSeconds: 5,
      }),
  })

/** How long the process works on a list before others get their turn. */
const TURN_MS = 10

/** Maps a list that may be long; others are answered in between. */
export async function mapInTurns<Item, Result>(
  items: readonly Item[],
  work: (item: Item) => Result,
): Promise<Result[]> {
  const results: Result[] = []
  let sinceMs = performance.now()
  for (const item of items) {
    results.push(work(item))
    if (performance.now() - sinceMs < TURN_MS) continue
    await setImmediate()
    sinceMs = performance.now()
  }
  return results
}
