import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { hydrated, launchBrowser, openPage } from './support/browser.ts'
import { countTimeLabels, findDrawnColours, recordDrawnTexts, recordLayoutShifts } from './support/drawn.ts'
import { startSite, type RunningSite } from './support/site.ts'
import { ABOUT, startUpstream, type Upstream } from './support/upstream.ts'

const MAX_TIME_LABELS = 20
const GREEN = { red: 63, green: 185, blue: 80 }
const ORANGE_RED = { red: 255, green: 90, blue: 54 }

let upstream: Upstream
let site: RunningSite
let browser: Browser
beforeAll(async () => {
  upstream = await startUpstream()
  ;[site, browser] = await Promise.all([startSite({ UPSTREAM_BASE_URL: upstream.url }), launchBrowser()])
})
afterAll(async () => {
  await browser?.close()
  await site?.stop()
  upstream?.close()
})

type Options = BrowserContextOptions & { expected?: RegExp; before?: (page: Page) => Promise<unknown> }

async function visit(path: string, { before, ...options }: Options = {}) {
  const visited = await openPage(browser, { viewport: { width: 1280, height: 800 }, ...options })
  await before?.(visited.page)
  const response = await visited.page.goto(site.url + path)
  await hydrated(visited.page)
  return { ...visited, status: response?.status() }
}

const chart = (page: Page) => page.getByRole('img', { name: /past (month|year)/ })
const chartIsLive = async (page: Page) => {
  await chart(page).locator('canvas').first().waitFor()
  // The server's line gives way when the chart has drawn.
  await chart(page).locator('polyline').waitFor({ state: 'hidden' })
}
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name, exact: true })
const section = (page: Page, name: string) =>
  page.locator('section', { has: page.getByRole('heading', { level: 2, name, exact: true }) })

