import { readFileSync } from 'node:fs'

import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'

import { ISLANDS } from '../client/app/islands.ts'
import { ENTRY, filesOf, HYDRATE, type Manifest } from '../client/app/page-files.ts'
import { listViolations } from './support/axe.ts'
import { hydrated, openPage } from './support/browser.ts'
import { statusReport, VIEWPORTS } from './support/screen.ts'
import { shareSite } from './support/share-site.ts'

/** The widest one is left out: it only has more space around the same things. */
const AXE_WIDTHS = new Set([375, 1280])
/** Pages that axe need not examine: it examines them at both widths, with more in them, in archive.e2e.ts and
 *  ticker-access.e2e.ts, except one that is the same as the first. */
const EXAMINED_ELSEWHERE = /^\/(newsletter($|\/)|stocks$|stocks\/RISE$)/
const SCREENS = [
  {
    path: '/',
    title: 'Lunchpail: money news for people who work for it',
    h1: 'Money news for people who work for it',
  },
  {
    path: '/newsletter',
    title: 'Lunchpail: money news for people who work for it',
    h1: 'Money news for people who work for it',
  },
  { path: '/newsletter/archive', title: 'Archive · Lunchpail', h1: 'Archive' },
  { path: '/newsletter/how-we-know', title: 'How we know · Lunchpail', h1: 'How we know' },
  { path: '/newsletter/corrections', title: 'Corrections · Lunchpail', h1: 'Corrections' },
  {
    path: '/newsletter/archive/2025-02-03',
    title: 'No such letter · Lunchpail',
    h1: 'No such letter',
    status: 404,
  },
  { path: '/dashboard', title: 'Dashboard · Lunchpail', h1: 'Dashboard' },
  { path: '/sign-up', title: 'Sign up · Lunchpail', h1: 'Money news for people who work for it' },
  { path: '/unsubscribe', title: 'Unsubscribe · Lunchpail', h1: 'Sorry to see you go!' },
  {
    path: '/confirm',
    title: 'Confirm your subscription · Lunchpail',
    h1: 'Confirm your subscription',
  },
  { path: '/privacy-policy', title: 'Privacy Policy · Lunchpail', h1: 'Privacy Policy' },
  { path: '/terms-of-service', title: 'Terms of Use · Lunchpail', h1: 'Terms of Use' },
  { path: '/disclaimers', title: 'Disclaimer · Lunchpail', h1: 'Disclaimer' },
  { path: '/stocks', title: 'Stock lookup · Lunchpail', h1: 'Look up a stock' },
  {
    path: '/stocks/RISE',
    title: 'Riser Corporation (RISE) · Lunchpail',
    h1: 'Riser Corporation (RISE)',
  },
  { path: '/crypto', title: 'Crypto lookup · Lunchpail', h1: 'Look up a coin' },
  { path: '/crypto/BTC', title: 'Bitcoin (BTC) · Lunchpail', h1: 'Bitcoin (BTC)' },
  { path: '/nowhere', title: 'Page not found', h1: 'Page not found', status: 404 },
  { path: '/stocks/NOPE', title: 'NOPE · Lunchpail', h1: 'NOPE', status: 404 },
]
const FOOTER_LINKS = [
  ['Archive', '/newsletter/archive', null],
  ['How we know', '/newsletter/how-we-know', null],
  ['Corrections', '/newsletter/corrections', null],
  ['RSS', '/newsletter/feed.xml', null],
  ['Privacy Policy', '/privacy-policy', '_blank'],
  ['Terms of Use', '/terms-of-service', '_blank'],
  ['Disclaimer', '/disclaimers', '_blank'],
  ['Contact', 'mailto:hello@lunchpail.test', null],
  ['API docs', '/api/docs', null],
  ['Mastodon', 'https://mastodon.social/@lunchpail', '_blank'],
  ['YouTube', 'https://www.youtube.com/@lunchpail', '_blank'],
]
/** Some of the text of each screen without JavaScript. */
const WORDS = {
  '/': 'Join Our Community',
  '/newsletter': 'Join Our Community',
  '/sign-up': 'Join Our Community',
  '/newsletter/archive': 'No letter has gone out yet.',
  '/newsletter/corrections': 'No letter has been corrected so far.',
  '/privacy-policy': '7/20/2024',
  '/terms-of-service': 'July 20, 2024',
  '/disclaimers': 'Past backtests, analysis and strategy results do not guarantee future results.',
  '/stocks': 'Enter a ticker to see the stock chart.',
  '/crypto': 'Enter a ticker to see the stock chart.',
  '/stocks/NOPE': 'Failed to fetch data',
  '/nowhere': 'There is nothing at this address.',
}

/** What the browser reports for screens that are errors. */
const NOT_FOUND = statusReport(404)

const own = shareSite({
  settings: {
    CONTACT_EMAIL: 'hello@lunchpail.test',
    SOCIAL_LINKS: 'https://mastodon.social/@lunchpail, https://www.youtube.com/@lunchpail',
  },
})

