import { AsyncLocalStorage } from 'node:async_hooks'

import { SourceError } from './errors.ts'

/** One request, or one task of the site itself. */
interface Asker {
  readonly client: string | undefined
}

/** The clients for whom something is done. Others may join while it is in progress; those who hang up leave. */
export class Askers {
  readonly #askers = new Set<Asker>()
  readonly #listeners = new Set<() => void>()
  readonly #followers = new Set<Askers>()
  #wereRefused = false
  #freshUntilMs = Infinity

  static of(client: string | undefined): Askers {
    const askers = new Askers()
    askers.#askers.add({ client })
    return askers
  }

  /** Does this for the others too from now on, and for whoever joins them. */
  join(others: Askers): void {
    if (others === this || others.#followers.has(this)) return
    others.#followers.add(this)
    for (const asker of others.#askers) this.#add(asker)
  }

  /** Removes these: they no longer wait. */
  hangUp(): void {
    for (const asker of this.#askers) this.#remove(asker)
  }

  /** The clients in order of arrival, each once; undefined is the site itself. */
  get clients(): (string | undefined)[] {
    return [...new Set([...this.#askers].map(({ client }) => client))]
  }

  get areGone(): boolean {
    return this.#askers.size === 0
  }

  /** Whether these were refused something that others may get, such as a share or a place in the queue. Their result is then
   *  given to nobody else, and not cached. */
  get wereRefused(): boolean {
    return this.#wereRefused
  }

  noteRefusal(): void {
    this.#wereRefused = true
  }

  /** Until when what was found for these is sure to be the newest, in milliseconds since 1970: the first of all. */
  get freshUntilMs(): number {
    return this.#freshUntilMs
  }

  noteFreshUntil(ms: number): void {
    this.#freshUntilMs = Math.min(this.#freshUntilMs, ms)
  }

  /** @throws GoneError if nobody is waiting any more */
  throwIfGone(): void {
    if (this.areGone) throw new GoneError()
  }

  /** @returns a function that stops listening to arrivals and departures */
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
 *  @param onHangUp  receives a function that says that this client no longer waits */
export function askOnBehalfOf<Result>(
  client: string | undefined,
  work: () => Result,
  onHangUp?: (hangUp: () => void) => void,
): Result {
  const askers = Askers.of(client)
  onHangUp?.(() => askers.hangUp())
  return store.run(askers, work)
}

/** Runs work on behalf of these; others may join meanwhile. */
export function askOnBehalfOfAll<Result>(askers: Askers, work: () => Result): Result {
  return store.run(askers, work)
}

/** Whether the current work is done for a request, or shared by requests: somebody waits for it. The timetable and commands
 *  are not. */
export const isForRequest = (): boolean => store.getStore() !== undefined

/** Runs work that nobody waits for like for a page, even if a request began it: an operator's order. */
export const asOwnWork = <Result>(work: () => Result): Result => store.exit(work)

/** Returns the clients for whom the current work is done: by default, the site itself. */
export function currentAskers(): Askers {
  return store.getStore() ?? Askers.of(undefined)
}
