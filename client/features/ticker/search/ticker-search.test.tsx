import { act } from 'react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'

import type { FoundAsset, SearchResponse } from '../../../../shared/market-contract.ts'
import type { Answer, ApiClient } from '../../../lib/api-client.ts'
import { getButton } from '../../../testing/render.tsx'
import { failOnConsoleError } from '../testing/fail-on-console-error.ts'
import { answer, createApi, createSearch, createStock, failure } from '../testing/market-answers.ts'
import { createDeferred, renderTicker, waitForUpdates } from '../testing/render-ticker.tsx'

failOnConsoleError()
beforeEach(() => localStorage.clear())
afterEach(() => vi.useRealTimers())

const APPLE: FoundAsset = {
  ticker: 'AAPL',
  name: 'Apple Inc.',
  kind: 'stock',
  type: 'equity',
  exchange: 'NasdaqGS',
}
const APECOIN: FoundAsset = { ticker: 'APE', name: 'ApeCoin', kind: 'crypto', type: 'coin' }
const PAUSE_MS = 200

/** The screen with a search over a real API client, and a clock that stands still. */
async function renderSearch(api: Partial<ApiClient> = {}, address = '/stocks') {
  const screen = await renderTicker(createApi(api), address)
  const field = screen.container.querySelector<HTMLInputElement>('input[name=ticker]')
  if (!field) throw new Error('no search field')
  // Suggestions are loaded once the field is used.
  await act(async () => {
    field.focus()
    await import('./search-suggestions.tsx')
    await waitForUpdates()
  })
  vi.useFakeTimers()
  const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))
  return {
    ...screen,
    field,
    pass,
    /** Types without a pause. */
    type: (text: string) =>
      act(() => {
        field.focus()
        field.value = text
        field.dispatchEvent(new Event('input', { bubbles: true }))
      }),
    key: (key: string) =>
      act(() => void field.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }))),
    options: () =>
      [...screen.container.querySelectorAll<HTMLElement>('[role=option]')].map(
        ({ textContent }) => textContent,
      ),
    option: (ticker: string) =>
      [...screen.container.querySelectorAll<HTMLElement>('[role=option]')].find((option) =>
        option.textContent.startsWith(ticker),
      ),
    announced: () => screen.container.querySelector('form [aria-live=polite]')?.textContent,
    listLabel: () => screen.container.querySelector('[role=listbox]')?.getAttribute('aria-label'),
  }
}

const searching = (...results: FoundAsset[]) => ({ searchAssets: () => answer(createSearch(results)) })

describe('suggestions', () => {
  it('show ticker, name, type and exchange, and announce how many there are', async () => {
    const search = await renderSearch(searching(APPLE, APECOIN))
    search.type('ap')
    expect(search.announced()).toBe('')
    await search.pass(PAUSE_MS)
    expect(search.options()).toEqual(['AAPL Stock · Nasdaq Apple Inc.', 'APE Coin ApeCoin'])
    expect(search.announced()).toBe('2 suggestions')
    expect(search.listLabel()).toBe('Suggestions')
  })

  it.each([
    [[APPLE], '1 suggestion'],
    [[], 'No suggestions'],
  ])('are counted: %#', async (results, words) => {
    const search = await renderSearch(searching(...results))
    search.type('ap')
    await search.pass(PAUSE_MS)
    expect(search.announced()).toBe(words)
  })

  it('are requested when typing pauses, with the text trimmed', async () => {
    const searchAssets = vi.fn<ApiClient['searchAssets']>(() => answer(createSearch([APPLE])))
    const search = await renderSearch({ searchAssets })
    search.type('a')
    await search.pass(PAUSE_MS - 1)
    search.type(' ap  ple ')
    await search.pass(PAUSE_MS - 1)
    expect(searchAssets).not.toHaveBeenCalled()
    await search.pass(1)
    expect(searchAssets.mock.calls.map(([query]) => query)).toEqual([{ text: 'ap ple' }])
  })

  it.each(['   ', 'a'.repeat(61)])('are not requested for "%s"', async (text) => {
    const searchAssets = vi.fn<ApiClient['searchAssets']>()
    const search = await renderSearch({ searchAssets })
    search.type(text)
    await search.pass(PAUSE_MS)
    expect(searchAssets).not.toHaveBeenCalled()
  })

  it('never belong to an earlier text: a late answer is dropped and its request aborted', async () => {
    const first = createDeferred<Answer<SearchResponse>>()
    const signals: (AbortSignal | undefined)[] = []
    const search = await renderSearch({
      searchAssets: ({ text }, signal) => {
        signals.push(signal)
        return text === 'ap' ? first.promise : answer(createSearch([APECOIN]))
      },
    })
    search.type('ap')
    await search.pass(PAUSE_MS)
    search.type('ape')
    expect(signals.map((signal) => signal?.aborted)).toEqual([true])
    await search.pass(PAUSE_MS)
    first.resolve(await answer(createSearch([APPLE])))
    await search.pass(0)
    expect(search.options()).toEqual(['APE Coin ApeCoin'])
  })

  it('that still match stay, without an announcement, while a longer text is looked up', async () => {
    const search = await renderSearch({
      searchAssets: ({ text }) =>
        text === 'ap' ? answer(createSearch([APPLE, APECOIN])) : new Promise(() => undefined),
    })
    search.type('ap')
    await search.pass(PAUSE_MS)
    search.type('apple')
    expect(search.options()).toEqual(['AAPL Stock · Nasdaq Apple Inc.'])
    expect(search.announced()).toBe('')
    search.type('apx')
    expect(search.options()).toEqual([])
  })

  it('do not get in the way of typing or submitting when they fail', async () => {
    const search = await renderSearch({ searchAssets: () => failure(503, 'source-unavailable') })
    search.type('msft')
    await search.pass(PAUSE_MS)
    expect(search.announced()).toBe('Suggestions are not available right now')
    expect(search.options()).toEqual([])
    expect(search.field.value).toBe('msft')
    act(() => search.field.form?.requestSubmit())
    await search.pass(20)
    expect(search.address()).toBe('/stocks/MSFT')
  })

  it('open the stock or crypto screen they belong to, by keyboard and by pointer', async () => {
    const search = await renderSearch(searching(APPLE, APECOIN), '/stocks/MSFT')
    search.type('ap')
    await search.pass(PAUSE_MS)
    search.key('ArrowDown')
    search.key('ArrowDown')
    search.key('Enter')
    await search.pass(20)
    expect(search.address()).toBe('/crypto/APE')
    vi.useRealTimers()
    const other = await renderSearch(searching(APPLE, APECOIN), '/crypto/BTC')
    other.type('ap')
    await other.pass(PAUSE_MS)
    act(() => other.option('AAPL')?.click())
    await other.pass(20)
    expect(other.address()).toBe('/stocks/AAPL')
  })

  it('do not appear once the text has been submitted', async () => {
    const searchAssets = vi.fn<ApiClient['searchAssets']>(() => answer(createSearch([APPLE])))
    const search = await renderSearch({ searchAssets })
    search.type('aapl')
    search.key('Enter')
    act(() => search.field.form?.requestSubmit())
    await search.pass(PAUSE_MS)
    expect(searchAssets).not.toHaveBeenCalled()
    expect(search.options()).toEqual([])
    expect(search.address()).toBe('/stocks/AAPL')
  })
})

