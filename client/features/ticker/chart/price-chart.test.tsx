import { act } from 'react'
import { afterAll, beforeEach, describe, expect, it, vi } from 'vitest'

import type { ApiClient } from '../../../lib/api-client.ts'
import {
  aCongressTrade,
  anInsiderTrade,
  answer,
  createApi,
  createCongress,
  createInsiders,
  createStock,
  createTrades,
} from '../testing/market-answers.ts'
import { renderTicker, waitForUpdates } from '../testing/render-ticker.tsx'

const consoleError = vi.spyOn(console, 'error').mockImplementation(() => undefined)
beforeEach(() => {
  consoleError.mockClear()
})
afterAll(() => {
  consoleError.mockRestore()
})

type StockChanges = Parameters<typeof createStock>[0]

const render = (
  changes: StockChanges = {},
  { address = '/stocks/AAPL', ...api }: Partial<ApiClient> & { address?: string } = {},
) =>
  renderTicker(
    createApi({
      getStock: ({ ticker, range }) =>
        answer(createStock({ ...changes, ticker, meta: { type: 'equity', ...changes.meta, range } })),
      ...api,
    }),
    address,
  )

const history = (container: HTMLElement) =>
  container.querySelector<HTMLElement>('section[aria-label="Price history"]')!
const readout = (container: HTMLElement) => container.querySelector('#chart-reading')!
/** The text in the reserved line, without the summary in words. */
const read = (container: HTMLElement) =>
  [...(readout(container).querySelector('[class*=reading]')?.children ?? [])].map(
    ({ textContent }) => textContent,
  )
const signs = (container: HTMLElement) =>
  [...container.querySelectorAll('svg[class*=mark] text')].map(({ textContent }) => textContent)
const marks = (container: HTMLElement) => [
  ...container.querySelectorAll<HTMLButtonElement>('[role=toolbar] button'),
]
const point = (container: HTMLElement, x: number) =>
  act(() => {
    const box = container.querySelector<HTMLElement>('[role=img]')!
    vi.spyOn(box, 'getBoundingClientRect').mockReturnValue(new DOMRect(0, 0, 300, 200))
    box.dispatchEvent(
      new PointerEvent('pointermove', { clientX: x, clientY: 10, bubbles: true, pointerType: 'mouse' }),
    )
  })

