import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'

import { FORM_TOKEN_HEADER } from '../shared/posted-form.ts'
import { formatNextMonday } from '../shared/format-date.ts'
import { listViolations } from './support/axe.ts'
import { hydrated, openPage } from './support/browser.ts'
import { VIEWPORTS } from './support/screen.ts'
import { shareSite } from './support/share-site.ts'

const FAILED = 'Something went wrong. Please try again.'

const [PHONE] = VIEWPORTS

const reader = shareSite({ settings: { LOG_LEVEL: 'info' } })

/** A visitor's browser at a path, with the API requests it sends. */
async function visit(path: string, { expected }: { expected?: RegExp } = {}) {
  const { page, complaints, close } = await openPage(reader.browser, {
    viewport: PHONE,
    ...(expected && { expected }),
  })
  const calls: string[] = []
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (pathname.startsWith('/prod/')) calls.push(`${request.method()} ${pathname} ${request.postData()}`)
  })
  await page.goto(reader.site.url + path)
  await hydrated(page)
  return { page, complaints, calls, close }
}

async function submit(page: Page, email: string): Promise<void> {
  await page.getByLabel('Enter your email').fill(email)
  await page.getByRole('button', { name: 'Sign Up' }).click()
}

const dialog = (page: Page, name: string) => page.getByRole('dialog', { name, exact: true })
const focused = (page: Page) => page.evaluate(() => document.activeElement?.textContent)

