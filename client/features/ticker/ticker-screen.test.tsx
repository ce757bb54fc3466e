import { act } from 'react'
import { describe, expect, it, onTestFinished, vi } from 'vitest'

import type { StockResponse } from '../../../shared/market-contract.ts'
import type { Answer, ApiClient } from '../../lib/api-client.ts'
import { getButton } from '../../testing/render.tsx'
import { failOnConsoleError } from './testing/fail-on-console-error.ts'
import { answer, createApi, createStats, createStock, failure } from './testing/market-answers.ts'
import { createDeferred, renderTicker, waitForUpdates } from './testing/render-ticker.tsx'

failOnConsoleError()

const stockOf = (changes: Parameters<typeof createStock>[0]) =>
  createApi({ getStock: () => answer(createStock(changes)) })
const YEAR = ['2025-11-20', '2026-05-20', '2026-11-19']
const linkTo = (container: HTMLElement, href: string) =>
  [...container.querySelectorAll('a')].find((link) => link.getAttribute('href') === href)

describe('the search', () => {
  it('prompts before any search', async () => {
    const { container } = await renderTicker(createApi(), '/stocks')
    expect(container.textContent).toContain('Enter a ticker to see the stock chart.')
    expect(container.querySelector('label')?.textContent).toBe('Enter Ticker')
    expect(getButton(container, 'Get Data').type).toBe('submit')
  })

  it.each(['', '   '])('does not submit "%s"', async (typed) => {
    const screen = await renderTicker(createApi(), '/stocks')
    await screen.search(typed)
    expect(screen.address()).toBe('/stocks')
  })

  it.each([
    ['/stocks', '/stocks/BRK-B'],
    ['/crypto', '/crypto/BRK-B'],
  ])('leads from %s to %s', async (from, to) => {
    const screen = await renderTicker(createApi(), from)
    await screen.search(' brk-b ')
    expect(screen.address()).toBe(to)
    expect(screen.container.querySelector('h1')?.textContent).toBe('Apple Inc. (BRK-B)')
    expect(screen.container.querySelector('input')?.value).toBe('BRK-B')
  })

  it('says Loading... when the page came without its data, and requests it', async () => {
    const asked = vi.fn<ApiClient['getStock']>()
    const stock = createDeferred<Answer<StockResponse>>()
    asked.mockResolvedValueOnce(undefined).mockReturnValueOnce(stock.promise)
    const screen = await renderTicker(createApi({ getStock: asked }), '/stocks/AAPL')
    expect(screen.container.querySelector('output')?.textContent).toBe('Loading...')
    expect(screen.container.querySelector('h1')?.textContent).toBe('AAPL')
    await act(async () => {
      stock.resolve(await answer(createStock()))
      await waitForUpdates()
    })
    expect(screen.container.querySelector('h1')?.textContent).toBe('Apple Inc. (AAPL)')
    expect(asked).toHaveBeenCalledTimes(2)
  })

  it('leads to the coin that a late answer is about, and requests nothing more about a stock', async () => {
    const coin = createStock({ ticker: 'BTC', meta: { kind: 'crypto', type: 'coin' } })
    const asked = vi.fn<ApiClient['getStock']>()
    asked.mockResolvedValueOnce(undefined).mockReturnValueOnce(answer(coin))
    const getStats = vi.fn<ApiClient['getStats']>()
    const replace = vi.spyOn(window.location, 'replace').mockReturnValue()
    onTestFinished(() => replace.mockRestore())
    const { container } = await renderTicker(
      createApi({ getStock: asked, getStats }),
      '/stocks/BTC-USD?range=5Y',
    )
    await act(waitForUpdates)
    expect(replace.mock.calls).toEqual([['/crypto/BTC?range=5Y']])
    expect(getStats).not.toHaveBeenCalled()
    expect(container.querySelector('output')?.textContent).toBe('Loading...')
  })

  it('says Failed to fetch data when that request fails', async () => {
    const asked = vi.fn<ApiClient['getStock']>()
    asked.mockResolvedValueOnce(undefined).mockReturnValueOnce(failure(503, 'source-failed'))
    const { container } = await renderTicker(createApi({ getStock: asked }), '/stocks/AAPL')
    await act(waitForUpdates)
    expect(container.textContent).toContain('Failed to fetch data')
    expect(asked).toHaveBeenCalledTimes(2)
  })

  it('is back after ten seconds, in case the browser was stopped on its way', async () => {
    const screen = await renderTicker(createApi({ getStock: () => new Promise(() => undefined) }), '/stocks')
    await screen.search('aapl')
    expect(screen.container.textContent).toContain('Loading...')
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    onTestFinished(() => {
      vi.useRealTimers()
    })
    await act(async () => {
      document.dispatchEvent(new CustomEvent('site:leave', { detail: '/stocks/MSFT', cancelable: true }))
      await vi.advanceTimersByTimeAsync(9_999)
    })
    expect(screen.container.textContent).toContain('MSFT')
    await act(() => vi.advanceTimersByTimeAsync(1))
    expect(screen.container.textContent).toContain('Enter a ticker')
  })

  it('says Loading... until the main data has arrived', async () => {
    const stock = createDeferred<Answer<StockResponse>>()
    const screen = await renderTicker(createApi({ getStock: () => stock.promise }), '/stocks')
    await screen.search('aapl')
    expect(screen.container.textContent).toContain('Loading...')
    expect(screen.container.textContent).not.toContain('Enter a ticker')
    await act(async () => {
      stock.resolve(await answer(createStock()))
      await waitForUpdates()
    })
    expect(screen.container.querySelector('h1')?.textContent).toBe('Apple Inc. (AAPL)')
  })
})