describe('the chart', () => {
  it.each([
    [[100, 120], 'rise', 'Up 20% since Nov 2, 2026'],
    [[100, 80], 'fall', 'Down 20% since Nov 2, 2026'],
    [[100, 100], 'fall', 'Little changed since Nov 2, 2026'],
  ] as const)('of %j is colored and titled for a %s', async (prices, direction, title) => {
    const { container } = await render({ prices: [...prices] })
    expect(container.querySelector('[role=img]')?.parentElement?.className).toContain(direction)
    expect(history(container).querySelector('h2')?.textContent).toBe(title)
  })

  it('draws each close in the middle of its column, an area below, and names the last, highest and lowest', async () => {
    const { container } = await render({ prices: [100, 90, 120, 110] })
    expect(container.querySelector('[role=img] polyline')?.getAttribute('points')).toBe(
      '125.0,253.3 375.0,360.0 625.0,40.0 875.0,146.7',
    )
    expect(container.querySelector('[role=img] polygon')?.getAttribute('points')).toBe(
      '125.0,400 125.0,253.3 375.0,360.0 625.0,40.0 875.0,146.7 875.0,400',
    )
    expect(container.querySelector('svg [class*=tagText]')?.textContent).toBe('$110.00')
    expect([...container.querySelectorAll('[class*=extreme]')].map(({ textContent }) => textContent)).toEqual(
      ['High $120.00, Nov 4', 'Low $90.00, Nov 3'],
    )
  })

  it('draws volumes if the source has them', async () => {
    const withThem = await render({ prices: [100, 90], meta: { volumes: [1_000_000, 53_200_000] } })
    expect(withThem.container.querySelector('[role=img]')?.textContent).toContain('Vol.53.2M')
    const without = await render({ prices: [100, 90] })
    expect(without.container.querySelector('[role=img]')?.textContent).not.toContain('Vol.')
  })

  it.each([
    ['USD', '$90.00'],
    ['GBp', '90.00p'],
    ['EUR', '€90.00'],
  ])('shows the close that is pointed at in %s with its day, on its own line', async (currency, price) => {
    const { container } = await render({
      prices: [100, 90, 120],
      meta: { currency, volumes: [1, 53_200_000, 1] },
    })
    point(container, 150)
    expect(read(container)).toEqual([price, 'Nov 3, 2026', '53.2M traded'])
    act(() => {
      container
        .querySelector('[role=img]')!
        .dispatchEvent(new PointerEvent('pointerleave', { pointerType: 'mouse' }))
    })
    expect(read(container)).toEqual([])
  })

  it('draws a single close as a dot, its day once, colored neither as a rise nor as a fall', async () => {
    const { container } = await render({ prices: [209.64] })
    const dot = container.querySelector('[role=img] polyline')
    expect(dot?.getAttribute('points')).toBe('500.0,200.0 500.0,200.0')
    expect(dot?.getAttribute('class')).toContain('single')
    expect(container.querySelector('[role=img]')?.textContent).toBe('$209.64Nov 2')
    expect(container.querySelector('[role=img]')?.parentElement?.className).not.toMatch(/rise|fall/)
    expect(history(container).querySelector('h2')?.textContent).toBe('One close is known')
  })

  it('does not load its explorer until it is in view', async () => {
    const { container } = await renderTicker(createApi(), '/stocks/AAPL', { isInView: false })
    expect(container.querySelector('input[type=range]')).toBeNull()
    const { container: inView } = await renderTicker(createApi(), '/stocks/AAPL')
    expect(inView.querySelector('input[type=range]')).not.toBeNull()
  })
})

const TRADED: Pick<ApiClient, 'getTrades'> = {
  getTrades: () =>
    answer(
      createTrades({
        insiders: createInsiders({
          trades: [anInsiderTrade({ tradedTo: '2026-11-02', filedOn: '2026-11-04' })],
        }),
        congress: createCongress({ trades: [aCongressTrade({ tradedOn: '2026-11-14' })] }),
      }),
    ),
}
const MONTH = Array.from({ length: 30 }, (_, index) => 100 + index)
const EVENTS = {
  dividends: [{ date: '2026-11-20', amount: 0.25 }],
  splits: [{ date: '2026-11-21', factor: 4 }],
}