describe('signing up on a phone', () => {
  it('shows the disclaimer first: Escape and Cancel lead back without a request', async () => {
    const { page, complaints, calls, close } = await visit('/newsletter')
    await submit(page, 'someone@home.org')
    await dialog(page, 'Disclaimer').waitFor()
    expect(await dialog(page, 'Disclaimer').getByRole('listitem').count()).toBe(5)
    await page.keyboard.press('Escape')
    await dialog(page, 'Disclaimer').waitFor({ state: 'detached' })
    expect(await focused(page)).toBe('Sign Up')

    await page.keyboard.press('Enter')
    await dialog(page, 'Disclaimer').getByRole('button', { name: 'Cancel' }).click()
    await dialog(page, 'Disclaimer').waitFor({ state: 'detached' })
    expect(await focused(page)).toBe('Sign Up')
    expect(await page.getByLabel('Enter your email').inputValue()).toBe('someone@home.org')
    expect({ calls, complaints }).toEqual({ calls: [], complaints: [] })
    await close()
  })

  it('keeps the focus inside the dialog', async () => {
    const { page, close } = await visit('/')
    await submit(page, 'someone@home.org')
    await dialog(page, 'Disclaimer').waitFor()
    const stops: string[] = []
    for (let press = 0; press < 8; press++) {
      await page.keyboard.press('Tab')
      stops.push(
        await page.evaluate(() => {
          const stop = document.activeElement
          // Between two rounds the focus is on the browser's own buttons.
          return stop === document.body || stop?.closest('dialog') ? 'inside' : (stop?.outerHTML ?? '')
        }),
      )
    }
    expect(new Set(stops)).toEqual(new Set(['inside']))
    await close()
  })

  it('subscribes by keyboard alone: shows that it waits, welcomes with the date and the sender, and goes back to an empty form', async () => {
    const earlier = formatNextMonday(new Date())
    const { page, complaints, calls, close } = await visit('/')
    const answer = Promise.withResolvers<void>()
    await page.route('**/prod/subscribe', async (route) => {
      await answer.promise
      await route.continue()
    })
    const token = page.waitForResponse('**/api/subscribe/token')
    await page.getByLabel('Enter your email').focus()
    await page.keyboard.type(' Reader@Home.org ')
    expect((await token).headers()['cache-control']).toBe('no-store')
    // Between the two is the field that people do not see.
    expect(await page.getByRole('main').getByRole('textbox').count()).toBe(1)
    await page.keyboard.press('Tab')
    expect(await focused(page)).toBe('Sign Up')
    await page.keyboard.press('Enter')
    await dialog(page, 'Disclaimer').waitFor()
    expect(await listViolations(page)).toEqual([])
    const asked = page.waitForRequest('**/prod/subscribe')
    await dialog(page, 'Disclaimer').getByRole('button', { name: 'Accept' }).press('Enter')
    expect((await asked).headers()[FORM_TOKEN_HEADER.toLowerCase()]).toMatch(
      /^[0-9a-z]+\.[\w-]{12}\.[\w-]{22}$/,
    )
    const sending = page.getByRole('button', { name: 'Signing Up...' })
    await sending.waitFor()
    expect(await sending.isDisabled()).toBe(true)
    expect(await page.getByRole('dialog').count()).toBe(0)
    answer.resolve()

    await dialog(page, 'Welcome').waitFor()
    const text = await dialog(page, 'Welcome').innerText()
    expect(text).toMatch(new RegExp(`${earlier}|${formatNextMonday(new Date())}`))
    expect(text).toMatch(/Monday, \w+ \d{1,2}, \d{4} at 8:00 AM CST/)
    expect(text).toContain('monday@lunchpail.test')
    expect(await listViolations(page)).toEqual([])
    await dialog(page, 'Welcome').getByRole('button', { name: 'Close' }).press('Enter')
    await dialog(page, 'Welcome').waitFor({ state: 'detached' })
    expect(await page.getByLabel('Enter your email').inputValue()).toBe('')
    expect(await focused(page)).toBe('Sign Up')

    expect(calls).toEqual(['POST /prod/subscribe {"email":"reader@home.org"}'])
    expect(await reader.countSubscribers()).toBe('1')
    expect(complaints).toEqual([])
    await close()
  })

  it('says under the field that it failed, and keeps the address for another attempt', async () => {
    const { page, complaints, calls, close } = await visit('/', { expected: /status of 500/ })
    await page.route('**/prod/subscribe', (route) => route.fulfill({ status: 500 }))
    await submit(page, 'someone@home.org')
    await dialog(page, 'Disclaimer').getByRole('button', { name: 'Accept' }).click()
    await page.getByText(FAILED).waitFor()
    expect(await page.getByRole('dialog').count()).toBe(0)
    expect(await page.getByLabel('Enter your email').inputValue()).toBe('someone@home.org')
    expect(await page.getByRole('button', { name: 'Sign Up' }).isEnabled()).toBe(true)
    expect(await focused(page)).toBe('Sign Up')
    expect(calls).toHaveLength(1)
    expect(complaints).toEqual([])
    await close()
  })
})

describe('the unsubscribe page', () => {
  it('unsubscribes the address in its link with one request, and removes it from the URL', async () => {
    await reader.site.command('subscribers', 'add', 'leaver@home.org')
    const before = Number(await reader.countSubscribers())
    const { page, complaints, calls, close } = await visit('/unsubscribe?email=leaver%40home.org')
    await page.getByText('You have been successfully unsubscribed.').waitFor()
    expect(await page.getByRole('heading', { level: 1 }).innerText()).toBe('Sorry to see you go!')
    expect(await page.getByRole('main').innerText()).toContain(
      'If this was a mistake, you can subscribe again',
    )
    expect(await page.getByRole('link', { name: 'subscribe again' }).getAttribute('href')).toBe('/')
    expect(page.url()).toBe(`${reader.site.url}/unsubscribe`)
    expect(calls).toEqual(['DELETE /prod/unsubscribe {"email":"leaver@home.org"}'])
    expect(await reader.countSubscribers()).toBe(String(before - 1))

    await page.reload()
    await hydrated(page)
    await page.getByText('You have been successfully unsubscribed.').waitFor()
    expect(calls).toHaveLength(1)
    expect(complaints).toEqual([])
    expect(reader.site.log.join('\n')).not.toContain('leaver')
    await close()
  })
})