/** Waits for what loads after the page: React, the cookie banner, and the background data of a ticker. */
async function waitForScreen(page: Page): Promise<void> {
  await hydrated(page)
  await page.getByRole('button', { name: 'Accept cookies' }).waitFor()
  await expect.poll(() => page.getByText('Loading...').count()).toBe(0)
}

const listFooterLinks = (page: Page) =>
  page
    .getByRole('contentinfo')
    .getByRole('link')
    .evaluateAll((found) =>
      found.map((link) => [link.textContent, link.getAttribute('href'), link.getAttribute('target')]),
    )

/** The paths of the stylesheets, without the one that comes with the cookie banner. */
const listPaths = (addresses: readonly string[]) =>
  [...new Set(addresses.map((address) => new URL(address, own.site.url).pathname))]
    .filter((path) => !path.includes('consent'))
    .sort()

/** @param html  as the server sent it: what a browser without JavaScript loads */
const listNamedStylesheets = (html: string) =>
  listPaths(
    [...html.matchAll(/<link\b[^>]*>/g)]
      .filter(([link]) => /\brel="?stylesheet\b/.test(link))
      .map(([link]) => /\bhref="([^"]*)"/.exec(link)?.[1] ?? ''),
  )

const listLoadedStylesheets = async (page: Page) =>
  listPaths(
    await page
      .locator('link[rel=stylesheet]')
      .evaluateAll((links) => links.map((link) => (link as HTMLLinkElement).href)),
  )

const manifest = JSON.parse(readFileSync('dist/assets.json', 'utf8')) as Manifest
const EXPLORER = `/${manifest['client/features/ticker/chart/chart-explorer.tsx']?.file}`
const CONTRACTS = `/${manifest['client/lib/contracts.ts']?.file}`

/** The scripts that a page's budget counts: its entry, and the islands that hydrate by themselves.
 *  @param html  as the server sent it */
function listCountedScripts(html: string): string[] {
  const islands = [...html.matchAll(/data-island="([^"]+)" data-alive="(?:now|soon)"/g)]
  const sources = islands.map(([, name = '']) => ISLANDS[name]?.source)
  const { scripts } = filesOf(manifest, [ENTRY, ...(islands.length > 0 ? [HYDRATE, ...sources] : [])])
  return [...scripts].map((file) => `/${file}`).sort()
}

/** Leaves out the script that reads the chart, which loads once the chart is in view. */
const listLoadedScripts = async (page: Page) => {
  const loaded = await page.evaluate(() =>
    performance
      .getEntriesByType('resource')
      .map(({ name }) => new URL(name).pathname)
      .filter((path) => path.endsWith('.js')),
  )
  return [...new Set(loaded)].filter((path) => path !== EXPLORER).sort()
}

describe('the screen at', () => {
  it.each(SCREENS)(
    '$path is complete and clean at every width, and names all its styles in its HTML',
    async ({ path, title, h1, status = 200 }) => {
      const expected = status === 404 ? { expected: NOT_FOUND } : {}
      const { page } = await openPage(own.browser, { viewport: VIEWPORTS[0], ...expected })
      const response = await page.goto(own.site.url + path)
      await waitForScreen(page)
      expect(response?.status()).toBe(status)
      expect(await page.title()).toBe(title)
      const named = listNamedStylesheets((await response?.text()) ?? '')
      expect(named.length).toBeGreaterThan(0)
      expect(named).toEqual(await listLoadedStylesheets(page))
      // The budget of each page counts these scripts.
      expect(await listLoadedScripts(page)).toEqual(listCountedScripts((await response?.text()) ?? ''))
      expect(await listFooterLinks(page)).toEqual(FOOTER_LINKS)
      expect(await page.getByRole('contentinfo').innerText()).toMatch(/© 20\d\d Lunchpail/)
      for (const { width, height } of VIEWPORTS) {
        await page.setViewportSize({ width, height })
        expect(await page.getByRole('heading', { level: 1 }).allInnerTexts()).toEqual([h1])
        const overflow = await page.evaluate(
          () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
        )
        expect({ width, scrollsSideways: overflow > 0 }).toEqual({ width, scrollsSideways: false })
        if (!AXE_WIDTHS.has(width) || EXAMINED_ELSEWHERE.test(path)) continue
        expect({ width, violations: await listViolations(page) }).toEqual({ width, violations: [] })
      }
    },
  )
})

describe('without JavaScript', () => {
  it('every screen can be read', async () => {
    const { page } = await openPage(own.browser, { javaScriptEnabled: false, expected: NOT_FOUND })
    const unreadable: string[] = []
    for (const [path, words] of Object.entries(WORDS)) {
      await page.goto(own.site.url + path)
      if (!(await page.getByText(words).first().isVisible())) unreadable.push(path)
    }
    expect(unreadable).toEqual([])
  })
})

