import type { IncomingMessage } from 'node:http'

import type { Request, RequestHandler, Response } from 'express'
import { ipKeyGenerator, rateLimit, type AugmentedRequest, type Store } from 'express-rate-limit'
import { LRUCache } from 'lru-cache'

import { AppError } from '../lib/errors.ts'
import { describeWait } from '../lib/text.ts'
import { ClientCounts } from './client-counts.ts'
import { addressOf } from './trusted-proxies.ts'

/** A limit on each client's requests to this process that also applies outside the routes: a cached answer counts like any
 *  other. */
export interface ClientLimit {
  /** Counts a request of this client.
   *  @param headers  the answer's headers, names and values alternating; the limit's are added
   *  @returns whether it is within the limit */
  count(client: string, headers: string[]): boolean
}

const counted = new WeakMap<IncomingMessage, (ClientLimit | undefined)[]>()

/** The limits this request has counted towards; undefined if one of them does not count clients, or is shared with other
 *  processes. */
export function limitsOf(request: IncomingMessage): ClientLimit[] | undefined {
  const limits = counted.get(request) ?? []
  return limits.includes(undefined) ? undefined : (limits as ClientLimit[])
}

/** At most `limit` requests within the window from one client, stated in the standard headers; beyond that AppError
 *  'too-many-requests'. Each call counts separately.
 *  @param key  counts by this instead of by the client's address
 *  @param store  counts here instead of in this process: one of createSharedCounters
 *  @param headers  'none' where a count is not the client's own: the headers would reveal what others did
 *  @param when  counts only those requests
 *  @param beyond  called for a request beyond the limit, which then continues instead of being refused */
export function limitClients({
  limit,
  windowMs,
  key,
  store,
  headers = 'standard',
  when,
  beyond,
}: {
  limit: number
  windowMs: number
  key?: (request: Request) => string
  store?: Store
  headers?: 'standard' | 'none'
  when?: (request: Request) => boolean
  beyond?: (request: Request) => void
}): RequestHandler {
  const describe = describeLimit(limit, windowMs)
  const counts = new ClientCounts(windowMs)
  const limiter = rateLimit({
    windowMs,
    limit,
    // The library's own headers identify the client by an unsalted hash of the address, in answers that shared caches may keep.
    standardHeaders: false,
    legacyHeaders: false,
    // Anyone can send those headers: no reason to write to the console. Without TRUST_PROXY they are ignored.
    // All limits are created at startup: checking each time where one is created is slow.
    validate: { xForwardedForHeader: false, forwardedHeader: false, creationStack: false },
    keyGenerator: key ?? clientOf,
    store: store ?? counts,
    ...(when && { skip: (request) => !when(request) }),
    handler: (request, _response, next) => {
      if (beyond) {
        beyond(request)
        next()
        return
      }
      const retryAfterSeconds = secondsUntilReset(request, windowMs)
      throw new AppError(
        'too-many-requests',
        `That was asked for too often. Please try again in ${describeWait(retryAfterSeconds)}.`,
        { retryAfterSeconds },
      )
    },
  })
  const own: ClientLimit | undefined =
    store === undefined && key === undefined && headers === 'standard' && beyond === undefined
      ? {
          count(client, told) {
            const { hits, resetMs } = counts.count(client)
            told.push(...describe(Math.max(0, limit - hits), resetMs))
            return hits <= limit
          },
        }
      : undefined
  return (request, response, next) => {
    const earlier = countOf(request)
    // Errors thrown by the handler arrive here too.
    return limiter(request, response, (error?: unknown) => {
      if (countOf(request) !== earlier) {
        if (headers === 'standard') setLimitHeaders(request, response, describe)
        counted.set(request, [...(counted.get(request) ?? []), own])
      }
      next(error)
    })
  }
}

/** A single IPv6 customer controls at least 2^64 addresses, and a rented server or an office a whole /48, which would be 256
 *  clients if counted by /56. Homes with a /56 share a count with their neighbors, as many share an IPv4 address. */
const CLIENT_IPV6_BITS = 48

/** Identifies the client for counting: an IPv4 address, or the network of an IPv6 one. */
export function clientOf(request: IncomingMessage): string {
  return networkOf(addressOf(request) ?? 'gone')
}

/** Parsing an IPv6 address takes longer than everything else done for a request. */
const networks = new LRUCache<string, string>({ maxSize: 10_000, sizeCalculation: () => 1 })

export function networkOf(address: string): string {
  if (!address.includes(':')) return address
  const known = networks.get(address)
  if (known !== undefined) return known
  const network = ipKeyGenerator(address, CLIENT_IPV6_BITS)
  networks.set(address, network)
  return network
}

/** Limits how many requests of one client are under way at once, including unread answers, which bounds the memory they hold. */
export interface UnderWay {
  /** @throws AppError 'too-many-requests' beyond that; it is then not counted */
  begin(client: string): void
  end(client: string): void
}

export function limitUnderWay(most: number): UnderWay {
  const underWay = new Map<string, number>()
  return {
    begin(client) {
      const count = underWay.get(client) ?? 0
      if (count >= most) {
        throw new AppError(
          'too-many-requests',
          `${most} requests of yours are under way. Please wait for their answers.`,
          { retryAfterSeconds: 1 },
        )
      }
      underWay.set(client, count + 1)
    },
    end(client) {
      const left = (underWay.get(client) ?? 1) - 1
      if (left > 0) underWay.set(client, left)
      else underWay.delete(client)
    },
  }
}

/** The state of the last limit that counted this request. */
const countOf = (request: Request) => (request as Partial<AugmentedRequest>)['rateLimit']

/** The headers of draft-ietf-httpapi-ratelimit-headers-08, without the optional partition key (pk). */
function setLimitHeaders(
  request: Request,
  response: Response,
  describe: ReturnType<typeof describeLimit>,
): void {
  const count = countOf(request)
  if (count === undefined) return
  const [limitName, state, policyName, policy] = describe(count.remaining, count.resetTime?.getTime())
  response.append(limitName, state).append(policyName, policy)
}

/** @returns a function that writes the headers of one limit, names and values alternating */
function describeLimit(limit: number, windowMs: number) {
  const name = `"${limit}-in-${nameWindow(windowMs)}"`
  const policy = `${name}; q=${limit}; w=${windowMs / 1_000}`
  return (remaining: number, resetMs: number | undefined): [string, string, string, string] => [
    'RateLimit',
    `${name}; r=${remaining}; t=${secondsUntil(resetMs, windowMs)}`,
    'RateLimit-Policy',
    policy,
  ]
}

function nameWindow(windowMs: number): string {
  const minutes = windowMs / 60_000
  return minutes < 60 ? `${minutes}min` : `${minutes / 60}hr`
}

/** @returns whole seconds, at least one */
function secondsUntilReset(request: Request, windowMs: number): number {
  return secondsUntil(countOf(request)?.resetTime?.getTime(), windowMs)
}

function secondsUntil(resetMs: number | undefined, windowMs: number): number {
  const ms = resetMs === undefined ? windowMs : resetMs - Date.now()
  return Math.max(1, Math.ceil(ms / 1_000))
}
