import type { RequestHandler } from 'express'
import helmet from 'helmet'

import type { Config } from '../config/config.ts'

/** Security headers. Nothing inline, nothing from other sites, so that HTML needs no nonce and can be cached.
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
