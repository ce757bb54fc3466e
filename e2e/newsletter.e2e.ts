import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'

import PostalMime, { type Email } from 'postal-mime'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { startSmtpTestServer, type SmtpTestServer } from '../server/testing/smtp-test-server.ts'
import { hydrated, openBrowser, openPage } from './support/browser.ts'
import { addInsiderWeek } from './support/insider-week.ts'
import { startSite, type RunningSite } from './support/site.ts'
import { startUpstream, type Upstream } from './support/upstream.ts'

const DATE = '2025-02-03'
const READERS = ['first@home.org', 'second@home.org']

let upstream: Upstream
let smtp: SmtpTestServer
let site: RunningSite
let browser: Browser
const folder = mkdtempSync(path.join(tmpdir(), 'lunchpail-edition-'))
beforeAll(async () => {
  ;[upstream, smtp, browser] = await Promise.all([startUpstream(), startSmtpTestServer(), openBrowser()])
  addInsiderWeek(upstream)
  site = await startSite({
    UPSTREAM_BASE_URL: upstream.url,
    SMTP_URL: smtp.url,
    MAIL_FROM: 'Lunchpail <monday@lunchpail.test>',
    CONTACT_EMAIL: 'hello@lunchpail.test',
    POSTAL_ADDRESS: '1 Pail Lane, Chicago, IL 60601, USA',
  })
})
afterAll(async () => {
  await browser?.close()
  await site?.stop()
  await smtp?.close()
  upstream?.close()
  rmSync(folder, { recursive: true })
})

/** Only the mail to readers: the site's timetable may also write an edition of its own and mail it to the operator. */
const letters = () => smtp.received.filter(({ to }) => READERS.includes(to))
const readStatus = async () =>
  JSON.parse((await site.command('edition', 'status', '--date', DATE, '--json')).output) as unknown
const header = (mail: Email, name: string) => mail.headers.find(({ key }) => key === name)?.value
const unsubscribeLink = (text: string | undefined) =>
  /http:\/\/127\.0\.0\.1:\d+\/unsubscribe\?[^\s"<>]+/.exec(text ?? '')?.[0].replaceAll('&amp;', '&')
const counts = (submitted: number) => ({
  pending: 0,
  claimed: 0,
  sending: 0,
  submitted,
  deferred: 0,
  failed: 0,
  skipped: 0,
  unknown: 0,
})

describe('a weekly edition', () => {
  it('is built, sent once to each subscriber, and can be unsubscribed from by its link', async () => {
    const added = await Promise.all(READERS.map((reader) => site.command('subscribers', 'add', reader)))
    expect(added.map(({ code }) => code)).toEqual([0, 0])

    // Built from the week's filings.
    const built = await site.command('edition', 'build', '--as-of', DATE, '--out', folder)
    expect(built).toMatchObject({ code: 0 })
    const files = ['edition.html', 'edition.txt', 'facts.json', 'audit.json'].map((name) =>
      path.join(folder, name),
    )
    expect(built.output).toBe(files.map((file) => `${file}\n`).join(''))
    const [html, text, facts] = files.map((file) => readFileSync(file, 'utf8')) as [string, string, string]
    expect(html).toContain('Acme')
    expect(text).toContain('Acme')
    expect(facts).toContain('0000000042-25-000001')
    expect(letters()).toHaveLength(0)

    // Sent, and not a second time.
    const sent = await site.command('edition', 'send', '--date', DATE)
    expect(sent).toMatchObject({ code: 0 })
    expect(JSON.parse(sent.output)).toEqual({ date: DATE, state: 'finished', counts: counts(2) })
    expect(
      letters()
        .map(({ to }) => to)
        .sort(),
    ).toEqual(READERS)
    const again = await site.command('edition', 'send', '--date', DATE)
    expect(again).toMatchObject({ code: 0 })
    expect(letters()).toHaveLength(2)
    expect(await readStatus()).toMatchObject({ date: DATE, state: 'finished', counts: counts(2) })

    // Visitors can read it in the archive and find it in the feed afterward.
    const archived = await fetch(`${site.url}/newsletter/archive/${DATE}`)
    expect(await archived.text()).toContain('Acme Corp')
    expect(await (await fetch(`${site.url}/newsletter/feed.xml`)).text()).toContain(
      `/newsletter/archive/${DATE}`,
    )

    // What arrived is what was built, with its reader's links.
    const mails = await Promise.all(
      letters().map(async ({ to, raw }) => ({ to, mail: await PostalMime.parse(raw) })),
    )
    for (const { to, mail } of mails) {
      expect(mail.to?.map(({ address }) => address)).toEqual([to])
      expect(mail.from?.address).toBe('monday@lunchpail.test')
      expect(html).toContain(`<title>${mail.subject}</title>`)
      expect(mail.html).toContain('Acme')
      expect(mail.text).toContain('Acme')
      expect(mail.text).toContain('https://www.sec.gov/Archives/edgar/data/42/')
      expect(mail.text).toContain('1 Pail Lane, Chicago')
      const link = unsubscribeLink(mail.text)
      expect(unsubscribeLink(mail.html)).toBe(link)
      const query = new URL(link ?? '').searchParams
      expect(query.get('email')).toBe(to)
      expect(query.get('token')).toMatch(/.{20}/)
      expect(header(mail, 'list-unsubscribe')).toMatch(
        /^<http:\/\/127\.0\.0\.1:\d+\/api\/unsubscribe\/one-click\?token=[^>]+>, <mailto:hello@lunchpail\.test\?subject=unsubscribe>$/,
      )
      expect(header(mail, 'list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click')
    }
    expect(new Set(mails.map(({ mail }) => mail.messageId)).size).toBe(2)

    // One reader follows the link, the other clicks the mail program's button.
    const [first, second] = READERS.map((reader) => mails.find(({ to }) => to === reader)?.mail)
    const { page, complaints, close } = await openPage(browser)
    await page.goto(unsubscribeLink(first?.text) ?? '')
    await hydrated(page)
    await page.getByText('You have been successfully unsubscribed.').waitFor()
    expect(page.url()).toBe(`${site.url}/unsubscribe`)
    expect(complaints).toEqual([])
    await close()
    expect((await site.command('subscribers', 'count')).output).toBe('1\n')

    const oneClick = /<(http[^>]+)>/.exec(second ? (header(second, 'list-unsubscribe') ?? '') : '')?.[1]
    const answer = await fetch(oneClick ?? '', {
      method: 'POST',
      body: new URLSearchParams({ 'List-Unsubscribe': 'One-Click' }),
    })
    expect(answer.status).toBe(200)
    expect((await site.command('subscribers', 'count')).output).toBe('0\n')
    // Something else than the reader may have followed the link, so the first is told; one click needs no notice.
    const sentTo = (reader: string | undefined) => letters().filter(({ to }) => to === reader).length
    await expect.poll(() => READERS.map(sentTo)).toEqual([2, 1])
    expect(letters().at(-1)?.raw).toContain('Subject: You are unsubscribed from')
    expect(site.log.join('\n')).not.toMatch(/home\.org|token=/)
  })
})
