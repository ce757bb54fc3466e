import { act } from 'react'
import { describe, expect, it, vi } from 'vitest'

import type { ApiClient } from '../../../lib/api-client.ts'
import { getButton } from '../../../testing/render.tsx'
import { failOnConsoleError } from '../testing/fail-on-console-error.ts'
import { answer, createApi, createDay, createStock, failure } from '../testing/market-answers.ts'
import { createDeferred, renderTicker, waitForUpdates } from '../testing/render-ticker.tsx'

failOnConsoleError()

const history = (container: HTMLElement) =>
  container.querySelector<HTMLElement>('section[aria-label="Price history"]')!
const title = (container: HTMLElement) => history(container).querySelector('h2')?.textContent
const shownRange = (container: HTMLElement) =>
  history(container).querySelector('a[aria-current=true]')?.textContent
const linkNamed = (container: HTMLElement, name: string) =>
  [...history(container).querySelectorAll('a')].find(({ textContent }) => textContent === name)
const start = (changes: Partial<ApiClient> = {}, path = '/stocks/AAPL?range=6M') => {
  const getStock = vi.fn<ApiClient['getStock']>(({ ticker, range }) =>
    answer(
      createStock({
        ticker,
        meta: { range, type: 'equity', dividends: [{ date: '2026-11-03', amount: 1 }] },
      }),
    ),
  )
  const getDay = vi.fn<ApiClient['getDay']>(() => answer(createDay({ meta: { volumes: [100, 200, 300] } })))
  return renderTicker(createApi({ getStock, getDay, ...changes }), path).then((screen) => ({
    ...screen,
    getStock,
    getDay,
  }))
}

