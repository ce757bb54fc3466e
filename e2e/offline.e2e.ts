import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { openBrowser } from './support/browser.ts'
import { searchField, visitPage, VIEWPORTS } from './support/screen.ts'
import { startSite, type RunningSite } from './support/site.ts'
import { startUpstream, type Upstream } from './support/upstream.ts'

let upstream: Upstream
let site: RunningSite
let browser: Browser
beforeAll(async () => {
  upstream = await startUpstream()
  ;[site, browser] = await Promise.all([startSite({ UPSTREAM_BASE_URL: upstream.url }), openBrowser()])
})
afterAll(async () => {
  await browser?.close()
  await site?.stop()
  upstream?.close()
})

/** What a part of a page may report that cannot be loaded now. */
const NOT_LOADED = /ERR_INTERNET_DISCONNECTED|Loading chunk failed|Failed to (?:fetch|load)/

const getData = (page: Page) => page.getByRole('button', { name: 'Get Data' }).click()
const followed = (name: string) => (page: Page) =>
  page.getByRole('link', { name, exact: true }).first().click()

describe.each(VIEWPORTS)('an offline reader on a screen of $width px', (viewport) => {
  it.each<[what: string, path: string, press: (page: Page) => Promise<void>]>([
    ['who searches', '/', getData],
    ['who searches for another ticker', '/stocks/RISE', getData],
    ['who searches from the API’s page', '/api/docs', getData],
    ['who signs up', '/', (page) => page.getByRole('button', { name: 'Sign Up' }).click()],
    ['who wants the archive', '/privacy-policy', followed('Archive')],
    ['who wants another screen', '/stocks/RISE', followed('Crypto')],
    ['who wants a legal page in a new tab', '/stocks', followed('Terms of Use')],
    ['who wants a related stock', '/stocks/RISE', (page) => page.locator('#related ul a').first().click()],
  ])('%s keeps the page, and is told why beside it', async (_who, path, press) => {
    const { page } = await visitPage({ browser, site }, path, { viewport, expected: NOT_LOADED })
    await page.evaluate(() => (document.documentElement.dataset['same'] = 'yes'))
    await searchField(page).fill('FALL')
    await page.context().setOffline(true)
    await press(page)
    const note = page.getByText('You are offline. Nothing is lost: try again once you are connected.')
    await note.waitFor()
    expect(await page.getByText('Loading chunk failed').count()).toBe(0)
    expect(await searchField(page).inputValue()).toBe('FALL')
    expect(await page.evaluate(() => document.documentElement.dataset['same'])).toBe('yes')
    const box = await note.boundingBox()
    expect(box?.x).toBeGreaterThanOrEqual(0)
    expect((box?.x ?? 0) + (box?.width ?? Infinity)).toBeLessThanOrEqual(viewport.width)
    expect(box?.y).toBeGreaterThanOrEqual(0)
    expect((box?.y ?? 0) + (box?.height ?? Infinity)).toBeLessThanOrEqual(viewport.height)
    await page.context().setOffline(false)
    await note.waitFor({ state: 'detached' })
    await getData(page)
    await page.waitForURL(`${site.url}/stocks/FALL`)
  })
})
