// @vitest-environment happy-dom
import { act } from 'react'
import { beforeEach, describe, expect, it, vi } from 'vitest'

import { getButton } from '../../testing/render.tsx'
import type { ChartSeries, HoveredPoint } from './draw-chart.ts'
import { answer, createApi, createStock } from './testing/market-answers.ts'
import { renderTicker } from './testing/render-ticker.tsx'

const chart = vi.hoisted(() => ({
  shown: [] as ChartSeries[],
  removed: 0,
  hover: undefined as ((point: HoveredPoint | undefined) => void) | undefined,
  fails: false,
}))
vi.mock(import('./draw-chart.ts'), () => ({
  createPriceChart: (_box, { onHover }) => {
    if (chart.fails) throw new Error('no canvas')
    chart.hover = onHover
    return {
      show: (series) => void chart.shown.push(series),
      remove: () => {
        chart.removed += 1
      },
    }
  },
}))

const consoleError = vi.spyOn(console, 'error').mockImplementation(() => undefined)
beforeEach(() => {
  consoleError.mockClear()
  Object.assign(chart, { shown: [], removed: 0, hover: undefined, fails: false })
})

const render = (prices: number[], currency = 'USD') =>
  renderTicker(
    createApi({
      getStock: ({ ticker, range }) => answer(createStock({ ticker, prices, meta: { currency, range } })),
    }),
    '/stocks/AAPL',
  )
const hover = (point: HoveredPoint | undefined) => act(() => chart.hover?.(point))

describe('the chart', () => {
  it('gets the points and the direction of the line, once', async () => {
    await render([100, 90, 120])
    expect(chart.shown).toEqual([
      {
        points: [
          { day: '2026-11-02', price: 100 },
          { day: '2026-11-03', price: 90 },
          { day: '2026-11-04', price: 120 },
        ],
        direction: 'rise',
        currency: 'USD',
      },
    ])
  })

  it.each([
    [[100, 120], 'rise'],
    [[100, 80], 'fall'],
    [[100, 100], 'fall'],
  ] as const)('of %j is coloured for a %s', async (prices, direction) => {
    const { container } = await render([...prices])
    expect(container.querySelector('[role=img]')?.className).toContain(direction)
    expect(chart.shown[0]?.direction).toBe(direction)
  })

  it('takes the place of the drawn line, and stays through a change of range', async () => {
    const { container, click } = await render([100, 120])
    expect(container.querySelector('polyline')?.closest('[hidden]')).not.toBeNull()
    await click(container.querySelector<HTMLElement>('nav a'))
    expect(chart.shown).toHaveLength(2)
    expect(chart.removed).toBe(0)
  })

  it('is removed with the screen', async () => {
    const screen = await render([100, 120])
    await act(() => screen.router.navigate('/stocks'))
    expect(chart.removed).toBe(1)
  })

  it.each([
    ['USD', '$238.21Jul 2, 2026'],
    ['GBp', '238.21pJul 2, 2026'],
    ['EUR', '€238.21Jul 2, 2026'],
  ])('shows the close under the pointer in %s, with its day', async (currency, text) => {
    const { container } = await render([100, 120], currency)
    hover({ day: '2026-07-02', price: 238.21, x: 40, y: 20, isRight: false })
    const tooltip = container.querySelector<HTMLElement>('[class*=tooltip]')
    expect(tooltip?.textContent).toBe(text)
    expect(tooltip?.style.transform).toContain('translate(40px, 20px)')
    hover(undefined)
    expect(container.querySelector('[class*=tooltip]')).toBeNull()
  })

  it('leaves the drawn line where it cannot be loaded, says so and offers another try', async () => {
    chart.fails = true
    const { container } = await render([100, 120])
    expect(container.querySelector('polyline')?.closest('[hidden]')).toBeNull()
    expect(container.textContent).toContain('Loading chunk failed')
    expect(getButton(container, 'Try again').type).toBe('button')
    expect(consoleError.mock.calls[0]?.[0]).toBe('Loading chunk failed')
  })
})
