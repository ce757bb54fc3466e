import { act } from 'react'
import { describe, expect, it, vi } from 'vitest'

import type { TradesResponse } from '../../../../shared/trades-contract.ts'
import type { Answer, ApiClient } from '../../../lib/api-client.ts'
import {
  aCongressTrade,
  anInsiderTrade,
  answer,
  createApi,
  createCongress,
  createInsiders,
  createStock,
  createTrades,
  failure,
  NOTICE,
} from '../testing/market-answers.ts'
import { createDeferred, renderTicker, waitForUpdates } from '../testing/render-ticker.tsx'

const INSIDERS = 'Insider trades'
const CONGRESS = 'Congress trades'
const sectionOf = (container: HTMLElement, title: string) =>
  [...container.querySelectorAll('h2')].find((heading) => heading.textContent === title)?.closest('section')
const rowsOf = (section: Element | null | undefined) =>
  [...(section?.querySelectorAll('ol > li') ?? [])].map((row) =>
    [...row.querySelectorAll('p')].map((cell) => cell.textContent),
  )

describe('the trades in a company', () => {
  it('by insiders have one row per filing, with what it reports', async () => {
    const trades = createTrades({
      insiders: createInsiders({
        trades: [
          anInsiderTrade({ plan: 'all' }),
          anInsiderTrade({ side: 'sale', tradedFrom: '2026-11-17', shares: 1_234.5, value: 1_500_000 }),
        ],
      }),
    })
    const { container } = await renderTicker(createApi({ getTrades: () => answer(trades) }), '/stocks/AAPL')
    const section = sectionOf(container, INSIDERS)
    expect(section?.textContent).toContain('on the open market or in private')
    expect(section?.textContent).toContain('Any other slip in a filing shows as it stands')
    expect(rowsOf(section)).toEqual([
      [
        'Filed Nov 18, 2026 by Jane Doe',
        'Jane Doedirector',
        '+ Bought Nov 16 to Nov 17, under a plan (Rule 10b5-1)',
        '$15,0001,500 at $10.00',
        '− Sold Nov 17',
        '$1,500,0001,234.5 at $10.00',
      ],
    ])
    const sides = [...(section?.querySelectorAll('ol [class*=side]') ?? [])]
    expect(sides.map(({ className }) => /rise|fall/.exec(className)?.[0])).toEqual(['rise', 'fall'])
    expect(section?.querySelector('ol a')?.getAttribute('rel')).toBe('noopener noreferrer nofollow')
  })

  it('are five filings at first, with the others one click away', async () => {
    const trades = Array.from({ length: 7 }, (_, index) =>
      anInsiderTrade({ url: `https://www.sec.gov/${index}` }),
    )
    const answered = createTrades({ insiders: createInsiders({ trades }) })
    const { container } = await renderTicker(createApi({ getTrades: () => answer(answered) }), '/stocks/AAPL')
    const section = sectionOf(container, INSIDERS)
    expect([...(section?.querySelectorAll('ol') ?? [])].map((list) => list.children.length)).toEqual([5, 2])
    const rest = section?.querySelectorAll('ol')[1]?.closest('details')
    expect([rest?.open, rest?.querySelector('summary')?.textContent]).toEqual([
      false,
      'Show all 7 filingsShow fewer',
    ])
  })

  it('by members of Congress have one row per report, with ranges, how long it took and the legal notice', async () => {
    const trades = createTrades({
      congress: createCongress({
        trades: [aCongressTrade({ isLate: true, tradedOn: '2026-09-02', lagDays: 61, owner: 'joint' })],
      }),
    })
    const { container } = await renderTicker(createApi({ getTrades: () => answer(trades) }), '/stocks/AAPL')
    const section = sectionOf(container, CONGRESS)
    expect(rowsOf(section)).toEqual([
      [
        'Filed Nov 2, 2026 by John Roe, after 61 days, late',
        'John RoePurple, ZZ, House',
        '− Sold Sep 2, a joint account',
        '$1,001 to $15,000',
      ],
    ])
    expect(section?.textContent).toContain(NOTICE)
  })

  it('are shown without prices if the source of the prices does not have the company, without empty blocks', async () => {
    const trades = createTrades({ insiders: createInsiders({ trades: [anInsiderTrade()] }) })
    const api = createApi({
      getStock: () => failure(404, 'not-at-source'),
      getTrades: () => answer(trades),
    })
    const { container } = await renderTicker(api, '/stocks/AAPL')
    expect(container.querySelector('[role=alert]')?.textContent).toContain('does not have it')
    expect(rowsOf(sectionOf(container, INSIDERS))).toHaveLength(1)
    expect(sectionOf(container, CONGRESS)).toBeUndefined()
  })

  it('are reported as none only for days that were read', async () => {
    const { container } = await renderTicker(createApi(), '/stocks/AAPL')
    expect(sectionOf(container, INSIDERS)?.textContent).toContain(
      'No insider trades were reported from Jan 5, 2026 to Nov 20, 2026, as far as we read the filings.',
    )
    expect(sectionOf(container, CONGRESS)?.textContent).toContain('Last read on Nov 20, 2026, 23:00 UTC.')
    expect(rowsOf(sectionOf(container, INSIDERS))).toEqual([])
  })

  it('that could not be read fail in their own block, with a retry', async () => {
    const getTrades = vi
      .fn<ApiClient['getTrades']>()
      .mockReturnValueOnce(answer(createTrades({ congress: null })))
      .mockReturnValueOnce(answer(createTrades({ congress: null })))
      .mockReturnValueOnce(answer(createTrades()))
    const { container, click } = await renderTicker(createApi({ getTrades }), '/stocks/AAPL')
    const congress = sectionOf(container, CONGRESS)
    expect(sectionOf(container, INSIDERS)?.querySelector('button')).toBeNull()
    expect(congress?.textContent).toContain('just now. This does not mean nobody traded.')
    expect(congress?.textContent).toContain(NOTICE)
    await click(congress?.querySelector('button'))
    expect(congress?.textContent).toContain('Still no answer.')
    congress?.querySelector('button')?.focus()
    await click(congress?.querySelector('button'))
    expect(congress?.textContent).toContain('No trades in this company were reported')
    expect(document.activeElement?.textContent).toBe(CONGRESS)
  })

  it('tell somebody who asked for very many why, not that the records failed', async () => {
    const detail = 'Your address has asked for the trades of very many tickers. Try again in a minute.'
    const refused = { ok: false, status: 429, code: 'too-many-requests', detail } as const
    const getTrades = vi.fn<ApiClient['getTrades']>().mockResolvedValue(refused)
    const { container } = await renderTicker(createApi({ getTrades }), '/stocks/AAPL')
    for (const title of [INSIDERS, CONGRESS]) {
      expect(sectionOf(container, title)?.textContent).toContain(detail)
      expect(sectionOf(container, title)?.textContent).not.toContain('could not read')
    }
  })

  it('can be retried after a complete failure, one request at a time', async () => {
    const later = createDeferred<Answer<TradesResponse>>()
    const getTrades = vi
      .fn<ApiClient['getTrades']>()
      .mockReturnValueOnce(failure(503, 'not-ready'))
      .mockReturnValueOnce(later.promise)
    const { container, click } = await renderTicker(createApi({ getTrades }), '/stocks/AAPL')
    const button = sectionOf(container, INSIDERS)?.querySelector('button')
    expect(sectionOf(container, CONGRESS)?.querySelector('button')?.textContent).toBe('Try again')
    await click(button)
    expect(button?.textContent).toBe('Trying again...')
    await click(button)
    expect(getTrades).toHaveBeenCalledTimes(2)
    await act(async () => {
      later.resolve(await answer(createTrades()))
      await waitForUpdates()
    })
    expect(container.textContent).not.toContain('nobody traded.Try')
    expect(sectionOf(container, INSIDERS)?.querySelector('button')).toBeNull()
  })

  it('are neither requested nor shown for indexes and coins', async () => {
    const getTrades = vi.fn<ApiClient['getTrades']>(() => answer(createTrades()))
    const index = createStock({ ticker: '^GSPC', meta: { type: 'index' } })
    const first = await renderTicker(
      createApi({ getTrades, getStock: () => answer(index) }),
      '/stocks/%5EGSPC',
    )
    const second = await renderTicker(createApi({ getTrades }), '/crypto/BTC')
    expect([sectionOf(first.container, INSIDERS), sectionOf(second.container, CONGRESS)]).toEqual([
      undefined,
      undefined,
    ])
    expect(getTrades).not.toHaveBeenCalled()
  })

  it('in a fund are shown if there are any', async () => {
    const fund = createStock({ meta: { type: 'etf' } })
    const trades = createTrades({ congress: createCongress({ trades: [aCongressTrade()] }) })
    const api = createApi({ getStock: () => answer(fund), getTrades: () => answer(trades) })
    const { container } = await renderTicker(api, '/stocks/AAPL')
    expect(sectionOf(container, INSIDERS)).toBeUndefined()
    expect(rowsOf(sectionOf(container, CONGRESS))).toHaveLength(1)
  })
})

