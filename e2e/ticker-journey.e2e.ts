import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'

import {
  allIsLoaded,
  boxOf,
  cards,
  chart,
  chartIsLive,
  chooseRange,
  heading,
  rangeIsShown,
  reading,
  REDRAWN,
  searchField,
  section,
  sendUnfinished,
  slider,
  summary,
  VIEWPORTS,
} from './support/screen.ts'
import { shareSite } from './support/share-site.ts'

const [PHONE, DESK] = VIEWPORTS
const own = shareSite()

describe.each([PHONE, DESK])('at a width of $width', (viewport) => {
  it('the key figures keep their place while they load, and statistics show their meaning on demand', async () => {
    const answer = Promise.withResolvers<void>()
    const { page } = await own.visit('/stocks/RISE', {
      viewport,
      expected: REDRAWN,
      before: async (page) => {
        await sendUnfinished(page)
        await page.route('**/api/stats/**', async (route) => {
          await answer.promise
          await route.continue()
        })
      },
    })
    const statistics = section(page, 'Key Statistics').first()
    await statistics.getByText('Loading...').waitFor()
    const figures = page.getByRole('region', { name: 'Key figures' })
    const keptFor = await boxOf(figures)
    answer.resolve()
    await statistics.getByText('Loading...').waitFor({ state: 'detached' })
    expect(await boxOf(figures)).toEqual(keptFor)
    const meaning = statistics.getByText('How many shares the public can trade.')
    expect(await meaning.isVisible()).toBe(false)
    await statistics.locator('summary', { hasText: 'Float Shares' }).press('Enter')
    expect(await meaning.isVisible()).toBe(true)
    expect(await statistics.getByText('Exactly 15,091,184').isVisible()).toBe(true)
    const onTop = statistics.getByText('Market Cap')
    expect(await onTop.isVisible()).toBe(false)
    await statistics.getByText(/^Show \d+ more$/).click()
    expect(await onTop.isVisible()).toBe(true)
  })

  it('the section links stay in reach, lead to places below them and mark the current one', async () => {
    const { page } = await own.visit('/stocks/RISE?range=6M', { viewport, reducedMotion: 'reduce' })
    await chartIsLive(page)
    await allIsLoaded(page)
    const links = page.getByRole('navigation', { name: 'On this page' })
    await links.getByRole('link', { name: 'About' }).focus()
    await page.keyboard.press('Enter')
    await expect.poll(() => links.locator('[aria-current=true]').allInnerTexts()).toEqual(['About'])
    expect(page.url()).toBe(`${own.site.url}/stocks/RISE?range=6M#about`)
    const bar = await boxOf(links)
    expect(bar.y).toBe(0)
    expect((await boxOf(section(page, 'About').getByRole('heading'))).y).toBeGreaterThan(bar.height)
    await rangeIsShown(page, '6M')
  })
})

it('a name leads by keyboard to the chart, and on to another range', async () => {
  const { page } = await own.visit('/stocks')
  await page.getByRole('button', { name: 'Get Data' }).click()
  expect(page.url()).toBe(`${own.site.url}/stocks`)

  await searchField(page).pressSequentially('riser')
  const option = page.getByRole('option', { name: /RISE/ })
  await option.waitFor()
  expect(await searchField(page).getAttribute('aria-expanded')).toBe('true')
  await searchField(page).press('ArrowDown')
  expect(await searchField(page).getAttribute('aria-activedescendant')).toBe(await option.getAttribute('id'))
  expect(await option.getAttribute('aria-selected')).toBe('true')
  await searchField(page).press('Enter')
  await heading(page, 'Riser Corporation (RISE)').waitFor()
  expect(page.url()).toBe(`${own.site.url}/stocks/RISE`)
  expect(await searchField(page).inputValue()).toBe('RISE')
  await expect.poll(() => page.title()).toBe('Riser Corporation (RISE) · Lunchpail')
  await chartIsLive(page)
  expect(await page.getByText(/The exchange is (open|closed)\./).isVisible()).toBe(true)
  expect(await page.locator('main header').innerText()).toMatch(/\+\$100\.00 \(\+100\.00%\)\s+past year/)

  const link = page.getByRole('link', { name: '1M', exact: true })
  await link.scrollIntoViewIfNeeded()
  const scroll = await page.evaluate(() => scrollY)
  await link.focus()
  await page.keyboard.press('Enter')
  await page.waitForURL('**/stocks/RISE?range=1M')
  await rangeIsShown(page, '1M')
  expect(await page.evaluate(() => [scrollY, document.activeElement?.textContent])).toEqual([scroll, '1M'])
  expect(await summary(page).innerText()).toMatch(
    /^RISE, past month: from \$1\d\d\.\d\d on .* to \$200\.00 on /,
  )
  await expect.poll(() => page.locator('main header').innerText()).toContain('past month')
  await chooseRange(page, 'MAX')
  expect(await summary(page).innerText()).toMatch(/^RISE, since .*: from \$1/)
  await page.goBack()
  await rangeIsShown(page, '1M')
})

