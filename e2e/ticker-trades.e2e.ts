import { sql } from 'kysely'
import type { Locator, Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'

import { listViolations } from './support/axe.ts'
import { keepTrades } from './support/kept-trades.ts'
import { boxOf, chartIsLive, heading, reading, section, VIEWPORTS } from './support/screen.ts'
import { shareSite } from './support/share-site.ts'

const [PHONE, DESK] = VIEWPORTS
const INSIDERS = 'Insider trades'
const CONGRESS = 'Congress trades'
const RECORDS = /^https:\/\/(www\.sec\.gov|reports\.example)\//

const own = shareSite({ prepare: keepTrades })

it('the trades in a company fit every width between a phone’s and a desktop’s', async () => {
  const { page } = await own.visit('/stocks/RISE')
  const row = section(page, INSIDERS).locator('ol > li').first()
  await row.waitFor()
  // Between two of these the layout is the same, and the narrowest has the least room.
  const bounds = await page.evaluate(() => {
    const rules = [...document.styleSheets].flatMap((sheet) =>
      Array.from(sheet.cssRules, (rule) => rule.cssText),
    )
    return [...rules.join(' ').matchAll(/\bwidth\b[^()\d.]*([\d.]+)rem\)/g)].map(
      ([, rem]) => Number(rem) * 16,
    )
  })
  expect(bounds.filter((bound) => bound > 320 && bound < 1280).length).toBeGreaterThan(10)
  const around = bounds.flatMap((bound) => [Math.ceil(bound) - 1, Math.ceil(bound)])
  const widths = new Set([320, ...around.filter((width) => width > 320 && width < 1280), 1280])
  const tooWide: number[] = []
  for (const width of widths) {
    await page.setViewportSize({ width, height: 800 })
    const { scrollWidth, clientWidth } = await page.evaluate(() => {
      const { scrollWidth, clientWidth } = document.documentElement
      return { scrollWidth, clientWidth }
    })
    if (scrollWidth > clientWidth) tooWide.push(width)
  }
  expect(tooWide).toEqual([])
  for (const viewport of [PHONE, DESK]) {
    await page.setViewportSize(viewport)
    const who = await boxOf(row.getByText('Jane Doe', { exact: true }))
    const sum = await boxOf(row.getByText('$', { exact: false }).first())
    // Stacked on a phone, one line on a desk.
    expect(sum.y > who.y + who.height).toBe(viewport === PHONE)
  }
})

describe('the trades in a company', () => {
  it('that could not be read are reported as such, and appear when requested again', async () => {
    await sql`alter table collect_run rename to collect_run_away`.execute(own.db)
    // The site checks only once a second how far the records were read.
    own.site.pass(1_000)
    let page: Page
    try {
      ;({ page } = await own.visit('/stocks/T375', { viewport: PHONE }))
      // They may not be requested until the page is interactive.
      await section(page, INSIDERS).getByText('This does not mean nobody traded.').waitFor()
    } finally {
      await sql`alter table collect_run_away rename to collect_run`.execute(own.db)
    }
    const insiders = section(page, INSIDERS)
    await heading(page, 'Trial T375 (T375)').waitFor()
    expect(await listViolations(page)).toEqual([])
    await insiders.getByRole('button', { name: 'Try again' }).click()
    await insiders.getByText('No insider trades were reported').waitFor()
    await section(page, CONGRESS).getByText('No trades in this company were reported').waitFor()
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe(INSIDERS)
  })

  it('work without JavaScript, each with its record and the legal notice', async () => {
    const { page } = await own.visit('/stocks/RISE', { javaScriptEnabled: false })
    const [insiders, congress] = [section(page, INSIDERS), section(page, CONGRESS)]
    // On a busy machine the page may be sent before the trades are read; then a reader loads it again, a moment later.
    const loadAgain = async () => {
      if ((await insiders.locator('ol > li').count()) > 0) return
      own.site.pass(1_000)
      await page.reload()
    }
    await expect.poll(() => loadAgain().then(() => insiders.locator('ol > li').count())).toBe(1)
    expect(await insiders.getByText('+ Bought').isVisible()).toBe(true)
    expect(await insiders.getByText('− Sold').isVisible()).toBe(true)
    expect(await insiders.getByText('under a plan (Rule 10b5-1)').isVisible()).toBe(true)
    expect(await insiders.getByRole('link', { name: 'Jan 28, 2025 by Jane Doe' }).isVisible()).toBe(true)
    expect(await congress.getByText('$1,001 to $15,000', { exact: true }).isVisible()).toBe(true)
    expect(await congress.getByText('61 days, late').isVisible()).toBe(true)
    expect(await congress.getByText('5 U.S.C. 13107').isVisible()).toBe(true)
    expect(await congress.getByText('Not all of it could be read: trades may be missing.').isVisible()).toBe(
      true,
    )
    const senate = congress.getByText('Senate: left out by a setting of this site.')
    expect(await senate.isVisible()).toBe(false)
    await congress.getByText('What is counted, and how far we read').click()
    expect(await senate.isVisible()).toBe(true)
    const report = congress.getByRole('link', { name: 'Jan 20, 2025 by Jane Doe' })
    expect(await report.getAttribute('href')).toBe('https://reports.example/1')
  })

  it.each([
    { by: 'a mouse over its mark', viewport: DESK, hasTouch: false, read: (mark: Locator) => mark.hover() },
    { by: 'a click on its mark', viewport: DESK, hasTouch: false, read: (mark: Locator) => mark.click() },
    { by: 'a finger', viewport: PHONE, hasTouch: true, read: (mark: Locator) => mark.tap() },
  ])('lead to their records from the chart, by $by', async ({ viewport, hasTouch, read }) => {
    const { page } = await own.visit('/stocks/RISE?range=MAX', { viewport, hasTouch, isMobile: hasTouch })
    // With this status the browser stays where it is.
    await page.route(RECORDS, (route) => route.fulfill({ status: 204 }))
    await page.getByRole('button', { name: 'Decline cookies' }).click()
    await chartIsLive(page)
    await reading(page).scrollIntoViewIfNeeded()
    const mark = page.getByRole('toolbar').getByRole('button').last()
    await read(mark)
    const record = reading(page).getByRole('link', { name: 'Record' }).first()
    const address = await record.getAttribute('href')
    const asked = page.waitForRequest(RECORDS)
    if (hasTouch) await record.tap()
    else {
      const [from, to] = [await boxOf(mark), await boxOf(record)]
      const y = to.y + to.height / 2
      // Down first, away from the other marks.
      await page.mouse.move(from.x + from.width / 2, y, { steps: 10 })
      await page.mouse.move(to.x + to.width / 2, y, { steps: 10 })
      await page.mouse.down()
      await page.mouse.up()
    }
    expect((await asked).url()).toBe(address)
  })
})
