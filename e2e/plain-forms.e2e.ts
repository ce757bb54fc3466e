import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'

import { formatNextMonday } from '../shared/format-date.ts'
import { listViolations } from './support/axe.ts'
import { hydrated, openPage } from './support/browser.ts'
import { shareSite } from './support/share-site.ts'
import { statusReport, VIEWPORTS } from './support/screen.ts'

const DONE = 'You have been successfully unsubscribed.'

const [PHONE] = VIEWPORTS

const reader = shareSite({ settings: { LOG_LEVEL: 'info' } })

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const title = (page: Page) => page.getByRole('heading', { level: 1 }).innerText()

describe('without JavaScript', () => {
  it('a reader signs up through the form, the disclaimer and the welcome page', async () => {
    const earlier = formatNextMonday(new Date())
    const before = Number(await reader.countSubscribers())
    const { page } = await openPage(reader.browser, { viewport: PHONE, javaScriptEnabled: false })
    await page.goto(reader.site.url)
    await page.getByLabel('Enter your email').fill(' Reader@Home.org ')
    const sent = page.waitForRequest('**/sign-up')
    await button(page, 'Sign Up').click()
    await page.getByRole('heading', { level: 1, name: 'Disclaimer' }).waitFor()
    // The server recognizes its own page by this if a browser sends no Sec-Fetch-Site.
    expect(await (await sent).headerValue('origin')).toBe(reader.site.url)
    expect(await page.getByRole('main').getByRole('listitem').count()).toBe(5)
    expect(await page.getByRole('main').getByText('In short:').innerText()).toContain('reader@home.org')
    expect(page.url()).toBe(`${reader.site.url}/sign-up`)

    await button(page, 'Cancel').click()
    await page.getByRole('heading', { level: 2, name: 'Join Our Community' }).waitFor()
    expect(await page.getByLabel('Enter your email').inputValue()).toBe('reader@home.org')
    expect(await reader.countSubscribers()).toBe(String(before))

    await button(page, 'Sign Up').click()
    await button(page, 'Accept').click()
    await page.getByRole('heading', { level: 1, name: 'Welcome' }).waitFor()
    const text = await page.getByRole('main').innerText()
    expect(text).toMatch(new RegExp(`${earlier}|${formatNextMonday(new Date())}`))
    expect(text).toContain('please whitelist monday@lunchpail.test')
    expect(await reader.countSubscribers()).toBe(String(before + 1))
    await page.getByRole('link', { name: 'Close' }).click()
    expect(page.url()).toBe(`${reader.site.url}/`)
    expect(reader.site.log.join('\n')).not.toContain('reader@')
  })

  it('an invalid address is reported under the field, which keeps it', async () => {
    const { page } = await openPage(reader.browser, {
      viewport: PHONE,
      javaScriptEnabled: false,
      expected: statusReport(400),
    })
    await page.goto(reader.site.url)
    await page.getByLabel('Enter your email').fill('reader@home')
    await button(page, 'Sign Up').click()
    await page.getByText('Please enter a valid email address.').waitFor()
    expect(await page.getByLabel('Enter your email').inputValue()).toBe('reader@home')
  })

  it('opening the page does not unsubscribe a reader, but its button does', async () => {
    await reader.site.command('subscribers', 'add', 'leaver@home.org')
    const before = Number(await reader.countSubscribers())
    const { page } = await openPage(reader.browser, { viewport: PHONE, javaScriptEnabled: false })
    await page.goto(`${reader.site.url}/unsubscribe?email=leaver%40home.org`)
    expect(await title(page)).toBe('Sorry to see you go!')
    expect(await reader.countSubscribers()).toBe(String(before))
    await button(page, 'Unsubscribe').click()
    await page.getByText(DONE).waitFor()
    expect(await page.getByRole('main').innerText()).toContain(
      'If this was a mistake, you can subscribe again',
    )
    expect(await reader.countSubscribers()).toBe(String(before - 1))
    expect(reader.site.log.join('\n')).not.toContain('leaver')
  })

  it.each(['/unsubscribe', '/unsubscribe?email=leaver%40home'])(
    '%s says that there is no address, and has no button',
    async (path) => {
      const { page } = await openPage(reader.browser, { javaScriptEnabled: false })
      await page.goto(reader.site.url + path)
      expect(await page.getByRole('main').innerText()).toContain('Invalid or missing email address.')
      expect(await page.getByRole('main').getByRole('button').count()).toBe(0)
    },
  )

  it('a confirmation link has a button, and an invalid link says so', async () => {
    const { page } = await openPage(reader.browser, { javaScriptEnabled: false, expected: statusReport(400) })
    await page.goto(`${reader.site.url}/confirm?token=forged`)
    await button(page, 'Confirm my subscription').click()
    await page.getByText('This link is not valid, or not any more.').waitFor()
    expect(await button(page, 'Confirm my subscription').count()).toBe(0)
    expect(await page.getByRole('link', { name: 'Sign up again' }).isVisible()).toBe(true)
  })
})

describe('a click before the scripts have loaded', () => {
  it('is honored, and what follows works with scripts', async () => {
    const before = Number(await reader.countSubscribers())
    const { page } = await openPage(reader.browser, {
      viewport: PHONE,
      expected: /net::ERR_FAILED|Loading chunk/,
    })
    await page.route('**/assets/**/*.js', (route) => route.abort())
    await page.goto(reader.site.url)
    await page.getByLabel('Enter your email').fill('early@home.org')
    await button(page, 'Sign Up').click()
    await page.getByRole('heading', { level: 1, name: 'Disclaimer' }).waitFor()

    await page.unroute('**/assets/**/*.js')
    await button(page, 'Cancel').click()
    await page.getByRole('heading', { level: 2, name: 'Join Our Community' }).waitFor()
    await hydrated(page)
    expect(await listViolations(page)).toEqual([])
    // With scripts, the dialog opens.
    await button(page, 'Sign Up').click()
    await page.getByRole('dialog', { name: 'Disclaimer' }).getByRole('button', { name: 'Accept' }).click()
    await page.getByRole('dialog', { name: 'Welcome' }).waitFor()
    expect(await reader.countSubscribers()).toBe(String(before + 1))
  })

  it('leads to pages that the browser renders as the server did', async () => {
    const { page } = await openPage(reader.browser, { viewport: PHONE })
    for (const answer of ['', 'accept']) {
      await page.goto(`${reader.site.url}/dashboard`)
      await page.evaluate((value) => {
        const form = document.createElement('form')
        Object.assign(form, { method: 'post', action: '/sign-up' })
        for (const [name, text] of Object.entries({ email: 'again@home.org', answer: value })) {
          form.append(Object.assign(document.createElement('input'), { name, value: text }))
        }
        document.body.append(form)
        form.submit()
      }, answer)
      await page
        .getByRole('heading', { level: 1, name: answer === '' ? 'Disclaimer' : 'Welcome', exact: true })
        .waitFor()
      await hydrated(page)
      expect(await listViolations(page)).toEqual([])
    }
  })

  it('unsubscribes even if the scripts never load', async () => {
    const { page } = await openPage(reader.browser, { expected: /net::ERR_FAILED|Loading chunk/ })
    await page.route('**/assets/**/*.js', (route) => route.abort())
    await page.goto(`${reader.site.url}/unsubscribe?email=early%40home.org`)
    // The button appears only after a while, since it is seldom needed.
    await button(page, 'Unsubscribe').click()
    await page.getByText(DONE).waitFor()
    expect(await button(page, 'Unsubscribe').count()).toBe(0)
  })
})
