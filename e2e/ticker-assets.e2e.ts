import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'

import {
  chart,
  chartIsLive,
  chooseRange,
  heading,
  searchField,
  section,
  slider,
  summary,
} from './support/screen.ts'
import { shareSite } from './support/share-site.ts'

const MAX_TIME_LABELS = 20

const own = shareSite()

const canonical = (page: Page) => page.locator('link[rel=canonical]').getAttribute('href')
const open = async (page: Page, path: string) => {
  const response = await page.goto(own.site.url + path)
  return response?.status()
}

describe('assets of each kind', () => {
  it('the coin and the fund with the same ticker each say what they are, and link to each other', async () => {
    const asked: string[] = []
    const { page } = await own.visit('/crypto', {
      before: async (page) =>
        page.on('request', (request) => {
          const { pathname, search } = new URL(request.url())
          if (/^\/api\/(stocks|stats|related)\//.test(pathname)) asked.push(pathname + search)
        }),
    })
    await searchField(page).fill('bitcoin')
    await page.getByRole('option', { name: /Bitcoin/ }).click()
    await heading(page, 'Bitcoin (BTC)').waitFor()
    expect(page.url()).toBe(`${own.site.url}/crypto/BTC`)
    await section(page, 'Key Statistics').locator('dd').first().waitFor()
    // Data that came with the page is not requested again.
    expect(asked.filter((path) => path.startsWith('/api/stocks'))).toEqual([])
    expect(asked).toEqual([...new Set(asked)])
    expect(await page.locator('main header').innerText()).toMatch(/Coins trade at all hours\./)
    expect(await page.locator('main header').innerText()).toContain('BTC is also a stock or fund:')

    await page.getByRole('link', { name: 'Bit Basket Fund' }).click()
    await heading(page, 'Bit Basket Fund (BTC)').waitFor()
    expect(page.url()).toBe(`${own.site.url}/stocks/BTC`)
    expect(await page.locator('main header').innerText()).toContain('BTC is also a coin:')
    await page.locator('main header').getByRole('link', { name: 'Bitcoin', exact: true }).click()
    await heading(page, 'Bitcoin (BTC)').waitFor()
    await chartIsLive(page)

    for (const path of ['/crypto/btcusd', '/crypto/BTC-USD', '/stocks/btc-usd']) {
      expect({ path, status: await open(page, path) }).toEqual({ path, status: 200 })
      await heading(page, 'Bitcoin (BTC)').waitFor()
      expect({ path, canonical: await canonical(page) }).toEqual({
        path,
        canonical: `${own.site.url}/crypto/BTC`,
      })
    }
    // Under /stocks, what follows the prices would be the fund's.
    expect(page.url()).toBe(`${own.site.url}/crypto/BTC`)
  })

  it('pence, a lone close, a silent month and a long history are each shown as they are', async () => {
    const { page } = await own.visit('/stocks/penny.l')
    await heading(page, 'Penny Bakers plc (PENNY.L)').waitFor()
    await chartIsLive(page)
    expect(await summary(page).innerText()).toMatch(
      /^PENNY\.L, past year: from 400\.00p on .* to 500\.00p on /,
    )
    expect(await page.locator('main').innerText()).not.toContain('$4')

    await open(page, '/stocks/LONE')
    await heading(page, 'Lone Listing (LONE)').waitFor()
    await chartIsLive(page)
    expect(await summary(page).innerText()).toMatch(/^LONE: one close is known, \$42\.00 on /)
    // The color for a price that neither rose nor fell.
    const dot = chart(page).locator('polyline')
    expect(await dot.evaluate((line) => getComputedStyle(line).stroke)).toBe('rgb(241, 239, 234)')
    await slider(page).focus()
    await page.keyboard.press('ArrowLeft')
    expect(await slider(page).getAttribute('aria-valuetext')).toMatch(/: \$42\.00$/)

    expect(await open(page, '/stocks/QUIET?range=1M')).toBe(200)
    await page.getByText('No closes are known for this range. Choose another one.').waitFor()
    await chooseRange(page, '1Y')
    await chartIsLive(page)
    expect(await summary(page).innerText()).toMatch(/^QUIET, since .*: from \$7\.00 to \$8\.00 on /)

    await open(page, '/stocks/AGED?range=MAX')
    await chartIsLive(page)
    expect(await summary(page).innerText()).toMatch(/^AGED, since .*: from \$5\.00 to \$6\.00 on /)
    await page.getByText('Table of closes').click()
    expect(await page.locator('caption').innerText()).toMatch(/^The last close of each month of the range/)
    expect(await page.locator('tbody tr').count()).toBeGreaterThan(500)
  })
})

describe('the dates under the chart', () => {
  it.each(['MAX', '1M'])('are two to twenty in number at every width, for %s', async (range) => {
    const { page } = await own.visit(`/stocks/AGED?range=${range}`)
    await chartIsLive(page)
    // The labels below the axis, one line for all.
    const labels = () =>
      chart(page)
        .locator('svg text')
        .evaluateAll((texts) => {
          const shown = texts.filter((text) => text.getClientRects().length > 0)
          const lowest = Math.max(...shown.map((text) => text.getBoundingClientRect().bottom))
          return shown.filter((text) => Math.abs(text.getBoundingClientRect().bottom - lowest) < 2).length
        })
    for (const width of [320, 375, 768, 1280, 1700, 1920, 2560, 3840]) {
      await page.setViewportSize({ width, height: 900 })
      await expect.poll(labels, { message: `${range} at ${width}` }).toBeGreaterThanOrEqual(2)
      expect({ range, width, tooMany: (await labels()) > MAX_TIME_LABELS }).toEqual({
        range,
        width,
        tooMany: false,
      })
    }
  })
})
