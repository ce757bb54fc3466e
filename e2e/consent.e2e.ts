import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'

import { hydrated, openPage } from './support/browser.ts'
import { VIEWPORTS } from './support/screen.ts'
import { shareSite } from './support/share-site.ts'

/** The user agent of a browser with a window: a headless one names itself, and its visits are not counted. */
const userAgent =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36'

const own = shareSite({ settings: { LOG_LEVEL: 'info' } })

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

async function open(page: Page, path = '/'): Promise<void> {
  await page.goto(own.site.url + path)
  await hydrated(page)
}

const listCookies = async (page: Page) =>
  (await page.context().cookies()).map(({ name, httpOnly, sameSite }) => ({ name, httpOnly, sameSite }))

/** A script's cookie reaches the browser's store a moment after the page has changed: poll this. */
const listCookieNames = async (page: Page) => (await listCookies(page)).map(({ name }) => name)

/** What the operator sees. */
async function readUsage() {
  const { exitCode, out, error } = await own.site.command('usage', 'report', '--json')
  expect([exitCode, error]).toEqual([0, ''])
  const { visitors, pages } = JSON.parse(out) as {
    visitors: number | null
    pages: { groups: { name: string }[] }
  }
  return { visitors, pages: pages.groups.map(({ name }) => name) }
}

describe('counting visits', () => {
  it('starts with consent and stops when it is withdrawn, which deletes what was counted', async () => {
    const { page } = await openPage(own.browser, { userAgent })
    const sent: string[] = []
    page.on('request', (request) => void sent.push(`${request.method()} ${new URL(request.url()).pathname}`))
    await open(page)
    await button(page, 'Accept cookies').waitFor()
    await page.getByRole('contentinfo').getByRole('link', { name: 'Archive' }).click()
    await page.waitForURL('**/newsletter/archive')
    expect(await listCookies(page)).toEqual([])
    expect(sent.filter((line) => /visits|consent$/.test(line))).toEqual([])

    await button(page, 'Accept cookies').click()
    await button(page, 'Accept cookies').waitFor({ state: 'hidden' })
    expect(await listCookies(page)).toEqual([
      { name: 'cookie_choice', httpOnly: false, sameSite: 'Lax' },
      { name: 'visitor', httpOnly: true, sameSite: 'Lax' },
    ])
    // The page is reported when it goes to the background. A report sent while it unloads would have the browser's real user
    // agent, which says that it is headless.
    const taken = page.waitForResponse('**/api/visits')
    await page.evaluate(() => {
      Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => 'hidden' })
      document.dispatchEvent(new Event('visibilitychange'))
    })
    expect((await taken).status()).toBe(204)
    expect(await readUsage()).toEqual({ visitors: null, pages: ['/newsletter/archive'] })
    await page.evaluate(() => {
      Reflect.deleteProperty(document, 'visibilityState')
      document.dispatchEvent(new Event('visibilitychange'))
    })
    const response = await page.goto(`${own.site.url}/disclaimers`)
    expect([response?.headers()['set-cookie'], response?.headers()['vary']]).toEqual([
      undefined,
      'Accept-Encoding',
    ])
    await expect
      .poll(() => own.site.log.filter((line) => line.includes('"path":"/api/visits"')).length)
      .toBe(2)
    expect(await readUsage()).toEqual({ visitors: null, pages: ['/newsletter/archive'] })

    await hydrated(page)
    await button(page, 'Cookie choices').click()
    await button(page, 'Decline cookies').click()
    await button(page, 'Decline cookies').waitFor({ state: 'hidden' })
    await expect.poll(() => listCookieNames(page)).toEqual(['cookie_choice'])
    sent.length = 0
    await open(page, '/terms-of-service')
    await open(page)
    expect(sent.filter((line) => /visits|consent$/.test(line))).toEqual([])
    expect(await readUsage()).toEqual({ visitors: 0, pages: [] })
  })

  it('does not start if the browser itself opts out', async () => {
    const { page } = await openPage(own.browser, {
      userAgent,
      isNew: true,
      extraHTTPHeaders: { 'Sec-GPC': '1' },
    })
    await page.addInitScript(() => Object.defineProperty(navigator, 'globalPrivacyControl', { value: true }))
    await open(page)
    await button(page, 'Cookie choices').click()
    await page.getByText('Your browser asks sites not to track you.').waitFor()
    expect(await button(page, 'Accept cookies').count()).toBe(0)
    await button(page, 'Close').click()
    expect(await listCookies(page)).toEqual([])
  })

  it('does not start without JavaScript, where nobody is asked', async () => {
    const { page } = await openPage(own.browser, { userAgent, javaScriptEnabled: false })
    await page.goto(own.site.url)
    expect(await page.getByRole('region', { name: 'Cookie choices' }).count()).toBe(0)
    expect(await button(page, 'Cookie choices').isVisible()).toBe(false)
    expect(await listCookies(page)).toEqual([])
  })
})

describe('the cookie banner', () => {
  it.each(VIEWPORTS)('is as easy to decline as to accept, at $width', async (viewport) => {
    const { page } = await openPage(own.browser, { userAgent, viewport, isNew: true })
    await open(page)
    const answers = ['Decline cookies', 'Accept cookies'].map((name) => button(page, name))
    await answers[0]!.waitFor()
    // Both at the same moment, after the banner has come up.
    const measure = () =>
      page.getByRole('button', { name: /^(?:Decline|Accept) cookies$/ }).evaluateAll((buttons) =>
        buttons.map((one) => {
          const { x, y, width, height } = one.getBoundingClientRect()
          return { x, y, width, height }
        }),
      )
    await expect
      .poll(async () => (await measure()).every(({ y, height }) => y + height <= viewport.height))
      .toBe(true)
    const [decline, accept] = await measure()
    expect([decline!.width, decline!.height, decline!.y]).toEqual([accept!.width, accept!.height, accept!.y])
    expect(decline!.height).toBeGreaterThanOrEqual(40)
    expect(accept!.x + accept!.width).toBeLessThanOrEqual(viewport.width)
    // By keyboard alone: it is the second-to-last tab stop on the page.
    await answers[1]!.focus()
    await page.keyboard.press('Shift+Tab')
    await page.keyboard.press('Enter')
    await answers[0]!.waitFor({ state: 'detached' })
    await expect.poll(() => listCookieNames(page)).toEqual(['cookie_choice'])
  })
  it('waits behind a dialog that has its own “Accept”', async () => {
    const { page } = await openPage(own.browser, { userAgent, isNew: true })
    await open(page)
    await button(page, 'Accept cookies').waitFor()
    await page.getByLabel('Enter your email').fill('reader@home.org')
    await button(page, 'Sign Up').click()
    await page.getByRole('dialog').waitFor()
    const accepting = page.getByRole('button', { name: 'Accept' })
    expect(await accepting.allInnerTexts()).toEqual(['Accept'])
    await page.keyboard.press('Escape')
    await button(page, 'Decline cookies').waitFor()
    expect(await accepting.allInnerTexts()).toEqual(['Accept cookies'])
  })
})
