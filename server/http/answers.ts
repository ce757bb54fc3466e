import { createHash } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { promisify } from 'node:util'
import zlib from 'node:zlib'

import type { Request, Response } from 'express'
import { LRUCache } from 'lru-cache'

import type { Clock } from '../lib/clock.ts'
import { currentAskers } from '../lib/fair-queue.ts'
import { createOnce } from '../lib/once.ts'
import { limitsOf, type ClientLimit } from './client-limit.ts'
import { chooseEncoding, compress, copyExactly, heldBytes, SHORTEST, type Encoding } from './compress.ts'

const MAX_BYTES = 32 * 1024 * 1024
/** How long an answer is served. What it is made of has its own caches, and may end sooner. */
const FRESH_MS = 30_000
/** After this part of its time an answer that is still wanted is made again, while the kept one is served. */
const RENEWED_AFTER = 2 / 3
/** How long an answer whose version is known is served; until that changes, and no longer than this, for the year in the
 *  footer of a page. */
const UNCHANGED_MS = 60 * 60_000
/** How long nobody asks whether a version is still the same. */
const SAME_VERSION_MS = 2_000
/** How long a failure, an incomplete answer, or an old one in place of a newer is served to everyone. */
const SOON_MS = 1_000
/** Of addresses with the names of their answers. */
const MAX_ADDRESS_BYTES = 4 * 1024 * 1024
const LONGEST_ADDRESS = 200

/** What a screen or a route has come to, before it goes over the wire. */
export interface Made {
  readonly status: number
  readonly type: string
  /** How long browsers and caches between may keep it. */
  readonly cacheControl: string
  /** Further headers. */
  readonly headers?: Readonly<Record<string, string>>
  /** Text is sent as UTF-8. */
  readonly body: string | Buffer
  /** True if a part of it is missing or a failure stands in for it: it is soon made again. */
  readonly isUnfinished?: boolean | undefined
}

/** An answer as it goes over the wire: every header made once, in each encoding in which it is sent. */
interface Finished {
  readonly status: number
  readonly isUnfinished: boolean
  readonly versions: Readonly<Record<Encoding | 'identity', Version | undefined>>
  readonly bytes: number
}

interface Version {
  readonly etag: string
  /** Names and values in turn, as writeHead takes them. */
  readonly headers: readonly string[]
  /** Of an answer without a body, 304. */
  readonly unchangedHeaders: readonly string[]
  /** Undefined where it is unpacked for the few who take it in no other way: it is most of the memory. */
  readonly body: Buffer | undefined
}

interface KeptAnswer {
  readonly answer: Finished
  readonly keptAtMs: number
  readonly servedUntilMs: number
  /** Infinity while it is being made again, and where it is not worth that. */
  renewedAtMs: number
}

/** An answer of the API.
 *  @param about.cacheControl  how long browsers and caches between may keep it */
export const madeOfJson = (
  body: object | Buffer,
  about: Pick<Made, 'cacheControl' | 'headers' | 'isUnfinished'>,
): Made => ({
  ...about,
  status: 200,
  type: 'application/json; charset=utf-8',
  body: Buffer.isBuffer(body) ? body : JSON.stringify(body),
})

export interface Question {
  /** All that the answer depends on: whatever else the request says does not reach `make`. */
  readonly name: string
  /** Of what it shows: the answer is then kept for an hour, and served for that version alone. */
  readonly version?: string | undefined
  /** False for what is asked for by one person alone: made each time, and its address is remembered nowhere. */
  readonly isShared?: boolean
  /** False where the address says more than the name, which may be private: it is not remembered. */
  readonly isNamedByAddress?: boolean
  readonly make: () => Promise<Made>
}

/** Finished answers, of pages and of the API: composed, compressed, with their headers and ETags. */
export interface Answers {
  /** Answers with what is kept under that name, made at most once at a time. One shaped by a refusal is for that client
   *  alone. Towards the end of its time a kept answer is made again on behalf of whoever gets it, who does not wait for that.
   *  @throws what `make` throws */
  answer(request: Request, response: Response, question: Question): Promise<void>
  /** Answers at once, before any route is looked for, where this very address was answered a moment ago and what was sent
   *  is still served. It counts towards the same limits of the client as then; beyond them, and in every other case,
   *  `otherwise` is called and the request takes the whole way.
   *  @param client  as clientOf has it */
  answerAtOnce(
    request: IncomingMessage,
    response: ServerResponse,
    client: string,
    otherwise: () => void,
  ): void
}

