import type { IncomingMessage, ServerResponse } from 'node:http'

import type { Request, Response } from 'express'
import { LRUCache } from 'lru-cache'

import type { Clock } from '../lib/clock.ts'
import { currentAskers } from '../lib/askers.ts'
import { createOnce } from '../lib/once.ts'
import { limitsOf, type ClientLimit } from './client-limit.ts'
import { CONTRACTS_HEADER, CONTRACTS_VERSION } from './contracts-version.ts'
import { chooseEncoding } from './compress.ts'
import { inTime } from './in-time.ts'
import { finish, send, type Audience, type Finished, type Made } from './finished-answer.ts'

const MAX_BYTES = 32 * 1024 * 1024
/** How long an answer is served. Its parts have caches of their own, and may expire sooner. */
const FRESH_MS = 30_000
/** After this share of its lifetime an answer still in demand is made again, while the cached one is served. */
const RENEWED_AFTER = 2 / 3
/** How long an answer with a known version is served: until the version changes, but no longer than this, because the page
 *  footer shows the year. */
const UNCHANGED_MS = 60 * 60_000
/** How long a version is taken to be unchanged without checking. */
const SAME_VERSION_MS = 2_000
/** How long a failure, an incomplete answer, or an old one in place of a newer one is served to everyone. */
const SOON_MS = 1_000
/** The addresses remembered with the names of their answers. */
const MAX_ADDRESS_BYTES = 4 * 1024 * 1024
const LONGEST_ADDRESS = 200

interface KeptAnswer {
  readonly answer: Finished
  readonly keptAtMs: number
  readonly servedUntilMs: number
  /** When to make it again; Infinity while that is under way, or if it is not worth making again. */
  renewedAtMs: number
}

/** An answer of the API.
 *  @param about.cacheControl  how long browsers and shared caches may keep it */
export const madeOfJson = (
  body: object | Buffer,
  about: Pick<Made, 'cacheControl' | 'headers' | 'isUnfinished'>,
): Made => ({
  ...about,
  headers: { ...about.headers, [CONTRACTS_HEADER]: CONTRACTS_VERSION },
  status: 200,
  type: 'application/json; charset=utf-8',
  body: Buffer.isBuffer(body) ? body : JSON.stringify(body),
})

export interface Question {
  /** Everything the answer depends on: nothing else in the request reaches `make`. */
  readonly name: string
  /** The version of what it shows: the answer is then kept for an hour and served only for that version. */
  readonly version?: string | undefined
  /** False if only one person asks for it: it is then made each time, and its address is not remembered. */
  readonly isShared?: boolean
  /** False if the address contains more than the name, which may be private: the address is not remembered. */
  readonly isNamedByAddress?: boolean
  readonly make: () => Promise<Made>
}

/** Finished answers of pages and the API: compressed, with their headers and ETags. */
export interface Answers {
  /** Sends the answer cached under that name, made at most once at a time. An answer affected by a refusal goes only to that
   *  client. Near the end of its lifetime a cached answer is made again on behalf of the client that gets it, without
   *  waiting.
   *  @throws LateError if it takes too long; what `make` throws */
  answer(request: Request, response: Response, question: Question): Promise<void>
  /** Answers at once, before any routing, if this exact address was answered a moment ago and that answer is still served. The
   *  request counts towards the same client limits as that one did. Beyond them, and in every other case, calls `otherwise`, and
   *  the request goes through the routes.
   *  @param client  as clientOf returns it */
  answerAtOnce(
    request: IncomingMessage,
    response: ServerResponse,
    client: string,
    otherwise: () => void,
  ): void
}

/** @param cache  'off' makes every answer again, for development
 *  @param headers  sent with every answer, names in lower case; an answer's own take precedence
 *  @param onRenewalFailed  told why an answer could not be made again while the cached one was served */
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

  function findServed(name: string, ms = nowMs()): KeptAnswer | undefined {
    const found = kept.get(name)
    // A clock that was set back must not extend an answer's life.
    return found && found.keptAtMs <= ms && ms < found.servedUntilMs ? found : undefined
  }

  function keep(name: string, answer: Finished, freshMs: number): void {
    const isWhole = answer.status < 500 && !answer.isUnfinished
    // A complete answer is served until it expires, even if making it again failed.
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

  /** The time until the first of its parts may have changed. */
  function freshMsOf(version: string | undefined): number {
    if (version !== undefined) return UNCHANGED_MS
    return Math.min(FRESH_MS, Math.max(SOON_MS, currentAskers().freshUntilMs - nowMs()))
  }

  async function get(name: string, { version, make }: Question): Promise<Finished> {
    const makeAndKeep = () =>
      making.run(name, async () => {
        const answer = await finish(await make(), common)
        // That somebody asked too much is for nobody else.
        if (!currentAskers().wereRefused && answer.status !== 429) keep(name, answer, freshMsOf(version))
        return answer
      })
    const found = findServed(name)
    if (!found) return inTime(makeAndKeep())
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
        const answer = await finish(await inTime(make()), common, [encoding])
        send(request, response, answer, { forWhom: forWhom(question) })
        return
      }
      const name = version === undefined ? question.name : `${question.name} ${version}`
      const answer = await get(name, question)
      if (!currentAskers().wereRefused) remember(request, name, question)
      send(request, response, answer, { forWhom: forWhom(question) })
    },

    answerAtOnce(request, response, client, otherwise) {
      const remembered = isRead(request) ? addresses.get(request.url ?? '') : undefined
      const ms = nowMs()
      const found = remembered && findServed(remembered.name, ms)
      if (
        !found ||
        // An incomplete answer does not count as a lookup; the routes decide that.
        found.answer.isUnfinished ||
        ms < remembered.fromMs ||
        ms >= remembered.untilMs ||
        ms >= found.renewedAtMs
      ) {
        otherwise()
        return
      }
      const told: string[] = []
      if (!remembered.limits.every((limit) => limit.count(client, told))) {
        otherwise()
        return
      }
      // The routes will try again, and log any failure.
      try {
        send(request, response, found.answer, { told })
      } catch {
        if (response.headersSent) response.destroy()
        else otherwise()
      }
    },
  }
}

/** The answer an address had, and the limits it counted towards. */
interface Remembered {
  readonly name: string
  readonly limits: readonly ClientLimit[]
  readonly fromMs: number
  readonly untilMs: number
}

const isRead = ({ method }: IncomingMessage) => method === 'GET' || method === 'HEAD'

function forWhom({ isShared = true, isNamedByAddress = true }: Question): Audience {
  if (currentAskers().wereRefused) return 'asker'
  return isShared && isNamedByAddress ? 'all' : 'browser'
}
