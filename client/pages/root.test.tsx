import { data } from 'react-router'
import { afterEach, describe, expect, it, vi } from 'vitest'

import { createSite, renderScreen } from '../testing/render.tsx'
import { Root, RootError } from './root.tsx'

afterEach(() => {
  vi.restoreAllMocks()
})

const root = { Component: Root, ErrorBoundary: RootError }
const Home = () => <h1>Bread</h1>
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
    expect(header).toEqual(['/', '/newsletter', '/stocks', '/crypto'])
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
})

describe('the error page', () => {
  it('says that a page was not found, and links onward', async () => {
    const { container } = await renderScreen(Home, {
      address: '/bread',
      root,
      routes: [failing(data(null, { status: 404 }))],
    })
    expect(container.querySelector('main h1')?.textContent).toBe('Page not found')
    const ways = [...container.querySelectorAll('main a')].map((link) => link.getAttribute('href'))
    expect(ways).toEqual(['/', '/stocks', '/crypto'])
  })

  it('offers to try again if the failure is ours', async () => {
    const { container } = await renderScreen(Home, {
      address: '/bread',
      root,
      routes: [failing(data(null, { status: 503 }))],
    })
    expect(container.querySelector('main h1')?.textContent).toBe('Something went wrong')
    const [again] = container.querySelectorAll('main a')
    expect([again?.textContent, again?.getAttribute('href')]).toEqual(['Try again', ''])
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
