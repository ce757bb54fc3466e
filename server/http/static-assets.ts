import { existsSync } from 'node:fs'
import path from 'node:path'

import type { RequestHandler } from 'express'
import sirv from 'sirv'

import { answerNotFound } from './error-response.ts'

const DIST = path.join(import.meta.dirname, '../../dist')
/** Of this build, and of those before it: pages that name these may still stand in browsers and in caches between. */
const FOLDERS = [path.join(DIST, 'client/assets'), path.join(DIST, 'old-assets')]

/** The built files under /assets, each named by its content: kept by browsers for a year, compressed at build time.
 *  A name that is not there is a 404, never a page. */
export function createStaticAssets(): RequestHandler[] {
  const options = { immutable: true, maxAge: 31_536_000, brotli: true, gzip: true, etag: true }
  const folders = FOLDERS.filter((folder) => existsSync(folder))
  return [...folders.map((folder) => sirv(folder, options) as RequestHandler), answerNotFound]
}
