import pThrottle from 'p-throttle'

import { SourceError } from '../../lib/errors.ts'
import type { UpstreamFetch } from '../../lib/upstream-fetch.ts'
import { UnreadableFilingError, type Unread } from '../core/unread-reason.ts'

export const EDGAR = 'SEC EDGAR'
const ORIGIN = 'https://www.sec.gov'

// The SEC allows 10 requests a second over everything; evenly spaced, 8 stay below it in any second.
const REQUEST_EVERY_MS = 125
const DEFAULT_TIMEOUT_MS = 20_000
const MAX_ATTEMPTS = 6
const FIRST_BACKOFF_MS = 500
const MAX_WAIT_MS = 60_000

/** One queue for the whole process: the limit is the SEC's, not a client's. */
const takeSharedTurn = pThrottle({ limit: 1, interval: REQUEST_EVERY_MS, strict: true })(() =>
  Promise.resolve(),
)

export interface EdgarDeps {
  readonly fetch: UpstreamFetch
  /** 'Lunchpail contact@example.com': without a contact address the SEC answers 403. */
  readonly userAgent: string
  readonly timeoutMs?: number
  /** For tests: whose turn it is, and how to wait. */
  readonly takeTurn?: () => Promise<void>
  readonly sleep?: (ms: number) => Promise<void>
}

/** A document, or why there is none: 'missing' (or unreadable) will not change by asking again. */
export type EdgarAnswer<T> = { status: 'read'; value: T } | ({ status: 'missing' | 'unavailable' } & Unread)

export interface EdgarClient {
  /** Fetches and parses one document, trying again what may be mended by it: 429, 5xx, time-outs, resets, and bodies
   *  that `parse` refuses with a TypeError or SyntaxError (cut off, a page of HTML).
   *  @param path  below www.sec.gov, with its slash
   *  @returns never throws for what the network does */
  read<T>(path: string, parse: (text: string) => T | Promise<T>): Promise<EdgarAnswer<T>>
}

/** @throws SourceError when the user agent has no contact address: the SEC would refuse every request */
export function createEdgarClient(deps: EdgarDeps): EdgarClient {
  if (!/\S@\S/.test(deps.userAgent)) {
    throw new SourceError(EDGAR, 'The SEC wants a contact address in the User-Agent: set CONTACT_EMAIL.')
  }
  const takeTurn = deps.takeTurn ?? takeSharedTurn
  const sleep = deps.sleep ?? ((ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms)))

  async function attempt<T>(path: string, parse: (text: string) => T | Promise<T>): Promise<Attempt<T>> {
    await takeTurn()
    let response: Response
    let text: string
    try {
      response = await deps.fetch(`${ORIGIN}${path}`, {
        headers: { 'user-agent': deps.userAgent, 'accept-encoding': 'gzip, deflate' },
        signal: AbortSignal.timeout(deps.timeoutMs ?? DEFAULT_TIMEOUT_MS),
      })
      text = await response.text()
    } catch (error) {
      return { status: 'again', ...describe(error) }
    }
    if (response.status === 403 || response.status === 404) {
      const code = response.status === 403 ? 'refused' : 'missing'
      return { status: 'missing', code, reason: `the SEC answered ${response.status}` }
    }
    if (!response.ok) {
      const code =
        response.status === 429 ? 'slow-down' : response.status >= 500 ? 'server-failed' : 'unreadable'
      const reason = `the SEC answered ${response.status}`
      return { status: 'again', code, reason, waitMs: parseRetryAfter(response.headers.get('retry-after')) }
    }
    try {
      return { status: 'read', value: await parse(text) }
    } catch (error) {
      if (error instanceof UnreadableFilingError) {
        return { status: 'missing', code: error.code, reason: error.message }
      }
      if (!(error instanceof TypeError) && !(error instanceof SyntaxError)) throw error
      const reason = error instanceof TypeError ? error.message : 'the answer is cut off or damaged'
      return {
        status: 'again',
        code: 'incomplete',
        reason: isHtml(text) ? 'a page of HTML came instead' : reason,
      }
    }
  }

  return {
    async read(path, parse) {
      let unread: Unread = { code: 'unreadable', reason: '' }
      for (let attempts = 1; attempts <= MAX_ATTEMPTS; attempts++) {
        const result = await attempt(path, parse)
        if (result.status !== 'again') return result
        unread = { code: result.code, reason: result.reason }
        if (attempts === MAX_ATTEMPTS) break
        const backoffMs = FIRST_BACKOFF_MS * 2 ** (attempts - 1) * (0.5 + Math.random())
        await sleep(Math.min(MAX_WAIT_MS, Math.max(backoffMs, result.waitMs ?? 0)))
      }
      return { status: 'unavailable', ...unread }
    },
  }
}

type Attempt<T> =
  | { status: 'read'; value: T }
  | ({ status: 'missing' } & Unread)
  | ({ status: 'again'; waitMs?: number | undefined } & Unread)

function parseRetryAfter(header: string | null): number | undefined {
  return header !== null && /^\d+$/.test(header) ? Number(header) * 1000 : undefined
}

function isHtml(text: string): boolean {
  return /^\s*<(!doctype html|html)/i.test(text)
}

function describe(error: unknown): Unread {
  if (!(error instanceof Error)) return { code: 'connection', reason: 'the connection failed' }
  if (isTimeout(error)) return { code: 'no-answer', reason: 'no answer in time' }
  const cause = error.cause instanceof Error ? ` (${error.cause.message})` : ''
  const code = isTimeout(error.cause) ? 'no-answer' : 'connection'
  return { code, reason: `the connection failed: ${error.message}${cause}` }
}

const isTimeout = (error: unknown) =>
  error instanceof Error && (error.name === 'TimeoutError' || error.name === 'AbortError')
