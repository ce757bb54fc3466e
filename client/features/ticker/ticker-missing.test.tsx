import { act } from 'react'
import { renderToString } from 'react-dom/server'
import { describe, expect, it, onTestFinished, vi } from 'vitest'

import type { FoundAsset, StockResponse } from '../../../shared/market-contract.ts'
import type { Answer, ApiClient } from '../../lib/api-client.ts'
import { getButton } from '../../testing/render.tsx'
import { failOnConsoleError } from './testing/fail-on-console-error.ts'
import { answer, createApi, createSearch, createStock, failure } from './testing/market-answers.ts'
import { createDeferred, renderTicker, waitForUpdates } from './testing/render-ticker.tsx'
import { TickerError } from './ticker-missing.tsx'

failOnConsoleError()

const BITCOIN: FoundAsset = { ticker: 'BTC', name: 'Bitcoin', kind: 'crypto', type: 'coin' }
const asset = (ticker: string): FoundAsset => ({
  ticker,
  name: `${ticker} Fund`,
  kind: 'stock',
  type: 'etf',
  exchange: 'NYSE',
})
const unknown = (suggestions: FoundAsset[]): Promise<Answer<never>> =>
  Promise.resolve({ ok: false, status: 404, code: 'unknown-ticker', detail: '', suggestions })
const suggested = (container: HTMLElement) =>
  [...container.querySelectorAll('section li a')].map((link) => [link.getAttribute('href'), link.textContent])
/** What screen readers announce, except for the chart's messages. */
const announced = (container: HTMLElement) =>
  [...container.querySelectorAll('[aria-live=polite]')]
    .filter((region) => region.closest('section[aria-label="Price history"]') === null)
    .map(({ textContent }) => textContent)
    .join('')

describe('an unknown ticker', () => {
  it('suggests up to five assets, coins included', async () => {
    const api = createApi({ getStock: () => unknown([BITCOIN, ...['A', 'B', 'C', 'D', 'E'].map(asset)]) })
    const { container } = await renderTicker(api, '/stocks/BTX')
    expect(container.querySelector('h2')?.textContent).toBe('Did you mean')
    expect(suggested(container)).toEqual([
      ['/crypto/BTC', 'BTC Bitcoin Coin'],
      ['/stocks/A', 'A A Fund ETF · NYSE'],
      ['/stocks/B', 'B B Fund ETF · NYSE'],
      ['/stocks/C', 'C C Fund ETF · NYSE'],
      ['/stocks/D', 'D D Fund ETF · NYSE'],
    ])
  })

  it('adds the results of a search, each asset once', async () => {
    const searchAssets = vi.fn<ApiClient['searchAssets']>(() => answer(createSearch([asset('A'), BITCOIN])))
    const api = createApi({ getStock: () => unknown([BITCOIN]), searchAssets })
    const { container } = await renderTicker(api, '/stocks/BTX')
    await act(async () => {
      await vi.waitFor(() => expect(searchAssets).toHaveBeenCalled())
      await waitForUpdates()
    })
    expect(suggested(container).map(([path]) => path)).toEqual(['/crypto/BTC', '/stocks/A'])
    expect(searchAssets.mock.calls.map(([query]) => query)).toEqual([{ text: 'BTX' }])
  })

  it('of a stock that the source lacks may be a coin', async () => {
    const results = [{ ...asset('BTC'), name: 'Bitcoin Mini Trust' }, BITCOIN]
    const searchAssets = vi.fn<ApiClient['searchAssets']>(() => answer(createSearch(results)))
    const api = createApi({ getStock: () => failure(404, 'not-at-source'), searchAssets })
    const { container } = await renderTicker(api, '/stocks/BTC')
    await act(async () => {
      await vi.waitFor(() => expect(searchAssets).toHaveBeenCalled())
      await waitForUpdates()
    })
    expect(suggested(container)).toEqual([['/crypto/BTC', 'BTC Bitcoin Coin']])
  })

  it('has its suggestions in the HTML from the server', () => {
    const page = document.createElement('div')
    page.innerHTML = renderToString(
      <>
        <TickerError
          kind="stock"
          ticker="BTX"
          code="unknown-ticker"
          detail=""
          suggestions={[BITCOIN]}
          retry={{ isRetrying: false, outcome: undefined, retry: () => undefined }}
          api={createApi()}
        />
      </>,
    )
    expect(suggested(page)).toEqual([['/crypto/BTC', 'BTC Bitcoin Coin']])
  })

  it.each([
    ['/stocks/BTX', ['/stocks/AAPL', '/stocks/MSFT', '/stocks/SPY']],
    ['/crypto/BTX', ['/crypto/BTC', '/crypto/ETH']],
  ])('offers popular assets at %s when nothing similar is known', async (path, popular) => {
    const { container } = await renderTicker(createApi({ getStock: () => unknown([]) }), path)
    expect(container.textContent).toContain('Failed to fetch data')
    expect(container.querySelector('h2')?.textContent).toBe('Or look at one of these')
    expect(suggested(container).map(([address]) => address)).toEqual(popular)
  })

  it('offers nothing else while its source is down, since the ticker may be right', async () => {
    const api = createApi({ getStock: () => failure(503, 'source-unavailable') })
    const { container } = await renderTicker(api, '/stocks/AAPL')
    expect(suggested(container)).toEqual([])
  })
})

