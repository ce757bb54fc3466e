import type { Browser } from 'playwright-core'
import { afterAll, beforeAll } from 'vitest'

import { openBrowser } from './browser.ts'
import { prepareOwnSites, type OwnSite } from './own-site.ts'

export const PHONE = { width: 375, height: 667 }

/** A site where readers sign up and leave, and a browser, for all tests of a file. */
export function startReaderSite() {
  const running: Partial<{ close: () => Promise<void>; site: OwnSite; browser: Browser }> = {}
  beforeAll(async () => {
    const [sites, browser] = await Promise.all([prepareOwnSites(), openBrowser()])
    Object.assign(running, { close: () => sites.close(), browser })
    running.site = await sites.start({ settings: { LOG_LEVEL: 'info' } })
  })
  afterAll(async () => {
    await running.browser?.close()
    await running.close?.()
  })
  const reader = {
    get site(): OwnSite {
      if (!running.site) throw new Error('the site is asked for before it has started')
      return running.site
    },
    get browser(): Browser {
      if (!running.browser) throw new Error('the browser is asked for before it has started')
      return running.browser
    },
    countSubscribers: async () => (await reader.site.command('subscribers', 'count')).out.trim(),
  }
  return reader
}
