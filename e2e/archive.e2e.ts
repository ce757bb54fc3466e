import { sql } from 'kysely'
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'

import { anEditionContent } from '../server/letter/testing/edition-content.ts'
import { aWeek, publishEdition } from '../server/testing/published-edition.ts'
import { listViolations } from './support/axe.ts'
import { hydrated, openPage } from './support/browser.ts'
import { statusReport, VIEWPORTS } from './support/screen.ts'
import { shareSite } from './support/share-site.ts'

const DATE = '2025-02-03'
const EDITION = `/newsletter/archive/${DATE}`
const CONTENT = anEditionContent()
const CORRECTION = 'The mail named the wrong month. It is December.'
/** Axe need not examine it: it is the same screen as for a letter that there is not. */
const NO_FIGURES = '/newsletter/archive/someday/figures'
const SCREENS = [
  { path: '/newsletter/archive', h1: 'Archive' },
  { path: EDITION, h1: CONTENT.subject },
  { path: `${EDITION}/figures`, h1: 'Figures of Feb 3, 2025' },
  { path: '/newsletter/how-we-know', h1: 'How we know' },
  { path: '/newsletter/corrections', h1: 'Corrections' },
  { path: '/newsletter/archive/2025-02-10', h1: 'No such letter', status: 404 },
  { path: NO_FIGURES, h1: 'No such letter', status: 404 },
]
/** The smallest phone, and the widths of the other screens. */
const WIDTHS = [{ width: 320, height: 568 }, ...VIEWPORTS]

const own = shareSite({
  prepare: async (db) => {
    await publishEdition(db, { content: aWeek('2025-01-27') })
    await publishEdition(db)
    await sql`
      insert into edition_correction (edition_id, noted_at, text)
      select id, '2025-02-04T15:00:00Z', ${CORRECTION} from edition where slot_date = ${DATE}`.execute(db)
  },
})

const scrollsSideways = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth > document.documentElement.clientWidth)

describe('the page at', () => {
  it.each(SCREENS)('$path is complete and clean at every width', async ({ path, h1, status = 200 }) => {
    const { page } = await openPage(own.browser, status === 404 ? { expected: statusReport(404) } : {})
    const response = await page.goto(own.site.url + path)
    await hydrated(page)
    expect(response?.status()).toBe(status)
    expect(await page.getByRole('heading', { level: 1 }).allInnerTexts()).toEqual([h1])
    for (const size of WIDTHS) {
      await page.setViewportSize(size)
      expect([size.width, await scrollsSideways(page)]).toEqual([size.width, false])
    }
    if (path === NO_FIGURES) return
    for (const width of [320, 1280]) {
      await page.setViewportSize({ width, height: 800 })
      expect([width, await listViolations(page)]).toEqual([width, []])
    }
  })
})

describe('a letter in the archive', () => {
  it('can be read without JavaScript, pictures and all', async () => {
    const { page } = await openPage(own.browser, { javaScriptEnabled: false })
    await page.goto(own.site.url + EDITION)
    for (const { title, tables } of CONTENT.sections) {
      expect(await page.getByRole('heading', { level: 2, name: title, exact: true }).isVisible()).toBe(true)
      for (const { title: caption } of tables) {
        const section = page.getByRole('region', { name: title, exact: true })
        expect(await section.getByRole('table', { name: caption }).isVisible()).toBe(true)
      }
    }
    expect(await page.getByText(CORRECTION).isVisible()).toBe(true)
    const notices = CONTENT.sections.flatMap((section) => section.notices)
    expect(notices.join()).toContain('5 U.S.C. 13107')
    for (const notice of notices) expect(await page.getByText(notice).isVisible()).toBe(true)
    const picture = page.getByRole('img', { name: /^Line: the 30-year mortgage rate/ })
    await picture.scrollIntoViewIfNeeded()
    await expect
      .poll(() => picture.evaluate((image: HTMLImageElement) => [image.naturalWidth, image.naturalHeight]))
      .toEqual([1072, 536])
  })

  it('stacks its tables on a phone, without scrolling sideways, and they stay tables', async () => {
    const { page } = await own.visit(EDITION)
    await page.setViewportSize({ width: 375, height: 800 })
    const table = page.getByRole('region', { name: 'Insider trades' }).getByRole('table', { name: 'Bought' })
    expect(await table.getByRole('row').count()).toBe(3)
    const [head, cell] = [table.getByRole('rowheader').first(), table.getByRole('cell').first()]
    const [above, below] = [await head.boundingBox(), await cell.boundingBox()]
    expect((below?.y ?? 0) > (above?.y ?? 0)).toBe(true)
    const isWider = () => document.documentElement.scrollWidth > document.documentElement.clientWidth
    expect(await page.evaluate(isWider)).toBe(false)
  })

  it('links a figure to its row, and the row back to the figure', async () => {
    const { page } = await own.visit(`${EDITION}/figures#housing/mortgage-30`)
    await page.getByRole('heading', { level: 1, name: 'Figures of Feb 3, 2025' }).waitFor()
    const row = page.locator(':target')
    await expect.poll(() => row.innerText()).toContain('6.95%')
    const record = page.locator('tbody:has(:target)')
    expect(await record.getByRole('link').first().getAttribute('href')).toBe(
      'https://www.freddiemac.com/pmms',
    )
    await page.getByRole('link', { name: 'The letter of Monday, February 3, 2025' }).click()
    await page.getByRole('heading', { level: 1, name: CONTENT.subject }).waitFor()
  })

  it('is linked from the landing page, which shows its story', async () => {
    const { page } = await own.visit('/')
    const slip = page.getByRole('region', { name: 'From the letter of Monday, February 3, 2025' })
    await slip.getByRole('heading', { name: CONTENT.subject }).waitFor()
    expect(await slip.innerText()).toContain('2 letters sent, 1 correction')
    expect(await page.getByText('Made-up names and figures').count()).toBe(0)
    await slip.getByRole('link', { name: 'Read the letter of Feb 3, 2025' }).click()
    await page.getByRole('heading', { level: 1, name: CONTENT.subject }).waitFor()
    await page.getByRole('contentinfo').getByRole('link', { name: 'Archive' }).click()
    await page.getByRole('heading', { level: 1, name: 'Archive' }).waitFor()
    await page.getByRole('link', { name: 'The edition of 2025-01-27' }).click()
    await page.getByRole('heading', { level: 1, name: 'The edition of 2025-01-27' }).waitFor()
    expect(page.url()).toBe(`${own.site.url}/newsletter/archive/2025-01-27`)
  })

  it.each([EDITION, `${EDITION}/figures`])('can be printed: %s', async (path) => {
    const { page } = await own.visit(path)
    await page.emulateMedia({ media: 'print' })
    // Within a grid, content that breaks across pages is cut through a line, or printed over what follows it.
    const around = await page.locator('main table, main details').evaluateAll((found) => {
      const displays = new Set<string>()
      for (const { parentElement } of found)
        for (let one = parentElement; one !== null && one !== document.body; one = one.parentElement)
          if (one.closest('table') === null) displays.add(getComputedStyle(one).display)
      return [...displays]
    })
    expect(around).toEqual(['block'])
  })

  it('does not load much', async () => {
    const html = await (await fetch(own.site.url + EDITION)).text()
    expect(Buffer.byteLength(html)).toBeLessThan(60_000)
  })
})