describe('the ticker screen', () => {
  it('leads from the search to an address of its own, and ignores an empty one', async () => {
    const { page, complaints, close } = await visit('/stocks')
    await page.getByText('Enter a ticker to see the stock chart.').waitFor()
    await page.getByRole('button', { name: 'Get Data' }).click()
    expect(page.url()).toBe(`${site.url}/stocks`)
    await page.getByLabel('Enter Ticker').fill(' rise ')
    await page.getByLabel('Enter Ticker').press('Enter')
    await heading(page, 'Riser Corporation (RISE)').waitFor()
    expect(page.url()).toBe(`${site.url}/stocks/RISE`)
    expect(await page.title()).toBe('Riser Corporation (RISE) · Lunchpail')
    await chartIsLive(page)
    expect(complaints).toEqual([])
    await close()
  })

  it('leaves the cookie question above the chart, where it can be answered', async () => {
    const { page, complaints, close } = await visit('/stocks/RISE', {
      viewport: { width: 1280, height: 700 },
    })
    await chartIsLive(page)
    await page.getByRole('button', { name: 'Refuse' }).click({ timeout: 5_000 })
    await page.getByRole('button', { name: 'Refuse' }).waitFor({ state: 'detached' })
    const cookies = await page.context().cookies()
    expect(cookies.map(({ name, value }) => [name, value])).toEqual([['cookie_choice', 'refused']])
    expect(complaints).toEqual([])
    await close()
  })

  it.each([
    ['RISE', 'Riser Corporation (RISE)', GREEN, ORANGE_RED],
    ['FALL', 'Faller Incorporated (FALL)', ORANGE_RED, GREEN],
  ])('draws the line of %s in its colour, before and after the scripts', async (ticker, name, own, other) => {
    const { page, complaints, status, close } = await visit(`/stocks/${ticker.toLowerCase()}`)
    expect(status).toBe(200)
    await heading(page, name).waitFor()
    const stroke = await page.locator('main polyline').evaluate((line) => getComputedStyle(line).stroke)
    expect(stroke).toBe(`rgb(${own.red}, ${own.green}, ${own.blue})`)
    await chartIsLive(page)
    const [pixels, foreign] = await findDrawnColours(chart(page), [own, other])
    expect(pixels).toBeGreaterThan(500)
    expect(foreign).toBe(0)
    expect(complaints).toEqual([])
    await close()
  })

  it.each([320, 1280, 3840])('writes at most 20 dates under the chart at a width of %i', async (width) => {
    const { page, close } = await visit('/stocks/RISE', {
      viewport: { width, height: 900 },
      before: recordDrawnTexts,
    })
    await chartIsLive(page)
    for (const range of ['1Y', '1M', 'MAX']) {
      await page.getByRole('link', { name: range, exact: true }).click()
      await page.waitForURL((url) => (url.searchParams.get('range') ?? '1Y') === range)
      await page.locator('section[aria-label="Price history"][aria-busy=false]').waitFor()
      await expect.poll(() => countTimeLabels(page), { message: range }).toBeGreaterThan(1)
      expect(await countTimeLabels(page)).toBeLessThanOrEqual(MAX_TIME_LABELS)
    }
    await close()
  })

  it("shows '$' and the value of the day under the mouse", async () => {
    const { page, close } = await visit('/stocks/RISE?range=1M')
    await chartIsLive(page)
    const box = await chart(page).boundingBox()
    if (!box) throw new Error('the chart has no box')
    await page.mouse.move(box.x + box.width / 3, box.y + box.height / 2)
    const tooltip = chart(page).locator('strong')
    await tooltip.waitFor()
    const value = await tooltip.innerText()
    expect(value).toMatch(/^\$1\d\d\.\d\d$/)
    const day = await chart(page).locator('strong + span').innerText()
    await page.getByText('Table of closes').click()
    const row = page.getByRole('row', { name: day })
    expect(await row.innerText()).toContain(value)
    await page.mouse.move(box.x + box.width / 3, box.y - 20)
    await tooltip.waitFor({ state: 'detached' })
    await close()
  })

  it('cuts the description at a sentence, and Show More and Show Less expand and collapse it', async () => {
    const { page, close } = await visit('/stocks/RISE')
    const about = section(page, 'About').locator('p')
    expect(await about.innerText()).toBe(ABOUT.start)
    await page.getByRole('button', { name: 'Show More' }).click()
    expect(await about.innerText()).toBe(ABOUT.start + ABOUT.rest)
    await page.getByRole('button', { name: 'Show Less' }).click()
    expect(await about.innerText()).toBe(ABOUT.start)
    await close()
  })

  it('shows the grid of facts', async () => {
    const { page, close } = await visit('/stocks/RISE')
    const facts = await section(page, 'About')
      .locator('dl > div')
      .evaluateAll((found) => found.map((fact) => [...fact.children].map((part) => part.textContent)))
    expect(facts).toEqual([
      ['Website', 'www.riser.example'],
      ['Headquarters', 'Toledo, OH, United States'],
      ['CEO', 'Ms. Rosa Riser'],
      ['Employees', '12,345'],
      ['Ticker', 'RISE'],
      ['Primary exchange', 'NasdaqGS'],
    ])
    await close()
  })

  it("says 'Loading...' until the statistics arrive", async () => {
    const answer = Promise.withResolvers<void>()
    const { page, complaints, close } = await visit('/stocks/RISE', {
      before: (page) =>
        page.route('**/api/stats/**', async (route) => {
          await answer.promise
          await route.continue()
        }),
    })
    const statistics = section(page, 'Key Statistics').first()
    await statistics.getByText('Loading...').waitFor()
    answer.resolve()
    await statistics.getByText('Loading...').waitFor({ state: 'detached' })
    const rows = await statistics
      .locator('dl > div')
      .evaluateAll((found) => found.map((row) => [...row.children].map((part) => part.textContent)))
    expect(Object.fromEntries(rows)).toMatchObject({
      'Trailing P/E': '38.91',
      'Trailing EPS': '$1.25',
      'Market Cap': '$3,456,789,012',
      'Float Shares': '15,091,184',
      EBITDA: '$134,661,000',
    })
    expect(complaints).toEqual([])
    await close()
  })

  it('logs that the statistics failed and shows nothing of it', async () => {
    const { page, complaints, close } = await visit('/stocks/RISE', {
      expected: /status of 503/,
      before: (page) =>
        page.route('**/api/stats/**', (route) =>
          route.fulfill({ status: 503, json: { code: 'source-failed' } }),
        ),
    })
    await expect.poll(() => complaints).toEqual(['Failed to fetch stats source-failed'])
    await section(page, 'Related Stocks').getByRole('link').first().waitFor()
    expect(await page.getByText('Key Statistics').count()).toBe(0)
    expect(await page.getByText(/fail/i).count()).toBe(0)
    await close()
  })

  it('does not move while it loads', async () => {
    for (const viewport of [
      { width: 375, height: 667 },
      { width: 1280, height: 800 },
    ]) {
      const { page, close } = await visit('/stocks/RISE', { viewport, before: recordLayoutShifts })
      await chartIsLive(page)
      await section(page, 'Related Stocks').getByRole('link').first().waitFor()
      await page.getByRole('button', { name: 'Allow' }).waitFor()
      const shifts = await page.evaluate(() => (window as unknown as { shifts: string[] }).shifts)
      expect({ viewport, shifts }).toEqual({ viewport, shifts: [] })
      await close()
    }
  })
})

