import { By, Key } from 'selenium-webdriver'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { anEditionContent } from '../../server/letter/testing/edition-content.ts'
import { publishEdition } from '../../server/testing/published-edition.ts'
import { countActive } from '../../server/subscribers/subscribers.queries.ts'
import { prepareOwnSites } from '../support/own-site.ts'
import { startUpstream, type Upstream } from '../support/upstream.ts'
import { ENGINES, type Engine } from './engines.ts'
import { dialog, field, named, ReadersPage } from './page.ts'

const EDITION = anEditionContent()

let upstream: Upstream
let own: Awaited<ReturnType<typeof prepareOwnSites>>
let site: Awaited<ReturnType<typeof own.start>>
beforeAll(async () => {
  ;[upstream, own] = await Promise.all([startUpstream(), prepareOwnSites()])
  await publishEdition(own.db)
  site = await own.start({ upstream })
})
afterAll(async () => {
  await own?.close()
  upstream?.close()
})

for (const { name, lacking, start } of ENGINES) {
  if (lacking !== undefined) process.stderr.write(`${lacking}\n`)
  describe.skipIf(lacking !== undefined)(`in ${name}`, () => {
    let engine: Engine
    let page: ReadersPage
    beforeAll(async () => {
      engine = await start()
      page = new ReadersPage(engine.driver, site.url)
    })
    afterAll(() => engine?.close())

    it('a reader signs up by keyboard alone, through a Disclaimer that opens at the top', async () => {
      const before = await countActive(own.db)
      const host = `${name.toLowerCase()}.org`
      await page.visit('/')
      await (await page.see(field('Enter your email'))).sendKeys('keyboard@nowhere', Key.ENTER)
      await page.read('Please enter a valid email address.')
      await (await page.see(field('Enter your email'))).sendKeys(`.${host}`)
      await page.type(Key.TAB)
      expect(await page.focused()).toBe('Sign Up')
      await page.type(Key.ENTER)
      await page.see(dialog('Disclaimer'))
      await expect.poll(() => page.ask(DIALOG_STARTS_AT_ITS_TOP)).toBe(true)
      await page.type(Key.ESCAPE)
      await page.seeGone(dialog('Disclaimer'))
      await expect.poll(() => page.focused()).toBe('Sign Up')

      await page.type(Key.ENTER)
      await page.see(dialog('Disclaimer'))
      await page.tabTo('Accept')
      await page.type(Key.ENTER)
      await page.see(dialog('Welcome'))
      await page.read(/Monday, \w+ \d{1,2}, \d{4} at 8:00 AM CST/)
      await page.tabTo('Close')
      await page.type(Key.ENTER)
      await page.seeGone(dialog('Welcome'))
      expect(await (await page.see(field('Enter your email'))).getProperty('value')).toBe('')
      expect(await countActive(own.db)).toBe(before + 1)
    })

    it('a reader signs up by pointer, and leaves by the link in a letter', async () => {
      const before = await countActive(own.db)
      const address = `pointer@${name.toLowerCase()}.org`
      await page.visit('/newsletter')
      await (await page.see(field('Enter your email'))).sendKeys(address)
      await page.press(named('button', 'Sign Up'))
      await page.press(named('button', 'Cancel'))
      await page.seeGone(dialog('Disclaimer'))
      await page.press(named('button', 'Sign Up'))
      await page.press(named('button', 'Accept'))
      await page.press(named('button', 'Close'))
      await page.seeGone(dialog('Welcome'))
      expect(await countActive(own.db)).toBe(before + 1)

      await page.visit(`/unsubscribe?email=${encodeURIComponent(address)}`)
      await page.see(named('heading', 'Sorry to see you go!'))
      await page.read('You have been successfully unsubscribed.')
      await page.see(named('link', 'subscribe again'))
      expect(await page.address()).toBe('/unsubscribe')
      expect(await countActive(own.db)).toBe(before)
    })

    it('a name leads by keyboard to a chart, its ranges, the profile, the statistics and a related stock', async () => {
      await page.visit('/stocks')
      await page.read('Enter a ticker to see the stock chart.')
      await (await page.see(field('Enter Ticker'))).sendKeys('riser')
      await page.see(By.xpath('//*[@role="option"][contains(., "RISE")]'))
      await page.type(Key.ARROW_DOWN)
      await page.type(Key.ENTER)
      await page.see(named('heading', 'Riser Corporation (RISE)'))
      expect(await page.address()).toBe('/stocks/RISE')
      await page.read('$200.00')
      await page.see(By.css('[role="img"] polyline'))

      await page.press(named('link', '1M'))
      await page.read(/RISE, past month: from \$1\d\d\.\d\d on/)
      expect(await page.address()).toBe('/stocks/RISE?range=1M')

      await page.press(named('button', 'Show More'))
      await page.read('by the same family of sign painters.')
      await page.press(named('button', 'Show Less'))
      await page.see(named('button', 'Show More'))

      await page.read(/Market Cap/)
      await page.read('$3.46B')

      await page.press(
        By.xpath('//section[.//h2[normalize-space(.)="Related Stocks"]]//a[contains(., "FALL")]'),
      )
      await page.see(named('heading', 'Faller Incorporated (FALL)'))
      expect(await page.address()).toBe('/stocks/FALL')
      await page.driver.navigate().back()
      await page.see(named('heading', 'Riser Corporation (RISE)'))
    })

    it('the page of an unknown ticker says so in words', async () => {
      await page.visit('/stocks')
      await (await page.see(field('Enter Ticker'))).sendKeys('NOSUCH')
      await page.press(named('button', 'Get Data'))
      await page.read('Failed to fetch data')
      expect(await page.address()).toBe('/stocks/NOSUCH')
    })

    it('the archive leads to a letter, and a figure in it to its record', async () => {
      await page.visit('/newsletter/archive')
      await page.see(named('heading', 'Archive'))
      await page.press(By.xpath(`//main//a[contains(@href, "/newsletter/archive/${EDITION.slotDate}")]`))
      await page.see(named('heading', EDITION.subject))
      for (const { title } of EDITION.sections) await page.see(named('heading', title))
      await page.visit(`/newsletter/archive/${EDITION.slotDate}/figures`)
      await page.see(named('heading', 'Figures of Feb 3, 2025'))
      await page.press(By.xpath('//main//details[.//a[@href="https://www.freddiemac.com/pmms"]]/summary'))
      const record = await page.see(By.css('a[href="https://www.freddiemac.com/pmms"]'))
      expect(await record.getText()).not.toBe('')
    })

    it('an offline reader keeps the page and the typed text', async () => {
      await page.visit('/stocks')
      await (await page.see(field('Enter Ticker'))).sendKeys('RISE')
      await engine.setOffline(true)
      for (const pressed of [
        named('button', 'Get Data'),
        named('link', 'Archive'),
        named('link', 'Crypto'),
      ]) {
        await page.press(pressed)
        await page.read('You are offline. Nothing is lost: try again once you are connected.')
      }
      expect(await page.address()).toBe('/stocks')
      expect(await (await page.see(field('Enter Ticker'))).getProperty('value')).toBe('RISE')
      await engine.setOffline(false)
      await page.press(named('button', 'Get Data'))
      await page.see(named('heading', 'Riser Corporation (RISE)'))
    })

    describe('without JavaScript', () => {
      let plain: ReadersPage
      beforeAll(async () => {
        plain = new ReadersPage(await engine.switchScriptsOff(), site.url)
      })

      it('letters, tickers and legal pages can be read', async () => {
        await plain.open(`/newsletter/archive/${EDITION.slotDate}`)
        await plain.see(named('heading', EDITION.subject))
        for (const { title } of EDITION.sections) await plain.see(named('heading', title))
        await plain.open('/stocks/RISE')
        await plain.see(named('heading', 'Riser Corporation (RISE)'))
        await plain.read('$200.00')
        await plain.see(By.css('[role="img"] svg'))
        expect(await plain.driver.findElements(By.css('canvas'))).toEqual([])
        await plain.open('/disclaimers')
        await plain.see(named('heading', 'Disclaimer'))
      })

      it('a reader signs up through pages, and leaves by a button', async () => {
        const before = await countActive(own.db)
        const address = `plain@${name.toLowerCase()}.org`
        await plain.open('/')
        await (await plain.see(field('Enter your email'))).sendKeys(address)
        await plain.press(named('button', 'Sign Up'))
        await plain.see(named('heading', 'Disclaimer'))
        await plain.press(named('button', 'Accept'))
        await plain.see(named('heading', 'Welcome'))
        expect(await countActive(own.db)).toBe(before + 1)

        await plain.open(`/unsubscribe?email=${encodeURIComponent(address)}`)
        await plain.see(named('heading', 'Sorry to see you go!'))
        expect(await countActive(own.db)).toBe(before + 1)
        await plain.press(named('button', 'Unsubscribe'))
        await plain.read('You have been successfully unsubscribed.')
        expect(await countActive(own.db)).toBe(before)
      })
    })
  })
}

/** True if the heading of the open dialog is visible, and nothing above it was scrolled away. */
const DIALOG_STARTS_AT_ITS_TOP = `
  const opened = document.querySelector('dialog[open]')
  const heading = opened.querySelector('h1, h2')
  const { top } = heading.getBoundingClientRect()
  const scrolled = [opened, ...opened.querySelectorAll('*')].some((element) => element.scrollTop > 0)
  return !scrolled && top >= 0 && top < innerHeight`
