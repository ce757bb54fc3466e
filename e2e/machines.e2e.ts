import { describe, expect, it } from 'vitest'

import { listViolations } from './support/axe.ts'
import { openPage } from './support/browser.ts'
import { shareSite } from './support/share-site.ts'

const PNG_SIGNATURE = '89504e470d0a1a0a'

const own = shareSite()

const get = async (path: string) => {
  const response = await fetch(own.site.url + path)
  return { response, status: response.status, text: await response.text() }
}
const metaOf = (html: string, name: string) =>
  new RegExp(`<meta (?:name|property)="${name}" content="([^"]*)">`).exec(html)?.[1]

interface StructuredData {
  '@context': string
  '@graph': { '@type': string; url?: string; about?: Record<string, unknown> }[]
}

describe.each([
  {
    path: '/stocks/rise?range=5Y',
    canonical: '/stocks/RISE',
    title: 'Riser Corporation (RISE)',
    about: {
      '@type': 'Corporation',
      name: 'Riser Corporation',
      url: 'https://www.riser.example/',
      tickerSymbol: 'XNAS RISE',
      foundingDate: '1952',
      address: 'Toledo, OH, United States',
      numberOfEmployees: { '@type': 'QuantitativeValue', value: 12_345 },
    },
  },
  {
    path: '/stocks/BTC',
    canonical: '/stocks/BTC',
    title: 'Bit Basket Fund (BTC)',
    about: { '@type': 'InvestmentFund', name: 'Bit Basket Fund', alternateName: 'BTC' },
  },
  {
    path: '/crypto/btcusd',
    canonical: '/crypto/BTC',
    title: 'Bitcoin (BTC)',
    about: { '@type': 'Thing', name: 'Bitcoin', alternateName: 'BTC' },
  },
])('machines that request $path', ({ path, canonical, title, about }) => {
  it('get its canonical address, its subject and a picture', async () => {
    const { status, text: html } = await get(path)
    expect(status).toBe(200)
    expect(/<link rel="canonical" href="([^"]*)">/.exec(html)?.[1]).toBe(own.site.url + canonical)
    expect(metaOf(html, 'og:url')).toBe(own.site.url + canonical)
    expect(metaOf(html, 'og:title')).toBe(`${title} · Lunchpail`)
    expect(metaOf(html, 'description')).toContain(`${title}: $`)
    expect(metaOf(html, 'robots')).toBeUndefined()

    const json = /<script id="structured-data" type="application\/ld\+json">(.*?)<\/script>/s.exec(html)?.[1]
    const data = JSON.parse(json ?? 'null') as StructuredData
    expect(data['@context']).toBe('https://schema.org')
    expect(data['@graph'].map((part) => part['@type'])).toEqual(['WebPage', 'BreadcrumbList'])
    expect(data['@graph'][0]).toMatchObject({ url: own.site.url + canonical, about })

    const image = metaOf(html, 'og:image') ?? ''
    expect(image).toBe(`${own.site.url}/share-image${canonical}.png`)
    const response = await fetch(image)
    const png = Buffer.from(await response.arrayBuffer())
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'image/png'])
    expect(png.subarray(0, 8).toString('hex')).toBe(PNG_SIGNATURE)
    // Width and height are at the same place in every PNG.
    expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([1200, 630])
  })
})

describe('search engines', () => {
  it('find each looked-up ticker in the sitemap, and the sitemap in robots.txt', async () => {
    for (const path of ['/stocks/FALL', '/crypto/BTC', '/stocks/NOPE']) await get(path)
    const robots = await get('/robots.txt')
    expect(robots.text).toContain(`Sitemap: ${own.site.url}/sitemap.xml`)
    const { response, text } = await get('/sitemap.xml')
    expect(response.headers.get('content-type')).toContain('application/xml')
    const listed = [...text.matchAll(/<loc>(.*?)<\/loc>/g)].map(([, address]) => address)
    for (const path of ['/', '/stocks', '/crypto', '/stocks/FALL', '/crypto/BTC']) {
      expect(listed).toContain(own.site.url + path)
    }
    expect(listed).not.toContain(`${own.site.url}/stocks/NOPE`)
  })

  it('are kept away from pages that could not be shown', async () => {
    const { status, text: html } = await get('/stocks/NOPE')
    expect(status).toBe(404)
    expect(metaOf(html, 'robots')).toBe('noindex')
    expect(metaOf(html, 'og:image')).toBeUndefined()
  })
})

describe('the API’s page', () => {
  it('sends a request and shows its answer, in the colors of the site, and leads back to it', async () => {
    const { page } = await openPage(own.browser, { viewport: { width: 375, height: 667 } })
    await page.goto(`${own.site.url}/api/docs`)
    const operation = page.locator('.opblock', { hasText: '/stocks/{ticker}' }).first()
    await operation.locator('.opblock-summary-control').click()
    const field = operation.getByPlaceholder('ticker')
    // A busy machine has once lost the first click.
    await expect
      .poll(async () => {
        const button = operation.getByRole('button', { name: 'Try it out' })
        if (await button.isVisible()) await button.click()
        return field.isEnabled()
      })
      .toBe(true)
    await field.fill('RISE')
    await operation.getByRole('button', { name: 'Execute' }).click()
    const answer = operation.locator('.live-responses-table')
    await answer.waitFor()
    expect(await answer.locator('.response-col_status').last().innerText()).toMatch(/^200/)
    expect(await answer.innerText()).toContain('Riser Corporation')
    expect(await page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor)).toBe(
      'rgb(19, 20, 22)',
    )
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(375)
    expect(await listViolations(page)).toEqual([])
    await page.getByRole('link', { name: 'Lunchpail' }).click()
    await page.getByRole('heading', { level: 1, name: 'Money news for people who work for it' }).waitFor()
  })
})