describe('related stocks', () => {
  it('are the eight with the highest change, rising ones in green and falling ones not', async () => {
    const { page, close } = await visit('/stocks/RISE')
    const cards = section(page, 'Related Stocks').getByRole('link').filter({ hasText: '%' })
    await cards.first().waitFor()
    const shown = await cards.evaluateAll((found) =>
      found.map((card) => {
        const [ticker, name, price, change] = [...card.children]
        return {
          ticker: ticker?.textContent,
          name: name?.textContent,
          price: price?.textContent,
          change: change?.textContent,
          colour: change && getComputedStyle(change).color,
        }
      }),
    )
    expect(shown).toHaveLength(8)
    expect(shown[0]).toEqual({
      ticker: 'FALL',
      name: 'Faller Incorporated',
      price: '$59.00',
      change: '+9.00%',
      colour: 'rgb(63, 185, 80)',
    })
    expect(shown.map(({ change }) => change)).toEqual([
      '+9.00%',
      '+8.00%',
      '+7.00%',
      '+6.00%',
      '+5.00%',
      '+4.00%',
      '+3.00%',
      '+1.00%',
    ])
    await close()
  })

  it('scroll three times as far as they are dragged, which is no click; a click leads to their page', async () => {
    const { page, complaints, close } = await visit('/stocks/RISE', { viewport: { width: 800, height: 900 } })
    const row = section(page, 'Related Stocks').locator('ul')
    const card = row.getByRole('link').first()
    await card.waitFor()
    await card.scrollIntoViewIfNeeded()
    const box = await row.boundingBox()
    if (!box) throw new Error('the row has no box')
    const y = box.y + box.height / 2
    await page.mouse.move(box.x + 120, y)
    await page.mouse.down()
    await page.mouse.move(box.x + 100, y)
    await page.mouse.move(box.x + 80, y)
    expect(await row.evaluate((list) => list.scrollLeft)).toBe(120)
    await page.mouse.up()
    expect(page.url()).toBe(`${site.url}/stocks/RISE`)
    await page.mouse.move(box.x + 80, y)
    await page.mouse.down()
    await page.mouse.move(box.x + 120, y)
    await page.mouse.up()
    expect(await row.evaluate((list) => list.scrollLeft)).toBe(0)

    await card.click()
    await heading(page, 'Faller Incorporated (FALL)').waitFor()
    expect(page.url()).toBe(`${site.url}/stocks/FALL`)
    expect(complaints).toEqual([])
    await close()
  })
})

describe('a ticker that cannot be shown', () => {
  it("answers 404 for an unknown one, with 'Failed to fetch data' in red", async () => {
    const { page, complaints, status, close } = await visit('/stocks/NOPE', { expected: /status of 404/ })
    expect(status).toBe(404)
    const message = page.getByText('Failed to fetch data')
    expect(await message.evaluate((text) => getComputedStyle(text).color)).toBe('rgb(255, 107, 94)')
    expect(await page.getByText('No stock or fund is known by this ticker.').isVisible()).toBe(true)
    expect(await page.getByRole('button', { name: 'Try again' }).count()).toBe(0)
    expect(complaints).toEqual([])
    await close()
  })

  it('answers 503 while the source is down, and Try again works once it is back', async () => {
    upstream.isDown = true
    const { page, status, close } = await visit('/stocks/LATE', { expected: /status of 503/ })
    expect(status).toBe(503)
    await page.getByText('Failed to fetch data').waitFor()
    upstream.isDown = false
    // A source that failed is left alone for ten seconds.
    await expect
      .poll(
        async () => {
          const again = page.getByRole('button', { name: 'Try again' })
          if (await again.isVisible()) await again.click()
          return heading(page, 'Late Company (LATE)').isVisible()
        },
        { timeout: 25_000, interval: 1_000 },
      )
      .toBe(true)
    await chartIsLive(page)
    await close()
  })
})

describe('the crypto screen', () => {
  it('asks for coins at the same addresses', async () => {
    const asked: string[] = []
    const { page, complaints, close } = await visit('/crypto', {
      before: async (page) =>
        page.on('request', (request) => {
          const { pathname, search } = new URL(request.url())
          if (/^\/api\/(stocks|stats|related)\//.test(pathname)) asked.push(pathname + search)
        }),
    })
    await page.getByLabel('Enter Ticker').fill('btc')
    await page.getByRole('button', { name: 'Get Data' }).click()
    await heading(page, 'Bitcoin (BTC)').waitFor()
    expect(page.url()).toBe(`${site.url}/crypto/BTC`)
    await section(page, 'Key Statistics').first().getByText('Market Cap').waitFor()
    expect(asked.sort()).toEqual([
      '/api/related/BTC?kind=crypto',
      '/api/stats/BTC?kind=crypto',
      '/api/stocks/BTC?kind=crypto&range=1Y',
    ])
    expect(complaints).toEqual([])
    await close()
  })
})
