import { Router } from 'express'

import { tickerPath } from '../../shared/asset-address.ts'
import {
  ARCHIVE_PATH,
  CORRECTIONS_PATH,
  editionPath,
  HOW_WE_KNOW_PATH,
} from '../../shared/edition-address.ts'
import { askOnBehalfOf } from '../lib/askers.ts'
import { isWithin, type Clock } from '../lib/clock.ts'
import { copyExactly } from './compress.ts'
import { limitClients } from './client-limit.ts'
import { escapeHtml } from '../lib/text.ts'
import type { Logger } from '../lib/logger.ts'
import type { KnownAsset } from '../market/index.ts'
import { answerReads } from './route-guards.ts'

const STATIC_PATHS = [
  '/',
  ARCHIVE_PATH,
  HOW_WE_KNOW_PATH,
  CORRECTIONS_PATH,
  '/stocks',
  '/crypto',
  '/privacy-policy',
  '/terms-of-service',
  '/disclaimers',
]
const MAX_ASSETS = 5_000
const MINUTE_MS = 60_000
const ASKED_PER_MINUTE = 60
const FRESH_MS = 10 * 60_000
/** How long a sitemap without assets is served if they could not be read. */
const FAILURE_MS = 60_000

export interface SitemapParts {
  /** Scheme and host. */
  readonly siteUrl: string
  /** Newest first, 5,000 at most. */
  readonly listKnownAssets: () => Promise<readonly KnownAsset[]>
  /** All editions that went out, newest first. */
  readonly listEditions: () => Promise<readonly { date: string; changedAt: string }[]>
  readonly clock: Clock
  readonly logger: Logger
}

/** /sitemap.xml: the fixed pages, the editions, and the assets that people look up. Made once in ten minutes, as the bytes
 *  that are sent; if assets or editions cannot be listed, the other pages still are. */
export function createSitemapRouter({
  siteUrl,
  listKnownAssets,
  listEditions,
  clock,
  logger,
}: SitemapParts): Router {
  let made: { sitemap: Promise<Buffer>; atMs: number; freshMs: number } | undefined

  function readSitemap(): Promise<Buffer> {
    const nowMs = clock.now().getTime()
    if (made !== undefined && isWithin(nowMs, made.atMs, made.freshMs)) return made.sitemap
    /** @returns nothing if the list fails: the sitemap is soon made again */
    const orNone = <Entry>(what: string, listed: Promise<readonly Entry[]>) =>
      listed.catch((error: unknown): readonly Entry[] => {
        logger.warn({ err: error }, `the sitemap names no ${what}: they could not be listed`)
        made = { sitemap, atMs: nowMs, freshMs: FAILURE_MS }
        return []
      })
    // On the site's own account: it is for everybody, even if the client that first needed it has hung up.
    const sitemap: Promise<Buffer> = askOnBehalfOf(undefined, () =>
      Promise.all([orNone('editions', listEditions()), orNone('assets', listKnownAssets())]),
    ).then(([editions, assets]) => copyExactly(Buffer.from(writeSitemap(siteUrl, editions, assets))))
    made = { sitemap, atMs: nowMs, freshMs: FRESH_MS }
    return sitemap
  }

  const router = Router()
  router.all('/sitemap.xml', limitClients({ limit: ASKED_PER_MINUTE, windowMs: MINUTE_MS }))
  answerReads(router, '/sitemap.xml', async (_request, response) => {
    const sitemap = await readSitemap()
    response.set('Cache-Control', 'public, max-age=600').type('application/xml; charset=utf-8').send(sitemap)
  })
  return router
}

function writeSitemap(
  siteUrl: string,
  editions: readonly { date: string; changedAt: string }[],
  assets: readonly KnownAsset[],
): string {
  const newest = new Map(
    assets
      .slice(0, MAX_ASSETS)
      .map(({ kind, ticker, retrievedAt }) => [tickerPath(kind, ticker), retrievedAt]),
  )
  const entry = (path: string, changedAt: string) =>
    `<url><loc>${escapeHtml(siteUrl + path)}</loc><lastmod>${escapeHtml(changedAt)}</lastmod></url>`
  const lines = [
    ...STATIC_PATHS.map((path) => `<url><loc>${escapeHtml(siteUrl + path)}</loc></url>`),
    ...editions.map(({ date, changedAt }) => entry(editionPath(date), changedAt)),
    ...Array.from(newest, ([path, retrievedAt]) => entry(path, retrievedAt)),
  ]
  return `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${lines.join('\n')}
</urlset>
`
}
