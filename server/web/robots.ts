import { Router } from 'express'

import { allowOnly } from './route-guards.ts'

/** For programs, or about one person: nothing that a search could find. */
const NOT_FOR_SEARCH = ['/api/', '/prod/', '/unsubscribe', '/confirm']

/** /robots.txt: what search engines may read, and where the list of pages is.
 *  @param siteUrl  scheme and host */
export function createRobotsRouter({ siteUrl }: { siteUrl: string }): Router {
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
  return router
}
