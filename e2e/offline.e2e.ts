import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'

import { searchField, VIEWPORTS } from './support/screen.ts'
import { shareSite } from './support/share-site.ts'

const own = shareSite()

/** What a part of a page may report if it cannot be loaded while offline. */
const NOT_LOADED = /ERR_INTERNET_DISCONNECTED|Loading chunk failed|Failed to (?:fetch|load)/

type Press = (page: Page) => Promise<void>
const getData: Press = (page) => page.getByRole('button', { name: 'Get Data' }).click()
const signUp: Press = (page) => page.getByRole('button', { name: 'Sign Up' }).click()
const related: Press = (page) => page.locator('#related ul a').first().click()
const followed =
  (name: string): Press =>
  (page) =>
    page.getByRole('link', { name, exact: true }).first().click()

const [PHONE, ...WIDER] = VIEWPORTS

it.each<[who: string, path: string, presses: Press[]]>([
  ['who signs up or searches', '/', [signUp, getData]],
  [
    'who wants another ticker, another screen or a related stock',
    '/stocks/RISE',
    [getData, followed('Crypto'), related],
  ],
  ['who searches from the API’s page', '/api/docs', [getData]],
  ['who wants the archive', '/privacy-policy', [followed('Archive')]],
  ['who wants a legal page in a new tab', '/stocks', [followed('Terms of Use')]],
])('an offline reader %s keeps the page and sees why, at every width', async (_who, path, presses) => {
  const { page } = await own.visit(path, { expected: NOT_LOADED })
  await page.evaluate(() => (document.documentElement.dataset['same'] = 'yes'))
  await searchField(page).fill('FALL')
  // A part that is lost together with the connection is reported as a failed part.
  await page.waitForLoadState('networkidle')
  const note = page.getByText('You are offline. Nothing is lost: try again once you are connected.')
  for (const viewports of [[PHONE], WIDER]) {
    for (const press of presses) {
      await page.setViewportSize(viewports[0] ?? PHONE)
      await page.context().setOffline(true)
      await press(page)
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
    }
  }
  await getData(page)
  await page.waitForURL(`${own.site.url}/stocks/FALL`)
})
