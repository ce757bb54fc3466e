import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'

import { listViolations } from './support/axe.ts'
import { keepTrades } from './support/kept-trades.ts'
import {
  allIsLoaded,
  cards,
  chart,
  chartIsLive,
  heading,
  isSentWhole,
  recordLayoutShifts,
  searchField,
  section,
  slider,
  statusReport,
  VIEWPORTS,
  visitPage,
} from './support/screen.ts'
import { shareSite } from './support/share-site.ts'
import { ABOUT } from './support/assets.ts'

const [PHONE, DESK] = VIEWPORTS

const own = shareSite({ prepare: keepTrades })

describe.each([PHONE, DESK])('at a width of $width', (viewport) => {
  it('nothing moves while slower parts load', async () => {
    for (const path of ['/stocks/RISE', '/crypto/BTC']) {
      const answers = Promise.withResolvers<void>()
      await isSentWhole(own.site.url + path)
      const { page } = await own.visit(path, {
        viewport,
        isNew: true,
        before: async (page) => {
          await recordLayoutShifts(page)
          await page.route(/\/api\/(stats|related)\//, async (route) => {
            await answers.promise
            await route.continue()
          })
        },
      })
      await chartIsLive(page)
      await page.getByRole('button', { name: 'Accept cookies' }).waitFor()
      answers.resolve()
      await allIsLoaded(page)
      await cards(page).first().waitFor()
      if (path === '/stocks/RISE')
        await section(page, 'Insider trades').getByText('Jane Doe').first().waitFor()
      const shifts = await page.evaluate(() => (window as unknown as { shifts: string[] }).shifts)
      expect({ path, shifts }).toEqual({ path, shifts: [] })
    }
  })

  it('axe finds nothing wrong in any state of the screens', async () => {
    const { page } = await own.visit('/stocks', { viewport, expected: /status of (404|503)/ })
    await section(page, 'Largest insider trades').getByText('RISE').first().waitFor()
    await searchField(page).pressSequentially('i')
    await page.getByRole('option').first().waitFor()
    await searchField(page).press('ArrowDown')
    const states: Record<string, string[]> = { suggestions: await listViolations(page) }

    // A short table, since axe examines every cell.
    await page.goto(`${own.site.url}/stocks/RISE?range=1M`)
    await chartIsLive(page)
    await cards(page).first().waitFor()
    await page.getByText('Table of closes').click()
    await page.getByRole('button', { name: 'Show More' }).click()
    await slider(page).focus()
    states['everything open'] = await listViolations(page)

    await page.goto(`${own.site.url}/stocks/I`)
    await section(page, 'Did you mean').waitFor()
    states['meant'] = await listViolations(page)

    own.upstream.fail('chart', 503)
    await page.goto(`${own.site.url}/stocks/T${viewport.width}`)
    await page.getByRole('button', { name: 'Try again' }).waitFor()
    states['source down'] = await listViolations(page)
    expect(states).toEqual({ suggestions: [], 'everything open': [], meant: [], 'source down': [] })
  })

  it('the suggestions cover the links to the sections', async () => {
    const { page } = await own.visit('/stocks/RISE', { viewport })
    await searchField(page).fill('i')
    await page.getByRole('option').first().waitFor()
    const isOnTop = await page.getByRole('listbox').evaluate((list) => {
      // The longest possible list, so that it reaches the links.
      list.style.cssText = 'max-height: none; height: 80rem'
      const bar = document.querySelector('nav[aria-label="On this page"]')
      bar!.scrollIntoView({ block: 'center' })
      const { top, height } = bar!.getBoundingClientRect()
      const { left, width } = list.getBoundingClientRect()
      return document.elementFromPoint(left + width / 2, top + height / 2) === list
    })
    expect(isOnTop).toBe(true)
  })

  it('the Tab key goes through the page in order, and the focus is visible', async () => {
    // With its answer the banner would pass the focus on to the page.
    const answered = { name: 'cookie_choice', value: 'refused', url: own.site.url }
    const { page } = await own.visit('/stocks/RISE', {
      viewport,
      before: (page) => page.context().addCookies([answered]),
    })
    await chartIsLive(page)
    await cards(page).first().waitFor()
    const stops: Awaited<ReturnType<typeof describeFocus>>[] = []
    while (stops.length < 80) {
      await page.keyboard.press('Tab')
      const stop = await describeFocus(page)
      if (stop.name === 'BODY' || stops.some(({ index }) => index === stop.index)) break
      stops.push(stop)
    }
    expect(stops.filter(({ isSeen }) => !isSeen)).toEqual([])
    const names = stops.map(({ name }) => name)
    // As they are seen: on a wide screen the search comes before the links.
    const screens = ['Newsletter', 'Stocks', 'Crypto']
    const search = ['Enter Ticker', 'Get Data']
    const header = viewport === DESK ? [...search, ...screens] : [...screens, ...search]
    expect(names.filter((name) => header.includes(name)).slice(0, header.length)).toEqual(header)
    const order = stops.filter(({ name }) => !header.includes(name)).map(({ index }) => index)
    expect(order).toEqual(order.toSorted((a, b) => a - b))
    for (const name of ['Enter Ticker', 'Get Data', '1M', 'MAX', 'Closes, arrow keys to walk', 'Copy link']) {
      expect(names).toContain(name)
    }
    expect(names.filter((name) => /^(FALL|REL\d)/.test(name))).toHaveLength(8)
    expect(names.at(-1)).toBe('Cookie choices')
  })
})