/** @param cache  'off' composes every answer again, for development
 *  @param headers  of every answer, names in small letters with values; an answer's own go before them
 *  @param onRenewalFailed  told why an answer could not be made again, while the kept one was served */
export function createAnswers({
  clock,
  cache = 'on',
  headers: common = [],
  onRenewalFailed = () => {},
}: {
  clock: Clock
  cache?: 'on' | 'off'
  headers?: readonly (readonly [string, string])[]
  onRenewalFailed?: (error: unknown, name: string) => void
}): Answers {
  const nowMs = () => clock.now().getTime()
  const kept = new LRUCache<string, KeptAnswer>({
    maxSize: MAX_BYTES,
    sizeCalculation: ({ answer }) => answer.bytes,
  })
  const addresses = new LRUCache<string, Remembered>({
    maxSize: MAX_ADDRESS_BYTES,
    sizeCalculation: (_remembered, address) => address.length + 256,
  })
  const making = createOnce<Finished>()

  function findServed(name: string): KeptAnswer | undefined {
    const found = kept.get(name)
    // A clock that was set back must not make it last.
    return found && found.keptAtMs <= nowMs() && nowMs() < found.servedUntilMs ? found : undefined
  }

  function keep(name: string, answer: Finished, freshMs: number): void {
    const isWhole = answer.status < 500 && !answer.isUnfinished
    // A whole answer is served to the end of its time, whatever making it again came to.
    if (!isWhole && findServed(name)) return
    const ms = isWhole ? freshMs : SOON_MS
    kept.set(name, {
      answer,
      keptAtMs: nowMs(),
      servedUntilMs: nowMs() + ms,
      renewedAtMs: isWhole ? nowMs() + ms * RENEWED_AFTER : Infinity,
    })
  }

  async function renew(old: KeptAnswer, name: string, make: () => Promise<unknown>): Promise<void> {
    old.renewedAtMs = Infinity
    try {
      await make()
    } catch (error) {
      onRenewalFailed(error, name)
    } finally {
      old.renewedAtMs = nowMs() + SOON_MS
    }
  }

  /** Until the first of what it is made of may have changed. */
  function freshMsOf(version: string | undefined): number {
    if (version !== undefined) return UNCHANGED_MS
    return Math.min(FRESH_MS, Math.max(SOON_MS, currentAskers().freshUntilMs - nowMs()))
  }

  async function get(name: string, { version, make }: Question): Promise<Finished> {
    const makeAndKeep = () =>
      making.run(name, async () => {
        const answer = await finish(await make(), common)
        if (!currentAskers().wereRefused) keep(name, answer, freshMsOf(version))
        return answer
      })
    const found = findServed(name)
    if (!found) return makeAndKeep()
    if (nowMs() >= found.renewedAtMs) void renew(found, name, makeAndKeep)
    return found.answer
  }

  function remember(request: Request, name: string, { version, isNamedByAddress = true }: Question): void {
    const limits = limitsOf(request)
    const address = request.originalUrl
    if (!isNamedByAddress || limits === undefined || address.length > LONGEST_ADDRESS) return
    const untilMs = version === undefined ? Infinity : nowMs() + SAME_VERSION_MS
    addresses.set(address, { name, limits, fromMs: nowMs(), untilMs })
  }

  return {
    async answer(request, response, question) {
      const { version, make, isShared = true } = question
      if (cache === 'off' || !isShared) {
        const encoding = chooseEncoding(request)
        const answer = await finish(await make(), common, [encoding])
        await send(request, response, answer, { forWhom: forWhom(question) })
        return
      }
      const name = version === undefined ? question.name : `${question.name} ${version}`
      const answer = await get(name, question)
      if (!currentAskers().wereRefused) remember(request, name, question)
      await send(request, response, answer, { forWhom: forWhom(question) })
    },

    answerAtOnce(request, response, client, otherwise) {
      const remembered = isRead(request) ? addresses.get(request.url ?? '') : undefined
      const found = remembered && findServed(remembered.name)
      if (
        !found ||
        // What lacks something is not counted as looked up, which the routes see to.
        found.answer.isUnfinished ||
        nowMs() < remembered.fromMs ||
        nowMs() >= remembered.untilMs ||
        nowMs() >= found.renewedAtMs
      ) {
        otherwise()
        return
      }
      const sendCounted = async () => {
        const told: string[] = []
        for (const limit of remembered.limits) {
          const isWithin = await limit.count(client, told)
          if (!isWithin) return false
        }
        await send(request, response, found.answer, { told })
        return true
      }
      // The routes try the same, and log what goes wrong there.
      const sendOrLeave = async () => {
        const isSent = await sendCounted().catch(() => false)
        if (!isSent) otherwise()
      }
      void sendOrLeave()
    },
  }
}

