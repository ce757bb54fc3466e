import { act } from 'react'
import { describe, expect, it, vi } from 'vitest'

import type { ApiClient } from '../../../lib/api-client.ts'
import {
  aCongressTrade,
  anInsiderTrade,
  answer,
  createApi,
  createCongress,
  createDay,
  createInsiders,
  createStock,
  createTrades,
  failure,
} from '../testing/market-answers.ts'
import { renderTicker } from '../testing/render-ticker.tsx'
import { describeMarkedSince } from './marked-trades.ts'

const BOTH = ['insider', 'congress'] as const
const since = (day: string | null) => ({ since: day })

describe('describeMarkedSince', () => {
  const trades = createTrades({
    insiders: createInsiders({ coverage: since('2026-01-05') }),
    congress: createCongress({ house: since('2025-01-05'), senate: since('2026-03-02') }),
  })

  it.each([
    [
      'both registers',
      BOTH,
      'Trades of insiders are marked if they were reported since Jan 5, 2026, those in Congress since Mar 2, 2026.',
    ],
    [
      'a fund, which has no insiders',
      ['congress'] as const,
      'Trades are marked if they were reported since Mar 2, 2026.',
    ],
  ])('names the first day for %s', (_name, kinds, words) => {
    expect(describeMarkedSince(trades, '2021-11-22', kinds)).toBe(words)
  })

  it('says nothing about a chart that begins later, about kinds without marks, or if nothing was read', () => {
    expect(describeMarkedSince(trades, '2026-03-02', BOTH)).toBeUndefined()
    expect(describeMarkedSince(trades, '2021-11-22', [])).toBeUndefined()
    const unread = createTrades({ insiders: createInsiders({ window: null }), congress: null })
    expect(describeMarkedSince(unread, '2021-11-22', BOTH)).toBeUndefined()
  })

  it('mentions days whose filings were not read', () => {
    const gaps = (daysUnread: number) =>
      describeMarkedSince(createTrades({ insiders: createInsiders({ daysUnread }) }), '2021-11-22', BOTH)
    expect(gaps(1_230)).toMatch(/ Insiders’ filings of 1,230 business days since were not read\.$/)
    expect(gaps(1)).toMatch(/ Insiders’ filings of 1 business day since were not read\.$/)
    expect(gaps(0)).toMatch(/since Jan 5, 2026\.$/)
  })

  it('does not reach further back than the answer, which may cover twelve months or be cut off', () => {
    const year = createTrades({
      insiders: createInsiders({ coverage: since('2020-01-02') }),
      congress: createCongress({ house: since('2020-01-02'), senate: since(null) }),
    })
    expect(describeMarkedSince(year, '2021-11-22', BOTH)).toBe(
      'Trades are marked if they were reported since Nov 20, 2025.',
    )
    const cut = createTrades({
      insiders: createInsiders({ trades: [anInsiderTrade({ filedOn: '2026-08-03' })], total: 201 }),
    })
    expect(describeMarkedSince(cut, '2021-11-22', ['insider'])).toBe(
      'Trades are marked if they were reported since Aug 4, 2026.',
    )
  })
})

