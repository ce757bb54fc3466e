import type { RequestHandler } from 'express'
import { rateLimit } from 'express-rate-limit'
import helmet from 'helmet'

import type { Config } from '../config.ts'
import { AppError } from '../errors.ts'

/** Security headers. Nothing inline, nothing from elsewhere: HTML without a nonce can be cached.
 *  Development is looser, for Vite's own scripts and socket. */
export function createSecurityHeaders(config: Config): RequestHandler {
  const isDevelopment = config.mode === 'development'
  const isHttps = config.siteUrl.startsWith('https:')
  return helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'none'"],
        baseUri: ["'none'"],
        connectSrc: isDevelopment ? ["'self'", 'ws:'] : ["'self'"],
        fontSrc: ["'self'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
        imgSrc: ["'self'", 'data:'],
        manifestSrc: ["'self'"],
        scriptSrc: isDevelopment ? ["'self'", "'unsafe-inline'"] : ["'self'"],
        styleSrc: isDevelopment ? ["'self'", "'unsafe-inline'"] : ["'self'"],
        ...(isHttps ? { upgradeInsecureRequests: [] } : {}),
      },
    },
    referrerPolicy: { policy: 'no-referrer' },
    strictTransportSecurity: isHttps ? { maxAge: 31_536_000, includeSubDomains: false } : false,
    xFrameOptions: { action: 'deny' },
  })
}

/** At most `perMinute` requests a minute from one client, told by the standard headers. */
export function createClientLimit(perMinute: number): RequestHandler {
  return rateLimit({
    windowMs: 60_000,
    limit: perMinute,
    standardHeaders: 'draft-8',
    legacyHeaders: false,
    // Anybody can send that header: no reason to write to the console. Without TRUST_PROXY it counts for nothing.
    validate: { xForwardedForHeader: false },
    handler: (_request, response) => {
      const retryAfterSeconds = Number(response.getHeader('Retry-After') ?? 60)
      throw new AppError(
        'too-many-requests',
        `More than ${perMinute} requests in a minute came from your address. Please wait ${retryAfterSeconds} seconds.`,
        { retryAfterSeconds },
      )
    },
  })
}
