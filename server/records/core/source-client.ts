import { BrokenCircuitError, circuitBreaker, ConsecutiveBreaker, handleWhen } from 'cockatiel'

import { faultOfStatus, SourceError, type SourceFault } from '../../lib/errors.ts'
import type { UpstreamFetch } from '../../lib/upstream-fetch.ts'
import type { RecordSource } from './record-source.ts'
import type { KeptVersion, Validators } from './documents.ts'
import { sleep } from './sleep.ts'
import { ReadingStoppedError, UnreadableFilingError } from './unread-reason.ts'

const DEFAULT_ATTEMPTS = 4
const DEFAULT_FAILURES_TO_PAUSE = 6
const DEFAULT_BACKOFF_MS = { first: 1_000, most: 30_000 }
const PAUSE_MS = 60_000
/** In characters. */
const MAX_VALIDATOR = 500

/** A complete response body and the value parsed from it. */
export interface ReadAnswer<T> {
  readonly value: T
  readonly bytes: Buffer
  readonly validators: Validators
}

/** Request options besides the URL. */
export interface SourceRequest {
  readonly method?: 'POST'
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
}

/** Makes one request when the rate limit allows; resolves for any status.
 *  @throws FailedAttempt if no response came; SourceError if it is too large or redirects to a foreign host */
export type SendRequest = (url: string, init?: RequestInit) => Promise<Response>

/** Requests one source within its limits. Retries, with a doubling wait, what a retry may fix: broken connections,
 *  time-outs, 429, 5xx, and bodies that are truncated or something else. After too many such failures in a row, refusals
 *  (401, 403) included, the source is paused for a minute. */
export interface SourceClient {
  /** Fetches and parses one document; the stored bytes are parsed if the source says that nothing has changed.
   *  @param parse  throws a TypeError or SyntaxError if a retry may help, an UnreadableFilingError if not
   *  @throws SourceError: 'source-failed' if the response stays unusable (404 included), else 'source-unavailable' */
  read<T>(url: string, parse: (bytes: Buffer) => T | Promise<T>, init?: SourceRequest): Promise<ReadAnswer<T>>
  /** The same for work of several requests; each attempt repeats all of them.
   *  @param work  throws a FailedAttempt for what counts against the source
   *  @throws SourceError as above */
  insist<T>(work: (send: SendRequest) => Promise<T>): Promise<T>
}

export interface SourceClientDeps {
  readonly fetch: UpstreamFetch
  /** Finds the stored version of a URL; if left out, everything is fetched. */
  readonly findVersion?: ((url: string) => Promise<KeptVersion | undefined>) | undefined
  /** Aborts requests and waits; its reason is thrown. */
  readonly signal?: AbortSignal | undefined
  /** For tests: shorter waits between attempts. */
  readonly backoffMs?: { readonly first: number; readonly most: number } | undefined
}

/** When each source may be asked next, by performance.now(), which nobody can set. For the whole process: the limit is the
 *  source's, not a run's. */
const nextSlots = new Map<string, number>()

export function createSourceClient(
  { fetch, findVersion, signal, backoffMs }: SourceClientDeps,
  source: Pick<RecordSource, 'id' | 'name' | 'limits'>,
): SourceClient {
  const { attempts = DEFAULT_ATTEMPTS, failuresToPause = DEFAULT_FAILURES_TO_PAUSE } = source.limits
  const waits = backoffMs ?? source.limits.backoffMs ?? DEFAULT_BACKOFF_MS
  const breaker = circuitBreaker(
    // Our own trouble in reading says nothing about the source.
    handleWhen((error) => error instanceof FailedAttempt && error.fault !== 'other'),
    { halfOpenAfter: PAUSE_MS, breaker: new ConsecutiveBreaker(failuresToPause) },
  )
  let lastReason = ''

  const send: SendRequest = async (url, init) => {
    await waitForSlot(source, signal)
    return await fetch(url, signal ? { ...init, signal } : init).catch((error: unknown) => {
      if (!(error instanceof SourceError) || error.code === 'source-failed') throw error
      throw new FailedAttempt(error.message, { fault: error.fault, cause: error })
    })
  }

  const toSourceError = ({ message, fault, cause }: FailedAttempt) =>
    new SourceError(source.name, message, {
      code: TRANSIENT.has(fault) ? 'source-unavailable' : 'source-failed',
      fault,
      cause,
    })

  const client: SourceClient = {
    async insist(work) {
      let failure: FailedAttempt | undefined
      for (let attempt = 1; ; attempt++) {
        if (failure) await sleep(chooseWait(failure, attempt - 1, waits), signal)
        try {
          return await breaker.execute(() => work(send))
        } catch (error) {
          if (error instanceof BrokenCircuitError) {
            // The circuit opened before the retry: the earlier failure says more.
            if (failure) throw toSourceError(failure)
            const message = `not asked: ${source.name} had failed ${failuresToPause} times in a row (${lastReason})`
            throw new SourceError(source.name, message, { fault: 'stopped', cause: error })
          }
          if (!(error instanceof FailedAttempt)) throw error
          failure = error
          lastReason = error.message
          if (!error.isWorthRetrying || attempt === attempts) throw toSourceError(error)
        }
      }
    },
    async read(url, parse, init = {}) {
      const kept = init.method === undefined ? await findVersion?.(url) : undefined
      const headers = { ...init.headers, ...(kept && askForChanges(kept.validators)) }
      return await client.insist(async (sendRequest) => {
        const response = await sendRequest(url, { ...init, headers })
        if (kept && response.status === 304) {
          const bytes = await kept.read()
          return { value: await readBody(source.name, bytes, parse), bytes, validators: kept.validators }
        }
        const bytes = Buffer.from(await response.arrayBuffer())
        requireOk(source.name, response)
        const validators = readValidators(response)
        return { value: await readBody(source.name, bytes, parse), bytes, validators }
      })
    },
  }
  return client
}

