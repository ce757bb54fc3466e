import path from 'node:path'

import type { RequestHandler } from 'express'
import sirv from 'sirv'

import { answerNotFound } from './error-response.ts'

const CLIENT_BUILD = path.join(import.meta.dirname, '../../dist/client/assets')

/** The built files under /assets, each named by its content: kept by browsers for a year, compressed at build time.
 *  A name that is not there is a 404, never a page. */
export function createStaticAssets(): RequestHandler[] {
  return [
    sirv(CLIENT_BUILD, {
      immutable: true,
      maxAge: 31_536_000,
      brotli: true,
      gzip: true,
      etag: true,
    }) as RequestHandler,
    answerNotFound,
  ]
}