describe('the marks below the chart', () => {
  it('have a letter each, and a count if two are too close', async () => {
    const { container } = await render({ prices: MONTH, meta: EVENTS }, TRADED)
    expect(signs(container)).toEqual(['I', 'C', '2'])
    expect(marks(container).map((mark) => mark.getAttribute('aria-label'))).toEqual([
      'Insider, Nov 2, 2026: Jane Doe (director) bought 1,500 shares for $15,000, filed Nov 4',
      'Congress, Nov 14, 2026: John Roe (Purple, ZZ, House): sold, $1,001 to $15,000, reported Nov 2',
      'Mixed: 1 dividend, 1 split, Nov 20 to Nov 21, 2026: $0.25 a share; 4 for 1',
    ])
  })

  it('show who did what when clicked, with the record, until something else is pointed at', async () => {
    const { container, click } = await render({ prices: MONTH, meta: EVENTS }, TRADED)
    await click(marks(container)[0])
    expect(read(container)).toEqual([
      'Insider',
      'Nov 2, 2026',
      'Jane Doe (director) bought 1,500 shares for $15,000, filed Nov 4. Record',
    ])
    const record = readout(container).querySelector('a')
    expect(record?.getAttribute('href')).toBe('https://www.sec.gov/Archives/edgar/data/42/1-index.htm')
    act(() => {
      record?.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true }))
    })
    expect(readout(container).contains(record)).toBe(true)
    point(container, 299)
    expect(read(container)[0]).toBe('$129.00')
  })

  it('show it until something outside is pressed that is no control', async () => {
    const { container, click } = await render({ prices: MONTH, meta: EVENTS }, TRADED)
    const pass = (target: Element, type: string) =>
      act(() => void target.dispatchEvent(new PointerEvent(type, { bubbles: true })))
    const press = (target: Element) => {
      pass(target, 'pointerdown')
      pass(target, 'pointerup')
    }
    await click(marks(container)[0])
    for (const type of ['pointerdown', 'pointercancel']) pass(document.body, type)
    expect(read(container)[0]).toBe('Insider')
    for (const kept of [readout(container), history(container).querySelector('nav a')!]) {
      press(kept)
      expect(read(container)[0]).toBe('Insider')
    }
    press(document.body)
    expect(read(container)).toEqual([])
  })

  it('show nothing of another range', async () => {
    const { container, click } = await render({ prices: MONTH, meta: EVENTS }, TRADED)
    await click(marks(container)[0])
    await click(
      [...history(container).querySelectorAll('nav a')].find(
        (link) => link.textContent === '5D',
      ) as HTMLElement,
    )
    expect(history(container).querySelector('nav [aria-current]')?.textContent).toBe('5D')
    expect(read(container)).toEqual([])
    expect(readout(container).querySelector('p')?.className).not.toContain('covered')
  })

  it('show it to a mouse that comes from the chart', async () => {
    const { container } = await render({ prices: MONTH, meta: EVENTS }, TRADED)
    point(container, 150)
    const [plot, mark] = [container.querySelector('[role=img]')!, marks(container)[0]]
    const pass = (type: string, from: Element, to: Element | undefined) =>
      from.dispatchEvent(
        new PointerEvent(type, {
          pointerType: 'mouse',
          bubbles: type === 'pointerout',
          relatedTarget: to ?? null,
        }),
      )
    act(() => {
      pass('pointerout', plot, mark)
      pass('pointerleave', plot, mark)
    })
    expect(read(container)[0]).toBe('Insider')
  })

  it('can be hidden by kind', async () => {
    const { container, click } = await render({ prices: MONTH, meta: EVENTS }, TRADED)
    const key = [...history(container).querySelectorAll<HTMLElement>('button[aria-pressed]')]
    expect(key.map(({ textContent }) => textContent)).toEqual([
      'IInsiders 1',
      'CCongress 1',
      'DDividends 1',
      'SSplits 1',
    ])
    await click(key[2])
    expect(key[2]?.getAttribute('aria-pressed')).toBe('false')
    expect(signs(container)).toEqual(['I', 'C', 'S'])
    await click(key[0])
    expect(signs(container)).toEqual(['C', 'S'])
    await click(key[2])
    expect(signs(container)).toEqual(['C', '2'])
    await click(marks(container)[0])
    await click(key[3])
    expect(read(container)[0]).toBe('Congress')
    await click(key[1])
    expect(read(container)).toEqual([])
    expect(readout(container).querySelector('p')?.className).not.toContain('covered')
  })

  it('are one Tab stop, and the arrow keys move between them', async () => {
    const { container } = await render({ prices: MONTH, meta: EVENTS }, TRADED)
    const press = (key: string) =>
      act(() => {
        document.activeElement?.dispatchEvent(
          new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }),
        )
      })
    expect(marks(container).map(({ tabIndex }) => tabIndex)).toEqual([0, -1, -1])
    act(() => marks(container)[0]?.focus())
    press('ArrowRight')
    expect(read(container)[0]).toBe('Congress')
    press('End')
    expect(read(container)[0]).toBe('Mixed: 1 dividend, 1 split')
    expect(marks(container).map(({ tabIndex }) => tabIndex)).toEqual([-1, -1, 0])
    press('Escape')
    expect(read(container)).toEqual([])
  })

  it('are listed in a table of their own', async () => {
    const { container } = await render(
      { prices: MONTH, meta: EVENTS },
      { ...TRADED, address: '/stocks/AAPL?table=closes' },
    )
    const rows = [...container.querySelectorAll('details table:nth-of-type(2) tbody tr')]
    expect(rows.map((row) => [...row.children].map(({ textContent }) => textContent))).toEqual([
      ['Nov 21, 2026', 'Splits', '4 for 1'],
      ['Nov 20, 2026', 'Dividends', '$0.25 a share'],
      ['Nov 14, 2026', 'Congress', 'John Roe (Purple, ZZ, House): sold, $1,001 to $15,000, reported Nov 2'],
      ['Nov 2, 2026', 'Insiders', 'Jane Doe (director) bought 1,500 shares for $15,000, filed Nov 4'],
    ])
  })

  it('are not loaded for an index or a coin', async () => {
    const index = await render({ meta: { type: 'index' } }, { ...TRADED, address: '/stocks/^GSPC' })
    expect(
      history(index.container).querySelector('ul[aria-label="What is marked beneath the chart"]'),
    ).toBeNull()
    const coin = await render({ meta: { type: 'coin', kind: 'crypto' } }, { address: '/crypto/BTC' })
    expect(signs(coin.container)).toEqual([])
  })
})

