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
    ['/stocks', '/stocks', ''],
    ['/crypto', '/crypto', ''],
    ['/api/docs', '/stocks', ''],
    ['/stocks/BRK-B', '/stocks', 'BRK-B'],
    ['/crypto/BTC', '/crypto', 'BTC'],
    ['/stocks/%5EGSPC', '/stocks', '^GSPC'],
  ])('on %s submits to %s without scripts, and contains "%s"', async (address, action, value) => {
    const { container } = await render(address)
    const form = container.querySelector('form')
    expect([form?.getAttribute('action'), form?.method]).toEqual([action, 'get'])
    expect(form?.querySelector<HTMLInputElement>('input[name=ticker]')?.value).toBe(value)
  })

  it('keeps a text that cannot be a ticker', async () => {
    const Searched = () => <Header siteName="Lunchpail" path="/stocks" typed="$$$" />
    const { container } = await renderScreen(Searched, { address: '/stocks?ticker=$$$' })
    expect(container.querySelector('input')?.value).toBe('$$$')
  })

  it.each(['/privacy-policy', '/stocks'])('has the focus after the key / on %s', async (address) => {
    const { container } = await render(address)
    pressSlash()
    expect(document.activeElement).toBe(container.querySelector('input'))
  })
})
