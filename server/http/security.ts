import { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'

import helmet from 'helmet'

import type { Config } from '../config/config.ts'

/** Security headers, names in lower case with values, the same for every answer. Nothing inline, nothing from other sites, so
 *  that HTML needs no nonce and can be cached.
 *  Development is looser, for Vite's own scripts and socket. */
export function listSecurityHeaders(config: Pick<Config, 'mode' | 'siteUrl'>): [string, string][] {
  const isDevelopment = config.mode === 'development'
  const isHttps = config.siteUrl.startsWith('https:')
  const setHeaders = helmet({
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
  const request = new IncomingMessage(new Socket())
  const response = new ServerResponse(request)
  setHeaders(request, response, (error?: unknown) => {
    if (error !== undefined) throw error
  })
  return response.getHeaderNames().map((name) => [name, String(response.getHeader(name))])
}