describe('an error', () => {
  it.each([
    [400, 'invalid-ticker', 'This cannot be a ticker', false],
    [404, 'unknown-ticker', 'Check the spelling', false],
    [404, 'not-at-source', 'This stock or fund is listed, or was until now, but', false],
    [429, 'too-many-requests', 'Wait a minute', true],
    [503, 'source-unavailable', 'gave no usable answer', true],
    [502, 'source-failed', 'gave no usable answer', true],
  ] as const)('%d %s says what to do next', async (status, code, advice, canRetry) => {
    const api = createApi({ getStock: () => failure(status, code) })
    const { container } = await renderTicker(api, '/stocks/AAPL')
    const alert = container.querySelector('div[role=alert]')
    expect(alert?.querySelector('p')?.textContent).toBe('Failed to fetch data')
    expect(alert?.textContent).toContain(advice)
    const buttons = [...container.querySelectorAll('button')].map(({ textContent }) => textContent)
    expect(buttons.includes('Try again')).toBe(canRetry)
  })

  it('lists the sample tickers when there is only sample data', async () => {
    const detail =
      'No live source of market data answers, and the sample data hold only AAPL. Try one of these.'
    const code = 'sample-only'
    const api = createApi({ getStock: () => Promise.resolve({ ok: false, status: 503, code, detail }) })
    const { container } = await renderTicker(api, '/stocks/NOPE')
    expect(container.querySelector('div[role=alert]')?.textContent).toBe(`Failed to fetch data${detail}`)
  })

  it('is gone once the source answers again', async () => {
    const getStock = vi.fn<ApiClient['getStock']>(() => answer(createStock()))
    getStock.mockReturnValueOnce(failure(503, 'source-unavailable'))
    const screen = await renderTicker(createApi({ getStock }), '/stocks/AAPL')
    await screen.click(getButton(screen.container, 'Try again'))
    expect(screen.container.querySelector('h1')?.textContent).toBe('Apple Inc. (AAPL)')
    expect(screen.container.textContent).not.toContain('Failed to fetch data')
  })
})

