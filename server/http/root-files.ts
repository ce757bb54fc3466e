import path from 'node:path'

import { Router } from 'express'

import { allowOnly } from './route-guards.ts'

/** For programs, or about one person: nothing that a search could find. */
const NOT_FOR_SEARCH = ['/api/', '/prod/', '/unsubscribe', '/confirm']

const ICON = path.join(import.meta.dirname, 'favicon.ico')

/** What programs ask for at the root without being sent there: /robots.txt (what search engines may read, and where the
 *  list of pages is) and /favicon.ico, which a browser wants of every page that names no icon of its own.
 *  @param siteUrl  scheme and host */
export function createRootFilesRouter({ siteUrl }: { siteUrl: string }): Router {
  const text = [
    'User-agent: *',
    'Allow: /',
    ...NOT_FOR_SEARCH.map((path) => `Disallow: ${path}`),
    '',
    `Sitemap: ${siteUrl}/sitemap.xml`,
    '',
  ].join('\n')
  const router = Router()
  router
    .route('/robots.txt')
    .get((_request, response) => {
      response.set('Cache-Control', 'public, max-age=3600').type('text/plain').send(text)
    })
    .all(allowOnly('GET', 'HEAD'))
  router
    .route('/favicon.ico')
    .get((_request, response) => {
      response.sendFile(ICON, { maxAge: '1 day' })
    })
    .all(allowOnly('GET', 'HEAD'))
  return router
}
