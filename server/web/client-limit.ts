import type { Request, RequestHandler } from 'express'
import { rateLimit, type AugmentedRequest, type Store } from 'express-rate-limit'

import { AppError } from '../errors.ts'

/** At most `limit` requests within the window from one client, told by the standard headers; beyond that AppError
 *  'too-many-requests'. Each call counts for itself.
 *  @param key  counts by this instead of by the client's address
 *  @param store  counts here, instead of in this process: one of createSharedCounters
 *  @param headers  'none' where a count is not the client's own to know: the headers would tell what others did
 *  @param when  counts only those requests */
export function limitClients({
  limit,
  windowMs,
  key,
  store,
  headers = 'standard',
  when,
}: {
  limit: number
  windowMs: number
  key?: (request: Request) => string
  store?: Store
  headers?: 'standard' | 'none'
  when?: (request: Request) => boolean
}): RequestHandler {
  return rateLimit({
    windowMs,
    limit,
    standardHeaders: headers === 'standard' ? 'draft-8' : false,
    legacyHeaders: false,
    // Anybody can send that header: no reason to write to the console. Without TRUST_PROXY it counts for nothing.
    validate: { xForwardedForHeader: false },
    ...(key && { keyGenerator: key }),
    ...(store && { store }),
    ...(when && { skip: (request) => !when(request) }),
    handler: (request) => {
      const retryAfterSeconds = secondsUntilReset(request, windowMs)
      throw new AppError(
        'too-many-requests',
        `That was asked for too often. Please try again in ${describeWait(retryAfterSeconds)}.`,
        { retryAfterSeconds },
      )
    },
  })
}

/** @returns whole seconds, at least one */
function secondsUntilReset(request: Request, windowMs: number): number {
  const { resetTime } = (request as AugmentedRequest)['rateLimit'] ?? {}
  const ms = resetTime === undefined ? windowMs : resetTime.getTime() - Date.now()
  return Math.max(1, Math.ceil(ms / 1_000))
}

function describeWait(seconds: number): string {
  if (seconds === 1) return 'a second'
  if (seconds <= 90) return `${seconds} seconds`
  return `${Math.ceil(seconds / 60)} minutes`
}
