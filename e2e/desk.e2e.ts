import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'

import type { Page } from 'playwright-core'
import { describe, expect, it, vi } from 'vitest'

import { findEditionHead, storeEdition } from '../server/sending/editions/editions.ts'
import { anEdition, setDatabaseClock } from '../server/testing/edition-fixtures.ts'
import { listViolations } from './support/axe.ts'
import { openPage } from './support/browser.ts'
import { shareSite } from './support/share-site.ts'

const PHONE = { width: 375, height: 667 }
const ANN = 'ann@lunchpail.test'
const MONDAY = '2026-11-23'

const own = shareSite({
  settings: { OPERATORS: ANN },
  prepare: async (db) => {
    await setDatabaseClock(db, '2026-11-23T01:00:00Z')
    await storeEdition(db, anEdition({ html: '<html><body><p>Hello reader</p></body></html>' }))
  },
})

const title = (page: Page) => page.getByRole('heading', { level: 1 }).innerText()
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()
const heldOf = async () => (await findEditionHead(own.db, MONDAY))?.held

/** @returns the link in the last mail, at the address where the browser reaches the site */
async function readLink(): Promise<string> {
  const outbox = path.join(own.site.dataDir, 'outbox')
  const [name] = await vi.waitFor(async () => {
    // A file that is still being written has a different name.
    const names = (await readdir(outbox)).filter((one) => one.endsWith('.eml'))
    expect(names).not.toEqual([])
    return names.toSorted().toReversed()
  })
  const mail = (await readFile(path.join(outbox, name!), 'utf8'))
    .replaceAll('=\r\n', '')
    .replaceAll('=3D', '=')
  return own.site.url + /\/desk\/sign-in\/link\?token=[\w-]{43}/.exec(mail)![0]
}

/** Follows a link on another site's page, as in webmail. */
async function followFromMail(page: Page, address: string): Promise<void> {
  await page.route('http://mail.test/', (route) =>
    route.fulfill({ contentType: 'text/html', body: `<!doctype html><a href="${address}">Open</a>` }),
  )
  await page.goto('http://mail.test/')
  await page.getByRole('link', { name: 'Open' }).click()
}

describe('an operator on a phone, without JavaScript', () => {
  it('signs in by a mailed link, looks at the edition, holds it, releases it and signs out', async () => {
    const { page } = await openPage(own.browser, { viewport: PHONE, javaScriptEnabled: false })
    await page.goto(`${own.site.url}/desk`)
    expect(await title(page)).toBe('Sign in to the desk')
    await page.getByLabel('Your address').fill(ANN)
    await press(page, 'Send me a link')
    expect(await title(page)).toBe('Look into your mail')
    const link = await readLink()

    const { page: elsewhere } = await openPage(own.browser, {
      viewport: PHONE,
      javaScriptEnabled: false,
      expected: /status of 403/,
    })
    await elsewhere.goto(link)
    await elsewhere.getByText('This link was asked for in another browser').waitFor()

    await followFromMail(page, link)
    await press(page, 'Sign in')
    expect(await title(page)).toBe('The desk')
    await page.getByRole('link', { name: 'See it and steer it' }).click()
    await page.frameLocator('iframe').getByText('Hello reader').waitFor()

    await page.getByLabel('Why, if you like').fill('look at housing')
    await press(page, 'Hold it')
    await page.getByRole('status').getByText('(look at housing)').waitFor()
    expect(await heldOf()).toMatchObject({ kind: 'by-hand', reason: 'look at housing' })
    await press(page, 'Release it')
    await page.getByRole('status').getByText('unless it is held').waitFor()
    expect(await heldOf()).toBeUndefined()

    // The session cookie is not sent from another site; the desk is shown all the same.
    await followFromMail(page, `${own.site.url}/desk/editions/${MONDAY}`)
    await page.getByRole('heading', { name: 'What you can do' }).waitFor()

    const { page: watched } = await openPage(own.browser, {
      viewport: PHONE,
      isNew: true,
      storageState: await page.context().storageState(),
    })
    for (const place of ['', `/editions/${MONDAY}`, '/editions', '/readers', '/alarms', '/deeds']) {
      await watched.goto(`${own.site.url}/desk${place}`)
      expect([place, await listViolations(watched)]).toEqual([place, []])
      expect(await watched.evaluate(() => document.documentElement.scrollWidth)).toBe(PHONE.width)
      expect(await watched.locator('script').count()).toBe(0)
    }

    await press(page, 'Sign out')
    expect(await title(page)).toBe('Signed out')
    await page.goto(`${own.site.url}/desk`)
    expect(await title(page)).toBe('Sign in to the desk')
  })
})