describe('the keyboard', () => {
  const start = async (prices = [100, 90, 120]) => {
    const { container, ...screen } = await render({ prices })
    await act(waitForUpdates)
    const slider = container.querySelector<HTMLInputElement>('input[type=range]')
    if (!slider) throw new Error('no slider')
    const press = (type: 'keydown' | 'keyup', key: string, init: KeyboardEventInit = {}) => {
      const event = new KeyboardEvent(type, { key, bubbles: true, cancelable: true, ...init })
      act(() => void slider.dispatchEvent(event))
      return event
    }
    act(() => slider.focus())
    return { container, slider, press, ...screen }
  }
  const valueOf = (slider: HTMLInputElement) => [slider.value, slider.getAttribute('aria-valuetext')]

  it('starts at the newest close, and shows and announces each close it moves to', async () => {
    const { container, slider, press } = await start()
    expect([slider.min, slider.max]).toEqual(['1', '3'])
    expect(valueOf(slider)).toEqual(['3', 'Nov 4, 2026: $120.00'])
    expect(press('keydown', 'ArrowLeft').defaultPrevented).toBe(true)
    expect(valueOf(slider)).toEqual(['2', 'Nov 3, 2026: $90.00'])
    expect(read(container)).toEqual(['$90.00', 'Nov 3, 2026'])
    press('keydown', 'Home')
    expect(valueOf(slider)).toEqual(['1', 'Nov 2, 2026: $100.00'])
  })

  it('announces only the close where a held key stops', async () => {
    const { container, slider, press } = await start([1, 2, 3, 4, 5])
    press('keydown', 'ArrowLeft')
    press('keydown', 'ArrowLeft', { repeat: true })
    press('keydown', 'ArrowLeft', { repeat: true })
    expect(read(container)[0]).toBe('$2.00')
    expect(valueOf(slider)).toEqual(['4', 'Nov 5, 2026: $4.00'])
    press('keyup', 'ArrowLeft')
    expect(valueOf(slider)).toEqual(['2', 'Nov 3, 2026: $2.00'])
  })

  it('shows nothing after Escape and after the focus has left', async () => {
    const { container, slider, press } = await start()
    press('keydown', 'Escape')
    expect(read(container)).toEqual([])
    press('keydown', 'ArrowLeft')
    act(() => slider.blur())
    expect(read(container)).toEqual([])
  })

  it("leaves the browser's own shortcuts alone", async () => {
    const { press } = await start()
    expect(press('keydown', 'ArrowLeft', { altKey: true }).defaultPrevented).toBe(false)
    expect(press('keydown', 'Tab').defaultPrevented).toBe(false)
  })

  it('starts over after a change of range', async () => {
    const { container, press, click } = await start()
    press('keydown', 'Home')
    await click(container.querySelector<HTMLElement>('nav[aria-label="Price range"] a[href*="5D"]'))
    expect(container.querySelector<HTMLInputElement>('input[type=range]')?.value).toBe('3')
  })
})
