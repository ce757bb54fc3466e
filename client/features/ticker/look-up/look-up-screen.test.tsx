import { act } from 'react'
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'

import type { Overview, Quote } from '../../../../shared/overview-contract.ts'
import type { ApiClient } from '../../../lib/api-client.ts'
import { failOnConsoleError } from '../testing/fail-on-console-error.ts'
import {
  aCongressTrade,
  anInsiderTrade,
  answer,
  createApi,
  createOverview,
  failure,
  type TestApi,
} from '../testing/market-answers.ts'
import { createDeferred, renderTicker } from '../testing/render-ticker.tsx'

failOnConsoleError()
beforeEach(() => localStorage.clear())

const quote = (changes: Partial<Quote> = {}): Quote => ({
  kind: 'stock',
  ticker: 'AAPL',
  name: 'Apple',
  price: 245.5,
  currency: 'USD',
  changeFraction: -0.0011,
  day: '2026-11-20',
  source: { name: 'Yahoo Finance', url: 'https://finance.yahoo.com/quote/AAPL' },
  stale: false,
  sample: false,
  ...changes,
})
const SP500 = quote({
  ticker: '^GSPC',
  name: 'S&P 500',
  price: 6013.13,
  currency: undefined,
  changeFraction: 0.0171,
})

const render = (overview: Partial<Overview> = {}, api: Partial<TestApi> = {}, address = '/stocks') =>
  renderTicker(createApi({ getOverview: () => answer(createOverview(overview)), ...api }), address)
const section = (container: HTMLElement, heading: string) =>
  [...container.querySelectorAll('section')].find(
    (one) => one.querySelector('h2')?.textContent === heading || one.getAttribute('aria-label') === heading,
  )

describe('the search page', () => {
  it('shows the indexes with their change, each linked to its page', async () => {
    const { container } = await render({ markets: [SP500] })
    const markets = section(container, 'Indexes')
    const link = markets?.querySelector('a')
    expect([link?.getAttribute('href'), link?.textContent]).toEqual([
      '/stocks/%5EGSPC',
      'S&P 5006,013.13+1.71%',
    ])
    expect(markets?.textContent).toContain('Last prices up to Nov 20, 2026')
    expect(markets?.textContent).toContain('Not known at the moment: Nasdaq, Dow, Russell 2000.')
  })

  it('gives the day of an index that is behind the others', async () => {
    const behind = quote({ ...SP500, ticker: '^DJI', day: '2026-11-12' })
    const { container } = await render({ markets: [SP500, behind] })
    const links = [...(section(container, 'Indexes')?.querySelectorAll('li a') ?? [])]
    expect(links.map(({ textContent }) => textContent)).toEqual([
      'S&P 5006,013.13+1.71%',
      'Dow6,013.13+1.71% Nov 12',
    ])
  })

  it.each([
    [0.0171, 'rise', '+1.71%'],
    [-0.0171, 'fall', '-1.71%'],
    [0, undefined, '0.00%'],
    [-0.000_01, undefined, '0.00%'],
    [0.000_05, 'rise', '+0.01%'],
  ])('shows a change of %d with the look of what it prints as', async (changeFraction, look, text) => {
    const { container } = await render({ markets: [quote({ ...SP500, changeFraction })] })
    const change = section(container, 'Indexes')?.querySelector('[class*=change]')
    expect(change?.textContent).toBe(text)
    expect(['rise', 'fall'].find((name) => change?.className.includes(name))).toBe(look)
    expect(change?.querySelector('svg') === null).toBe(look === undefined)
  })

  it('works without data that is not known, and says so', async () => {
    const { container } = await render({
      markets: [],
      trades: { insiders: null, congress: null, notice: 'The law.' },
    })
    expect(container.textContent).toContain('Indexes: not known at the moment.')
    expect(section(container, 'Largest insider trades')?.textContent).toContain('Not known at the moment')
    expect(section(container, 'Most looked up here')?.textContent).toContain(
      'Nothing was looked up often enough',
    )
    const failed = await render({}, { getOverview: () => failure(503, 'not-ready') })
    expect(failed.container.textContent).toContain('Enter a ticker to see the stock chart.')
    // That the counts cannot be read does not mean that nothing was looked up.
    const uncounted = await render({ lookedUp: null })
    for (const { container } of [failed, uncounted]) {
      const lookedUp = section(container, 'Most looked up here')?.textContent
      expect(lookedUp).toBe('Most looked up hereNot known at the moment.')
    }
    expect(failed.container.querySelector('label')?.textContent).toBe('Enter Ticker')
  })

  it('links each of the largest trades to its filing and its company', async () => {
    const days = { from: '2026-11-14', to: '2026-11-20' }
    const insider = {
      ...anInsiderTrade({ value: 52_500_000, ownership: 'indirect', via: 'offering' }),
      ticker: 'HRLN',
      company: 'Harlan Foods',
    }
    const member = {
      ...aCongressTrade({ isLate: true, lagDays: 97, owner: 'spouse' }),
      ticker: 'XOM',
      company: 'Exxon Mobil',
    }
    const { container } = await render({
      trades: {
        insiders: { ...days, trades: [insider] },
        congress: { ...days, trades: [member] },
        notice: 'The law.',
      },
    })
    const insiders = section(container, 'Largest insider trades')
    expect(
      [...(insiders?.querySelectorAll('a') ?? [])].map((link) => [
        link.getAttribute('href'),
        link.textContent,
      ]),
    ).toEqual([
      ['/stocks/HRLN', 'HRLN Harlan Foods'],
      [insider.url, '$52.5M'],
    ])
    const congress = section(container, 'Largest Congress trades')
    expect(congress?.querySelector('a')?.getAttribute('href')).toBe('/stocks/XOM')
    expect(congress?.textContent).toContain('97 days, late')
    expect(congress?.textContent).toContain('the spouse’s account')
    expect(insiders?.textContent).toContain('in an offering, held through others')
    expect(congress?.textContent).toContain('The law.')
  })

  it('says so if no trade was reported in a week', async () => {
    const { container } = await render({
      trades: { insiders: { from: '2026-11-14', to: '2026-11-20', trades: [] }, congress: null, notice: '' },
    })
    expect(container.textContent).toContain('None was reported from Nov 14 to Nov 20, 2026.')
  })

  it('has no trades and another heading for coins', async () => {
    const { container } = await render({ kind: 'crypto', trades: null }, {}, '/crypto')
    expect(container.querySelector('h1')?.textContent).toBe('Look up a coin')
    expect(section(container, 'Largest insider trades')).toBeUndefined()
  })

  it('lists the most looked-up assets, with cached prices', async () => {
    const { container } = await render({
      lookedUp: [
        { kind: 'stock', ticker: 'AAPL', quote: quote() },
        { kind: 'crypto', ticker: 'BTC', quote: null },
      ],
    })
    const rows = [...(section(container, 'Most looked up here')?.querySelectorAll('li') ?? [])]
    expect(rows.map(({ textContent }) => textContent)).toEqual([
      'AAPLApple$245.50-0.11% Nov 20',
      'BTCnot known at the moment',
    ])
  })
})