it('related tickers open in another tab, and scroll by button and by drag, which is not a click', async () => {
  const { page } = await own.visit('/stocks/RISE', { reducedMotion: 'reduce' })
  const row = section(page, 'Related Stocks').locator('ul')
  const first = cards(page).first()
  await first.waitFor()
  // The statistics above may still change their height.
  await allIsLoaded(page)
  const colour = await first
    .locator('span')
    .last()
    .evaluate((change) => getComputedStyle(change).color)
  expect(colour).toBe('rgb(63, 185, 80)')

  // On a busy machine Chromium occasionally loses a middle click.
  let opened: Page | undefined
  while (!opened) {
    const appears = page.context().waitForEvent('page', { timeout: 3_000 })
    await first.click({ button: 'middle' })
    opened = await appears.catch(() => undefined)
  }
  // Chromium does not paint background pages and may load them late, so the test checks only the address.
  expect(await first.getAttribute('href')).toBe('/stocks/FALL')
  await opened.close()
  expect(page.url()).toBe(`${own.site.url}/stocks/RISE`)

  await row.scrollIntoViewIfNeeded()
  const scrolled = () => row.evaluate((list) => list.scrollLeft)
  const [left, right] = ['Scroll left', 'Scroll right'].map((name) => page.getByRole('button', { name }))
  expect(await left?.getAttribute('aria-disabled')).toBe('true')
  await right?.click()
  await expect.poll(scrolled).toBeGreaterThan(0)
  await expect.poll(() => left?.getAttribute('aria-disabled')).toBe('false')
  await left?.click()
  await expect.poll(scrolled).toBe(0)

  const box = await boxOf(row)
  const y = box.y + box.height / 2
  await page.mouse.move(box.x + 120, y)
  await page.mouse.down()
  await page.mouse.move(box.x + 100, y)
  await page.mouse.move(box.x + 80, y)
  expect(await scrolled()).toBe(120)
  await page.mouse.up()
  expect(page.url()).toBe(`${own.site.url}/stocks/RISE`)
  await page.mouse.move(box.x + 80, y)
  await page.mouse.down()
  await page.mouse.move(box.x + 120, y)
  await page.mouse.up()
  await expect.poll(scrolled).toBe(0)

  await first.focus()
  await page.keyboard.press('Enter')
  await heading(page, 'Faller Incorporated (FALL)').waitFor()
  expect(page.url()).toBe(`${own.site.url}/stocks/FALL`)
})

