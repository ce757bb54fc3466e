import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'

import { searchField, VIEWPORTS } from './support/screen.ts'
import { shareSite } from './support/share-site.ts'

const own = shareSite()

/** What a part of a page may report if it cannot be loaded while offline. */
const NOT_LOADED = /ERR_INTERNET_DISCONNECTED|Loading chunk failed|Failed to (?:fetch|load)/

const getData = (page: Page) => page.getByRole('button', { name: 'Get Data' }).click()
const followed = (name: string) => (page: Page) =>
  page.getByRole('link', { name, exact: true }).first().click()

const [PHONE, ...WIDER] = VIEWPORTS

describe.each([
  { widths: '375', viewports: [PHONE] },
  { widths: '1280 or 1920', viewports: WIDER },
])('an offline reader on a screen of $widths px', ({ viewports }) => {
  it.each<[what: string, path: string, press: (page: Page) => Promise<void>]>([
    ['who searches', '/', getData],
    ['who searches for another ticker', '/stocks/RISE', getData],
    ['who searches from the API’s page', '/api/docs', getData],
    ['who signs up', '/', (page) => page.getByRole('button', { name: 'Sign Up' }).click()],
    ['who wants the archive', '/privacy-policy', followed('Archive')],
    ['who wants another screen', '/stocks/RISE', followed('Crypto')],
    ['who wants a legal page in a new tab', '/stocks', followed('Terms of Use')],
    ['who wants a related stock', '/stocks/RISE', (page) => page.locator('#related ul a').first().click()],
  ])('%s keeps the page and says why next to it', async (_who, path, press) => {
    const { page } = await own.visit(path, { viewport: viewports[0] ?? PHONE, expected: NOT_LOADED })
    await page.evaluate(() => (document.documentElement.dataset['same'] = 'yes'))
    await searchField(page).fill('FALL')
    await page.context().setOffline(true)
    await press(page)
    const note = page.getByText('You are offline. Nothing is lost: try again once you are connected.')
    await note.waitFor()
    expect(await page.getByText('Loading chunk failed').count()).toBe(0)
    expect(await searchField(page).inputValue()).toBe('FALL')
    expect(await page.evaluate(() => document.documentElement.dataset['same'])).toBe('yes')
    for (const viewport of viewports) {
      await page.setViewportSize(viewport)
      const box = await note.boundingBox()
      expect(box?.x).toBeGreaterThanOrEqual(0)
      expect((box?.x ?? 0) + (box?.width ?? Infinity)).toBeLessThanOrEqual(viewport.width)
      expect(box?.y).toBeGreaterThanOrEqual(0)
      expect((box?.y ?? 0) + (box?.height ?? Infinity)).toBeLessThanOrEqual(viewport.height)
    }
    await page.context().setOffline(false)
    await note.waitFor({ state: 'detached' })
    await getData(page)
    await page.waitForURL(`${own.site.url}/stocks/FALL`)
  })
})
