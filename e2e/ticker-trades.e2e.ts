import { sql } from 'kysely'
import type { Locator, Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'

import type { Database } from '../server/db/database.ts'
import { createFiling, createTransaction } from '../server/letter/testing/insider-filings.ts'
import {
  aCongressRow,
  keepCongressReport,
  keepInsiderDay,
  keepInsiderFiling,
  keepMember,
  keepRun,
} from '../server/letter/testing/kept-trades.ts'
import { listViolations } from './support/axe.ts'
import { hydrated } from './support/browser.ts'
import {
  allIsLoaded,
  boxOf,
  cards,
  chartIsLive,
  heading,
  isSentWhole,
  reading,
  recordLayoutShifts,
  REDRAWN,
  searchField,
  section,
  sendUnfinished,
  VIEWPORTS,
} from './support/screen.ts'
import { shareSite } from './support/share-site.ts'

const [PHONE, DESK] = VIEWPORTS
const INSIDERS = 'Insider trades'
const CONGRESS = 'Congress trades'
const RECORDS = /^https:\/\/(www\.sec\.gov|reports\.example)\//

const own = shareSite({ prepare: keepTrades })

/** RISE: a director bought and sold, a member of the House bought and reported late; there is nothing for other tickers. */
async function keepTrades(db: Database): Promise<void> {
  await keepMember(db)
  for (const day of ['2025-01-27', '2025-01-28', '2025-01-29']) await keepInsiderDay(db, day)
  await keepInsiderFiling(
    db,
    createFiling({
      ticker: 'RISE',
      issuerCik: '1',
      transactions: [createTransaction(), createTransaction({ line: 2, code: 'S', isPlanned: true })],
    }),
  )
  await keepCongressReport(db, {
    reportId: '1',
    filedOn: '2025-01-20',
    rows: [
      aCongressRow({ ticker: 'RISE', asset: 'Riser Corporation', traded_on: '2024-11-20', owner: 'JT' }),
    ],
  })
  await keepRun(db, { source: 'insiders', asOf: '2025-01-29', listed: 1 })
  await keepRun(db, { source: 'house', asOf: '2025-01-29', listed: 1 })
  await keepRun(db, { source: 'senate', asOf: '2025-01-29', outcome: 'off' })
}

it('the largest trades fit every width between a phone’s and a desktop’s', async () => {
  const { page } = await own.visit('/stocks/RISE')
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
})

describe.each([PHONE, DESK])('the trades in a company at a width of $width', (viewport) => {
  it('fit the screen, stay in place while the rest loads, and have nothing that axe finds wrong', async () => {
    const path = '/stocks/RISE?range=1M'
    await isSentWhole(own.site.url + path)
    const { page } = await own.visit(path, {
      viewport,
      isNew: true,
      before: recordLayoutShifts,
    })
    await chartIsLive(page)
    await allIsLoaded(page)
    await cards(page).first().waitFor()
    const shifts = await page.evaluate(() => (window as unknown as { shifts: string[] }).shifts)
    expect(shifts).toEqual([])
    const width = await page.evaluate(() => document.documentElement.scrollWidth)
    expect(width).toBeLessThanOrEqual(viewport.width)
    const row = section(page, INSIDERS).locator('ol > li').first()
    const [who, sum] = [
      await boxOf(row.getByText('Jane Doe', { exact: true })),
      await boxOf(row.getByText('$', { exact: false }).first()),
    ]
    // Stacked on a phone, one line on a desk.
    expect(sum.y > who.y + who.height).toBe(viewport === PHONE)
    expect(await listViolations(page)).toEqual([])
  })

  it('are listed among the largest of the week before any search, where axe finds nothing wrong either', async () => {
    const { page } = await own.visit('/stocks', { viewport })
    await section(page, 'Largest insider trades').getByText('RISE').first().waitFor()
    expect(await listViolations(page)).toEqual([])
  })

  it('that could not be read are reported as such, and appear when requested again', async () => {
    await sql`alter table collect_run rename to collect_run_away`.execute(own.db)
    // The site checks only once a second how far the records were read.
    own.site.pass(1_000)
    let page: Page
    try {
      ;({ page } = await own.visit(`/stocks/T${viewport.width}`, { viewport }))
      // They may not be requested until the page is interactive.
      await section(page, INSIDERS).getByText('This does not mean nobody traded.').waitFor()
    } finally {
      await sql`alter table collect_run_away rename to collect_run`.execute(own.db)
    }
    const insiders = section(page, INSIDERS)
    await heading(page, `Trial T${viewport.width} (T${viewport.width})`).waitFor()
    expect(await listViolations(page)).toEqual([])
    await insiders.getByRole('button', { name: 'Try again' }).click()
    await insiders.getByText('No insider trades were reported').waitFor()
    await section(page, CONGRESS).getByText('No trades in this company were reported').waitFor()
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe(INSIDERS)
  })
})

describe('the trades in a company', () => {
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

  it('are said to be none for the days that were read if nobody reported any', async () => {
    const { page } = await own.visit('/stocks/FALL')
    await allIsLoaded(page)
    expect(await section(page, INSIDERS).textContent()).toContain(
      'No insider trades were reported from Jan 27, 2025 to Jan 29, 2025, as far as we read the filings.',
    )
    expect(await section(page, CONGRESS).textContent()).toContain(
      'No trades in this company were reported from Jan 20, 2025 to Jan 29, 2025',
    )
  })

  it('do not delay the prices', async () => {
    const answers = Promise.withResolvers<void>()
    const { page } = await own.visit('/stocks', {
      expected: REDRAWN,
      before: async (page) => {
        await sendUnfinished(page)
        await page.route(/\/api\/trades\//, async (route) => {
          await answers.promise
          await route.continue()
        })
      },
    })
    await searchField(page).fill('RISE')
    await searchField(page).press('Enter')
    await page.waitForURL('**/stocks/RISE')
    await hydrated(page)
    await heading(page, 'Riser Corporation (RISE)').waitFor()
    await section(page, INSIDERS).getByText('Loading...').waitFor()
    answers.resolve()
    await section(page, CONGRESS).getByText('$1,001 to $15,000', { exact: true }).waitFor()
    expect(await section(page, INSIDERS).getByText('+ Bought').isVisible()).toBe(true)
  })
})

it('are not shown for coins', async () => {
  const { page } = await own.visit('/crypto/BTC')
  await allIsLoaded(page)
  expect(await section(page, INSIDERS).count()).toBe(0)
  expect(await section(page, CONGRESS).count()).toBe(0)
})
