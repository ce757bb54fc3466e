import { existsSync } from 'node:fs'
import path from 'node:path'

import type { RequestHandler } from 'express'
import sirv from 'sirv'

import { answerNotFound } from './error-response.ts'

const DIST = path.join(import.meta.dirname, '../../dist')
/** From this build and earlier ones: pages that refer to those may still be in browsers and shared caches. */
const FOLDERS = [path.join(DIST, 'client/assets'), path.join(DIST, 'old-assets')]

/** The built files under /assets, each named by its content: kept by browsers for a year, compressed at build time. An
 *  unknown name is a 404, never a page. */
export function createStaticAssets(): RequestHandler[] {
  const options = { immutable: true, maxAge: 31_536_000, brotli: true, gzip: true, etag: true }
  const folders = FOLDERS.filter((folder) => existsSync(folder))
  return [...folders.map((folder) => sirv(folder, options) as RequestHandler), answerNotFound]
}