describe('a loaded asset', () => {
  it('shows price, signed change, day and source in one block', async () => {
    const { container } = await renderTicker(stockOf({ prices: [100, 90, 120], dates: YEAR }), '/stocks/AAPL')
    const text = container.querySelector('header')?.textContent
    expect(text).toContain('$120.00')
    expect(text).toContain('+$20.00 (+20.00%)')
    expect(text).toContain('past year')
    expect(text).toContain('Close of Thursday, November 19, 2026')
    expect(container.querySelector('header a')?.getAttribute('href')).toBe(
      'https://finance.yahoo.com/quote/AAPL',
    )
    expect(text).not.toContain('not a live price')
  })

  it('draws the line and sums it up in words and in a table', async () => {
    const api = stockOf({ prices: [100, 90, 120], dates: YEAR })
    const { container } = await renderTicker(api, '/stocks/AAPL?table=closes')
    const words =
      'AAPL, past year: from $100.00 on Nov 20, 2025 to $120.00 on Nov 19, 2026, +$20.00 (+20.00%). ' +
      'Lowest close $90.00 on May 20, 2026, highest $120.00 on Nov 19, 2026.'
    expect(container.querySelector('[role=img]')?.getAttribute('aria-label')).toBe(words)
    expect(container.textContent).toContain(words)
    expect([...container.querySelectorAll('tbody tr')].map((row) => row.textContent)).toEqual([
      'Nov 19, 2026$120.00',
      'May 20, 2026$90.00',
      'Nov 20, 2025$100.00',
    ])
  })

  it('draws its table once somebody opens it, moves the focus there, and keeps it when the range changes', async () => {
    const { container, click, address } = await renderTicker(
      stockOf({ prices: [100, 90, 120], dates: YEAR }),
      '/stocks/AAPL',
    )
    const link = [...container.querySelectorAll('a')].find(
      ({ textContent }) => textContent === 'Table of closes',
    )
    expect(link?.getAttribute('href')).toBe('/stocks/AAPL?table=closes#closes')
    expect(container.querySelector('table')).toBeNull()
    await click(link)
    expect(container.querySelectorAll('tbody tr')).toHaveLength(3)
    expect(document.activeElement?.textContent).toBe('Table of closes')
    await click(container.querySelector<HTMLElement>('nav a[href$="=1M"]'))
    expect(address()).toBe('/stocks/AAPL?range=1M')
    expect(container.querySelectorAll('tbody tr')).toHaveLength(3)
  })

  it('names the range only when the closes cover it', async () => {
    const { container } = await renderTicker(stockOf({ prices: [29.53, 30] }), '/stocks/IPO?range=5Y')
    expect(container.querySelector('header')?.textContent).toContain('+$0.47 (+1.59%) since Nov 2, 2026')
    expect(container.querySelector('[role=img]')?.getAttribute('aria-label')).toMatch(
      /^AAPL, since Nov 2, 2026: /,
    )
  })

  it('writes an exchange rate with the same digits everywhere', async () => {
    const meta = { type: 'currency', priceDigits: 4 } as const
    const api = stockOf({ prices: [1.1235, 1.12], meta })
    const { container } = await renderTicker(api, '/stocks/EURUSD=X?table=closes')
    expect(container.querySelector('header')?.textContent).toContain(
      '$1.1200+ WatchChange: -$0.0035 (-0.31%)',
    )
    expect(container.querySelector('[role=img]')?.textContent).toMatch(
      /^(?:\$1\.12\d\d)+High \$1\.1235, Nov 2Low \$1\.1200, Nov 3\$1\.1200Nov 2Nov 3$/,
    )
    expect(container.querySelector('input[type=range]')?.getAttribute('aria-valuetext')).toBe(
      'Nov 3, 2026: $1.1200',
    )
    expect([...container.querySelectorAll('td')].map((cell) => cell.textContent)).toEqual([
      '$1.1200',
      '$1.1235',
    ])
  })

  it('counts an index in points', async () => {
    const stock = createStock({ ticker: '^GSPC', prices: [2_600, 2_874.56], meta: { type: 'index' } })
    delete stock.meta.currency
    const { container } = await renderTicker(createApi({ getStock: () => answer(stock) }), '/stocks/^GSPC')
    expect(container.querySelector('header')?.textContent).toContain(
      '2,874.56 points+ WatchChange: +274.56 points (+10.56%)',
    )
    expect(container.querySelector('[role=img]')?.textContent).toMatch(
      /High 2,874\.56 points, Nov 3Low 2,600\.00 points, Nov 22,874\.56Nov 2Nov 3$/,
    )
    expect(container.querySelector('main, section')?.textContent).not.toContain('$')
  })

  it('shows no change for a single close', async () => {
    const { container } = await renderTicker(stockOf({ prices: [100] }), '/stocks/AAPL')
    expect(container.querySelector('header')?.textContent).toContain('$100.00')
    expect(container.querySelector('header')?.textContent).not.toContain('%')
  })

  it('says plainly what is delayed, stale or a sample', async () => {
    const { container } = await renderTicker(
      stockOf({ meta: { delayed: true, stale: true } }),
      '/stocks/AAPL',
    )
    expect(container.textContent).toContain('Delayed or the exchange is closed: not a live price.')
    expect(container.textContent).toContain('This is what the source said on Nov 20, 2026, 21:15 UTC.')
    expect(container.textContent).not.toContain('Sample data')
    const sample = await renderTicker(stockOf({ meta: { sample: true } }), '/stocks/AAPL')
    expect(sample.container.textContent.split('Sample data: not real prices')).toHaveLength(3)
  })

  it('offers the ranges as links and marks the one shown', async () => {
    const stock5y = createDeferred<Answer<StockResponse>>()
    const getStats = vi.fn<ApiClient['getStats']>(() => answer(createStats()))
    const screen = await renderTicker(
      createApi({
        getStats,
        getStock: ({ range }) =>
          range === '5Y' ? stock5y.promise : answer(createStock({ meta: { range } })),
      }),
      '/stocks/AAPL',
    )
    expect(
      [...screen.container.querySelectorAll('nav[aria-label="Price range"] a')].map((link) =>
        link.getAttribute('href'),
      ),
    ).toEqual([
      '/stocks/AAPL?range=1D',
      '/stocks/AAPL?range=5D',
      '/stocks/AAPL?range=1M',
      '/stocks/AAPL?range=3M',
      '/stocks/AAPL?range=6M',
      '/stocks/AAPL?range=YTD',
      '/stocks/AAPL',
      '/stocks/AAPL?range=5Y',
      '/stocks/AAPL?range=MAX',
    ])
    await screen.click(linkTo(screen.container, '/stocks/AAPL?range=5Y'))
    expect(screen.container.querySelector('output')?.textContent).toBe('Loading...')
    expect(screen.container.querySelector('h1')?.textContent).toBe('Apple Inc. (AAPL)')
    await act(async () => {
      stock5y.resolve(
        await answer(
          createStock({ prices: [50, 40], dates: ['2021-11-22', '2026-11-19'], meta: { range: '5Y' } }),
        ),
      )
      await waitForUpdates()
    })
    expect(screen.container.querySelector('nav[aria-label="Price range"] [aria-current]')?.textContent).toBe(
      '5Y',
    )
    expect(screen.container.querySelector('header')?.textContent).toContain('-$10.00 (-20.00%) past 5 years')
    expect(getStats).toHaveBeenCalledTimes(1)
  })

  it('says so when a range has no closes', async () => {
    const { container } = await renderTicker(stockOf({ prices: [] }), '/stocks/AAPL')
    expect(container.textContent).toContain('No closes are known for this range.')
    expect(container.querySelector('h1')?.textContent).toBe('Apple Inc. (AAPL)')
  })
})