describe('the chart of a ticker', () => {
  it('draws its line in the color of the range that is shown, before the scripts and after', async () => {
    const { page, status } = await own.visit('/stocks/turn')
    expect(status).toBe(200)
    const stroke = () => page.locator('main polyline').evaluate((line) => getComputedStyle(line).stroke)
    const change = page.locator('main header')
    expect(await stroke()).toBe('rgb(63, 185, 80)')
    await chartIsLive(page)
    expect(await stroke()).toBe('rgb(63, 185, 80)')
    expect(await change.innerText()).toContain('+$50.00 (+50.00%)')

    await chooseRange(page, '1M')
    await expect.poll(stroke).toBe('rgb(255, 90, 54)')
    expect(await change.innerText()).toMatch(/-\$\d+\.\d\d \(-\d+\.\d\d%\)/)
    await page.reload()
    expect(await stroke()).toBe('rgb(255, 90, 54)')
  })

  it('lets mouse and arrow keys read single closes', async () => {
    const { page } = await own.visit('/stocks/RISE?range=1M')
    await chartIsLive(page)
    await page.getByRole('button', { name: 'Decline cookies' }).click()
    await chart(page).scrollIntoViewIfNeeded()
    const box = await boxOf(chart(page))
    await page.mouse.move(box.x + box.width / 3, box.y + box.height / 2)
    const tooltip = reading(page).locator('strong')
    await tooltip.waitFor()
    const value = await tooltip.innerText()
    expect(value).toMatch(/^\$1\d\d\.\d\d$/)
    const day = await reading(page).locator('strong + span').innerText()
    await page.getByText('Table of closes').click()
    expect(await page.getByRole('row', { name: day }).innerText()).toContain(value)
    await page.mouse.move(box.x + box.width / 3, box.y - 20)
    await tooltip.waitFor({ state: 'detached' })

    const days = await page.locator('tbody time').allInnerTexts()
    const said = () => slider(page).getAttribute('aria-valuetext')
    await slider(page).focus()
    expect(await said()).toMatch(new RegExp(String.raw`^${days[0]}: \$200\.00`))
    await page.keyboard.press('ArrowLeft')
    await expect.poll(said).toMatch(new RegExp(String.raw`^${days[1]}: \$1\d\d\.\d\d$`))
    expect(`${await reading(page).locator('strong + span').innerText()}: ${await tooltip.innerText()}`).toBe(
      await said(),
    )
    await page.keyboard.press('Home')
    await expect.poll(said).toMatch(new RegExp(`^${days.at(-1)}: `))
    await page.keyboard.press('ArrowRight')
    await expect.poll(said).toMatch(new RegExp(`^${days.at(-2)}: `))
    await page.keyboard.press('End')
    await expect.poll(said).toBe(`${days[0]}: $200.00`)
    await page.keyboard.press('Escape')
    await tooltip.waitFor({ state: 'detached' })
  })
})

describe('a finger on the chart', () => {
  it('reads closes when it moves sideways, and scrolls the page when it moves up', async () => {
    const { page } = await own.visit('/stocks/RISE', { viewport: PHONE, hasTouch: true, isMobile: true })
    await chartIsLive(page)
    await page.getByRole('button', { name: 'Decline cookies' }).tap()
    await chart(page).scrollIntoViewIfNeeded()
    const box = await boxOf(chart(page))
    const cdp = await page.context().newCDPSession(page)
    const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', ...places: { x: number; y: number }[]) =>
      cdp.send('Input.dispatchTouchEvent', { type, touchPoints: places })
    const y = box.y + box.height / 2
    const tooltip = reading(page).locator('strong')
    await touch('touchStart', { x: box.x + 60, y })
    for (let x = 70; x <= 160; x += 10) await touch('touchMove', { x: box.x + x, y })
    await tooltip.waitFor()
    const early = await tooltip.innerText()
    for (let x = 170; x <= 240; x += 10) await touch('touchMove', { x: box.x + x, y })
    await expect.poll(() => tooltip.innerText()).not.toBe(early)
    expect(early).toMatch(/^\$1\d\d\.\d\d$/)
    await touch('touchEnd')

    const before = await page.evaluate(() => scrollY)
    await touch('touchStart', { x: box.x + 100, y })
    for (let moved = 10; moved <= 150; moved += 10) await touch('touchMove', { x: box.x + 100, y: y - moved })
    await touch('touchEnd')
    await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(before + 50)
    await tooltip.waitFor({ state: 'detached' })
  })
})
