import path from 'node:path'
import { existsSync } from 'node:fs'
import { finished, type Readable } from 'node:stream'

import { Router, type RequestHandler } from 'express'
import sirv from 'sirv'

import { PLAIN_STYLE, PLAIN_STYLE_PATH } from './plain-page.ts'
import { answerReads } from './route-guards.ts'
import { answerNotFound } from './error-response.ts'

/** For programs, or about one person: not for search engines. */
const NOT_FOR_SEARCH = ['/api/', '/prod/', '/unsubscribe', '/confirm', '/sign-up', '/review']

const ICON = path.join(import.meta.dirname, '../../server/http/favicon.ico')

/** Files that programs request at the root unprompted: /robots.txt (what search engines may read, and where the sitemap is) and
 *  /favicon.ico, which a browser requests for every page that names no icon. Also the styles of plain pages.
 *  @param siteUrl  scheme and host
 *  @param operators  if there are any, there is a desk, which search engines are kept out of */
export function createRootFilesRouter({
  siteUrl,
  operators,
}: {
  siteUrl: string
  operators: readonly string[]
}): Router {
  const text = [
    'User-agent: *',
    'Allow: /',
    ...[...NOT_FOR_SEARCH, ...(operators.length > 0 ? ['/desk'] : [])].map((path) => `Disallow: ${path}`),
    '',
    `Sitemap: ${siteUrl}/sitemap.xml`,
    '',
  ].join('\n')
  const router = Router()
  answerReads(router, '/robots.txt', (_request, response) => {
    response.set('Cache-Control', 'public, max-age=3600').type('text/plain').send(text)
  })
  answerReads(router, '/favicon.ico', (_request, response) => {
    response.sendFile(ICON, { maxAge: '1 day' })
  })
  answerReads(router, PLAIN_STYLE_PATH, (_request, response) => {
    response.set('Cache-Control', 'public, max-age=3600').type('text/css').send(PLAIN_STYLE)
  })
  return router
}

const DIST = path.join(import.meta.dirname, '../../dist')
/** From this build and earlier ones: pages that refer to those may still be in browsers and shared caches. */
const FOLDERS = [path.join(DIST, 'client/assets'), path.join(DIST, 'old-assets')]

/** The built files under /assets, each named by its content: kept by browsers for a year, compressed at build time. An
 *  unknown name is a 404, never a page. */
export function createStaticAssets(folders = FOLDERS): RequestHandler[] {
  const options = { immutable: true, maxAge: 31_536_000, brotli: true, gzip: true, etag: true }
  const existing = folders.filter((folder) => existsSync(folder))
  return [guardFiles, ...existing.map((folder) => sirv(folder, options) as RequestHandler), answerNotFound]
}

/** Closes the file of an answer that ends early, and ends the answer if its file cannot be read: sirv does neither. Files are sent
 *  whole, which RFC 9110 allows: sirv throws at a range like 10-5, after it has sent the head. */
const guardFiles: RequestHandler = (request, response, next) => {
  delete request.headers.range
  response.once('pipe', (file: Readable) => {
    // Calls back for an answer that has ended already, too.
    finished(response, () => file.destroy())
    file.once('error', () => response.destroy())
  })
  next()
}
