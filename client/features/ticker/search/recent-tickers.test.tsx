import { act } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { renderToString } from 'react-dom/server'
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'

import { failOnConsoleError } from '../testing/fail-on-console-error.ts'
import { answer, createApi, createStock, failure } from '../testing/market-answers.ts'
import { renderTicker } from '../testing/render-ticker.tsx'
import { recentTickers, rememberTicker } from './recent-tickers.ts'
import { RecentTickersRow } from './recent-tickers-row.tsx'

failOnConsoleError()
beforeEach(() => {
  localStorage.clear()
  document.cookie = 'cookie_choice=accepted-tickers; path=/'
})
afterEach(() => {
  document.cookie = 'cookie_choice=; path=/; max-age=0'
})

const KEY = 'recent-tickers:1'
const remember = (...tickers: string[]) => {
  for (const ticker of tickers) rememberTicker({ kind: 'stock', ticker, name: `${ticker} Inc.` })
}
const remembered = () => recentTickers.get().map(({ ticker }) => ticker)
const chips = (container: HTMLElement) =>
  [...container.querySelectorAll('section[aria-label="Recent tickers"] a')].map((link) => [
    link.getAttribute('href'),
    link.textContent,
  ])

describe('recent tickers', () => {
  it('are the last eight, latest first', () => {
    remember('A', 'B', 'C', 'D', 'E', 'F', 'G', 'H', 'I')
    expect(remembered()).toEqual(['I', 'H', 'G', 'F', 'E', 'D', 'C', 'B'])
  })

  it('list an asset once, but a coin and a fund with the same ticker separately', () => {
    remember('BTC', 'MSFT', 'BTC')
    rememberTicker({ kind: 'crypto', ticker: 'BTC', name: 'Bitcoin' })
    expect(recentTickers.get()).toEqual([
      { kind: 'crypto', ticker: 'BTC', name: 'Bitcoin' },
      { kind: 'stock', ticker: 'BTC', name: 'BTC Inc.' },
      { kind: 'stock', ticker: 'MSFT', name: 'MSFT Inc.' },
    ])
  })

  it('keep kind, ticker and name, and nothing else', () => {
    remember('MSFT')
    expect(localStorage.getItem(KEY)).toBe('[{"kind":"stock","ticker":"MSFT","name":"MSFT Inc."}]')
  })

  it.each(['', 'refused', 'accepted'])(
    'are not stored without a yes to a question that named them: "%s"',
    (choice) => {
      document.cookie = `cookie_choice=${choice}; path=/`
      remember('MSFT')
      expect(localStorage.length).toBe(0)
    },
  )

  it.each([
    ['globalPrivacyControl', true],
    ['doNotTrack', '1'],
  ])('are not stored in a browser that objects by %s', (signal, value) => {
    Object.defineProperty(navigator, signal, { configurable: true, value })
    onTestFinished(() => void Reflect.deleteProperty(navigator, signal))
    remember('MSFT')
    expect(localStorage.length).toBe(0)
  })

  it('drop stored entries that no lookup could have made', () => {
    const good = { kind: 'stock', ticker: 'MSFT', name: 'Microsoft' }
    localStorage.setItem(
      KEY,
      JSON.stringify([
        null,
        7,
        { ...good, kind: 'bond' },
        { ...good, ticker: '../x' },
        { ...good, name: 1 },
        good,
      ]),
    )
    expect(recentTickers.get()).toEqual([good])
  })

  it('include only tickers that loaded', async () => {
    const screen = await renderTicker(
      createApi({
        getStock: ({ ticker, kind }) =>
          ticker === 'NOPE'
            ? failure(404, 'unknown-ticker')
            : answer(createStock({ ticker, meta: { kind } })),
      }),
      '/stocks',
    )
    await screen.search('aapl')
    await screen.search('nope')
    expect(recentTickers.get()).toEqual([{ kind: 'stock', ticker: 'AAPL', name: 'Apple Inc.' }])
  })

  it('are links on the empty search screen, and nowhere else', async () => {
    remember('AAPL')
    rememberTicker({ kind: 'crypto', ticker: 'BTC', name: 'Bitcoin' })
    const prompt = await renderTicker(createApi(), '/stocks')
    expect(chips(prompt.container)).toEqual([
      ['/crypto/BTC', 'BTCCoin'],
      ['/stocks/AAPL', 'AAPL'],
    ])
    const loaded = await renderTicker(createApi(), '/stocks/AAPL')
    expect(chips(loaded.container)).toEqual([])
  })

  it('are gone after Clear, which moves the focus to the message that says so', async () => {
    remember('AAPL')
    const { container, click } = await renderTicker(createApi(), '/stocks')
    await click(container.querySelector<HTMLElement>('button[aria-label="Clear recent tickers"]'))
    expect(chips(container)).toEqual([])
    expect(localStorage.length).toBe(0)
    expect(document.activeElement?.textContent).toBe('Recent tickers are cleared.')
  })

  it('appear after hydration without a mismatch', () => {
    remember('AAPL')
    const page = (
      <>
        <RecentTickersRow kind="stock" />
      </>
    )
    const container = document.createElement('div')
    container.innerHTML = renderToString(page)
    expect(chips(container)).toEqual([])
    const onRecoverableError = vi.fn<(error: unknown) => void>()
    act(() => {
      const root = hydrateRoot(container, page, { onRecoverableError })
      onTestFinished(() => act(() => root.unmount()))
    })
    expect(chips(container)).toEqual([['/stocks/AAPL', 'AAPL']])
    expect(onRecoverableError).not.toHaveBeenCalled()
  })

  it('give way to a hint in a browser that stores nothing, and the screen still works', async () => {
    const storage = vi.spyOn(globalThis, 'localStorage', 'get').mockImplementation(() => {
      throw new DOMException('no', 'SecurityError')
    })
    onTestFinished(() => {
      act(() => recentTickers.set(undefined))
      storage.mockRestore()
    })
    const screen = await renderTicker(createApi(), '/stocks')
    expect(screen.container.textContent).toContain('By ticker or name: AAPL or Apple.')
    await screen.search('aapl')
    expect(screen.container.querySelector('h1')?.textContent).toBe('Apple Inc. (AAPL)')
  })
})
