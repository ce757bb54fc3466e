import { act } from 'react'
import { afterEach, describe, expect, it, vi } from 'vitest'

import type { StockResponse } from '../../../../shared/market-contract.ts'
import type { Answer, ApiClient } from '../../../lib/api-client.ts'
import { getButton } from '../../../testing/render.tsx'
import { answer, createApi, createStock, failure } from '../testing/market-answers.ts'
import { createDeferred, renderTicker, waitForUpdates } from '../testing/render-ticker.tsx'

type StockChanges = Parameters<typeof createStock>[0]

const history = (container: HTMLElement) =>
  container.querySelector<HTMLElement>('section[aria-label="Price history"]')!
const readout = (container: HTMLElement) => container.querySelector('#chart-reading')!
const linkNamed = (container: HTMLElement, name: string) =>
  [...history(container).querySelectorAll('a')].find(({ textContent }) => textContent === name)

describe('a comparison with another asset', () => {
  const compared = (own: StockChanges, other: StockChanges, address = '/stocks/AAPL?compare=spy') => {
    const asked: unknown[] = []
    const getStock: ApiClient['getStock'] = (query) => {
      asked.push(query)
      const { ticker, range } = query
      const changes = ticker === 'AAPL' ? own : other
      return answer(createStock({ ...changes, ticker, meta: { type: 'equity', ...changes?.meta, range } }))
    }
    return renderTicker(createApi({ getStock }), address).then((screen) => ({ ...screen, asked }))
  }

  it('is drawn, titled, tabled and read by keyboard in percent', async () => {
    const { container, asked } = await compared(
      { prices: [100, 90, 120] },
      { prices: [50, 55, 60] },
      '/stocks/AAPL?compare=spy&table=closes',
    )
    expect(asked).toEqual([
      { kind: 'stock', ticker: 'AAPL', range: '1Y' },
      { kind: 'stock', ticker: 'SPY', range: '1Y', only: 'prices' },
    ])
    expect(history(container).querySelector('h2')?.textContent).toBe('Up 20% since Nov 2, 2026. SPY rose 20%')
    expect(container.querySelectorAll('[role=img] polyline')).toHaveLength(2)
    expect(container.querySelector('svg [class*=tagText]')?.textContent).toBe('+20%')
    expect([...container.querySelectorAll('tbody tr')].map(({ textContent }) => textContent)).toEqual([
      'Nov 4, 2026$120.00+20.00%+20.00%',
      'Nov 3, 2026$90.00-10.00%+10.00%',
      'Nov 2, 2026$100.000.00%0.00%',
    ])
    expect(container.querySelector('input[type=range]')?.getAttribute('aria-valuetext')).toBe(
      'Nov 4, 2026: $120.00; +20.00%; SPY +20.00%',
    )
    expect(readout(container).querySelector('p')?.textContent).toMatch(/ SPY rose 20% in the same time\.$/)
  })

  it('stays from range to range, and can be removed by a link', async () => {
    const { container, click, address } = await compared({}, {})
    const link = (name: string) =>
      [...history(container).querySelectorAll('a')].find(({ textContent }) => textContent === name)
    await click(link('5Y'))
    expect(address()).toBe('/stocks/AAPL?range=5Y&compare=SPY')
    await click(link('S&P 500'))
    expect(address()).toBe('/stocks/AAPL?range=5Y&compare=%5EGSPC')
    await click(link('Stop comparing'))
    expect(address()).toBe('/stocks/AAPL?range=5Y')
    expect(container.querySelectorAll('[role=img] polyline')).toHaveLength(1)
  })

  it('leaves the focus in the field, and moves it on from a link that is gone', async () => {
    const { container, click } = await compared({}, {}, '/stocks/AAPL')
    const field = () => history(container).querySelector<HTMLInputElement>('input[name=compare]')!
    await act(async () => {
      field().focus()
      field().value = 'spy'
      field().form?.requestSubmit()
      await waitForUpdates()
    })
    expect([document.activeElement === field(), field().value]).toEqual([true, 'SPY'])
    const follow = async (name: string) => {
      linkNamed(container, name)?.focus()
      await click(linkNamed(container, name))
      return [document.activeElement?.textContent, field().value]
    }
    expect(await follow('S&P 500')).toEqual(['Stop comparing', '^GSPC'])
    expect(await follow('Stop comparing')).toEqual(['S&P 500', ''])
    // What is typed stays until the address changes.
    field().value = 'ms'
    await click(linkNamed(container, '5Y'))
    expect(field().value).toBe('ms')
  })

  it('moves no focus when the back button ends it', async () => {
    const { container, click } = await compared({}, {}, '/stocks/AAPL?compare=SPY')
    await act(async () => {
      window.history.replaceState(null, '', '/stocks/AAPL')
      window.dispatchEvent(new PopStateEvent('popstate'))
      await waitForUpdates()
    })
    expect(linkNamed(container, 'Stop comparing')).toBeUndefined()
    expect(document.activeElement).toBe(document.body)
    await click(linkNamed(container, '1M'))
    expect(document.activeElement).toBe(document.body)
  })

  it.each(['/stocks/AAPL?compare=msft', '/stocks/AAPL?compare=+msft+&range=1D'])(
    'is not requested again when a link within the page changes the address %s',
    async (address) => {
      const { asked } = await compared({}, {}, address)
      const before = asked.length
      await act(async () => {
        window.history.pushState(null, '', `${address}#about`)
        window.dispatchEvent(new PopStateEvent('popstate'))
        await waitForUpdates()
      })
      expect(asked).toHaveLength(before)
    },
  )

  it('is in the address as its ticker, however it was typed', async () => {
    const { container, address } = await compared({}, {}, '/stocks/AAPL')
    await act(async () => {
      const field = history(container).querySelector<HTMLInputElement>('input[name=compare]')!
      field.value = ' spy '
      field.form?.requestSubmit()
      await waitForUpdates()
    })
    expect(address()).toBe('/stocks/AAPL?compare=SPY')
  })

  it('begins on the first day that both have, says so, and calls an index by its name', async () => {
    const { container } = await compared(
      { prices: [100, 110, 121] },
      {
        prices: [5_000, 5_500],
        dates: ['2026-11-03', '2026-11-04'],
        info: { 'Company Name': 'S&P 500' },
        meta: { type: 'index' },
      },
      '/stocks/AAPL?compare=^GSPC',
    )
    expect(history(container).querySelector('h2')?.textContent).toBe(
      'Up 10% since Nov 3, 2026. The S&P 500 rose 10%',
    )
    expect(history(container).textContent).toContain('Compared from Nov 3, 2026 on')
    expect(history(container).textContent).toContain('An index leaves dividends out')
  })

  it.each([
    ['nope', 'unknown-ticker', 404, 'No asset is known by NOPE. Check the spelling.'],
    [
      'nope',
      'not-at-source',
      404,
      'NOPE could not be loaded, so it is not compared. A coin is typed NOPE-USD.',
    ],
    ['nope', 'source-unavailable', 503, 'NOPE could not be loaded, so it is not compared.'],
  ] as const)('%s that is %s leaves the chart in place, and says so', async (other, code, status, words) => {
    const { container } = await renderTicker(
      createApi({
        getStock: ({ ticker, range }) =>
          ticker === 'AAPL' ? answer(createStock({ ticker, meta: { range } })) : failure(status, code),
      }),
      `/stocks/AAPL?compare=${other}`,
    )
    expect(container.querySelectorAll('[role=img] polyline')).toHaveLength(1)
    expect(history(container).querySelector('[role=alert]')?.textContent).toContain(words)
  })

  it('is not drawn with the asset itself, and says so', async () => {
    const { container } = await compared({}, {}, '/stocks/AAPL?compare=aapl')
    expect(container.querySelectorAll('[role=img] polyline')).toHaveLength(1)
    expect(history(container).querySelector('h2')?.textContent).not.toContain('AAPL')
    expect(history(container).querySelector('[role=alert]')?.textContent).toBe(
      'AAPL is what the chart already shows.',
    )
  })

  it('is drawn beside a coin with the ticker of the stock', async () => {
    const getStock: ApiClient['getStock'] = ({ ticker, range }) =>
      answer(createStock({ ticker: 'BTC', meta: { range, kind: ticker === 'BTC' ? 'stock' : 'crypto' } }))
    const { container } = await renderTicker(createApi({ getStock }), '/stocks/BTC?compare=BTC-USD')
    expect(container.querySelectorAll('[role=img] polyline')).toHaveLength(2)
    expect(history(container).querySelector('h2')?.textContent).toContain('BTC-USD rose')
    const other = await renderTicker(
      createApi({
        getStock: ({ ticker, range }) =>
          answer(createStock({ ticker, meta: { range, kind: ticker === 'ETH' ? 'crypto' : 'stock' } })),
      }),
      '/stocks/AAPL?compare=ETH',
    )
    expect(history(other.container).querySelector('h2')?.textContent).toContain('ETH rose')
  })

  it('is not requested for text that cannot be a ticker', async () => {
    const { container, asked } = await compared({}, {}, '/stocks/AAPL?compare=%3Cb%3E')
    expect(asked).toHaveLength(1)
    expect(history(container).querySelector('[role=alert]')?.textContent).toContain('<b> cannot be a ticker')
  })
})