describe('1D', () => {
  it('is requested only when it is pressed, without another range', async () => {
    const { container, click, address, getStock, getDay } = await start()
    expect(getDay).not.toHaveBeenCalled()
    await click(linkNamed(container, '1D'))
    expect(getDay.mock.calls).toEqual([[{ kind: 'stock', ticker: 'AAPL' }]])
    expect(getStock).toHaveBeenCalledTimes(1)
    expect(address()).toBe('/stocks/AAPL?range=1D')
    expect(shownRange(container)).toBe('1D')
    expect(title(container)).toBe('Up 2% today')
  })

  it('is drawn, tabled and read by keyboard with the exchange’s times', async () => {
    const { container } = await start({}, '/stocks/AAPL?range=1D&table=closes')
    expect([...container.querySelectorAll('thead th')].map(({ textContent }) => textContent)).toEqual([
      'Time',
      'Price',
      'Volume',
    ])
    expect([...container.querySelectorAll('tbody tr')].map(({ textContent }) => textContent)).toEqual([
      '9:45 AM EST$102.00300',
      '9:40 AM EST$99.00200',
      '9:35 AM EST$101.00100',
      'the close before$100.00',
    ])
    const slider = container.querySelector('input[type=range]')
    expect(slider?.getAttribute('aria-label')).toBe('Prices, arrow keys to walk')
    expect(slider?.getAttribute('aria-valuetext')).toBe('9:45 AM EST: $102.00; 300 traded')
    // A chart within a day has no marks.
    expect(container.querySelector('[role=toolbar]')).toBeNull()
    expect(container.querySelector('[role=img]')?.getAttribute('aria-label')).toContain('at the close before')
  })

  it('gives the price above the chart, with its time and change', async () => {
    const { container } = await start({}, '/stocks/AAPL?range=1D')
    const overview = container.querySelector('header')
    expect(overview?.textContent).toContain('$102.00')
    expect(overview?.textContent).toContain('As of 9:45 AM EST, Friday, November 20, 2026.')
    const changes = [...(overview?.querySelectorAll('ul li') ?? [])].map(({ textContent }) => textContent)
    expect(changes).toEqual(['Change: +$2.00 (+2.00%) today'])
  })

  it.each(['not-given', 'none-yet'] as const)(
    'shows the chart of the address opened anew, and says why: %s',
    async (lacking) => {
      const getDay = () => answer(createDay({ prices: [], meta: { lacking } }))
      const { container, click, address } = await start({ getDay })
      await click(linkNamed(container, '1D'))
      expect(history(container).textContent).toMatch(
        /The source (gives no prices within the day for this symbol|has no prices of this session yet)\. The chart shows 1Y\./,
      )
      const reloaded = await start({ getDay }, address())
      expect([title(reloaded.container), shownRange(reloaded.container)]).toEqual([
        title(container),
        shownRange(container),
      ])
    },
  )

  it('keeps the chart if it fails, and can be tried again', async () => {
    const getDay = vi.fn<ApiClient['getDay']>(() => answer(createDay()))
    getDay.mockReturnValueOnce(failure(503, 'source-unavailable'))
    const { container, click } = await start({ getDay })
    await click(linkNamed(container, '1D'))
    expect(shownRange(container)).toBe('6M')
    expect(history(container).querySelector('[role=alert]')?.textContent).toBe(
      'Failed to fetch data. 1D is not here: the chart still shows 6M.',
    )
    await click(getButton(history(container), 'Try again'))
    expect(shownRange(container)).toBe('1D')
    expect(history(container).querySelector('[role=alert]')).toBeNull()
  })

  it('opened by its address falls back to a year, and appears later if its source is slow', async () => {
    const late = createDeferred<Awaited<ReturnType<ApiClient['getDay']>>>()
    const getDay = vi.fn<ApiClient['getDay']>(() => late.promise)
    getDay.mockReturnValueOnce(Promise.resolve(undefined))
    const { container, getStock } = await start({ getDay }, '/stocks/AAPL?range=1D')
    expect(getStock.mock.calls).toEqual([[{ kind: 'stock', ticker: 'AAPL', range: '1Y' }]])
    expect(shownRange(container)).toBe('1Y')
    expect(history(container).textContent).toContain(
      'The prices within the day take long to come. The chart shows 1Y.',
    )
    await act(async () => {
      late.resolve({ ok: true, data: createDay() })
      await waitForUpdates()
    })
    expect(shownRange(container)).toBe('1D')
    expect(getStock).toHaveBeenCalledTimes(1)
  })

  it('draws no comparison, says so, and lets a reader start one over 5D', async () => {
    const { container, click, address } = await start({}, '/stocks/AAPL?compare=MSFT')
    await click(linkNamed(container, '1D'))
    expect(container.querySelectorAll('[role=img] polyline')).toHaveLength(1)
    expect(history(container).textContent).toContain(
      'Prices within a day are not compared: choose 5D or longer for that.',
    )
    await click(linkNamed(container, 'S&P 500'))
    expect(address()).toBe('/stocks/AAPL?range=5D&compare=%5EGSPC')
    expect(shownRange(container)).toBe('5D')
    expect(container.querySelectorAll('[role=img] polyline')).toHaveLength(2)
  })

  it('shows no range of a different day beside the price, and names the times that are left out', async () => {
    const latest = { price: 120, day: '2026-11-19', isToday: false, dayRange: { low: 90, high: 130 } }
    const { container } = await start(
      {
        getStock: () => answer(createStock({ meta: { latest } })),
        getDay: () => answer(createDay({ meta: { leftOutTimes: ['2026-11-20T14:40:00.000Z'] } })),
      },
      '/stocks/AAPL?range=1D',
    )
    expect(container.querySelector('dl')?.textContent).toContain('Day rangenot known')
    expect(history(container).textContent).toContain('Left out: the price of 9:40 AM EST.')
  })

  it('lists prices that leap', async () => {
    const { container } = await start(
      { getDay: () => answer(createDay({ meta: { suspectTimes: ['2026-11-20T14:40:00.000Z'] } })) },
      '/stocks/AAPL?range=1D',
    )
    expect(history(container).textContent).toContain(
      'The price leaps tenfold or more at these times: 9:40 AM EST.',
    )
  })
})
