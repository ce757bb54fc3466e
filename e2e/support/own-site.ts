import { once } from 'node:events'
import { rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

import type { PageApi } from '../../client/lib/api-client.ts'
import { createApp } from '../../server/app.ts'
import { systemClock, type Clock } from '../../server/lib/clock.ts'
import { createMarket } from '../../server/market/index.ts'
import { runTyped } from '../../server/cli/testing/run-typed.ts'
import { createTestDeps } from '../../server/testing/app-fixture.ts'
import { createTestDatabase } from '../../server/testing/test-database.ts'
import { createUpstreamFetch } from '../../server/lib/upstream-fetch.ts'
import { createPageApi } from '../../server/http/page-api.ts'
import type { Upstream } from './upstream.ts'
import { KEEP_OPEN } from '../../server/testing/keep-open.ts'

/** The address of a source that is never requested. */
const NOBODY = 'http://127.0.0.1:1'
const MAX_BYTES = 16_000_000
const AMPLE_MS = 600_000

/** A site inside the test's process. */
export type OwnSite = Awaited<ReturnType<Awaited<ReturnType<typeof prepareOwnSites>>['start']>>

/** Builds sites inside the test's process, pages included, for tests of what a separate server cannot be made to do, such as
 *  another time of day.
 *  @returns functions that start a site nobody has used yet, and close all of them */
export async function prepareOwnSites() {
  // The value that a built site has.
  process.env['NODE_ENV'] = 'production'
  const { createPageRenderer } = await import('../../server/http/render-page.ts')
  const database = await createTestDatabase()
  const closers: (() => void)[] = []

  /** A source that would leave a request hanging fails at once instead; the site waits for everything else, however long
   *  it takes.
   *  @param options.changeApi  what the pages' loaders call instead */
  async function start({
    upstream,
    clock = systemClock,
    settings = {},
    changeApi = (api) => api,
  }: {
    upstream?: Upstream
    clock?: Clock
    settings?: Readonly<Record<string, string>>
    changeApi?: (api: PageApi) => PageApi
  } = {}) {
    const upstreamUrl = upstream?.url ?? NOBODY
    const server = createServer().listen(0, '127.0.0.1')
    server.keepAliveTimeout = KEEP_OPEN.keepAliveTimeout
    await once(server, 'listening')
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    const { deps, logLines, pass } = createTestDeps(database, {
      LOG_LEVEL: 'silent',
      SITE_URL: url,
      UPSTREAM_BASE_URL: upstreamUrl,
      // One client plays many readers, who share an address and its sixth of the limits.
      MARKET_CALLS_PER_MINUTE: '12000',
      ...settings,
    })
    const market = createMarket({
      config: deps.config,
      clock,
      logger: deps.logger,
      fetch: createUpstreamFetch({
        upstreamBaseUrl: upstreamUrl,
        timeoutMs: AMPLE_MS,
        maxBytes: MAX_BYTES,
        startDeadline: upstream?.yahoo.startDeadline,
      }),
    })
    const { answer } = createApp({
      deps: { ...deps, clock, market },
      renderPage: await createPageRenderer(changeApi(createPageApi({ ...deps, clock, market }))),
      lifecycle: { isDraining: false },
    })
    server.on('request', answer)
    const close = () => {
      server.closeAllConnections()
      server.close()
      // The letters of its outbox.
      rmSync(deps.config.dataDir, { recursive: true, force: true })
    }
    closers.push(close)
    const { dataDir } = deps.config
    return {
      url,
      close,
      /** Resolves when no request to a source is in progress, even one that nobody waits for: a failed answer does not wait for
       *  its other requests. */
      marketIsIdle: () => market.backgroundLoadsEnded(),
      /** Advances the clock for everything except the market. */
      pass,
      dataDir,
      /** Every line of its log so far; none unless LOG_LEVEL is set. */
      log: logLines,
      /** Runs `lunchpail ...words` on its database. */
      command: (...words: string[]) => runTyped(database, dataDir, words),
    }
  }

  return {
    start,
    /** The database that all the sites share. */
    db: database.db,
    async close() {
      for (const close of closers) close()
      await database.close()
    },
  }
}
