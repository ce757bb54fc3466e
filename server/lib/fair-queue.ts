import { AsyncLocalStorage } from 'node:async_hooks'

import { SourceError } from './errors.ts'
import { afterWait, waitForOurselves } from './patience.ts'

/** One request, or one piece of the site's own work. */
interface Asker {
  readonly client: string | undefined
}

/** For whom something is done. Others may join while it is under way; those who hang up leave. */
export class Askers {
  readonly #askers = new Set<Asker>()
  readonly #listeners = new Set<() => void>()
  readonly #followers = new Set<Askers>()
  #wereRefused = false

  static of(client: string | undefined): Askers {
    const askers = new Askers()
    askers.#askers.add({ client })
    return askers
  }

  /** From now on this is done for them, too, and for whoever joins them. */
  join(others: Askers): void {
    if (others === this || others.#followers.has(this)) return
    others.#followers.add(this)
    for (const asker of others.#askers) this.#add(asker)
  }

  /** None of these waits any more. */
  hangUp(): void {
    for (const asker of this.#askers) this.#remove(asker)
  }

  /** Each once, in order of arrival; undefined is the site itself. */
  get clients(): (string | undefined)[] {
    return [...new Set([...this.#askers].map(({ client }) => client))]
  }

  get areGone(): boolean {
    return this.#askers.size === 0
  }

  /** Whether these were refused something that others may get: a share, a place in the queue. Their result is then for
   *  nobody else, and not cached. */
  get wereRefused(): boolean {
    return this.#wereRefused
  }

  noteRefusal(): void {
    this.#wereRefused = true
  }

  /** @throws GoneError if nobody waits any more */
  throwIfGone(): void {
    if (this.areGone) throw new GoneError()
  }

  /** @returns ends the subscription to arrivals and departures */
  onChange(listener: () => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  #add(asker: Asker): void {
    if (this.#askers.has(asker)) return
    this.#askers.add(asker)
    for (const follower of this.#followers) follower.#add(asker)
    for (const listener of this.#listeners) listener()
  }

  #remove(asker: Asker): void {
    if (!this.#askers.delete(asker)) return
    for (const follower of this.#followers) follower.#remove(asker)
    for (const listener of this.#listeners) listener()
  }
}

/** All askers have hung up: nothing more is started for them. */
export class GoneError extends SourceError {
  constructor() {
    super('Market data', 'Nobody waits for this answer any more.', {
      code: 'too-many-requests',
      concerns: 'asker',
    })
  }
}

const store = new AsyncLocalStorage<Askers>()

/** Does the work on behalf of a client: the questions to sources that it starts count towards that client's share. This
 *  travels with the asynchronous call and not as a parameter, since ten functions would only pass it on.
 *  @param client  tells it from the others; undefined for the site's own work and for what everybody needs, which count
 *    towards nobody's share
 *  @param onHangUp  gets the way to tell that this client waits no longer */
export function askOnBehalfOf<Result>(
  client: string | undefined,
  work: () => Result,
  onHangUp?: (hangUp: () => void) => void,
): Result {
  const askers = Askers.of(client)
  onHangUp?.(() => askers.hangUp())
  return store.run(askers, work)
}

/** Does the work for these; others may join meanwhile. */
export function askOnBehalfOfAll<Result>(askers: Askers, work: () => Result): Result {
  return store.run(askers, work)
}

/** For whom something is done: by default, the site itself. */
export function currentAskers(): Askers {
  return store.getStore() ?? Askers.of(undefined)
}

/** Runs a limited number of tasks at once; the others wait, each client in its own queue, and the queues take turns. A task
 *  that several clients want waits in all their queues and enters with the first that comes up, however long the others
 *  are. Nobody holds all places: one client has at most half of them, and four times those left. */
export interface FairQueue {
  /** Waits for a place, at most `patienceMs`, and works.
   *  @param work  gets the client by whose turn it entered; undefined for the site itself
   *  @throws QueueFullError where no place was to be had, or the place in line went to one who has fewer waiting; GoneError where all askers hung up before it was; what `work`
   *    throws */
  run<Value>(askers: Askers, work: (client: string | undefined) => Promise<Value>): Promise<Value>
}

/** Nothing was done: too many are waiting, or one has waited too long. */
export class QueueFullError extends Error {
  override readonly name = 'QueueFullError'
}

/** One asker may hold up to four times what is left, so that there is always something left for the next. */
const SHARE_OF_THE_REST = 4

/** In more queues one task would keep others from waiting. */
const MOST_LINES = 8

interface Waiting {
  readonly enter: (client: string | undefined) => void
  /** Leaves this client's queue. */
  readonly drop: (client: string | undefined) => void
}

export function createFairQueue(options: {
  /** Tasks at once; half of them for one client. */
  places: number
  /** Tasks waiting at once; a quarter of them for one client. Once full, the client with the longest queue makes room for
   *  one with fewer waiting. */
  maxWaiting: number
  patienceMs: number
}): FairQueue {
  const { places, maxWaiting, patienceMs } = options
  const working = new Map<string | undefined, number>()
  /** In order of turns: a client goes to the end after each turn. */
  const lines = new Map<string | undefined, Set<Waiting>>()
  let workingAll = 0
  let waitingAll = 0

  function mayEnter(client: string | undefined): boolean {
    const left = places - workingAll
    if (left <= 0 || client === undefined) return left > 0
    return (working.get(client) ?? 0) < Math.min(Math.ceil(places / 2), SHARE_OF_THE_REST * left)
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
    letIn()
  }

  /** Starts those who are next and allowed: one who left can make room for two. */
  function letIn(): void {
    // After its turn a client goes to the end, and gets another while places are left.
    for (const [client, line] of lines) {
      const [first] = line
      if (first === undefined || !mayEnter(client)) continue
      occupy(client)
      first.enter(client)
      const rest = lines.get(client)
      if (rest) {
        lines.delete(client)
        lines.set(client, rest)
      }
    }
  }

  /** @returns whether there was room */
  function enqueue(client: string | undefined, waiting: Waiting): boolean {
    const line = lines.get(client) ?? new Set()
    if (line.size >= maxWaiting / 4) return false
    if (waitingAll >= maxWaiting && !makeRoom(line.size)) return false
    line.add(waiting)
    lines.set(client, line)
    waitingAll++
    return true
  }

  /** Drops the newest of the longest queue, if that stays no shorter than a queue of this length plus one. */
  function makeRoom(ownLength: number): boolean {
    const [longest] = [...lines].sort(([, line], [, other]) => other.size - line.size)
    if (longest === undefined) return false
    const [client, line] = longest
    if (line.size <= ownLength + 1) return false
    ;[...line].at(-1)?.drop(client)
    return true
  }

  function dequeue(client: string | undefined, waiting: Waiting): void {
    const line = lines.get(client)
    if (!line?.delete(waiting)) return
    waitingAll--
    if (line.size === 0) lines.delete(client)
  }

  /** @returns by whose turn it entered, once it has a place */
  async function waitForPlace(askers: Askers): Promise<{ client: string | undefined }> {
    const { promise, resolve, reject } = Promise.withResolvers<{ client: string | undefined }>()
    /** The queues in which it waits, each with its patience. */
    const patience = new Map<string | undefined, () => void>()
    const waiting: Waiting = {
      enter(client) {
        for (const each of patience.keys()) leaveLine(each)
        resolve({ client })
      },
      drop(client) {
        leaveLine(client)
        if (patience.size === 0)
          reject(new QueueFullError('its place in line went to one who has fewer waiting'))
      },
    }
    const leaveLine = (client: string | undefined) => {
      dequeue(client, waiting)
      patience.get(client)?.()
      patience.delete(client)
    }
    const joinLine = (client: string | undefined) => {
      if (patience.has(client) || patience.size >= MOST_LINES || !enqueue(client, waiting)) return
      const loseHeart = () => {
        leaveLine(client)
        if (patience.size === 0) reject(new QueueFullError(`no place within ${patienceMs} ms`))
      }
      patience.set(client, afterWait(patienceMs, loseHeart))
    }
    for (const client of askers.clients) joinLine(client)
    if (patience.size === 0) throw new QueueFullError(`${waitingAll} are waiting already`)
    const stopListening = askers.onChange(() => {
      const { clients } = askers
      for (const client of patience.keys()) if (!clients.includes(client)) leaveLine(client)
      for (const client of clients) joinLine(client)
      if (askers.areGone) reject(new GoneError())
      else if (patience.size === 0) reject(new QueueFullError(`${waitingAll} are waiting already`))
      else letIn()
    })
    try {
      return await promise
    } finally {
      stopListening()
    }
  }

  return {
    async run(askers, work) {
      const refuse = (error: unknown): never => {
        askers.noteRefusal()
        throw error
      }
      askers.throwIfGone()
      const atOnce = askers.clients.find((client) => !lines.has(client) && mayEnter(client))
      const isAtOnce =
        atOnce !== undefined ||
        (askers.clients.includes(undefined) && !lines.has(undefined) && mayEnter(undefined))
      if (isAtOnce) occupy(atOnce)
      const { client } = isAtOnce
        ? { client: atOnce }
        : await waitForOurselves(waitForPlace(askers)).catch(refuse)
      try {
        return await work(client)
      } finally {
        leave(client)
      }
    },
  }
}
