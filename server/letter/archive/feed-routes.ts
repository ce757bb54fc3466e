import { Router } from 'express'

import { FEED_PATH } from '../../../shared/edition-address.ts'
import type { Clock } from '../../lib/clock.ts'
import { createKept } from '../../lib/once.ts'
import { limitClients } from '../../http/client-limit.ts'
import { copyExactly } from '../../http/compress.ts'
import { answerReads } from '../../http/route-guards.ts'
import type { EditionArchive } from './archive.ts'
import { writeFeed, type FeedSite } from './write-feed.ts'

const MINUTE_MS = 60_000
const ASKED_PER_MINUTE = 300
const EDITIONS = 20

/** Serves /newsletter/feed.xml with an ETag, so that programs that poll it every hour learn when it is unchanged. Created
 *  once for all requests, until an edition changes. */
export function createFeedRouter({
  archive,
  site,
  clock,
}: {
  archive: Pick<EditionArchive, 'getVersion' | 'listPublishedEditions' | 'listCorrections'>
  site: FeedSite
  clock: Clock
}): Router {
  const emptySince = clock.now()
  const kept = createKept<Buffer>()
  const makeFeed = async () => {
    const { editions } = await archive.listPublishedEditions({
      limit: EDITIONS,
    })
    const { corrections } = await archive.listCorrections()
    return copyExactly(Buffer.from(writeFeed(site, editions, { emptySince, corrections })))
  }
  const router = Router()
  router.all(FEED_PATH, limitClients({ limit: ASKED_PER_MINUTE, windowMs: MINUTE_MS }))
  answerReads(router, FEED_PATH, async (_request, response) => {
    const feed = await kept(await archive.getVersion(), makeFeed)
    response.set('Cache-Control', 'public, max-age=60').type('application/rss+xml').send(feed)
  })
  return router
}