describe('a range that its source cannot provide', () => {
  afterEach(() => vi.restoreAllMocks())
  const failing = (range: string) => {
    let isDown = true
    const getStock: ApiClient['getStock'] = (query) =>
      query.range === range && isDown
        ? failure(503, 'source-unavailable')
        : answer(createStock({ ticker: query.ticker, meta: { range: query.range } }))
    return {
      getStock,
      heal: () => {
        isDown = false
      },
    }
  }

  it('leaves the previous chart in place, says so, and appears when requested again', async () => {
    const { getStock, heal } = failing('5Y')
    const { container, click } = await renderTicker(createApi({ getStock }), '/stocks/AAPL')
    await click(linkNamed(container, '5Y'))
    expect(history(container).querySelector('[role=alert]')?.textContent).toBe(
      'Failed to fetch data. 5Y is not here: the chart still shows 1Y.',
    )
    expect(container.querySelectorAll('[role=img] polyline')).toHaveLength(1)
    expect(history(container).querySelector('nav [aria-current]')?.textContent).toBe('1Y')
    heal()
    await click(getButton(history(container), 'Try again'))
    expect(history(container).querySelector('nav [aria-current]')?.textContent).toBe('5Y')
    expect(history(container).querySelector('[role=alert]')).toBeNull()
  })

  it('is explained to an offline visitor', async () => {
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
    const { container, click } = await renderTicker(createApi(failing('1M')), '/stocks/AAPL')
    await click(linkNamed(container, '1M'))
    expect(history(container).querySelector('[role=alert]')?.textContent).toBe(
      'You are offline. 1M is not here: the chart still shows 1Y.',
    )
  })

  it('is explained where it was requested if it is a comparison', async () => {
    let isOnline = true
    vi.spyOn(navigator, 'onLine', 'get').mockImplementation(() => isOnline)
    const getStock: ApiClient['getStock'] = ({ ticker, range }) =>
      isOnline ? answer(createStock({ ticker, meta: { range } })) : failure(503, 'source-unavailable')
    const { container, click } = await renderTicker(createApi({ getStock }), '/stocks/AAPL')
    isOnline = false
    await click(linkNamed(container, 'S&P 500'))
    const alerts = [...history(container).querySelectorAll('[role=alert]')]
    expect(alerts.map(({ textContent }) => textContent)).toEqual([
      'You are offline. The chart is the one from before.',
    ])
    expect(alerts[0]?.closest('[class*=compare]')?.querySelector('form')).not.toBeNull()
    isOnline = true
    await click(getButton(history(container), 'Try again'))
    expect(history(container).querySelector('[role=alert]')).toBeNull()
    expect(container.querySelectorAll('[role=img] polyline')).toHaveLength(2)
  })

  it('leads to the next range with the chart still in place', async () => {
    const later = createDeferred<Answer<StockResponse>>()
    const { getStock } = failing('5Y')
    const { container, click } = await renderTicker(
      createApi({ getStock: (query) => (query.range === '1M' ? later.promise : getStock(query)) }),
      '/stocks/AAPL',
    )
    await click(linkNamed(container, '5Y'))
    await click(linkNamed(container, '1M'))
    expect(history(container).getAttribute('aria-busy')).toBe('true')
    await act(async () => {
      later.resolve(await answer(createStock({ meta: { range: '1M' } })))
      await waitForUpdates()
    })
    expect(history(container).querySelector('[role=alert]')).toBeNull()
    expect(history(container).querySelector('nav [aria-current]')?.textContent).toBe('1M')
  })

  it('shows no earlier chart for another ticker', async () => {
    const getStock: ApiClient['getStock'] = ({ ticker, range }) =>
      ticker === 'DOWN'
        ? failure(503, 'source-unavailable')
        : answer(createStock({ ticker, meta: { range } }))
    const { container, open } = await renderTicker(createApi({ getStock }), '/stocks/AAPL')
    await open('/stocks/DOWN')
    expect(container.querySelector('[role=img]')).toBeNull()
    expect(container.textContent).toContain('Failed to fetch data')
  })
})

it('two sources that disagree are both named, with their closes', async () => {
  const meta: StockChanges = {
    meta: {
      disagreement: {
        source: { name: 'Twelve Data', url: 'https://twelvedata.com/' },
        days: [{ date: '2026-11-03', close: 90, otherClose: 92.5 }],
      },
    },
  }
  const { container } = await renderTicker(
    createApi({ getStock: () => answer(createStock(meta)) }),
    '/stocks/AAPL',
  )
  expect(history(container).textContent).toContain(
    'Twelve Data gave another close than Yahoo Finance, more than half a percent apart. ' +
      'Nov 3, 2026: $90.00 here, $92.50 there.',
  )
})

it('the whole history says that volume is shown for shorter ranges', async () => {
  const open = (range: string) =>
    renderTicker(
      createApi({
        getStock: (query) => answer(createStock({ meta: { type: 'equity', range: query.range } })),
      }),
      `/stocks/AAPL?range=${range}`,
    )
  const words = 'MAX shows no volume: choose 5Y or shorter for it.'
  expect(history((await open('MAX')).container).textContent).toContain(words)
  expect(history((await open('5Y')).container).textContent).not.toContain(words)
})
