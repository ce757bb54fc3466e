import {
  BrokenCircuitError,
  circuitBreaker,
  ConsecutiveBreaker,
  DelegateBackoff,
  handleWhen,
  retry,
  wrap,
  type IRetryBackoffContext,
} from 'cockatiel'
import pThrottle from 'p-throttle'

import { SourceError } from '../../lib/errors.ts'
import type { UpstreamFetch } from '../../lib/upstream-fetch.ts'
import { UnreadableFilingError } from './unread-reason.ts'
import type { RecordSource } from './record-source.ts'

const MAX_RETRIES = 3
const FAILURES_TO_OPEN = 6
const OPEN_MS = 60_000
const DEFAULT_BACKOFF_MS = { first: 1_000, most: 30_000 }

/** Begins the reason of what was not asked for, since the source had failed too often. */
export const NOT_ASKED = 'not asked:'

/** A whole answer and what was read from it. */
export interface ReadAnswer<T> {
  readonly value: T
  readonly bytes: Buffer
}

/** Asks one source, within its limits. */
export interface SourceClient {
  /** Fetches and reads one document, trying again what may be mended by it: broken connections, 429, 5xx, and bodies that
   *  `parse` refuses with a TypeError or SyntaxError (cut off, a page of HTML). After six such failures in a row, refusals
   *  (401, 403) among them, the source is left alone for a minute.
   *  @throws SourceError: 'source-failed' for an answer that stays unusable (404 among them), else 'source-unavailable' */
  read<T>(url: string, parse: (text: string) => T, init?: RequestInit): Promise<ReadAnswer<T>>
  /** The same of what is no text, or is read in a process of its own; an UnreadableFilingError is 'source-failed' at once. */
  readBytes<T>(
    url: string,
    parse: (bytes: Buffer) => T | Promise<T>,
    init?: RequestInit,
  ): Promise<ReadAnswer<T>>
}

export interface SourceClientDeps {
  readonly fetch: UpstreamFetch
  /** Ends the asking: `read` then throws its reason. */
  readonly signal?: AbortSignal | undefined
  /** For tests: shorter waits between the tries. */
  readonly backoffMs?: { readonly first: number; readonly most: number } | undefined
}

/** One queue a source for the whole process: the limit is the source's, not a run's. */
const turns = new Map<string, () => Promise<void>>()

export function createSourceClient(
  { fetch, signal, backoffMs = DEFAULT_BACKOFF_MS }: SourceClientDeps,
  source: Pick<RecordSource, 'id' | 'name' | 'limits'>,
): SourceClient {
  const takeTurn = getTurns(source)
  const policy = wrap(
    retry(
      handleWhen((error) => error instanceof FailedAttempt && error.shouldRetry),
      {
        maxAttempts: MAX_RETRIES,
        backoff: new DelegateBackoff((context) => chooseWait(context, backoffMs)),
      },
    ),
    circuitBreaker(
      handleWhen((error) => error instanceof FailedAttempt),
      { halfOpenAfter: OPEN_MS, breaker: new ConsecutiveBreaker(FAILURES_TO_OPEN) },
    ),
  )
  let lastReason = ''

  async function attempt<T>(url: string, parse: (bytes: Buffer) => T | Promise<T>, init?: RequestInit) {
    await takeTurn()
    signal?.throwIfAborted()
    const response = await fetch(url, signal ? { ...init, signal } : init).catch((error: unknown) => {
      if (!(error instanceof SourceError) || error.code === 'source-failed') throw error
      throw new FailedAttempt(error.message, { cause: error })
    })
    const bytes = Buffer.from(await response.arrayBuffer())
    checkStatus(source.name, response)
    return { value: await readBody(source.name, bytes, parse), bytes }
  }

  const client: SourceClient = {
    read: (url, parse, init) => client.readBytes(url, (bytes) => parse(decode(bytes)), init),
    async readBytes(url, parse, init) {
      let own: FailedAttempt | undefined
      try {
        return await policy.execute(async () => {
          try {
            return await attempt(url, parse, init)
          } catch (error) {
            if (error instanceof FailedAttempt) own = error
            throw error
          }
        })
      } catch (thrown) {
        // Asked, and left alone before it was asked again: its own failure says more.
        const error = thrown instanceof BrokenCircuitError ? (own ?? thrown) : thrown
        if (error instanceof BrokenCircuitError) {
          throw new SourceError(
            source.name,
            `${NOT_ASKED} ${source.name} had failed ${FAILURES_TO_OPEN} times in a row (${lastReason})`,
            { cause: error },
          )
        }
        if (!(error instanceof FailedAttempt)) throw error
        lastReason = error.message
        throw new SourceError(source.name, error.message, { cause: error, code: error.code })
      }
    },
  }
  return client
}