describe('a part of the site that does not arrive', () => {
  it('is reported as “Loading chunk failed”, and “Try again” loads it', async () => {
    const { page } = await openPage(own.browser, {
      expected: /Failed to load resource: net::ERR_FAILED|ChunkLoadError: Loading chunk failed/,
    })
    await page.goto(own.site.url)
    await waitForScreen(page)
    // From here on, every script that the page has not loaded yet fails to load.
    await page.route('**/assets/**/*.js', (route) => route.abort())
    const field = page.getByLabel('Enter your email')
    await field.focus()
    const report = page.getByRole('alert').filter({ hasText: 'Loading chunk failed' })
    await report.waitFor()
    await page.unroute('**/assets/**/*.js')
    await report.getByRole('link', { name: 'Try again' }).click()
    await report.waitFor({ state: 'detached' })
    await waitForScreen(page)
    await field.fill('reader@example.com')
    await page.getByRole('button', { name: 'Sign Up' }).click()
    const dialog = page.getByRole('dialog', { name: 'Disclaimer' })
    await dialog.waitFor()
    expect(await dialog.isVisible()).toBe(true)
  })

  it('leaves its form to the server', async () => {
    const { page } = await openPage(own.browser, {
      expected: /Failed to load resource: net::ERR_FAILED|ChunkLoadError: Loading chunk failed/,
    })
    await page.goto(own.site.url)
    await waitForScreen(page)
    await page.route('**/assets/**/*.js', (route) => route.abort())
    await page.getByLabel('Enter your email').fill('reader@example.com')
    await page.getByRole('button', { name: 'Sign Up' }).click()
    await page.getByRole('heading', { level: 1, name: 'Disclaimer' }).waitFor()
    expect(page.url()).toBe(`${own.site.url}/sign-up`)
  })
})

describe('the checks on these pages', () => {
  it('notices a page that the browser renders differently from the server', async () => {
    const { page, said } = await openPage(own.browser, { expected: /React error #418/ })
    await page.route(`${own.site.url}/stocks`, async (route) => {
      const response = await route.fetch()
      await route.fulfill({ response, body: (await response.text()).replace('>Look up a stock<', '>Look<') })
    })
    await page.goto(`${own.site.url}/stocks`)
    await hydrated(page)
    await expect.poll(() => said.join()).toContain('Minified React error #418')
  })

  it('notices a script that the content policy blocks', async () => {
    const { page, said } = await openPage(own.browser, { expected: /Content Security Policy/ })
    await page.route(`${own.site.url}/dashboard`, async (route) => {
      const response = await route.fetch()
      await route.fulfill({ response, body: `${await response.text()}<script>document.title = ''</script>` })
    })
    await page.goto(`${own.site.url}/dashboard`)
    await expect.poll(() => said.join()).toContain('Content Security Policy')
  })

  it('notices what axe finds wrong', async () => {
    const { page } = await openPage(own.browser)
    await page.goto(`${own.site.url}/dashboard`)
    await page.evaluate(() => document.querySelector('main')?.append(document.createElement('button')))
    expect(await listViolations(page)).toEqual(['button-name: <button></button>'])
  })

  it('notices an uncaught error', async () => {
    const { page, complaints, said } = await openPage(own.browser, { expected: /^Error: nobody caught/ })
    await page.goto(`${own.site.url}/dashboard`)
    await page.evaluate(() =>
      setTimeout(() => {
        throw new Error('nobody caught this')
      }),
    )
    await expect.poll(() => said).toEqual(['Error: nobody caught this'])
    expect(complaints).toEqual([])
  })
})

it('a page that one test gave back keeps nothing for the next', async () => {
  const first = await openPage(own.browser, { expected: /^Error: still here$/ })
  await first.page.goto(`${own.site.url}/dashboard`)
  await first.page.evaluate(() => {
    document.cookie = 'kept=yes'
    localStorage.setItem('kept', 'yes')
    sessionStorage.setItem('kept', 'yes')
    setInterval(() => {
      throw new Error('still here')
    }, 1)
  })
  await first.page.route('**/dashboard', (route) => route.abort())
  await first.close()
  const { page } = await openPage(own.browser)
  expect(page).toBe(first.page)
  expect((await page.goto(`${own.site.url}/dashboard`))?.status()).toBe(200)
  const kept = () => [document.cookie, localStorage.getItem('kept'), sessionStorage.getItem('kept')]
  expect(await page.evaluate(kept)).toEqual(['', null, null])
})

it('loading another range of the same release does not load the script that checks answers', async () => {
  const { page } = await openPage(own.browser)
  await page.goto(`${own.site.url}/stocks/RISE`)
  await waitForScreen(page)
  await page.getByRole('link', { name: '1M', exact: true }).click()
  await page.getByText(/^RISE, past month: /).waitFor()
  expect(page.url()).toBe(`${own.site.url}/stocks/RISE?range=1M`)
  expect(CONTRACTS).toMatch(/^\/assets\/.+\.js$/)
  expect(await listLoadedScripts(page)).not.toContain(CONTRACTS)
})
