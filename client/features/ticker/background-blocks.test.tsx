import { act } from 'react'
import { describe, expect, it, onTestFinished, vi } from 'vitest'

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
import { createDeferred, renderTicker, waitForUpdates } from './testing/render-ticker.tsx'

const headings = (container: HTMLElement) =>
  // The first heading is the chart's, which states its finding.
  [...container.querySelectorAll('h2')].slice(1).map((heading) => heading.textContent)
const sectionOf = (container: HTMLElement, title: string) =>
  [...container.querySelectorAll('h2')].find((heading) => heading.textContent === title)?.closest('section')

describe('statistics and related stocks', () => {
  failOnConsoleError()

  it('load side by side after the main data, and say Loading... until then', async () => {
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
      await waitForUpdates()
    })
    const section = sectionOf(container, 'Key Statistics')
    expect(section?.textContent).not.toContain('Loading...')
    const rows = [...(section?.querySelectorAll('dl div') ?? [])]
    expect(rows.map((row) => [...row.children].map((part) => part.textContent))).toEqual([
      ['Trailing P/EPrice divided by the past year’s profit per share.', '38.91'],
      [
        'VolumeHow much was traded that day: shares, or money for a coin.Exactly 53,197,431',
        '53.2M53,197,431',
      ],
    ])
  })

  it('say how old they are when their source has nothing newer', async () => {
    const retrievedAt = new Date(Date.now() - 2.5 * 86_400_000).toISOString()
    const stats = createStats({ trailingPE: 38.914 }, { stale: true, retrievedAt })
    const { container } = await renderTicker(createApi({ getStats: () => answer(stats) }), '/stocks/AAPL')
    expect(sectionOf(container, 'Key Statistics')?.textContent).toContain(
      'as of Nov 20, 2026, 21:00 UTC, an older answer: no newer one could be had. It was given 2 days ago.',
    )
  })

  it('are read once and in full by screen readers, even if shortened on screen', async () => {
    const api = createApi({ getStats: () => answer(createStats({ marketCap: 3_688_676_720_640 })) })
    const { container } = await renderTicker(api, '/stocks/AAPL')
    const [seen, heard, ...others] = sectionOf(container, 'Key Statistics')!.querySelectorAll('dd span')
    expect(others).toEqual([])
    expect(seen?.textContent).toBe('$3.69T')
    expect(seen?.getAttribute('title')).toBe('$3,688,676,720,640')
    expect(seen?.getAttribute('aria-hidden')).toBe('true')
    expect(heard?.textContent).toBe('$3,688,676,720,640')
    expect(heard?.hasAttribute('aria-hidden')).toBe(false)
  })

  it('may break the address of a website only at its dots', async () => {
    const stats = createStats({ coinMarketCapLink: 'https://coins.example/bitcoin' })
    const { container } = await renderTicker(createApi({ getStats: () => answer(stats) }), '/stocks/AAPL')
    const link = sectionOf(container, 'Key Statistics')?.querySelector('dd a')
    expect(link?.innerHTML).toBe('<wbr>coins<wbr>.example')
  })

  it('are a dozen, none of them repeated from the top, with the rest one click away', async () => {
    const names = [
      'forwardPE',
      'priceToBook',
      'payoutRatio',
      'revenueGrowth',
      'profitMargins',
      'freeCashflow',
    ]
    const more = [
      'totalCash',
      'totalDebt',
      'fiftyDayAverage',
      'twoHundredDayAverage',
      'trailingEps',
      'ebitda',
    ]
    const all = [...names, ...more, 'marketCap', 'beta', 'open']
    const stats = createStats(Object.fromEntries(all.map((name) => [name, 1])))
    const { container } = await renderTicker(createApi({ getStats: () => answer(stats) }), '/stocks/AAPL')
    const section = sectionOf(container, 'Key Statistics')
    const namesIn = (part: Element | null | undefined) =>
      [...(part?.querySelectorAll('dt summary') ?? [])].map((name) => name.textContent)
    expect(namesIn(section?.querySelector('dl'))).toEqual([
      'Forward P/E',
      'Price to Book',
      'Payout Ratio',
      'Revenue Growth',
      'Profit Margins',
      'Free Cash Flow',
      'Total Cash',
      'Total Debt',
      '50 Day Average',
      '200 Day Average',
      'Trailing EPS',
      'Open',
    ])
    const rest = [...(section?.querySelectorAll('details') ?? [])].find((found) => found.querySelector('dl'))
    expect(rest?.querySelector('summary')?.textContent).toBe('Show 3 moreShow fewer')
    expect(namesIn(rest)).toEqual(['Beta', 'Market Cap', 'EBITDA'])
  })

  it('are reset for another ticker', async () => {
    const getStats = vi.fn<ApiClient['getStats']>(() => answer(createStats()))
    const screen = await renderTicker(createApi({ getStats }), '/stocks/AAPL')
    await screen.search('MSFT')
    expect(getStats.mock.calls.map(([query]) => query.ticker)).toEqual(['AAPL', 'MSFT'])
  })

  it('show related stocks as links, with the sign and color of the change', async () => {
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

  it('scroll a related card into view when the keyboard reaches it', async () => {
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

  it('show at most eight related stocks', async () => {
    const item = { company_name: 'Somebody', price: 1, change: '+1.2%', kind: 'stock' as const }
    const related = Array.from({ length: 9 }, (_, index) => ({ ...item, ticker: `T${index}` }))
    const api = createApi({ getRelated: () => answer(createRelated(related)) })
    const { container } = await renderTicker(api, '/stocks/AAPL')
    const tickers = [...(sectionOf(container, 'Related Stocks')?.querySelectorAll('li a') ?? [])].map(
      (card) => card.firstElementChild?.textContent,
    )
    expect(tickers).toEqual(['T0', 'T1', 'T2', 'T3', 'T4', 'T5', 'T6', 'T7'])
  })

  it('have scroll buttons that are disabled at the ends of the row', async () => {
    vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(300)
    vi.spyOn(HTMLElement.prototype, 'scrollWidth', 'get').mockReturnValue(900)
    onTestFinished(() => {
      vi.restoreAllMocks()
    })
    const item = { company_name: 'Somebody', price: 1, change: '+1.2%', kind: 'stock' as const }
    const api = createApi({ getRelated: () => answer(createRelated([{ ...item, ticker: 'MSFT' }])) })
    const { container } = await renderTicker(api, '/stocks/AAPL')
    const buttons = () =>
      [...(sectionOf(container, 'Related Stocks')?.querySelectorAll('button') ?? [])].map((button) => [
        button.getAttribute('aria-label'),
        button.getAttribute('aria-disabled'),
      ])
    expect(buttons()).toEqual([
      ['Scroll left', 'true'],
      ['Scroll right', 'false'],
    ])
    act(() => {
      const row = sectionOf(container, 'Related Stocks')!.querySelector('ul')!
      row.scrollLeft = 600
      row.dispatchEvent(new Event('scroll'))
    })
    expect(buttons()).toEqual([
      ['Scroll left', 'false'],
      ['Scroll right', 'true'],
    ])
  })

  it('have no scroll buttons when every card fits', async () => {
    const item = { company_name: 'Somebody', price: 1, change: '+1.2%', kind: 'stock' as const }
    const api = createApi({ getRelated: () => answer(createRelated([{ ...item, ticker: 'MSFT' }])) })
    const { container } = await renderTicker(api, '/stocks/AAPL')
    expect(sectionOf(container, 'Related Stocks')?.querySelectorAll('button')).toHaveLength(0)
  })

  it('say in one line that there are none, or disappear', async () => {
    const api = createApi({ getStats: () => answer(createStats({})) })
    const { container } = await renderTicker(api, '/stocks/AAPL')
    expect(headings(container)).toEqual(['Insider trades', 'Congress trades', 'About', 'Key Statistics'])
  })

  it('are not requested when the main data failed', async () => {
    const getStats = vi.fn<ApiClient['getStats']>()
    const api = createApi({ getStock: () => failure(404, 'unknown-ticker'), getStats })
    await renderTicker(api, '/stocks/AAPL')
    expect(getStats).not.toHaveBeenCalled()
  })
})

describe('a failure of statistics or related stocks', () => {
  it('is only logged', async () => {
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
    expect(headings(container)).toEqual(['Insider trades', 'Congress trades', 'About'])
    expect(container.textContent).not.toMatch(/failed|statistics/i)
  })

  it('says so if the source has none of this asset', async () => {
    const consoleError = vi.spyOn(console, 'error').mockImplementation(() => undefined)
    const detail = 'SUI is another coin at CoinGecko.'
    const getStats = () => Promise.resolve({ ok: false, status: 404, code: 'not-at-source', detail } as const)
    const { container } = await renderTicker(createApi({ getStats }), '/stocks/AAPL')
    expect(sectionOf(container, 'Key Statistics')?.textContent).toContain(
      'No statistics: SUI is another coin at CoinGecko.',
    )
    consoleError.mockClear()
  })
})
