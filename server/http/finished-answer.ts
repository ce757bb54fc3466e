import { hash } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { pipeline } from 'node:stream'
import zlib from 'node:zlib'

import { chooseEncoding, compress, copyExactly, heldBytes, SHORTEST, type Encoding } from './compress.ts'
import { checkHeaders, writeAnswer, writeLines } from './head-lines.ts'

/** The result of a screen or a route, before it goes over the wire. */
export interface Made {
  readonly status: number
  readonly type: string
  /** How long browsers and shared caches may keep it. */
  readonly cacheControl: string
  readonly headers?: Readonly<Record<string, string>>
  /** Text is sent as UTF-8. */
  readonly body: string | Buffer
  /** True if part of it is missing or replaced by an error: it is soon made again. */
  readonly isUnfinished?: boolean | undefined
}

/** An answer as it goes over the wire, with all headers, in each encoding that is sent. */
export interface Finished {
  readonly status: number
  readonly isUnfinished: boolean
  readonly versions: Readonly<Record<Encoding | 'identity', Version | undefined>>
  readonly bytes: number
}

interface Version {
  readonly etag: string
  /** Names and values alternating, as writeHead takes them. */
  readonly headers: readonly string[]
  /** For a 304 answer, which has no body. */
  readonly unchangedHeaders: readonly string[]
  /** Undefined if it is unpacked for the few clients that need it, since plain text would use most of the memory. */
  readonly body: Buffer | undefined
  /** The headers without the length, an empty line, and the body, whose bytes are a part of this buffer. */
  readonly whole: Buffer | undefined
}

/** Compresses an answer and adds headers and ETags.
 *  @param encodings  the only ones it is sent in */
export async function finish(
  { status, type, cacheControl, headers = {}, body, isUnfinished = false }: Made,
  common: readonly (readonly [string, string])[],
  encodings: readonly (Encoding | 'identity')[] = ['br', 'gzip', 'identity'],
): Promise<Finished> {
  const bytes = typeof body === 'string' ? Buffer.from(body) : body
  const digest = hash('sha256', bytes, 'base64url').slice(0, 22)
  const own = new Map(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]))
  const rest = [...new Map([...common, ...own])].flat()
  const shared = ['cache-control', cacheControl, 'vary', 'Accept-Encoding', ...rest]
  const versionIn = async (encoding: Encoding | 'identity'): Promise<Version | undefined> => {
    if (!encodings.includes(encoding)) return undefined
    const isPlain = encoding === 'identity' || bytes.length < SHORTEST
    const sent = isPlain ? bytes : await compress(bytes, encoding)
    const isUnpacked = isPlain && bytes.length >= SHORTEST && encodings.includes('gzip')
    const etag = isPlain ? `"${digest}"` : `"${digest}-${encoding}"`
    const unchangedHeaders = [...shared, 'etag', etag]
    const encoded = isPlain ? [] : ['content-encoding', encoding]
    const withoutLength = checkHeaders([...unchangedHeaders, ...encoded, 'content-type', type])
    const about = {
      etag,
      unchangedHeaders,
      headers: [...withoutLength, 'content-length', String(sent.length)],
    }
    if (isUnpacked) return { ...about, body: undefined, whole: undefined }
    const lines = Buffer.from(`${writeLines(withoutLength)}\r\n`, 'latin1')
    const whole = copyExactly(Buffer.concat([lines, sent]))
    return { ...about, body: whole.subarray(lines.length), whole }
  }
  const [br, gzip, identity] = await Promise.all([versionIn('br'), versionIn('gzip'), versionIn('identity')])
  const held = [br, gzip, identity].reduce(
    (sum, version) => sum + (version?.body ? heldBytes(version.body) : 0),
    0,
  )
  return { status, isUnfinished, versions: { br, gzip, identity }, bytes: held + 4_096 }
}

/** Who may be given an answer again: anyone; only the browser that asked, if the address may be private; or nobody, if this
 *  client was refused something and others would get a different answer. */
export type Audience = 'all' | 'browser' | 'asker'

/** Plain text is unpacked as fast as its client reads it: a client may leave a hundred long answers unread.
 *  @param told  more headers, names and values alternating, of a response that has none yet; undefined after the routes
 *  @throws Error if it was not made in the encoding asked for */
export function send(
  request: IncomingMessage,
  response: ServerResponse,
  { status, versions }: Finished,
  { told, forWhom = 'all' }: { told?: readonly string[]; forWhom?: Audience },
): void {
  if (response.destroyed) {
    // Nobody reads it, but it must count as answered.
    response.end()
    return
  }
  const version = versions[chooseEncoding(request)] ?? versions.identity
  if (version === undefined) throw new Error('An answer was not made in the encoding that was asked for')
  const { etag, headers, unchangedHeaders, body, whole } = version
  const isKnown = status === 200 && hasIt(request, etag)
  if (told !== undefined && !isKnown && whole !== undefined && request.method !== 'HEAD') {
    writeAnswer(response, status, writeLines(told), whole, body?.length ?? 0)
    return
  }
  const all = (isKnown ? unchangedHeaders : headers).concat(told ?? [])
  // The value of the first header, Cache-Control.
  if (forWhom === 'asker') all[1] = 'no-store'
  else if (forWhom === 'browser') all[1] = all[1]?.replace(/^public,.*/, 'private, no-cache') ?? 'no-store'
  if (isKnown || request.method === 'HEAD') {
    response.writeHead(isKnown ? 304 : status, all).end()
  } else if (body !== undefined) {
    response.writeHead(status, all).end(body)
  } else {
    const unpacking = zlib.createGunzip()
    response.writeHead(status, all)
    // It only ends early if the client hangs up, which the log of requests says. With its own, there are more than ten listeners.
    response.setMaxListeners(20)
    pipeline(unpacking, response, () => {})
    unpacking.end(versions.gzip?.body)
  }
}

/** Whether the client already has this answer (RFC 9110 13.1.2) and has not asked for a fresh one. */
function hasIt({ headers }: IncomingMessage, etag: string): boolean {
  const known = headers['if-none-match']
  if (known === undefined || /(?:^|,)\s*no-cache\s*(?:,|$)/.test(headers['cache-control'] ?? '')) return false
  return known.trim() === '*' || known.split(',').some((one) => one.trim().replace(/^W\//, '') === etag)
}
