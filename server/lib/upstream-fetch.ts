import { SourceError } from './errors.ts'
import { startDeadline } from './patience.ts'

const MAX_REDIRECTS = 5
const WEB_PROTOCOLS = new Set(['https:', 'http:'])
const REDIRECTS = new Set([301, 302, 303, 307, 308])
const RETRY_AFTER_SECONDS = 30

/** Requests an outside source. Like the global fetch, but resolves once the complete, bounded body has arrived. */
export type UpstreamFetch = (url: string | URL, init?: RequestInit) => Promise<Response>

export interface UpstreamFetchOptions {
  /** A mirror that serves https://HOST/PATH at ITS-ADDRESS/HOST/PATH; undefined: requests go to the sources themselves. */
  readonly upstreamBaseUrl: string | undefined
  /** Sent with every request that does not set its own. */
  readonly userAgent?: string
  /** Time limit for the whole request, including redirects and body. */
  readonly timeoutMs: number
  /** Limit of one body, decompressed. */
  readonly maxBytes: number
  /** For tests: ends a request in place of `timeoutMs`, whatever the machine's speed. */
  readonly startDeadline?: ((url: URL) => AbortSignal) | undefined
  /** Replaces Node's own fetch, which gives up after 300 seconds without an answer's headers, whatever `timeoutMs` is. */
  readonly fetch?: ((url: string, init: RequestInit) => Promise<Response>) | undefined
}

/** Text for a header, which is safe only in ASCII (RFC 9110 5.5): every other character becomes '?', and so does a parenthesis,
 *  which would begin or end a comment. */
export const asHeaderText = (text: string): string => text.replaceAll(/[^\x20-\x7e]|[()]/g, '?')

/** The User-Agent with which this site asks sources, such as 'Lunchpail hello@lunchpail.example': the SEC refuses clients that
 *  name no contact. */
export const userAgentOf = (site: { readonly siteName: string; readonly contactEmail: string }): string =>
  asHeaderText(`${site.siteName} ${site.contactEmail}`)

/** All requests to outside sources go through this. Any status is an answer; the caller decides whether it is usable.
 *  Redirects of a GET are followed, through the mirror too, unless `redirect` is 'manual' or 'error'; only to the source's
 *  host, with or without 'www.', and only to https (or http, if the request was http).
 *  @returns a fetch that throws SourceError, whose `source` is the host: 'source-unavailable' for a timeout or a broken
 *    connection (only the latter has `retry` 'now'), 'source-failed' for a body above `maxBytes`, a redirect that is not
 *    followed, or too many of them. If the caller's own signal aborts, its reason is rethrown.
 *  @throws TypeError for an address that is neither https nor http */
export function createUpstreamFetch(options: UpstreamFetchOptions): UpstreamFetch {
  return async (input, init = {}) => {
    const first = new URL(input)
    if (!WEB_PROTOCOLS.has(first.protocol))
      throw new TypeError(`${first.protocol} is not asked over the network`)
    const { signal: deadline, forget } = options.startDeadline
      ? { signal: options.startDeadline(first), forget: () => {} }
      : startDeadline(options.timeoutMs)
    const signal = init.signal ? AbortSignal.any([deadline, init.signal]) : deadline
    const shouldFollow = (init.method ?? 'GET') === 'GET' && (init.redirect ?? 'follow') === 'follow'

    try {
      const headers = new Headers(init.headers)
      if (options.userAgent !== undefined && !headers.has('user-agent')) {
        headers.set('user-agent', options.userAgent)
      }
      let url = first
      for (let hop = 0; hop <= MAX_REDIRECTS; hop++) {
        const response = await (options.fetch ?? fetch)(rewriteUrl(url, options.upstreamBaseUrl), {
          ...init,
          headers,
          signal,
          redirect: 'manual',
        })
        const location = response.headers.get('location')
        if (!shouldFollow || !REDIRECTS.has(response.status) || location === null) {
          return await readWhole(response, first.hostname, options.maxBytes)
        }
        await response.body?.cancel()
        const next = parseRedirect(location, url)
        requireOwnHost(next, first)
        if (next.origin !== url.origin) {
          headers.delete('cookie')
          headers.delete('authorization')
        }
        url = next
      }
    } catch (error) {
      if (error instanceof SourceError) throw error
      if (init.signal?.aborted) throw error
      throw new SourceError(first.hostname, describeFailure(first.hostname, options.timeoutMs, deadline), {
        fault: deadline.aborted ? 'no-answer' : 'connection',
        cause: error,
        retryAfterSeconds: RETRY_AFTER_SECONDS,
        // A source that has just used up the whole time is not retried at once.
        retry: deadline.aborted ? 'later' : 'now',
      })
    } finally {
      forget()
    }
    throw new SourceError(
      first.hostname,
      `${first.hostname} redirected more than ${MAX_REDIRECTS} times. Try again later.`,
      { code: 'source-failed', retryAfterSeconds: RETRY_AFTER_SECONDS },
    )
  }
}

function parseRedirect(location: string, from: URL): URL | undefined {
  return URL.canParse(location, from.href) ? new URL(location, from) : undefined
}

/** Ensures that whoever controls a source's answers or redirects cannot choose what this server requests: a service in its
 *  own network, a file, or a data URL. */
function requireOwnHost(next: URL | undefined, first: URL): asserts next is URL {
  const bare = (host: string) => host.replace(/^www\./, '')
  const isOwn =
    next !== undefined &&
    (next.protocol === 'https:' || next.protocol === first.protocol) &&
    bare(next.host) === bare(first.host)
  if (isOwn) return
  const where = next === undefined ? 'an address that is none' : `${next.protocol}//${next.host}`
  throw new SourceError(
    first.hostname,
    `${first.hostname} redirected to ${where.slice(0, 80)}, which is not one of its hosts: that is not followed.`,
    { code: 'source-failed', retryAfterSeconds: RETRY_AFTER_SECONDS },
  )
}

function rewriteUrl(url: URL, upstreamBaseUrl: string | undefined): string {
  return upstreamBaseUrl === undefined
    ? url.href
    : `${upstreamBaseUrl}/${url.host}${url.pathname}${url.search}`
}

function describeFailure(host: string, timeoutMs: number, deadline: AbortSignal): string {
  return deadline.aborted
    ? `${host} did not answer within ${timeoutMs / 1000} seconds. Try again later.`
    : `The connection to ${host} failed. Try again later.`
}

async function readWhole(response: Response, host: string, maxBytes: number): Promise<Response> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of response.body ?? []) {
    size += chunk.byteLength
    if (size > maxBytes) {
      throw new SourceError(host, `${host} sent more than ${maxBytes} bytes, which is not read.`, {
        code: 'source-failed',
        fault: 'too-much',
        retryAfterSeconds: RETRY_AFTER_SECONDS,
      })
    }
    chunks.push(chunk)
  }
  const headers = new Headers(response.headers)
  // The body is already decoded.
  headers.delete('content-encoding')
  headers.delete('content-length')
  const { status, statusText } = response
  // A Response with one of these statuses may not have a body.
  const hasBody = ![204, 205, 304].includes(status)
  return new Response(hasBody ? Buffer.concat(chunks) : null, { status, statusText, headers })
}