/** The focused element, its place in the document, and whether it is highlighted and on the screen. */
function describeFocus(page: Page) {
  return page.evaluate(() => {
    const focused = document.activeElement ?? document.body
    const label = (focused as HTMLInputElement).labels?.[0]?.textContent
    const { outlineStyle, outlineWidth } = getComputedStyle(focused)
    const box = focused.getBoundingClientRect()
    const isOnScreen = box.bottom > 0 && box.top < innerHeight && box.right > 0 && box.left < innerWidth
    return {
      name:
        focused === document.body
          ? 'BODY'
          : (focused.getAttribute('aria-label') ?? label ?? focused.textContent ?? ''),
      index: [...document.querySelectorAll('*')].indexOf(focused),
      isSeen: isOnScreen && outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2,
    }
  })
}

describe('what a reader does on the screen', () => {
  it('the cookie question leaves the chart in use, and can be answered', async () => {
    const { page } = await own.visit('/stocks/RISE', { viewport: { width: 1280, height: 700 } })
    await chartIsLive(page)
    await page.getByRole('button', { name: 'Decline cookies' }).click()
    await page.getByRole('button', { name: 'Decline cookies' }).waitFor({ state: 'detached' })
    const cookies = await page.context().cookies()
    expect(cookies.map(({ name, value }) => [name, value])).toEqual([['cookie_choice', 'refused']])
  })

  it('the link to the current view is copied', async () => {
    const { page } = await own.visit('/stocks/RISE?range=6M', {
      permissions: ['clipboard-read', 'clipboard-write'],
    })
    await page.getByRole('button', { name: 'Copy link' }).click()
    await page.getByText('Link copied').waitFor()
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(
      `${own.site.url}/stocks/RISE?range=6M`,
    )
  })

  it('recent tickers are kept after a yes, survive a reload, and are removed by Clear', async () => {
    const { page } = await own.visit('/stocks/FALL')
    await page.getByRole('button', { name: 'Accept cookies' }).click()
    await page.getByRole('button', { name: 'Accept cookies' }).waitFor({ state: 'hidden' })
    await page.goto(`${own.site.url}/crypto/BTC`)
    await chartIsLive(page)
    await page.goto(`${own.site.url}/stocks`)
    const recent = page.getByRole('region', { name: 'Recent tickers' })
    await expect
      .poll(() => recent.getByRole('link').allInnerTexts())
      .toEqual([expect.stringMatching(/^BTC\s*Coin$/)])
    await page.getByRole('button', { name: 'Clear recent tickers' }).click()
    await page.getByText('Recent tickers are cleared.').waitFor()
    await page.reload()
    await page.getByText('By ticker or name: AAPL or Apple.').waitFor()
    expect(await recent.count()).toBe(0)
    expect(await page.evaluate(() => JSON.stringify(localStorage))).not.toContain('BTC')
  })

  it('the / key leads to the search field, and is an ordinary character there', async () => {
    const { page } = await own.visit('/stocks/RISE')
    const isFocused = () => searchField(page).evaluate((field) => field === document.activeElement)
    await page.keyboard.press('/')
    await expect.poll(isFocused).toBe(true)
    expect(await page.evaluate(() => getSelection()?.toString())).toBe('RISE')
    await page.keyboard.press('/')
    expect(await searchField(page).inputValue()).toBe('/')
  })

  it('a print has the line, its summary and the whole description, which is cut on the screen, and nothing to click', async () => {
    const { page } = await own.visit('/stocks/RISE')
    await chartIsLive(page)
    await cards(page).first().waitFor()
    const about = section(page, 'About').locator('p:has(+ button)')
    expect(await about.innerText()).toBe(ABOUT.start)
    await page.getByRole('button', { name: 'Show More' }).click()
    expect(await about.innerText()).toBe(ABOUT.start + ABOUT.rest)
    await page.getByRole('button', { name: 'Show Less' }).click()
    expect(await about.innerText()).toBe(ABOUT.start)
    await page.emulateMedia({ media: 'print' })
    expect(await chart(page).locator('polyline').isVisible()).toBe(true)
    expect(await page.getByText(ABOUT.rest.trim()).isVisible()).toBe(true)
    expect(await page.getByText(/^RISE, past year: from \$100\.00 on /).isVisible()).toBe(true)
    // Folded parts are printed, without the controls that unfold them.
    const statistics = section(page, 'Key Statistics')
    expect(await statistics.getByText(/^Show \d+ more$/).isVisible()).toBe(false)
    expect(await statistics.locator('details dt').last().isVisible()).toBe(true)
    for (const role of ['navigation', 'button', 'textbox', 'combobox', 'slider', 'contentinfo'] as const) {
      expect({ role, shown: await page.getByRole(role).count() }).toEqual({ role, shown: 0 })
    }
  })
})

