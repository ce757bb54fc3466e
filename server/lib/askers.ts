import { AsyncLocalStorage } from 'node:async_hooks'

import { SourceError } from './errors.ts'

/** One request, or one task of the site itself. */
interface Asker {
  readonly client: string | undefined
  /** Called when only a source is waited for. */
  readonly onWait?: (() => void) | undefined
}

/** The clients for whom something is done. Others may join while it is in progress; those who hang up leave. */
export class Askers {
  readonly #askers = new Set<Asker>()
  readonly #listeners = new Set<() => void>()
  readonly #followers = new Set<Askers>()
  readonly #refusalListeners = new Set<() => void>()
  readonly #queueListeners = new Set<(areQueued: boolean) => void>()
  readonly #sinceMs = performance.now()
  #wereRefused = false
  #areWaiting = false
  #areQueued = false
  #freshUntilMs = Infinity

  static of(client: string | undefined, onWait?: () => void): Askers {
    const askers = new Askers()
    askers.#askers.add({ client, onWait })
    return askers
  }

  /** Makes this work count for the others too, and for whoever joins them later. */
  join(others: Askers): void {
    if (others === this || others.#followers.has(this)) return
    others.#followers.add(this)
    for (const asker of others.#askers) this.#add(asker)
  }

  /** Removes these askers, since they no longer wait. */
  hangUp(): void {
    for (const asker of this.#askers) this.#remove(asker)
  }

  /** The clients in order of arrival, each once; undefined is the site itself. */
  get clients(): (string | undefined)[] {
    return [...new Set([...this.#askers].map(({ client }) => client))]
  }

  /** How long ago work for these began, in milliseconds. */
  get ageMs(): number {
    return performance.now() - this.#sinceMs
  }

  get areGone(): boolean {
    return this.#askers.size === 0
  }

  /** Whether these were refused something that others may get, such as a share or a place in the queue. Their result is then
   *  neither given to anybody else nor cached. */
  get wereRefused(): boolean {
    return this.#wereRefused
  }

  noteRefusal(): void {
    this.#wereRefused = true
    for (const listener of this.#refusalListeners) listener()
    this.#refusalListeners.clear()
  }

  /** @param listener  called once, at the first refusal, or now if there was one */
  onRefusal(listener: () => void): void {
    if (this.#wereRefused) listener()
    else this.#refusalListeners.add(listener)
  }

  /** Tells whether these wait before a source is asked, since their clients have asked much else: others need not wait with them. */
  noteQueued(areQueued: boolean): void {
    this.#areQueued = areQueued
    for (const listener of this.#queueListeners) listener(areQueued)
  }

  get areQueued(): boolean {
    return this.#areQueued
  }

  /** @param listener  called whenever these begin or end to wait so */
  onQueued(listener: (areQueued: boolean) => void): void {
    this.#queueListeners.add(listener)
  }

  /** @param listener  called when others had better not wait for what is done for these: they were refused something, wait for other
   *    questions of their clients, or have all hung up */
  onHeldUp(listener: () => void): void {
    this.onRefusal(listener)
    this.onQueued((areQueued) => areQueued && listener())
    this.onChange(() => this.areGone && listener())
  }

  /** Tells these, and those who join them, that nothing is done for them here until a source answers. */
  noteWait(): void {
    this.#areWaiting = true
    for (const { onWait } of this.#askers) onWait?.()
  }

  /** How long the result for these is certain to be the newest, in milliseconds since 1970: the earliest time noted. */
  get freshUntilMs(): number {
    return this.#freshUntilMs
  }

  noteFreshUntil(ms: number): void {
    this.#freshUntilMs = Math.min(this.#freshUntilMs, ms)
  }

  /** @throws GoneError if nobody is waiting any more; what is made without the result is then for nobody else */
  throwIfGone(): void {
    if (!this.areGone) return
    this.noteRefusal()
    throw new GoneError()
  }

  /** @returns a function that stops listening to arrivals and departures */
  onChange(listener: () => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  #add(asker: Asker): void {
    if (this.#askers.has(asker)) return
    this.#askers.add(asker)
    if (this.#areWaiting) asker.onWait?.()
    for (const follower of this.#followers) follower.#add(asker)
    for (const listener of this.#listeners) listener()
  }

  #remove(asker: Asker): void {
    if (!this.#askers.delete(asker)) return
    for (const follower of this.#followers) follower.#remove(asker)
    for (const listener of this.#listeners) listener()
  }
}

/** All askers have hung up: nothing further is started for them. */
export class GoneError extends SourceError {
  constructor() {
    super('Market data', 'Nobody waits for this answer any more.', {
      code: 'too-many-requests',
      concerns: 'asker',
    })
  }
}

const store = new AsyncLocalStorage<Askers>()

/** Runs work on behalf of a client: the calls to sources that it makes count towards that client's share. The client travels
 *  with the asynchronous call, not as a parameter, since ten functions would only pass it on.
 *  @param client  identifies the client; undefined for the site's own work and for what everybody needs, which count towards
 *    nobody's share
 *  @param onHangUp  receives a function to call when this client no longer waits
 *  @param onWait  called, perhaps more than once, when a source is waited for */
export function askOnBehalfOf<Result>(
  client: string | undefined,
  work: () => Result,
  onHangUp?: (hangUp: () => void) => void,
  onWait?: () => void,
): Result {
  const askers = Askers.of(client, onWait)
  onHangUp?.(() => askers.hangUp())
  return store.run(askers, work)
}

/** Runs work on behalf of these; others may join meanwhile. */
export function askOnBehalfOfAll<Result>(askers: Askers, work: () => Result): Result {
  return store.run(askers, work)
}

/** Whether somebody waits for the current work: it is done for one or more requests, not for the timetable or a command. */
export const isForRequest = (): boolean => store.getStore() !== undefined

/** Runs work that does not count as a request's even if a request started it, such as an operator's order, which may take
 *  longer than a page. */
export const asOwnWork = <Result>(work: () => Result): Result => store.exit(work)

/** Returns the clients for whom the current work is done: by default, the site itself. */
export function currentAskers(): Askers {
  return store.getStore() ?? Askers.of(undefined)
}