describe('the trades marked on a chart of many years', () => {
  const dates = ['2022-01-03', '2024-01-03', '2026-11-20']
  const OLD = since('2021-06-01')
  const coverage = { insiders: { coverage: OLD }, congress: { house: OLD, senate: since(null) } }
  const year = createTrades({
    insiders: createInsiders({ ...coverage.insiders, trades: [anInsiderTrade()] }),
    congress: createCongress(coverage.congress),
  })
  const window = { from: '2021-06-01', to: '2026-11-20' }
  const all = createTrades({
    insiders: createInsiders({ ...coverage.insiders, window, trades: [anInsiderTrade()] }),
    congress: createCongress({
      ...coverage.congress,
      window,
      trades: [aCongressTrade({ tradedOn: '2023-12-29', filedOn: '2024-01-20' })],
    }),
  })
  const start = async (answers: Pick<ApiClient, 'getTrades'>, path: string) => {
    const getTrades = vi.fn<ApiClient['getTrades']>(answers.getTrades)
    const screen = await renderTicker(
      createApi({
        getTrades,
        getDay: () => answer(createDay()),
        getStock: ({ range }) =>
          answer(createStock({ dates, prices: [100, 90, 120], meta: { range, type: 'equity' } })),
      }),
      path,
    )
    const history = screen.container.querySelector<HTMLElement>('section[aria-label="Price history"]')!
    return {
      ...screen,
      getTrades,
      marks: () =>
        [...history.querySelectorAll('[role=toolbar] button')].map((mark) => mark.getAttribute('aria-label')),
      words: () => history.textContent,
      show: (range: string) =>
        screen.click([...history.querySelectorAll('a')].find(({ textContent }) => textContent === range)),
    }
  }
  const bothWays: ApiClient['getTrades'] = ({ window: wanted }) => answer(wanted === 'all' ? all : year)

  it('are requested once such a range is chosen, and leave the lists of twelve months as they are', async () => {
    const { getTrades, marks, show, words, container } = await start({ getTrades: bothWays }, '/stocks/AAPL')
    expect(marks()).toHaveLength(1)
    await show('5Y')
    expect(getTrades.mock.calls).toEqual([[{ ticker: 'AAPL' }], [{ ticker: 'AAPL', window: 'all' }]])
    expect(marks()).toHaveLength(2)
    expect(marks()[0]).toMatch(/^Congress, Dec 29, 2023: .* reported Jan 20, 2024$/)
    expect(container.querySelector('#congress')?.textContent).not.toContain('John Roe')
    expect(words()).not.toContain('Trades are marked if')
    await show('1Y')
    await show('MAX')
    expect(getTrades).toHaveBeenCalledTimes(2)
    expect(marks()).toHaveLength(2)
  })

  it('are not requested if nothing older is on record, and the chart says since when there are records', async () => {
    const recent = createTrades({ insiders: createInsiders({ trades: [anInsiderTrade()] }) })
    const { getTrades, marks, words } = await start(
      { getTrades: () => answer(recent) },
      '/stocks/AAPL?range=5Y',
    )
    expect(getTrades.mock.calls).toEqual([[{ ticker: 'AAPL' }]])
    expect(marks()).toHaveLength(1)
    expect(words()).toContain('Trades are marked if they were reported since Jan 5, 2026.')
  })

  it('are limited to twelve months if the older ones cannot be loaded', async () => {
    const log = vi.spyOn(console, 'error').mockImplementation(() => undefined)
    const { marks, words } = await start(
      { getTrades: ({ window: wanted }) => (wanted === 'all' ? failure(503, 'not-ready') : answer(year)) },
      '/stocks/AAPL?range=5Y',
    )
    expect(marks()).toHaveLength(1)
    expect(words()).toContain('Trades are marked if they were reported since Nov 20, 2025.')
    expect(log).toHaveBeenCalledWith('Failed to fetch trades', 'not-ready')
    log.mockRestore()
  })
})

describe('a mark of many trades', () => {
  const DAYS = ['2026-11-02', '2026-11-03', '2026-11-04', '2026-11-05'] as const
  const many = createTrades({
    insiders: createInsiders({ trades: DAYS.map((day) => anInsiderTrade({ tradedTo: day, filedOn: day })) }),
    congress: createCongress({ trades: [aCongressTrade({ tradedOn: '2026-11-02', filedOn: '2026-11-05' })] }),
  })
  const start = async () => {
    const dates = ['2022-01-03', '2024-01-03', '2026-11-05', '2026-11-20']
    const screen = await renderTicker(
      createApi({
        getTrades: () => answer(many),
        getStock: ({ range }) =>
          answer(createStock({ dates, prices: [100, 90, 95, 120], meta: { range, type: 'equity' } })),
      }),
      '/stocks/AAPL',
    )
    const mark = screen.container.querySelector<HTMLElement>('[role=toolbar] button')!
    const readout = screen.container.querySelector<HTMLElement>('#chart-reading')!
    return { ...screen, mark, readout, records: () => readout.querySelectorAll('a').length }
  }

  it('is a hexagon named Mixed if it holds several kinds', async () => {
    const { container, mark } = await start()
    expect(mark.getAttribute('aria-label')).toMatch(/^Mixed: 4 insider trades, 1 trade in Congress, /)
    expect(container.querySelectorAll('svg[class*=mark] path')).toHaveLength(1)
    expect(container.querySelector('[aria-label="What is marked beneath the chart"]')?.textContent).toMatch(
      /2Mixed$/,
    )
  })

  it('lists all its trades when it is pressed', async () => {
    const { click, mark, readout, records } = await start()
    await act(async () => mark.focus())
    expect(records()).toBe(2)
    expect(readout.textContent).toContain('and 3 more')
    await click(mark)
    expect(records()).toBe(5)
    expect(readout.textContent).not.toContain('more')
    expect(readout.textContent).toContain('Nov 5, 2026: Jane Doe')
  })

  it('lists all its trades when the button for the rest is pressed, and keeps the focus there', async () => {
    const { click, mark, readout, records } = await start()
    await act(async () => mark.focus())
    await click(readout.querySelector('button'))
    expect(records()).toBe(5)
    expect(document.activeElement).toBe(readout)
  })
})

it.each([
  ['2022-01-03', 'High $120.00, Nov 20, 2026'],
  ['2026-01-03', 'High $120.00, Nov 20'],
])('the highest of closes since %s is labeled "%s"', async (first, words) => {
  const { container } = await renderTicker(
    createApi({ getStock: () => answer(createStock({ dates: [first, '2026-11-20'], prices: [100, 120] })) }),
    '/stocks/AAPL',
  )
  expect(
    [...container.querySelectorAll('svg [class*=extreme]')].map(({ textContent }) => textContent),
  ).toContain(words)
})
