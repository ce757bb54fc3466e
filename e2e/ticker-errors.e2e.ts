import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'

import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'

import { createFakeClock } from '../server/market/testing/fake-clock.ts'
import {
  allIsLoaded,
  chart,
  chartIsLive,
  heading,
  searchField,
  section,
  statusReport,
  summary,
  VIEWPORTS,
  visitPage,
} from './support/screen.ts'
import { shareSite } from './support/share-site.ts'

const own = shareSite()

/** The script with the chart, identified by the name of a function that only the chart has. */
const CHART_SCRIPTS = globSync('dist/client/assets/**/*.js')
  .filter((file) => readFileSync(file, 'utf8').includes('Marked beneath the chart, arrow keys to walk'))
  .map((file) => `**/${path.basename(file)}`)

/** The script with the chart never arrives; the others do. */
async function loseChart(page: Page): Promise<void> {
  expect(CHART_SCRIPTS).toHaveLength(1)
  for (const script of CHART_SCRIPTS) await page.route(script, (route) => route.abort())
}

describe('on a phone', () => {
  const [viewport] = VIEWPORTS

  it('an unknown ticker is a 404 with links to up to five suggestions', async () => {
    const { page, status } = await own.visit('/stocks/I', { viewport, expected: statusReport(404) })
    expect(status).toBe(404)
    const message = page.getByText('Failed to fetch data')
    expect(await message.evaluate((text) => getComputedStyle(text).color)).toBe('rgb(255, 107, 94)')
    expect(await page.getByText('No stock or fund is known by this ticker.').isVisible()).toBe(true)
    expect(await page.getByRole('button', { name: 'Try again' }).count()).toBe(0)
    const meant = section(page, 'Did you mean').getByRole('link')
    // Our lists have no suggestions, so the browser requests them.
    await meant.nth(4).waitFor()
    const paths = await meant.evaluateAll((found) => found.map((link) => link.getAttribute('href')))
    expect(paths).toHaveLength(5)
    expect(paths[0]).toBe('/stocks/RISE')
    await meant.first().click()
    await heading(page, 'Riser Corporation (RISE)').waitFor()
    // Otherwise a failure of the next test would be cached for this ticker.
    await allIsLoaded(page)

    await page.goto(`${own.site.url}/crypto/NOPE`)
    await page.getByText('No coin is known by this ticker.').waitFor()
    expect(await section(page, 'Did you mean').count()).toBe(0)
  })

  it('text that cannot be a ticker is a 400, and is looked up as a name', async () => {
    const { page } = await own.visit('/stocks', { viewport, expected: statusReport(400) })
    await searchField(page).fill('penny bakers!')
    await searchField(page).press('Enter')
    await heading(page, 'penny bakers!').waitFor()
    await page.getByText('Failed to fetch data').waitFor()
    const response = await page.goto(`${own.site.url}/stocks?ticker=penny+bakers`)
    expect(response?.status()).toBe(400)
    await page.getByText(/This cannot be a ticker: it may have 1 to 15 letters/).waitFor()
    await section(page, 'Did you mean')
      .getByRole('link', { name: /PENNY\.L/ })
      .click()
    await heading(page, 'Penny Bakers plc (PENNY.L)').waitFor()
    await allIsLoaded(page)
  })

  it('prices are shown without profile, statistics and related tickers, whose failures are only logged', async () => {
    own.upstream.fail('summary', 503)
    own.upstream.fail('recommendations', 'html')
    const ticker = `T${viewport.width}`
    const { page, status, said } = await own.visit(`/stocks/${ticker}`, {
      viewport,
      expected: /status of 50[23]|^Failed to fetch (stats|related stocks) source-/,
    })
    expect(status).toBe(200)
    await heading(page, `Trial ${ticker} (${ticker})`).waitFor()
    await chartIsLive(page)
    await expect
      .poll(() => said.filter((text) => text.startsWith('Failed to fetch')).sort())
      .toEqual(['Failed to fetch related stocks source-failed', 'Failed to fetch stats source-unavailable'])
    expect(await page.getByRole('heading', { name: /Key Statistics|Related Stocks/ }).count()).toBe(0)
    expect(await page.getByText(/fail/i).count()).toBe(0)
    await page.getByText('The source of profiles did not answer. The prices are not affected.').waitFor()
    expect(await section(page, 'About').first().locator('dt').allInnerTexts()).toEqual([
      'Ticker',
      'Primary exchange',
    ])
  })

  it('a chart that fails to load is reported as “Loading chunk failed”, above the server’s line', async () => {
    const { page } = await own.visit('/stocks/FALL', {
      viewport,
      expected: /net::ERR_FAILED|^Loading chunk failed/,
      before: loseChart,
    })
    // Its script is requested when it comes into view.
    await chart(page).scrollIntoViewIfNeeded()
    await page.getByRole('alert').getByText('Loading chunk failed').waitFor()
    expect(await chart(page).locator('polyline').isVisible()).toBe(true)
    expect(await summary(page).innerText()).toContain('FALL, past year: from $200.00')
    await page.unrouteAll()
    await page.getByRole('button', { name: 'Try again' }).click()
    await chartIsLive(page)
    await allIsLoaded(page)
    expect(await page.getByText('Loading chunk failed').count()).toBe(0)
  })
})

describe('a source that is down', () => {
  it('gives a 503 with “Failed to fetch data”, and “Try again” works once it is back', async () => {
    const clock = createFakeClock()
    const site = await own.startAnother({ clock })
    own.upstream.fail('chart', 503)
    const { page, status, response } = await visitPage({ browser: own.browser, site }, '/stocks/LATE', {
      expected: statusReport(503),
    })
    expect(status).toBe(503)
    expect(response?.headers()['retry-after']).toBe('30')
    await page.getByText('Failed to fetch data').waitFor()
    await page.getByRole('button', { name: 'Try again' }).click()
    await page.getByText('Still no data.').first().waitFor()
    await site.marketIsIdle()
    own.upstream.heal()
    // A failed source is not asked for ten seconds.
    clock.advance(11_000)
    await page.getByRole('button', { name: 'Try again' }).click()
    await heading(page, 'Late Company (LATE)').waitFor()
    await chartIsLive(page)
  })
})