describe('the watchlist', () => {
  const watch = (...tickers: string[]) =>
    localStorage.setItem(
      'watchlist:1',
      JSON.stringify(tickers.map((ticker) => ({ kind: 'stock', ticker, name: ticker }))),
    )

  it('says how to start one, and requests nothing', async () => {
    const getQuotes = vi.fn<ApiClient['getQuotes']>()
    const { container } = await render({}, { getQuotes })
    expect(section(container, 'Watchlist')?.textContent).toContain('Press “+ Watch” beside a price')
    expect(getQuotes).not.toHaveBeenCalled()
  })

  it('shows cached prices, and says what is not known', async () => {
    watch('AAPL', 'RARE')
    const { container } = await render({}, { getQuotes: () => answer({ quotes: [quote()] }) })
    const rows = [...(section(container, 'Watchlist')?.querySelectorAll('li') ?? [])]
    expect(rows.map(({ textContent }) => textContent)).toEqual([
      'AAPL$245.50-0.11% Nov 20×',
      'RAREnot known at the moment×',
    ])
  })

  it('gives the day of each price, their sources, and whether they are made up', async () => {
    watch('AAPL', 'RARE')
    const rare = quote({ ticker: 'RARE', day: '2026-11-12', sample: true })
    const { container } = await render({}, { getQuotes: () => answer({ quotes: [quote(), rare] }) })
    const list = section(container, 'Watchlist')
    expect([...(list?.querySelectorAll('time') ?? [])].map(({ textContent }) => textContent)).toEqual([
      'Nov 20',
      'Nov 12',
    ])
    expect(list?.lastElementChild?.textContent).toBe('Prices: Yahoo Finance. Sample data: not real prices')
    expect(list?.lastElementChild?.querySelector('a')?.href).toBe('https://finance.yahoo.com/')
  })

  it('asks once more if a price had expired, and shows the new one', async () => {
    watch('AAPL')
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true })
    onTestFinished(() => {
      vi.useRealTimers()
    })
    const renewed = createDeferred<Awaited<ReturnType<ApiClient['getQuotes']>>>()
    const getQuotes = vi.fn<ApiClient['getQuotes']>()
    getQuotes
      .mockReturnValueOnce(answer({ quotes: [quote({ day: '2026-11-12', stale: true })] }))
      .mockReturnValueOnce(renewed.promise)
    const { container } = await render({}, { getQuotes })
    const row = () => section(container, 'Watchlist')?.querySelector('li')?.textContent
    expect(row()).toBe('AAPL$245.50-0.11% Nov 12×')
    renewed.resolve(await answer({ quotes: [quote({ price: 250, stale: true })] }))
    await act(() => vi.advanceTimersByTimeAsync(60_000))
    expect(row()).toBe('AAPL$250.00-0.11% Nov 20×')
    expect(getQuotes).toHaveBeenCalledTimes(2)
  })

  it('keeps what it shows if the second answer fails', async () => {
    watch('AAPL')
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true })
    onTestFinished(() => {
      vi.useRealTimers()
    })
    const getQuotes = vi.fn<ApiClient['getQuotes']>(() => failure(503, 'not-ready'))
    getQuotes.mockReturnValueOnce(answer({ quotes: [quote({ stale: true })] }))
    const logged = vi.spyOn(console, 'error').mockReturnValueOnce()
    const { container } = await render({}, { getQuotes })
    await act(() => vi.advanceTimersByTimeAsync(60_000))
    expect(getQuotes).toHaveBeenCalledTimes(2)
    expect(section(container, 'Watchlist')?.querySelector('li')?.textContent).toContain('$245.50')
    expect(logged.mock.calls).toEqual([['Failed to fetch quotes', 'not-ready']])
    logged.mockClear()
  })

  it('drops removed assets without a trace', async () => {
    watch('AAPL')
    const { container, click } = await render({}, { getQuotes: () => answer({ quotes: [] }) })
    await click(container.querySelector<HTMLElement>('button[aria-label="Stop watching AAPL"]'))
    expect(section(container, 'Watchlist')?.querySelectorAll('li')).toHaveLength(0)
    expect(localStorage.getItem('watchlist:1')).toBeNull()
    expect(document.activeElement?.textContent).toBe('Watchlist')
  })
})