describe('a text that cannot be a ticker', () => {
  it('is looked up as a name', async () => {
    const searchAssets = vi.fn<ApiClient['searchAssets']>(() => answer(createSearch([asset('KO')])))
    const { container } = await renderTicker(createApi({ searchAssets }), '/stocks?ticker=coca+cola')
    await act(async () => {
      await vi.waitFor(() => expect(searchAssets).toHaveBeenCalled())
      await waitForUpdates()
    })
    expect(suggested(container)).toEqual([['/stocks/KO', 'KO KO Fund ETF · NYSE']])
    expect(searchAssets.mock.calls.map(([query]) => query)).toEqual([{ text: 'coca cola' }])
  })
})

describe('trying again', () => {
  async function renderFailed() {
    const next = createDeferred<Answer<StockResponse>>()
    const getStock = vi.fn<ApiClient['getStock']>(() => next.promise)
    getStock.mockReturnValueOnce(failure(503, 'source-unavailable'))
    const screen = await renderTicker(createApi({ getStock }), '/stocks/AAPL')
    const button = getButton(screen.container, 'Try again')
    button.focus()
    await screen.click(button)
    const end = (ended: Promise<Answer<StockResponse>>) =>
      act(async () => {
        next.resolve(await ended)
        await waitForUpdates()
      })
    return { ...screen, button, getStock, end }
  }

  it('shows that it is loading, keeps the focus and sends one request', async () => {
    const { container, button, click, getStock } = await renderFailed()
    expect(button.textContent).toBe('Trying again...')
    expect(button.getAttribute('aria-disabled')).toBe('true')
    expect(container.querySelector('form[aria-busy=true]')).toBe(button.form)
    expect(document.activeElement).toBe(button)
    expect(announced(container)).toBe('Trying again...')
    await click(button)
    expect(getStock).toHaveBeenCalledTimes(2)
  })

  it('says when it failed again, and can be repeated', async () => {
    const { container, button, end, click, getStock } = await renderFailed()
    await end(failure(503, 'source-unavailable'))
    expect(announced(container)).toBe('Still no data.')
    expect(button.form?.textContent).toBe('Try againStill no data.')
    expect(document.activeElement).toBe(button)
    await click(button)
    expect(getStock).toHaveBeenCalledTimes(3)
  })

  it('announces what has loaded and moves the focus to main', async () => {
    const main = document.createElement('main')
    main.tabIndex = -1
    document.body.append(main)
    const { container, end } = await renderFailed()
    await end(answer(createStock()))
    expect(container.querySelector('h1')?.textContent).toBe('Apple Inc. (AAPL)')
    expect(announced(container)).toBe('Apple Inc. has loaded.')
    expect(document.activeElement).toBe(main)
    main.remove()
  })
})

describe('an offline visitor', () => {
  it('is told so, and can try again', async () => {
    const online = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
    onTestFinished(() => online.mockRestore())
    const api = createApi({ getStock: () => failure(503, 'source-unavailable') })
    const { container } = await renderTicker(api, '/stocks/AAPL')
    expect(container.textContent).toContain(
      'Failed to fetch dataYou are offline. Check your connection, then try again.',
    )
    expect(getButton(container, 'Try again')).toBeDefined()
  })
})