/** Which answer an address had, and what it counted towards. */
interface Remembered {
  readonly name: string
  readonly limits: readonly ClientLimit[]
  readonly fromMs: number
  readonly untilMs: number
}

const isRead = ({ method }: IncomingMessage) => method === 'GET' || method === 'HEAD'

/** Compresses an answer and gives it its headers and ETags.
 *  @param encodings  those that it is sent in; it has no others */
async function finish(
  { status, type, cacheControl, headers = {}, body, isUnfinished = false }: Made,
  common: readonly (readonly [string, string])[],
  encodings: readonly (Encoding | 'identity')[] = ['br', 'gzip', 'identity'],
): Promise<Finished> {
  const bytes = typeof body === 'string' ? Buffer.from(body) : body
  const digest = createHash('sha256').update(bytes).digest('base64url').slice(0, 22)
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
    return {
      etag,
      unchangedHeaders,
      headers: [...unchangedHeaders, ...encoded, 'content-type', type, 'content-length', String(sent.length)],
      // What is short is a slice of a larger piece of memory.
      body: isUnpacked ? undefined : isPlain ? copyExactly(sent) : sent,
    }
  }
  const [br, gzip, identity] = await Promise.all([versionIn('br'), versionIn('gzip'), versionIn('identity')])
  const held = [br, gzip, identity].reduce(
    (sum, version) => sum + (version?.body ? heldBytes(version.body) : 0),
    0,
  )
  return { status, isUnfinished, versions: { br, gzip, identity }, bytes: held + 4_096 }
}

/** Who may have an answer again: whoever asks; the browser that asked, whose address may be private; nobody, where something was
 *  refused to this client, so that others get something else. */
type Audience = 'all' | 'browser' | 'asker'

function forWhom({ isShared = true, isNamedByAddress = true }: Question): Audience {
  if (currentAskers().wereRefused) return 'asker'
  return isShared && isNamedByAddress ? 'all' : 'browser'
}

/** @param told  more headers, names and values in turn
 */
async function send(
  request: IncomingMessage,
  response: ServerResponse,
  { status, versions }: Finished,
  { told = [], forWhom = 'all' }: { told?: readonly string[]; forWhom?: Audience },
): Promise<void> {
  const version = versions[chooseEncoding(request)] ?? versions.identity
  if (version === undefined) throw new Error('An answer was not made in the encoding that was asked for')
  const { etag, headers, unchangedHeaders } = version
  const isKnown = status === 200 && hasIt(request, etag)
  const all = (isKnown ? unchangedHeaders : headers).concat(told)
  // The value of the first of them, Cache-Control.
  if (forWhom === 'asker') all[1] = 'no-store'
  else if (forWhom === 'browser') all[1] = all[1]?.replace(/^public,.*/, 'private, no-cache') ?? 'no-store'
  const hasBody = !isKnown && request.method !== 'HEAD'
  const body = hasBody ? (version.body ?? (await unpack(versions.gzip))) : undefined
  response.writeHead(isKnown ? 304 : status, all).end(body)
}

const unpack = (packed: Version | undefined): Promise<Buffer> =>
  promisify(zlib.gunzip)(packed?.body ?? Buffer.alloc(0))

/** Whether the client already has this answer (RFC 9110 13.1.2) and has not asked for a fresh one. */
function hasIt({ headers }: IncomingMessage, etag: string): boolean {
  const known = headers['if-none-match']
  if (known === undefined || /(?:^|,)\s*no-cache\s*(?:,|$)/.test(headers['cache-control'] ?? '')) return false
  return known.trim() === '*' || known.split(',').some((one) => one.trim().replace(/^W\//, '') === etag)
}
