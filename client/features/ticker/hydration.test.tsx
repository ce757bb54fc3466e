import { act } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { renderToString } from 'react-dom/server'
import { describe, expect, it, onTestFinished, vi } from 'vitest'

import type { PageParts } from '../../lib/api-client.ts'
import {
  aCongressTrade,
  anInsiderTrade,
  answer,
  createApi,
  createCongress,
  createInsiders,
  createRelated,
  createStats,
  createStock,
  createTrades,
  failure,
  type TestApi,
} from './testing/market-answers.ts'
import { islandsAt, waitForUpdates } from './testing/render-ticker.tsx'

const pending = () => new Promise<never>(() => undefined)
const loaded = createStock({
  prices: Array.from({ length: 400 }, (_, index) => 100 + Math.sin(index) * 7),
  info: { About: 'A sentence of it. '.repeat(40), Website: 'https://www.apple.com', Employees: 150_000 },
  meta: { delayed: true, stale: true, sample: true, currency: 'NOK' },
})

const withEveryNote = createStock({
  ticker: 'BTC',
  meta: {
    kind: 'crypto',
    type: 'coin',
    session: 'open',
    delayed: true,
    stale: true,
    retrievedAt: '2024-03-01T09:30:00.000Z',
    republishable: true,
    coversRange: false,
    suspectDays: ['2026-11-03'],
    counterpart: { kind: 'stock', ticker: 'BTC', name: 'Bitcoin Trust' },
    profile: {
      sources: [{ name: 'Wikidata', url: 'https://www.wikidata.org/wiki/Q131723' }],
      retrievedAt: '2024-03-01T23:59:59.000Z',
      stale: true,
      republishable: true,
    },
  },
})

const traded = createTrades({
  insiders: createInsiders({
    trades: [
      anInsiderTrade(),
      anInsiderTrade({ side: 'sale', plan: 'all', isLate: true, lagBusinessDays: 9 }),
    ],
  }),
  congress: createCongress({ trades: [aCongressTrade(), aCongressTrade()] }),
})

const PARTS: PageParts = {
  stats: createStats({ trailingPE: 38.914, marketCap: 3_688_676_720_640, volume: 53_197_431 }),
  related: createRelated([
    {
      ticker: 'MSFT',
      company_name: 'Microsoft',
      price: 408.21,
      change: '-1.90%',
      kind: 'stock',
      currency: 'USD',
    },
  ]),
}

async function render(address: string, api: TestApi) {
  const { islands } = await islandsAt(api, address)
  return { html: renderToString(islands), islands }
}

describe('the ticker screen on the server', () => {
  it.each<[string, string, Partial<TestApi>]>([
    ['before any search', '/stocks', {}],
    ['loaded', '/stocks/AAPL?range=5Y', { getStock: () => answer(loaded) }],
    ['at an address typed in small letters', '/stocks/aapl', { getStock: () => answer(loaded) }],
    ['with every note', '/crypto/BTC', { getStock: () => answer(withEveryNote) }],
    ['with its table', '/stocks/AAPL?table=closes', { getStock: () => answer(loaded) }],
    ['with one close', '/stocks/QQQ', { getStock: () => answer(createStock({ prices: [209.64] })) }],
    ['without closes', '/stocks/AAPL?range=1M', { getStock: () => answer(createStock({ prices: [] })) }],
    ['with trades', '/stocks/AAPL', { getTrades: () => answer(traded) }],
    ['with trades that failed', '/stocks/AAPL', { getTrades: () => failure(503, 'not-ready') }],
    ['with all that follows the prices', '/stocks/AAPL', { getPageParts: () => Promise.resolve(PARTS) }],
    ['failed', '/crypto/NOPE', { getStock: () => failure(404, 'unknown-ticker') }],
  ])('matches what the browser renders: %s', async (_name, address, changes) => {
    const api = createApi({ getStats: pending, getRelated: pending, ...changes })
    const { html, islands } = await render(address, api)
    const consoleError = vi.spyOn(console, 'error')
    const onRecoverableError = vi.fn<(error: unknown) => void>()
    Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })
    const container = document.createElement('div')
    container.innerHTML = html
    document.body.append(container)
    await act(async () => {
      const root = hydrateRoot(container, islands, { onRecoverableError })
      onTestFinished(() => {
        act(() => root.unmount())
        container.remove()
      })
      await waitForUpdates()
    })
    expect(onRecoverableError).not.toHaveBeenCalled()
    expect(consoleError).not.toHaveBeenCalled()
  })

  it('is complete without scripts: line, words, closes and the whole description', async () => {
    const api = createApi({ getStock: () => answer(loaded) })
    const { html } = await render('/stocks/AAPL', api)
    const page = document.createElement('div')
    page.innerHTML = html
    expect(page.querySelector('polyline')?.getAttribute('points')?.split(' ')).toHaveLength(400)
    expect(page.textContent).toContain('Lowest close NOK')
    const table = page.querySelector('a[href*=table]')?.getAttribute('href') ?? ''
    expect(table).toBe('/stocks/AAPL?table=closes#closes')
    expect(page.textContent.split('A sentence of it.')).toHaveLength(41)
    expect(page.querySelector('form')?.getAttribute('action')).toBe('/stocks')
    page.innerHTML = (await render(table, api)).html
    expect(page.querySelectorAll('details[open] tbody tr').length).toBeGreaterThan(50)
  })

  it('includes the trades, each linked to its record', async () => {
    const { html } = await render('/stocks/AAPL', createApi({ getTrades: () => answer(traded) }))
    const page = document.createElement('div')
    page.innerHTML = html
    expect([...page.querySelectorAll('ol a')].map((link) => link.getAttribute('href'))).toEqual([
      'https://www.sec.gov/Archives/edgar/data/42/1-index.htm',
      'https://reports.example/1',
    ])
  })

  it('includes statistics and related stocks that arrive in time', async () => {
    const api = createApi({ getPageParts: () => Promise.resolve(PARTS) })
    const { html } = await render('/stocks/AAPL', api)
    expect(html).not.toContain('Loading...')
    for (const words of ['$3.69T', '38.91', 'Microsoft', '/stocks/MSFT']) expect(html).toContain(words)
  })

  it('says how to get statistics and related stocks that do not arrive in time', async () => {
    const page = document.createElement('div')
    page.innerHTML = (await render('/stocks/AAPL?range=5Y', createApi())).html
    expect(page.querySelector('#statistics')?.textContent).toContain(
      'The statistics and related stocks did not come in time. Load the page again.',
    )
    expect(page.querySelector('#statistics a')?.getAttribute('href')).toBe('')
  })

  it('leaves the age of stale prices to the browser, because the page is cached', async () => {
    const { html } = await render('/crypto/BTC', createApi({ getStock: () => answer(withEveryNote) }))
    expect(html).toContain('Mar 1, 2024, 09:30 UTC')
    expect(html).not.toContain(' ago')
  })

  it('has no style attributes, which the content security policy forbids', async () => {
    const { html } = await render('/stocks/AAPL', createApi({ getStock: () => answer(loaded) }))
    expect(html).not.toContain(' style=')
  })
})