function getTurns({ id, limits }: Pick<RecordSource, 'id' | 'limits'>): () => Promise<void> {
  let takeTurn = turns.get(id)
  if (!takeTurn) {
    const interval = 1000 / limits.requestsPerSecond
    takeTurn = pThrottle({ limit: 1, interval, strict: true })(() => Promise.resolve())
    turns.set(id, takeTurn)
  }
  return takeTurn
}

/** Counts against the source. */
class FailedAttempt extends Error {
  readonly code: 'source-unavailable' | 'source-failed'
  /** As long as the source asks to be left alone. */
  readonly waitMs: number
  /** Whether a further try may mend it. */
  readonly shouldRetry: boolean

  constructor(
    message: string,
    options: {
      cause?: unknown
      waitMs?: number
      code?: 'source-unavailable' | 'source-failed'
      shouldRetry?: boolean
    } = {},
  ) {
    super(message, { cause: options.cause })
    this.code = options.code ?? 'source-unavailable'
    this.waitMs = options.waitMs ?? 0
    this.shouldRetry = options.shouldRetry ?? true
  }
}

function chooseWait(
  { attempt, result }: IRetryBackoffContext<unknown>,
  { first, most }: { first: number; most: number },
): number {
  const ownMs = first * 2 ** (attempt - 1) * (0.5 + Math.random())
  const askedMs = 'error' in result && result.error instanceof FailedAttempt ? result.error.waitMs : 0
  return Math.min(most, Math.max(ownMs, askedMs))
}

function checkStatus(name: string, response: Response): void {
  if (response.ok) return
  const message = `${name} answered ${response.status}`
  if (response.status === 429 || response.status >= 500) {
    const header = response.headers.get('retry-after') ?? ''
    throw new FailedAttempt(message, /^\d+$/.test(header) ? { waitMs: Number(header) * 1000 } : {})
  }
  if (response.status === 401 || response.status === 403) {
    throw new FailedAttempt(message, { shouldRetry: false })
  }
  throw new SourceError(name, message, { code: 'source-failed' })
}

/** @throws TypeError when there is nothing in it */
function decode(bytes: Buffer): string {
  const text = new TextDecoder().decode(bytes)
  if (text.trim() === '') throw new TypeError(EMPTY)
  return text
}

const EMPTY = 'an empty answer came'
const BROKEN = 'the answer is cut off or damaged'

async function readBody<T>(
  name: string,
  bytes: Buffer,
  parse: (bytes: Buffer) => T | Promise<T>,
): Promise<T> {
  try {
    if (bytes.length === 0) throw new TypeError(EMPTY)
    return await parse(bytes)
  } catch (error) {
    if (error instanceof UnreadableFilingError)
      throw new SourceError(name, error.message, { cause: error, code: 'source-failed' })
    if (!(error instanceof TypeError) && !(error instanceof SyntaxError)) throw error
    const isHtml = /^\ufeff?\s*<(!doctype html|html)/i.test(bytes.toString('utf8', 0, 1024))
    // What a parser of JSON says of it, in brackets and positions, is for nobody.
    const reason = error instanceof TypeError ? error.message : BROKEN
    throw new FailedAttempt(isHtml ? 'a page of HTML came instead' : reason, {
      cause: error,
      code: 'source-failed',
    })
  }
}