describe('machines', () => {
  it('find a letter by its address, its kind and the feed', async () => {
    const html = await (await fetch(`${own.site.url}${EDITION}/`)).text()
    expect(html).toContain(`<link rel="canonical" href="${own.site.url}${EDITION}">`)
    expect(html).toContain('<meta property="og:type" content="article">')
    expect(html).toContain(
      '<link rel="alternate" type="application/rss+xml" title="Lunchpail" href="/newsletter/feed.xml">',
    )
    const json = /<script id="structured-data" type="application\/ld\+json">(.*?)<\/script>/s.exec(html)?.[1]
    expect(JSON.parse(json ?? 'null')).toMatchObject({
      '@graph': [
        { '@type': 'NewsArticle', headline: CONTENT.subject, dateModified: '2025-02-04T15:00:00.000Z' },
        { '@type': 'BreadcrumbList' },
      ],
    })
    expect(await (await fetch(`${own.site.url}/sitemap.xml`)).text()).toContain(
      `<loc>${own.site.url}${EDITION}</loc><lastmod>2025-02-04T15:00:00.000Z</lastmod>`,
    )
  })

  it('read the feed as XML', async () => {
    const { page } = await openPage(own.browser)
    await page.goto(`${own.site.url}/disclaimers`)
    const feed = await page.evaluate(async () => {
      const response = await fetch('/newsletter/feed.xml')
      const xml = new DOMParser().parseFromString(await response.text(), 'application/xml')
      return {
        fault: xml.querySelector('parsererror')?.textContent,
        titles: [...xml.querySelectorAll('item > title')].map(({ textContent }) => textContent),
        links: [...xml.querySelectorAll('item > link')].map(({ textContent }) => textContent),
      }
    })
    expect(feed).toEqual({
      fault: undefined,
      titles: [
        CONTENT.subject,
        'Correction to the letter of Monday, February 3, 2025',
        'The edition of 2025-01-27',
      ],
      links: [DATE, `${DATE}#correction-1`, '2025-01-27'].map(
        (date) => `${own.site.url}/newsletter/archive/${date}`,
      ),
    })
  })
})

describe('the archive while the database does not answer', () => {
  it('answers 503 instead of saying that there are no letters', async () => {
    await sql`alter table edition rename to edition_gone`.execute(own.db)
    const paths = ['/newsletter/archive?before=2024-01-01', '/newsletter/archive/2024-01-01']
    // Waits until the site no longer relies on what it last read.
    own.site.pass(2_000)
    const answers = await Promise.all(paths.map((path) => fetch(own.site.url + path)))
    await sql`alter table edition_gone rename to edition`.execute(own.db)
    for (const answer of answers) {
      expect([answer.status, Number(answer.headers.get('retry-after'))]).toEqual([503, 30])
      expect(await answer.text()).toContain('Something went wrong')
    }
  })
})