/** @throws the signal's reason, as soon as it is aborted */
async function waitForSlot(
  { id, limits }: Pick<RecordSource, 'id' | 'limits'>,
  signal: AbortSignal | undefined,
): Promise<void> {
  signal?.throwIfAborted()
  const key = `${id} ${limits.requestsPerSecond}`
  const nowMs = performance.now()
  const slotMs = Math.max(nowMs, nextSlots.get(key) ?? 0)
  nextSlots.set(key, slotMs + 1000 / limits.requestsPerSecond)
  if (slotMs > nowMs) await sleep(slotMs - nowMs, signal)
}

function askForChanges({ etag, lastModified }: Validators): Record<string, string> {
  return {
    ...(etag === null ? {} : { 'if-none-match': etag }),
    ...(lastModified === null ? {} : { 'if-modified-since': lastModified }),
  }
}

function readValidators({ headers }: Response): Validators {
  const read = (name: string) => {
    const value = headers.get(name)
    return value === null || value.length > MAX_VALIDATOR ? null : value
  }
  return { etag: read('etag'), lastModified: read('last-modified') }
}

/** An attempt whose failure counts against the source, unless its fault is 'other'. */
export class FailedAttempt extends Error {
  readonly fault: SourceFault
  /** Retry-After of the source; 0 if it sent none. */
  readonly waitMs: number
  readonly isWorthRetrying: boolean

  constructor(
    message: string,
    options: { fault?: SourceFault; waitMs?: number; isWorthRetrying?: boolean; cause?: unknown } = {},
  ) {
    super(message, { cause: options.cause })
    this.fault = options.fault ?? 'incomplete'
    this.waitMs = options.waitMs ?? 0
    this.isWorthRetrying = options.isWorthRetrying ?? true
  }
}

/** Faults that may pass. */
const TRANSIENT: ReadonlySet<SourceFault> = new Set(['slow-down', 'server-failed', 'no-answer', 'connection'])

/** In milliseconds. */
function chooseWait(
  { waitMs }: FailedAttempt,
  attempt: number,
  { first, most }: { first: number; most: number },
): number {
  return Math.min(most, Math.max(first * 2 ** (attempt - 1) * (0.5 + Math.random()), waitMs))
}

/** @param name  the source's name
 *  @throws FailedAttempt for 401, 403, 429 and 5xx, SourceError for any other status but 2xx */
export function requireOk(name: string, response: Response): void {
  if (response.ok) return
  const message = `${name} answered ${response.status}`
  const fault = faultOfStatus(response.status)
  if (response.status === 401 || response.status === 403) {
    throw new FailedAttempt(message, { fault, isWorthRetrying: false })
  }
  if (!TRANSIENT.has(fault)) throw new SourceError(name, message, { code: 'source-failed', fault })
  const header = response.headers.get('retry-after') ?? ''
  throw new FailedAttempt(message, { fault, waitMs: /^\d+$/.test(header) ? Number(header) * 1000 : 0 })
}

/** @throws FailedAttempt if a retry may help, SourceError if not */
export async function readBody<T>(
  name: string,
  bytes: Buffer,
  parse: (bytes: Buffer) => T | Promise<T>,
): Promise<T> {
  try {
    if (bytes.length === 0) throw new TypeError('an empty answer came')
    return await parse(bytes)
  } catch (error) {
    if (error instanceof UnreadableFilingError)
      throw new SourceError(name, error.message, { code: 'source-failed', fault: error.code, cause: error })
    if (error instanceof ReadingStoppedError)
      throw new FailedAttempt(error.message, { fault: 'other', cause: error })
    if (!(error instanceof TypeError) && !(error instanceof SyntaxError)) throw error
    const isHtml = /^\ufeff?\s*<(!doctype html|html)/i.test(bytes.toString('utf8', 0, 1024))
    // The JSON parser's own message (brackets and positions) helps nobody.
    const reason = error instanceof TypeError ? error.message : 'the answer is cut off or damaged'
    throw new FailedAttempt(isHtml ? 'a page of HTML came instead' : reason, { cause: error })
  }
}