describe('Get Data', () => {
  it('asks again after a failure', async () => {
    const getStock = vi.fn<ApiClient['getStock']>(() => answer(createStock()))
    getStock.mockReturnValueOnce(failure(503, 'source-unavailable'))
    const screen = await renderTicker(createApi({ getStock }), '/stocks')
    await screen.search('aapl')
    expect(screen.container.textContent).toContain('Failed to fetch data')
    await screen.search('aapl')
    expect(screen.container.textContent).not.toContain('Failed to fetch data')
  })
})

describe('the search key', () => {
  const pressKey = (key: string) =>
    act(
      () =>
        void document.body.dispatchEvent(
          new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }),
        ),
    )

  it('focuses the field and selects its text', async () => {
    const { container } = await renderTicker(createApi(), '/stocks/AAPL')
    const field = container.querySelector('input')
    expect(field?.getAttribute('aria-keyshortcuts')).toBe('/')
    expect(container.querySelector('form kbd')?.textContent).toBe('/')
    expect(document.documentElement.hasAttribute('data-search-key')).toBe(true)
    pressKey('/')
    expect(document.activeElement).toBe(field)
    expect([field?.selectionStart, field?.selectionEnd]).toEqual([0, 4])
  })

  it('can be turned off and on, and remembers which', async () => {
    const { container, click } = await renderTicker(createApi(), '/stocks')
    await click(getButton(container, 'Turn off'))
    pressKey('/')
    expect(document.activeElement).not.toBe(container.querySelector('input'))
    expect(container.querySelector('input')?.hasAttribute('aria-keyshortcuts')).toBe(false)
    expect(document.documentElement.hasAttribute('data-search-key')).toBe(false)
    expect(localStorage.getItem('search-shortcut:1')).toBe('false')
    await click(getButton(container, 'Turn on'))
    pressKey('/')
    expect(document.activeElement).toBe(container.querySelector('input'))
    expect(localStorage.length).toBe(0)
  })
})

describe('an emptied field', () => {
  it('offers recent tickers, but not the one on the screen', async () => {
    localStorage.setItem(
      'recent-tickers:1',
      JSON.stringify([
        { kind: 'stock', ticker: 'MSFT', name: 'Microsoft' },
        { kind: 'crypto', ticker: 'BTC', name: 'Bitcoin' },
      ]),
    )
    const search = await renderSearch({}, '/stocks/AAPL')
    act(() => search.field.click())
    expect(search.options()).toEqual([])
    search.type('')
    expect(search.options()).toEqual(['MSFT  Microsoft', 'BTC Coin Bitcoin'])
    expect(search.listLabel()).toBe('Recent tickers')
    expect(search.announced()).toBe('2 recent tickers')
    act(() => search.option('BTC')?.click())
    await search.pass(20)
    expect(search.address()).toBe('/crypto/BTC')
  })

  it('says nothing when there are none', async () => {
    const search = await renderSearch({}, '/stocks/AAPL')
    search.type('')
    expect(search.options()).toEqual([])
    expect(search.announced()).toBe('')
  })
})
