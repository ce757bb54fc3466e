// @vitest-environment happy-dom
import { describe, expect, it } from 'vitest'

import { failOnConsoleError } from './testing/fail-on-console-error.ts'
import { answer, createApi, createStock } from './testing/market-answers.ts'
import { renderTicker } from './testing/render-ticker.tsx'

failOnConsoleError()

const show = async (changes: Parameters<typeof createStock>[0], address = '/stocks/AAPL') => {
  const screen = await renderTicker(
    createApi({
      getStock: ({ range }) => answer(createStock({ ...changes, meta: { range, ...changes?.meta } })),
    }),
    address,
  )
  return { ...screen, text: screen.container.textContent, header: screen.container.querySelector('header') }
}

describe('the head of an asset', () => {
  it('says what it is and where it trades', async () => {
    const { header } = await show({ meta: { type: 'etf' }, info: { 'Primary exchange': 'NasdaqGM' } })
    expect(header?.textContent).toContain('ETF · Nasdaq$120.00')
  })

  it('links to the coin under the same ticker', async () => {
    const { header } = await show({
      ticker: 'BTC',
      meta: { counterpart: { kind: 'crypto', ticker: 'BTC', name: 'Bitcoin' } },
    })
    expect(header?.textContent).toContain('BTC is also a coin: Bitcoin')
    expect(header?.querySelector('a')?.getAttribute('href')).toBe('/crypto/BTC')
  })

  it('links to the security under the same ticker', async () => {
    const { header } = await show(
      {
        ticker: 'BTC',
        meta: { kind: 'crypto', counterpart: { kind: 'stock', ticker: 'BTC', name: 'Trust' } },
      },
      '/crypto/BTC',
    )
    expect(header?.textContent).toContain('Coin')
    expect(header?.textContent).toContain('BTC is also a stock or fund: Trust')
    expect(header?.querySelector('a')?.getAttribute('href')).toBe('/stocks/BTC')
  })

  it('calls the latest price of an unfinished day the last price, not the close', async () => {
    const { header } = await show({ meta: { session: 'open' } })
    expect(header?.textContent).toContain('Last price of Wednesday, November 4, 2026. The exchange is open.')
  })

  it('says how old stale prices are', async () => {
    const retrievedAt = new Date(Date.now() - 3.5 * 3_600_000).toISOString()
    const { header } = await show({ meta: { stale: true, retrievedAt } })
    expect(header?.textContent).toContain('That was 3 hours ago.')
  })
})

describe('the notes below the chart', () => {
  it('say when the history is shorter than the range', async () => {
    const { text } = await show({ meta: { coversRange: false } }, '/stocks/AAPL?range=5Y')
    expect(text).toContain('This source’s history starts on Nov 2, 2026.')
  })

  it('warn of closes that may be errors', async () => {
    const { text } = await show({ meta: { suspectDays: ['2026-11-03'] } })
    expect(text).toContain('The close leaps tenfold or more on these days: Nov 3, 2026.')
  })

  it('are absent when there is nothing to note', async () => {
    const { text } = await show({})
    expect(text).not.toContain('history starts')
    expect(text).not.toContain('leaps')
  })

  it('announce another range politely', async () => {
    const { container, click } = await show({ dates: ['2025-11-21', '2026-11-02', '2026-11-20'] })
    const words = [...container.querySelectorAll('[aria-live=polite]')].find((found) =>
      found.textContent.startsWith('AAPL'),
    )
    expect(words?.textContent).toContain('AAPL, past year: from $100.00 on Nov 21, 2025')
    await click(container.querySelector<HTMLElement>('nav a'))
    expect(words?.textContent).toContain('AAPL, past month: from $100.00')
  })

  it('mention splits and dividends only for assets that can have them', async () => {
    const stock = await show({ meta: { type: 'equity' } })
    expect(stock.text).toContain('Closes are adjusted for splits and dividends.')
    expect(stock.container.querySelector('caption')?.textContent).toBe(
      'Every close of the range, newest first, adjusted for splits and dividends.',
    )
    const index = await show({ meta: { type: 'index' } })
    expect(index.text).not.toContain('adjusted')
    expect(index.container.querySelector('caption')?.textContent).toBe(
      'Every close of the range, newest first.',
    )
  })
})

describe('the source of a profile', () => {
  const profile = {
    sources: [
      { name: 'Yahoo Finance', url: 'https://finance.yahoo.com/quote/AAPL' },
      { name: 'Wikidata', url: 'https://www.wikidata.org/wiki/Q312' },
    ],
    retrievedAt: '2026-11-20T21:15:00.000Z',
    stale: false,
    republishable: false,
  }

  it('is named with the day it was retrieved', async () => {
    const { text, container } = await show({ meta: { profile } })
    expect(text).toContain('Profile: Yahoo Finance, Wikidata. Retrieved Nov 20, 2026.')
    expect(container.querySelector('a[href="https://www.wikidata.org/wiki/Q312"]')?.textContent).toBe(
      'Wikidata',
    )
  })

  it('says when it is out of date', async () => {
    const retrievedAt = new Date(Date.now() - 2.5 * 86_400_000).toISOString()
    const { text } = await show({ meta: { profile: { ...profile, stale: true, retrievedAt } } })
    expect(text).toContain(', an older answer: no newer one could be had. It was given 2 days ago.')
  })
})
