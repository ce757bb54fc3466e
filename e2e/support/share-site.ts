import type { Browser } from 'playwright-core'
import { afterAll, afterEach, beforeAll } from 'vitest'

import type { Database } from '../../server/db/database.ts'
import { openBrowser } from './browser.ts'
import { prepareOwnSites, type OwnSite } from './own-site.ts'
import { visitPage, type VisitOptions } from './screen.ts'
import { startUpstream, type Upstream } from './upstream.ts'

interface Running {
  site: OwnSite
  browser: Browser
  db: Database
  upstream: Upstream
  /** Starts one more site on the same database and sources. */
  startAnother: Sites['start']
}
type Sites = Awaited<ReturnType<typeof prepareOwnSites>>

/** A site inside the test's process, its sources and the browser, for all tests of a file. After each test the sources work
 *  again.
 *  @param prepare  fills the database before the site starts */
export function shareSite({
  settings = {},
  prepare,
}: { settings?: Readonly<Record<string, string>>; prepare?: (db: Database) => Promise<unknown> } = {}) {
  const closers: (() => unknown)[] = []
  let running: Running | undefined
  beforeAll(async () => {
    const upstream = await startUpstream()
    closers.push(() => upstream.close())
    const [sites, browser] = await Promise.all([prepareOwnSites(), openBrowser()])
    closers.push(
      () => sites.close(),
      () => browser.close(),
    )
    await prepare?.(sites.db)
    running = {
      site: await sites.start({ upstream, settings }),
      browser,
      db: sites.db,
      upstream,
      startAnother: (options) => sites.start({ upstream, ...options }),
    }
  })
  afterEach(() => running?.upstream.heal())
  afterAll(async () => {
    for (const close of closers.toReversed()) await close()
  })
  const now = () => {
    if (!running) throw new Error('the site is asked for before it has started')
    return running
  }
  return {
    get site(): OwnSite {
      return now().site
    },
    get browser(): Browser {
      return now().browser
    },
    /** The site's database. */
    get db(): Database {
      return now().db
    },
    get upstream(): Upstream {
      return now().upstream
    },
    visit: (path: string, options?: VisitOptions) => visitPage(now(), path, options),
    startAnother: (...options: Parameters<Sites['start']>) => now().startAnother(...options),
    countSubscribers: async () => (await now().site.command('subscribers', 'count')).out.trim(),
  }
}