describe('the profile', () => {
  const facts = (container: HTMLElement) =>
    [...(container.querySelector('#about dl')?.children ?? [])].map((fact) => [
      fact.querySelector('dt')?.textContent,
      fact.querySelector('dd')?.textContent,
    ])

  it('lists the known facts', async () => {
    const info = {
      Founded: '1976',
      Website: 'https://www.apple.com',
      Headquarters: 'Cupertino, CA, United States',
      CEO: 'Tim Cook',
      Employees: 150_000,
      'Primary exchange': 'NasdaqGS',
    }
    const { container } = await renderTicker(stockOf({ info }), '/stocks/AAPL')
    expect(facts(container)).toEqual([
      ['Founded', '1976'],
      ['Website', 'www.apple.com'],
      ['Headquarters', 'Cupertino, CA, United States'],
      ['CEO', 'Tim Cook'],
      ['Employees', '150,000'],
      ['Ticker', 'AAPL'],
      ['Primary exchange', 'NasdaqGS'],
    ])
    const website = linkTo(container, 'https://www.apple.com/')
    expect(website?.rel).toBe('noopener noreferrer nofollow')
  })

  it('says so when its source failed', async () => {
    const { container } = await renderTicker(stockOf({ meta: { profileAvailable: false } }), '/stocks/AAPL')
    expect(container.textContent).toContain('The source of profiles did not answer.')
  })

  it('cuts a long description and shows the rest on demand', async () => {
    const start = 'A sentence of it. '.repeat(16).trim()
    const { container, click } = await renderTicker(
      stockOf({ info: { About: `${start} ${'More words '.repeat(20)}.` } }),
      '/stocks/AAPL',
    )
    const toggle = getButton(container, 'Show More')
    expect(toggle.getAttribute('aria-expanded')).toBe('false')
    await click(toggle)
    expect(getButton(container, 'Show Less').getAttribute('aria-expanded')).toBe('true')
    await click(getButton(container, 'Show Less'))
    expect(getButton(container, 'Show More').getAttribute('aria-expanded')).toBe('false')
  })

  it('offers no toggle for a short description', async () => {
    const { container } = await renderTicker(stockOf({ info: { About: 'Makes phones.' } }), '/stocks/AAPL')
    expect(container.textContent).toContain('Makes phones.')
    expect(container.textContent).not.toContain('Show More')
  })
})
