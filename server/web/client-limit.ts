import type { Request, RequestHandler } from 'express'
import { rateLimit } from 'express-rate-limit'

import { AppError } from '../errors.ts'

/** At most `limit` requests within the window from one client, told by the standard headers; beyond that AppError
 *  'too-many-requests'. Each call counts for itself.
 *  @param key  counts by this instead of by the client's address */
export function limitClients({
  limit,
  windowMs,
  key,
}: {
  limit: number
  windowMs: number
  key?: (request: Request) => string
}): RequestHandler {
  return rateLimit({
    windowMs,
    limit,
    standardHeaders: 'draft-8',
    legacyHeaders: false,
    // Anybody can send that header: no reason to write to the console. Without TRUST_PROXY it counts for nothing.
    validate: { xForwardedForHeader: false },
    ...(key === undefined ? {} : { keyGenerator: key }),
    handler: (_request, response) => {
      const retryAfterSeconds = Number(response.getHeader('Retry-After') ?? windowMs / 1000)
      throw new AppError(
        'too-many-requests',
        `That was asked for too often. Please try again in ${describeWait(retryAfterSeconds)}.`,
        { retryAfterSeconds },
      )
    },
  })
}

function describeWait(seconds: number): string {
  if (seconds <= 90) return `${seconds} seconds`
  return `${Math.ceil(seconds / 60)} minutes`
}
