import { act } from 'react'
import { beforeEach, describe, expect, it } from 'vitest'

import { getButton } from '../../../testing/render.tsx'
import { failOnConsoleError } from '../testing/fail-on-console-error.ts'
import { answer, createApi, createStock } from '../testing/market-answers.ts'
import { renderTicker } from '../testing/render-ticker.tsx'

failOnConsoleError()

const render = () =>
  renderTicker(createApi({ getStock: () => answer(createStock({ ticker: 'BRK-B' })) }), '/stocks/BRK-B')

describe('+ Watch', () => {
  beforeEach(() => localStorage.clear())

  it('adds the asset to this browser’s list, and removes it again', async () => {
    const { container } = await render()
    const button = getButton(container, '+ Watch')
    act(() => button.click())
    expect(button.textContent).toBe('✓ Watched')
    expect(JSON.parse(localStorage.getItem('watchlist:1') ?? '')).toEqual([
      { kind: 'stock', ticker: 'BRK-B', name: 'BRK-B' },
    ])
    act(() => button.click())
    expect(localStorage.getItem('watchlist:1')).toBeNull()
  })

  it('is refused once the list has twenty, and says so', async () => {
    const tickers = Array.from({ length: 20 }, (_, index) => ({
      kind: 'stock',
      ticker: `T${index}`,
      name: '',
    }))
    localStorage.setItem('watchlist:1', JSON.stringify(tickers))
    const { container } = await render()
    const button = getButton(container, 'Watchlist full')
    expect(button.getAttribute('aria-disabled')).toBe('true')
    act(() => button.click())
    expect(JSON.parse(localStorage.getItem('watchlist:1') ?? '')).toEqual(tickers)
  })

  it('is placed beside the price', async () => {
    const { container } = await render()
    const { parentElement } = getButton(container, '+ Watch')
    expect(parentElement?.textContent).toBe('$120.00+ Watch')
  })
})
