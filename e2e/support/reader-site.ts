import type { Browser } from 'playwright-core'
import { afterAll, beforeAll } from 'vitest'

import { openBrowser } from './browser.ts'
import { startSite, type RunningSite } from './site.ts'

export const PHONE = { width: 375, height: 667 }

/** A site where readers sign up and leave, and a browser, for all tests of a file. */
export function startReaderSite() {
  const running: Partial<{ site: RunningSite; browser: Browser }> = {}
  beforeAll(async () => {
    const [site, browser] = await Promise.all([
      startSite({ MAIL_FROM: 'Lunchpail <monday@lunchpail.test>', CONTACT_EMAIL: 'hello@lunchpail.test' }),
      openBrowser(),
    ])
    Object.assign(running, { site, browser })
  })
  afterAll(async () => {
    await running.browser?.close()
    await running.site?.stop()
  })
  const reader = {
    get site(): RunningSite {
      if (!running.site) throw new Error('the site is asked for before it has started')
      return running.site
    },
    get browser(): Browser {
      if (!running.browser) throw new Error('the browser is asked for before it has started')
      return running.browser
    },
    countSubscribers: async () => (await reader.site.command('subscribers', 'count')).output.trim(),
  }
  return reader
}
