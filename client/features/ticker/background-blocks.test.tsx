// @vitest-environment happy-dom
import { act } from 'react'
import { describe, expect, it, vi } from 'vitest'

import type { StatsResponse } from '../../../shared/market-contract.ts'
import type { Answer, ApiClient } from '../../lib/api-client.ts'
import { failOnConsoleError } from './testing/fail-on-console-error.ts'
import {
  answer,
  createApi,
  createRelated,
  createStats,
  createStock,
  failure,
} from './testing/market-answers.ts'
import { createDeferred, renderTicker, settle } from './testing/render-ticker.tsx'

vi.mock(import('./draw-chart.ts'), () => ({
  createPriceChart: () => ({ show: () => undefined, remove: () => undefined }),
}))

const headings = (container: HTMLElement) =>
  [...container.querySelectorAll('h2')].map((heading) => heading.textContent)
const sectionOf = (container: HTMLElement, title: string) =>
  [...container.querySelectorAll('h2')].find((heading) => heading.textContent === title)?.parentElement

describe('statistics and related stocks', () => {
  failOnConsoleError()

  it('are asked for side by side once the main data is there, and say Loading... until they come', async () => {
    const stats = createDeferred<Answer<StatsResponse>>()
    const getStats = vi.fn<ApiClient['getStats']>(() => stats.promise)
    const getRelated = vi.fn<ApiClient['getRelated']>(() => new Promise(() => undefined))
    const { container } = await renderTicker(createApi({ getStats, getRelated }), '/crypto/BTC')
    expect(getStats.mock.calls).toEqual([[{ kind: 'crypto', ticker: 'BTC' }]])
    expect(getRelated.mock.calls).toEqual([[{ kind: 'crypto', ticker: 'BTC' }]])
    expect(sectionOf(container, 'Key Statistics')?.textContent).toContain('Loading...')
    expect(sectionOf(container, 'Related Stocks')?.textContent).toContain('Loading...')
    await act(async () => {
      stats.resolve(await answer(createStats({ trailingPE: 38.914, volume: 53_197_431 })))
      await settle()
    })
    const section = sectionOf(container, 'Key Statistics')
    expect(section?.textContent).not.toContain('Loading...')
    expect([...(section?.querySelectorAll('dl div') ?? [])].map((row) => row.textContent)).toEqual([
      'Volume53,197,431',
      'Trailing P/E38.91',
    ])
  })

  it('start anew for another ticker', async () => {
    const getStats = vi.fn<ApiClient['getStats']>(() => answer(createStats()))
    const screen = await renderTicker(createApi({ getStats }), '/stocks/AAPL')
    await screen.search('MSFT')
    expect(getStats.mock.calls.map(([query]) => query.ticker)).toEqual(['AAPL', 'MSFT'])
  })

  it('show related stocks as links to the screen of each asset, with the sign and colour of the change', async () => {
    const item = { company_name: 'Somebody', price: 1_234.5, currency: 'USD' }
    const { container, click, address } = await renderTicker(
      createApi({
        getRelated: () =>
          answer(
            createRelated([
              { ...item, ticker: 'MSFT', change: '+1.2%', kind: 'stock' },
              { ...item, ticker: 'BTC', change: '-0.4%', kind: 'crypto' },
            ]),
          ),
      }),
      '/stocks/AAPL',
    )
    const cards = [...(sectionOf(container, 'Related Stocks')?.querySelectorAll('li a') ?? [])]
    expect(cards.map((card) => card.textContent)).toEqual([
      'MSFTSomebody$1,234.50+1.2%',
      'BTCSomebody$1,234.50-0.4%',
    ])
    expect(cards.map((card) => card.getAttribute('href'))).toEqual(['/stocks/MSFT', '/crypto/BTC'])
    expect(cards[0]?.lastElementChild?.className).toContain('rise')
    expect(cards[1]?.lastElementChild?.className).toContain('fall')
    await click(cards[1] as HTMLElement)
    expect(address()).toBe('/crypto/BTC')
  })

  it('bring a related card that the keyboard reaches into view', async () => {
    const item = { company_name: 'Somebody', price: 1, change: '+1.2%', kind: 'stock' as const }
    const { container } = await renderTicker(
      createApi({ getRelated: () => answer(createRelated([{ ...item, ticker: 'MSFT' }])) }),
      '/stocks/AAPL',
    )
    const card = sectionOf(container, 'Related Stocks')?.querySelector<HTMLElement>('li a')
    if (!card) throw new Error('no card')
    const scroll = vi.fn<HTMLElement['scrollIntoView']>()
    card.scrollIntoView = scroll
    vi.spyOn(card, 'matches').mockReturnValue(true)
    act(() => card.focus())
    expect(scroll).toHaveBeenCalledWith({ block: 'nearest', inline: 'start' })
  })

  it('leave their places where there are none', async () => {
    const api = createApi({ getStats: () => answer(createStats({})) })
    const { container } = await renderTicker(api, '/stocks/AAPL')
    expect(headings(container)).toEqual(['About'])
  })

  it('are not asked for when the main data failed', async () => {
    const getStats = vi.fn<ApiClient['getStats']>()
    const api = createApi({ getStock: () => failure(404, 'unknown-ticker'), getStats })
    await renderTicker(api, '/stocks/AAPL')
    expect(getStats).not.toHaveBeenCalled()
  })
})

describe('a failure of statistics or related stocks', () => {
  it('is logged and not shown', async () => {
    const consoleError = vi.spyOn(console, 'error').mockImplementation(() => undefined)
    consoleError.mockClear()
    const { container } = await renderTicker(
      createApi({
        getStock: () => answer(createStock()),
        getStats: () => failure(503, 'source-unavailable'),
        getRelated: () => Promise.reject(new Error('gone')),
      }),
      '/stocks/AAPL',
    )
    expect(consoleError.mock.calls).toEqual([
      ['Failed to fetch stats', 'source-unavailable'],
      ['Failed to fetch related stocks', new Error('gone')],
    ])
    expect(headings(container)).toEqual(['About'])
    expect(container.textContent).not.toContain('Failed')
  })
})
