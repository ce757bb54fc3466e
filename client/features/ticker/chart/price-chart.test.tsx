// @vitest-environment happy-dom
import { act } from 'react'
import { afterAll, beforeEach, describe, expect, it, vi } from 'vitest'

import { getButton } from '../../../testing/render.tsx'
import type { MarkedPoint } from './draw-chart.ts'
import { answer, createApi, createStock } from '../testing/market-answers.ts'
import { renderTicker, settle } from '../testing/render-ticker.tsx'
import { chart, resetChart } from '../testing/stand-in-chart.ts'

const consoleError = vi.spyOn(console, 'error').mockImplementation(() => undefined)
beforeEach(() => {
  consoleError.mockClear()
  resetChart()
})
afterAll(() => {
  consoleError.mockRestore()
  resetChart()
})

const render = (prices: number[], currency = 'USD') =>
  renderTicker(
    createApi({
      getStock: ({ ticker, range }) => answer(createStock({ ticker, prices, meta: { currency, range } })),
    }),
    '/stocks/AAPL',
  )
const pointAt = (point: MarkedPoint | undefined) => act(() => chart.point?.(point))

describe('the chart', () => {
  it('is given the points and the direction of the line once', async () => {
    await render([100, 90, 120])
    expect(chart.shown).toEqual([
      {
        points: [
          { day: '2026-11-02', price: 100 },
          { day: '2026-11-03', price: 90 },
          { day: '2026-11-04', price: 120 },
        ],
        summary: {
          first: { day: '2026-11-02', price: 100 },
          last: { day: '2026-11-04', price: 120 },
          low: { day: '2026-11-03', price: 90 },
          high: { day: '2026-11-04', price: 120 },
          changeAmount: 20,
          changeFraction: 0.2,
          direction: 'rise',
        },
        priceStyle: { unit: 'USD', digits: 2 },
      },
    ])
  })

  it.each([
    [[100, 120], 'rise'],
    [[100, 80], 'fall'],
    [[100, 100], 'fall'],
  ] as const)('of %j is coloured for a %s', async (prices, direction) => {
    const { container } = await render([...prices])
    expect(container.querySelector('[role=img]')?.parentElement?.className).toContain(direction)
    expect(chart.shown[0]?.summary.direction).toBe(direction)
  })

  it('replaces the server-drawn line, and stays when the range changes', async () => {
    const { container, click } = await render([100, 120])
    expect(container.querySelector('polyline')?.closest('[hidden]')).not.toBeNull()
    await click(container.querySelector<HTMLElement>('nav a'))
    expect(chart.shown).toHaveLength(2)
    expect(chart.removed).toBe(0)
  })

  it('is removed when the screen unmounts', async () => {
    const screen = await render([100, 120])
    await act(() => screen.router.navigate('/stocks'))
    expect(chart.removed).toBe(1)
  })

  it.each([
    ['USD', '$238.21Jul 2, 2026'],
    ['GBp', '238.21pJul 2, 2026'],
    ['EUR', '€238.21Jul 2, 2026'],
  ])('shows the close that is pointed at in %s, with its day', async (currency, text) => {
    const { container } = await render([100, 120], currency)
    pointAt({ day: '2026-07-02', price: 238.21, x: 40, y: 20, isRight: false })
    const tooltip = container.querySelector<HTMLElement>('[class*=tooltip]')
    expect(tooltip?.textContent).toBe(text)
    expect(tooltip?.style.transform).toContain('translate(40px, 20px)')
    pointAt(undefined)
    expect(container.querySelector('[class*=tooltip]')).toBeNull()
  })

  it('leaves the server-drawn line when it cannot be loaded, says so and offers to try again', async () => {
    chart.fails = true
    const { container } = await render([100, 120])
    expect(container.querySelector('polyline')?.closest('[hidden]')).toBeNull()
    expect(container.textContent).toContain('Loading chunk failed')
    expect(getButton(container, 'Try again').type).toBe('button')
    expect(consoleError.mock.calls[0]?.[0]).toBe('Loading chunk failed')
  })
})

describe('a single close', () => {
  it('is drawn as a dot, with its day once', async () => {
    chart.fails = true
    const { container } = await render([209.64])
    const dot = container.querySelector('polyline')
    expect(dot?.getAttribute('points')).toBe('500.0,200.0 500.0,200.0')
    expect(dot?.getAttribute('class')).toContain('single')
    expect(container.querySelector('[role=img]')?.textContent).toBe('$209.64Nov 2, 2026')
  })

  it('is coloured neither as a rise nor as a fall', async () => {
    const { container } = await render([209.64])
    expect(container.querySelector('[role=img]')?.parentElement?.className).not.toMatch(/rise|fall/)
  })
})

describe('the keyboard', () => {
  const start = async (prices = [100, 90, 120]) => {
    const { container, ...screen } = await render(prices)
    await act(settle)
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

  it('starts at the newest close and announces each close it moves to', async () => {
    const { slider, press } = await start()
    expect([slider.min, slider.max]).toEqual(['1', '3'])
    expect(valueOf(slider)).toEqual(['3', 'Nov 4, 2026: $120.00'])
    expect(press('keydown', 'ArrowLeft').defaultPrevented).toBe(true)
    expect(valueOf(slider)).toEqual(['2', 'Nov 3, 2026: $90.00'])
    press('keydown', 'Home')
    expect(valueOf(slider)).toEqual(['1', 'Nov 2, 2026: $100.00'])
    expect(chart.marked).toEqual([2, 1, 0])
  })

  it('announces only the close where a held key stops', async () => {
    const { slider, press } = await start([1, 2, 3, 4, 5])
    press('keydown', 'ArrowLeft')
    press('keydown', 'ArrowLeft', { repeat: true })
    press('keydown', 'ArrowLeft', { repeat: true })
    expect(chart.marked).toEqual([4, 3, 2, 1])
    expect(valueOf(slider)).toEqual(['4', 'Nov 5, 2026: $4.00'])
    press('keyup', 'ArrowLeft')
    expect(valueOf(slider)).toEqual(['2', 'Nov 3, 2026: $2.00'])
  })

  it('hides the crosshair on Escape and on blur', async () => {
    const { slider, press } = await start()
    press('keydown', 'Escape')
    expect(chart.marked).toEqual([2, undefined])
    press('keydown', 'ArrowLeft')
    act(() => slider.blur())
    expect(chart.marked).toEqual([2, undefined, 1, undefined])
  })

  it("leaves the browser's own shortcuts alone", async () => {
    const { press } = await start()
    expect(press('keydown', 'ArrowLeft', { altKey: true }).defaultPrevented).toBe(false)
    expect(press('keydown', 'Tab').defaultPrevented).toBe(false)
    expect(chart.marked).toEqual([2])
  })

  it('starts over after a change of range', async () => {
    const { container, press, click } = await start()
    press('keydown', 'Home')
    await click(container.querySelector<HTMLElement>('nav a'))
    expect(container.querySelector<HTMLInputElement>('input[type=range]')?.value).toBe('3')
  })

  it('does nothing before the chart has loaded', async () => {
    chart.fails = true
    const { container } = await render([100, 120])
    expect(container.querySelector('input[type=range]')).toBeNull()
  })
})
