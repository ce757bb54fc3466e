import type { Browser, Locator, Page } from 'playwright-core'
import { expect } from 'vitest'

import { hydrated, openPage, type PageOptions } from './browser.ts'
import type { RunningSite } from './site.ts'

/** The widths at which a screen is tested. */
export const VIEWPORTS = [
  { width: 375, height: 667 },
  { width: 1280, height: 800 },
  { width: 1920, height: 1080 },
] as const

/** The browser's own message about an error response. */
export const statusReport = (status: number) =>
  new RegExp(`^Failed to load resource: .* status of ${status}( |$)`)

export type VisitOptions = PageOptions & {
  /** Runs before the page is requested. */
  before?: (page: Page) => Promise<unknown>
}

/** Opens a page of the site and waits until React has taken it over. */
export async function visitPage(
  { browser, site }: { browser: Browser; site: Pick<RunningSite, 'url'> },
  path: string,
  { before, ...options }: VisitOptions = {},
) {
  const visited = await openPage(browser, { viewport: VIEWPORTS[1], ...options })
  await before?.(visited.page)
  const response = await visited.page.goto(site.url + path)
  if (options.javaScriptEnabled !== false) await hydrated(visited.page)
  return { ...visited, response, status: response?.status() }
}

/** Serves ticker pages without their data, as if a source were slow, so that the browser requests all of it. The server's
 *  rendering then differs from the browser's, which React reports: see REDRAWN. */
export async function sendUnfinished(page: Page): Promise<void> {
  await page.route(/\/(stocks|crypto)\/[^/]+$/, async (route) => {
    const response = await route.fetch()
    const html = await response.text()
    const body = html.replace(/"first":\{.*?\}(?=\}\]\}<)/s, (json) => {
      const { kind, ticker, range } = JSON.parse(`{${json}}`).first as Record<string, string>
      return `"first":${JSON.stringify({ kind, ticker, range })}`
    })
    await route.fulfill({ response, body })
  })
}
export const REDRAWN = /React error #418/

export const searchField = (page: Page) => page.getByLabel('Enter Ticker')
export const heading = (page: Page, name: string) =>
  page.getByRole('heading', { level: 1, name, exact: true })
export const section = (page: Page, name: string) =>
  page.locator('section', { has: page.getByRole('heading', { level: 2, name, exact: true }) })
export const chart = (page: Page) => page.getByRole('img', { name: /: (from|one close)/ })
export const slider = (page: Page) => page.getByRole('slider', { name: 'Closes, arrow keys to walk' })
export const summary = (page: Page) => page.locator('section[aria-label="Price history"] p[aria-live]')
/** The cards of Related Stocks. */
export const cards = (page: Page) => section(page, 'Related Stocks').locator('ul').getByRole('link')

/** The slider on the chart. */
export const reading = (page: Page) => page.locator('#chart-reading')

/** Resolves when the chart is in view and can be read by pointer and keyboard. */
export async function chartIsLive(page: Page): Promise<void> {
  await chart(page).scrollIntoViewIfNeeded()
  await slider(page).waitFor()
}

/** Resolves when the parts after the prices have loaded, or are known not to. */
export async function allIsLoaded(page: Page): Promise<void> {
  await page.waitForFunction(() => !document.body.innerText.includes('Loading...'))
}

/** Resolves when the server sends a ticker's page with all its parts, and keeps it: on a busy machine it may send it sooner, and the
 *  browser adds the rest. The parts are asked for first, since a page without them is kept for half a minute. */
export async function isSentWhole(address: string): Promise<void> {
  const { origin, pathname } = new URL(address)
  const [, group, ticker] = pathname.split('/')
  const query = `${ticker}?kind=${group === 'crypto' ? 'crypto' : 'stock'}`
  for (const part of ['stats', 'related']) await (await fetch(`${origin}/api/${part}/${query}`)).text()
  await expect.poll(async () => (await fetch(address)).text()).not.toContain('Loading...')
}

/** Chooses a range and waits until it is shown. */
export async function chooseRange(page: Page, range: string): Promise<void> {
  await page.getByRole('link', { name: range, exact: true }).click()
  await rangeIsShown(page, range)
}

export async function rangeIsShown(page: Page, range: string): Promise<void> {
  await page
    .getByRole('link', { name: range, exact: true })
    .and(page.locator('[aria-current=true]'))
    .waitFor()
  await page.locator('section[aria-label="Price history"][aria-busy=false]').waitFor()
}

/** @throws Error if it is not rendered */
export async function boxOf(locator: Locator) {
  const box = await locator.boundingBox()
  if (!box) throw new Error('the element has no box')
  return box
}

/** Call this before a page loads: it records in window.shifts which elements move without the visitor's doing. */
export async function recordLayoutShifts(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const shifts: string[] = []
    Object.assign(globalThis, { shifts })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        const { value, hadRecentInput, sources } = entry as PerformanceEntry & {
          value: number
          hadRecentInput: boolean
          sources: { node?: Element | null }[]
        }
        const moved = sources.map(({ node }) => `${node?.nodeName} ${node?.textContent?.slice(0, 40)}`)
        if (!hadRecentInput) shifts.push(`${value} ${moved.join(', ')}`)
      }
    }).observe({ type: 'layout-shift', buffered: true })
  })
}
