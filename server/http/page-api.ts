import { setImmediate } from 'node:timers/promises'

import type { Answer, PageApi, AssetQuery, PageParts, Site } from '../../client/lib/api-client.ts'
import { errorCodes } from '../../shared/problem-contract.ts'
import { chicagoDay } from '../lib/dates.ts'
import { currentAskers } from '../lib/askers.ts'
import { createFairQueue } from '../lib/fair-queue.ts'
import type { Clock } from '../lib/clock.ts'
import type { Config } from '../config/config.ts'
import { AppError, UnknownTickerError } from '../lib/errors.ts'
import { firstWithin } from '../lib/patience.ts'
import type { Market } from '../market/index.ts'
import type { EditionArchive } from '../letter/index.ts'
import type { OverviewSource } from './overview.ts'
import type { TradeRecords } from '../records/trades/trades-of-ticker.ts'

/** How long a ticker's page waits for its source before it is sent with "Loading...". */
const PAGE_WAIT_MS = 2_000
/** How long a page waits for the rest once the prices are there. Together never longer than PAGE_WAIT_MS. */
const PARTS_WAIT_MS = 1_000

/** How many pages may wait for their turn, at most a quarter of them for one client. */
export const MAX_WAITING = 1_024
export const PATIENCE_MS = 10_000

/** The API as the loaders of server-rendered pages see it: the same answers, without HTTP. */
export function createPageApi({
  config,
  clock,
  market,
  newsletter: { archive, trades },
  overview,
}: {
  config: Config
  clock: Clock
  market: Market
  newsletter: { archive: EditionArchive; trades: TradeRecords }
  overview: OverviewSource
}): PageApi {
  /** Many pages may wait for the same answer of a source: they are rendered one by one, and other requests answered in between. */
  const turns = createFairQueue({ places: 1, maxWaiting: MAX_WAITING, patienceMs: PATIENCE_MS })

  /** Leaves out what failed: the browser asks again, and then reports it. */
  async function getPageParts({ waitedMs, ...query }: AssetQuery & { waitedMs: number }): Promise<PageParts> {
    const waitMs = Math.min(PARTS_WAIT_MS, PAGE_WAIT_MS - waitedMs)
    if (waitMs <= 0) return {}
    const [stats, related] = await Promise.all([
      firstWithin(waitMs, toAnswer(market.getStats(query))),
      firstWithin(waitMs, toAnswer(market.getRelated(query))),
    ])
    return { stats: stats?.ok ? stats.data : undefined, related: related?.ok ? related.data : undefined }
  }

  return {
    getSite: () => Promise.resolve(describeSite(config, clock)),
    // A later answer will be in the cache for the next request.
    getStock: (query) => firstWithin(PAGE_WAIT_MS, toAnswer(market.getStock(query))),
    getDay: (query) => firstWithin(PAGE_WAIT_MS, toAnswer(market.getDay(query))),
    getPageParts,
    getTrades: (query) => toAnswer(trades.getTrades(query)),
    getOverview: (query) => toAnswer(overview.getOverview(query)),
    listEditions: (query) => toAnswer(archive.listPublishedEditions(query)),
    getEdition: ({ date }) => toAnswer(archive.getPublishedEdition(date)),
    getEditionFigures: ({ date }) => toAnswer(archive.getEditionFigures(date)),
    listCorrections: () => toAnswer(archive.listCorrections()),
    takeTurn: () => turns.run(currentAskers(), () => setImmediate()),
  }
}

async function toAnswer<Data>(asked: Promise<Data>): Promise<Answer<Data>> {
  try {
    return { ok: true, data: await asked }
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    return {
      ok: false,
      status: errorCodes[error.code].status,
      code: error.code,
      detail: error.message,
      ...(error.retryAfterSeconds === undefined ? {} : { retryAfterSeconds: error.retryAfterSeconds }),
      ...(error instanceof UnknownTickerError ? { suggestions: error.suggestions } : {}),
    }
  }
}

function describeSite(config: Config, clock: Clock): Site {
  return {
    name: config.siteName,
    url: config.siteUrl,
    contactEmail: config.contactEmail,
    senderEmail: /<([^<>]+)>\s*$/.exec(config.mailFrom)?.[1] ?? config.mailFrom,
    operatorName: config.operatorName,
    postalAddress: config.postalAddress,
    socialLinks: config.socialLinks,
    confirmsSubscriptions: config.subscribeConfirm,
    year: Number(chicagoDay(clock.now()).slice(0, 4)),
  }
}