describe('the ticker screen without JavaScript', () => {
  it('has its line, its summary and its table, and its form and ranges work', async () => {
    const { page } = await own.visit('/stocks', { javaScriptEnabled: false })
    await searchField(page).fill('rise')
    await page.getByRole('button', { name: 'Get Data' }).click()
    await page.waitForURL(`${own.site.url}/stocks/RISE`)
    expect(await page.getByRole('heading', { level: 1 }).innerText()).toBe('Riser Corporation (RISE)')
    const line = page.locator('main polyline')
    expect((await line.getAttribute('points'))?.split(' ').length).toBeGreaterThan(100)
    const box = await line.boundingBox()
    expect(box?.width).toBeGreaterThan(600)
    expect(box?.height).toBeGreaterThan(100)
    expect(await page.getByText(/^RISE, past year: from \$100\.00 on .* to \$200\.00 on /).isVisible()).toBe(
      true,
    )
    await page.getByText('Table of closes').click()
    expect(await page.locator('tbody tr').first().innerText()).toContain('$200.00')
    expect(await page.getByText(ABOUT.rest.trim()).isVisible()).toBe(true)
    expect(await page.getByRole('button', { name: 'Copy link' }).count()).toBe(0)
    expect(await page.getByRole('region', { name: 'Key figures' }).innerText()).toContain('$3.46B')
    await section(page, 'Key Statistics')
      .getByText(/^Show \d+ more$/)
      .click()
    await section(page, 'Key Statistics').getByText('Trailing P/E').click()
    expect(
      await section(page, 'Key Statistics').getByText('Price divided by the past year’s profit').isVisible(),
    ).toBe(true)
    expect(await cards(page).count()).toBeGreaterThan(0)
    expect(await page.getByText('Loading...').count()).toBe(0)
    await page.getByRole('link', { name: '1M', exact: true }).click()
    await page.getByText(/^RISE, past month: /).waitFor()
  })

  it('comes without the prices of a slow source, and requests them again by itself until they are there', async () => {
    let isThere = false
    const slow = await own.startAnother({
      changeApi: (api) => ({
        ...api,
        getStock: (query) => (isThere ? api.getStock(query) : Promise.resolve(undefined)),
      }),
    })
    const { page, status, response } = await visitPage({ browser: own.browser, site: slow }, '/stocks/RISE', {
      javaScriptEnabled: false,
    })
    expect([status, response?.headers()['cache-control']]).toEqual([200, 'no-store'])
    expect(await page.locator('meta[name="robots"]').getAttribute('content')).toContain('noindex')
    expect(await page.getByText('Loading...').first().isVisible()).toBe(true)
    isThere = true
    await heading(page, 'Riser Corporation (RISE)').waitFor()
    expect(await page.locator('meta[http-equiv="refresh"]').count()).toBe(0)
  })

  it('tries a source that was down again through its form', async () => {
    own.upstream.fail('chart', 403)
    const { page, status } = await own.visit('/stocks/T1', {
      javaScriptEnabled: false,
      expected: statusReport(503),
    })
    expect(status).toBe(503)
    expect(await page.getByText('Failed to fetch data').isVisible()).toBe(true)
    await page.getByRole('button', { name: 'Try again' }).click()
    await page.waitForURL(/\/stocks\/T1\??$/)
    expect(await page.getByText('Failed to fetch data').isVisible()).toBe(true)
  })
})