describe('trades that missed the page', () => {
  /** Renders a page that has waited for the trades as long as it ever does, and lets the browser ask for them. */
  async function renderLate(getTrades: ApiClient['getTrades']) {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] }).setTimerTickMode(
      'nextTimerAsync',
    )
    const rendered = await renderTicker(createApi({ getTrades }), '/stocks/AAPL').finally(vi.useRealTimers)
    await act(waitForUpdates)
    return rendered
  }

  it('are requested by the browser, which says Loading... until they arrive', async () => {
    const later = createDeferred<Answer<TradesResponse>>()
    const getTrades = vi
      .fn<ApiClient['getTrades']>()
      .mockReturnValueOnce(new Promise(() => undefined))
      .mockReturnValueOnce(later.promise)
    const { container } = await renderLate(getTrades)
    expect(sectionOf(container, INSIDERS)?.textContent).toContain('Loading...')
    expect(container.querySelector('h1')?.textContent).toBe('Apple Inc. (AAPL)')
    expect(getTrades).toHaveBeenCalledTimes(2)
    await act(async () => {
      later.resolve(await answer(createTrades({ insiders: createInsiders({ trades: [anInsiderTrade()] }) })))
      await waitForUpdates()
    })
    expect(rowsOf(sectionOf(container, INSIDERS))).toHaveLength(1)
  })

  it('are logged and reported if the browser fails to load them too', async () => {
    const consoleError = vi.spyOn(console, 'error').mockImplementation(() => undefined)
    const getTrades = vi
      .fn<ApiClient['getTrades']>()
      .mockReturnValueOnce(new Promise(() => undefined))
      .mockReturnValueOnce(failure(503, 'not-ready'))
    const { container } = await renderLate(getTrades)
    expect(sectionOf(container, INSIDERS)?.textContent).toContain('This does not mean nobody traded.')
    expect(consoleError.mock.calls).toEqual([['Failed to fetch trades', 'not-ready']])
  })
})
