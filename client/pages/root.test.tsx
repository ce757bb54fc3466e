// @vitest-environment happy-dom
import { act } from 'react'
import { Link, data } from 'react-router'
import { afterEach, describe, expect, it, vi } from 'vitest'

import { CHUNK_FAILED_MESSAGE, ChunkLoadError } from '../lib/load-chunk.ts'
import { createSite, getButton, press, renderScreen } from '../testing/render.tsx'
import { RootError } from './root-error.tsx'
import { Root } from './root.tsx'

afterEach(() => {
  vi.restoreAllMocks()
  document.head.replaceChildren()
})

const root = { Component: Root, ErrorBoundary: RootError }
const Home = () => <Link to="/bread">Bread</Link>
const bread = {
  path: 'bread',
  handle: { head: () => ({ title: 'Bread · Lunchpail', description: 'Fresh.', canonicalPath: '/loaf' }) },
  element: <h1>Bread</h1>,
}

const failing = (error: unknown) => ({
  path: 'bread',
  loader: () => {
    throw error
  },
  element: <h1>Bread</h1>,
})

describe('the frame of every screen', () => {
  it('has a skip link, navigation, main and a footer', async () => {
    const site = createSite({ socialLinks: ['https://x.com/lunchpail'] })
    const { container } = await renderScreen(Home, { root, site })
    expect(container.querySelector('a')?.getAttribute('href')).toBe('#main')
    const header = [...container.querySelectorAll('header a')].map((link) => link.getAttribute('href'))
    // The last one is the search's.
    expect(header).toEqual(['/', '/newsletter', '/stocks', '/crypto', '/stocks'])
    expect(container.querySelector('main#main')?.textContent).toBe('Bread')
    const footer = [...container.querySelectorAll('footer a')].map((link) => [
      link.textContent,
      link.getAttribute('href'),
      link.getAttribute('target'),
    ])
    expect(footer).toEqual([
      ['Archive', '/newsletter/archive', null],
      ['How we know', '/newsletter/how-we-know', null],
      ['Corrections', '/newsletter/corrections', null],
      ['RSS', '/newsletter/feed.xml', null],
      ['Privacy Policy', '/privacy-policy', '_blank'],
      ['Terms of Use', '/terms-of-service', '_blank'],
      ['Disclaimer', '/disclaimers', '_blank'],
      ['Contact', 'mailto:hello@lunchpail.test', null],
      ['API docs', '/api/docs', null],
      ['X', 'https://x.com/lunchpail', '_blank'],
    ])
    expect(container.querySelector('footer')?.textContent).toContain('© 2026 Lunchpail')
    expect(container.querySelector('script, style, [style]')).toBeNull()
  })

  it('updates the head, moves the focus to main and announces the title after a navigation', async () => {
    const { container } = await renderScreen(Home, { root, routes: [bread] })
    await press(container.querySelector('main a') as HTMLElement)
    await act(() => vi.waitFor(() => expect(container.textContent).toContain('Bread · Lunchpail')))
    expect(document.title).toBe('Bread · Lunchpail')
    expect(document.querySelector('meta[name=description]')?.getAttribute('content')).toBe('Fresh.')
    expect(document.querySelector('link[rel=canonical]')?.getAttribute('href')).toBe(
      'https://lunchpail.test/loaf',
    )
    expect(document.activeElement).toBe(container.querySelector('main'))
    expect(container.querySelector('[aria-live]')?.textContent).toBe('Bread · Lunchpail')
  })
})

describe('the error page', () => {
  it('says that a page was not found, keeps search engines away, and links onward', async () => {
    const { container } = await renderScreen(Home, {
      address: '/bread',
      root,
      routes: [failing(data(null, { status: 404 }))],
    })
    expect(container.querySelector('main h1')?.textContent).toBe('Page not found')
    expect(document.querySelector('meta[name=robots]')?.getAttribute('content')).toBe('noindex')
    const ways = [...container.querySelectorAll('main a')].map((link) => link.getAttribute('href'))
    expect(ways).toEqual(['/', '/stocks', '/crypto'])
  })

  it('offers to reload a part of the site that failed to load', async () => {
    const reload = vi.spyOn(window.location, 'reload').mockImplementation(() => undefined)
    const { container, router } = await renderScreen(Home, {
      root,
      routes: [failing(new ChunkLoadError(CHUNK_FAILED_MESSAGE))],
    })
    await press(container.querySelector('main a') as HTMLElement)
    expect(container.querySelector('main h1')?.textContent).toBe('Loading chunk failed')
    expect(router.state.location.pathname).toBe('/bread')
    await press(getButton(container, 'Try again'))
    expect(reload).toHaveBeenCalledTimes(1)
  })

  it('says that the reader is offline, until that is over', async () => {
    const online = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
    const { container } = await renderScreen(Home, {
      address: '/bread',
      root,
      routes: [failing(data(null, { status: 503 }))],
    })
    expect(container.querySelector('main h1')?.textContent).toBe('You are offline')
    online.mockRestore()
    await act(async () => window.dispatchEvent(new Event('online')))
    expect(container.querySelector('main h1')?.textContent).toBe('Something went wrong')
  })

  it('works even when the site settings failed to load', async () => {
    const reported = vi.spyOn(console, 'error').mockImplementation(() => undefined)
    const { container } = await renderScreen(
      () => {
        throw new Error('no settings')
      },
      { root: { ErrorBoundary: RootError } },
    )
    expect(container.querySelector('main h1')?.textContent).toBe('Something went wrong')
    expect(container.querySelector('main')?.textContent).not.toContain('no settings')
    expect(reported).toHaveBeenCalled()
  })
})
