// @vitest-environment happy-dom
import { act } from 'react'
import { describe, expect, it, onTestFinished } from 'vitest'

import { renderScreen } from '../../testing/render.tsx'
import { startSearch } from '../ticker/search/start-search.ts'
import { Header } from './header.tsx'

const render = async (address: string) => {
  const screen = await renderScreen(() => <Header siteName="Lunchpail" path={address} />, { address })
  onTestFinished(startSearch())
  return screen
}

const pressSlash = () =>
  act(
    () =>
      void document.body.dispatchEvent(
        new KeyboardEvent('keydown', { key: '/', bubbles: true, cancelable: true }),
      ),
  )

describe('the links to the screens', () => {
  it.each([
    ['/', null],
    ['/newsletter/archive', 'Newsletter'],
    ['/stocks/AAPL', 'Stocks'],
    ['/crypto', 'Crypto'],
    ['/stocksandbonds', null],
  ])('on %s mark %s', async (address, marked) => {
    const { container } = await render(address)
    expect(container.querySelector('[aria-current=page]')?.textContent ?? null).toBe(marked)
  })
})

describe('the search in the header', () => {
  it.each([
    ['/', '/stocks', ''],
    ['/newsletter/archive/2025-02-03', '/stocks', ''],
    ['/stocks/BRK-B', '/stocks', 'BRK-B'],
    ['/crypto/BTC', '/crypto', 'BTC'],
    ['/stocks/%5EGSPC', '/stocks', '^GSPC'],
  ])('on %s submits to %s without scripts, and contains "%s"', async (address, action, value) => {
    const { container } = await render(address)
    const form = container.querySelector('form')
    expect([form?.getAttribute('action'), form?.method]).toEqual([action, 'get'])
    expect(form?.querySelector<HTMLInputElement>('input[name=ticker]')?.value).toBe(value)
  })

  it.each(['/stocks', '/crypto'])('is left to the page on %s, which has its own', async (address) => {
    const { container } = await render(address)
    expect(container.querySelector('form, [aria-label=Search]')).toBeNull()
  })

  it('has no button to open it on a ticker’s page, where it is open', async () => {
    const { container } = await render('/stocks/AAPL')
    expect(container.querySelector('[aria-label=Search]')).toBeNull()
  })

  it('opens at a tap with the focus in the field, closes again, and is a link without scripts', async () => {
    const { container } = await render('/disclaimers')
    const opener = container.querySelector<HTMLAnchorElement>('[aria-label=Search]')
    expect([opener?.getAttribute('href'), opener?.getAttribute('aria-expanded')]).toEqual([
      '/stocks',
      'false',
    ])
    act(() => opener?.click())
    expect(opener?.getAttribute('aria-expanded')).toBe('true')
    expect(document.activeElement).toBe(container.querySelector('input'))
    act(() => opener?.click())
    expect(opener?.getAttribute('aria-expanded')).toBe('false')
  })

  it('opens with the key / on any page', async () => {
    const { container } = await render('/privacy-policy')
    pressSlash()
    expect(document.activeElement).toBe(container.querySelector('input'))
    expect(container.querySelector('[aria-label=Search]')?.getAttribute('aria-expanded')).toBe('true')
  })
})
