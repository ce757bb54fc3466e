// @vitest-environment happy-dom
import { act } from 'react'
import { Link, useLocation } from 'react-router'
import { afterEach, describe, expect, it } from 'vitest'

import type { Head } from '../../lib/head.ts'
import { renderScreen } from '../../testing/render.tsx'
import { useDocumentHead } from './use-document-head.ts'

const HEADS: Readonly<Record<string, Head>> = {
  '/stocks/ACME': {
    title: 'Acme',
    description: 'About Acme',
    image: { path: '/share-image/stocks/ACME.png', alt: 'A line' },
    structuredData: [{ '@type': 'WebPage', name: 'Acme </script>' }],
  },
  '/disclaimers': { title: 'Disclaimer', description: 'No advice' },
  '/unsubscribe': { title: 'Unsubscribe', description: 'Stop the mail', isHidden: true },
}

function Screen() {
  useDocumentHead(HEADS[useLocation().pathname], 'https://lunchpail.test')
  return Object.keys(HEADS).map((path) => <Link key={path} to={path} />)
}

const contentOf = (selector: string) =>
  document.head.querySelector(selector)?.getAttribute('content') ??
  document.head.querySelector(selector)?.getAttribute('href') ??
  undefined

const shown = () => ({
  title: document.title,
  description: contentOf('meta[name="description"]'),
  canonical: contentOf('link[rel="canonical"]'),
  robots: contentOf('meta[name="robots"]'),
  image: contentOf('meta[property="og:image"]'),
  data: document.getElementById('structured-data')?.textContent ?? undefined,
})

afterEach(() => {
  document.head.innerHTML = ''
})

describe('the document’s head', () => {
  it('changes with each navigation', async () => {
    document.head.innerHTML =
      '<title>Acme</title><meta name="description" content="About Acme"><meta property="og:site_name" content="Lunchpail">'
    const { router } = await renderScreen(Screen, { address: '/stocks/ACME' })
    expect(shown()).toEqual({
      title: 'Acme',
      description: 'About Acme',
      canonical: 'https://lunchpail.test/stocks/ACME',
      robots: undefined,
      image: 'https://lunchpail.test/share-image/stocks/ACME.png',
      data: String.raw`{"@context":"https://schema.org","@graph":[{"@type":"WebPage","name":"Acme \u003c/script>"}]}`,
    })
    await act(() => router.navigate('/unsubscribe'))
    expect(shown()).toEqual({
      title: 'Unsubscribe',
      description: 'Stop the mail',
      canonical: undefined,
      robots: 'noindex',
      image: undefined,
      data: undefined,
    })
    await act(() => router.navigate('/disclaimers'))
    expect(shown()).toEqual({
      title: 'Disclaimer',
      description: 'No advice',
      canonical: 'https://lunchpail.test/disclaimers',
      robots: undefined,
      image: 'https://lunchpail.test/share-image/site.png',
      data: undefined,
    })
    expect(contentOf('meta[property="og:site_name"]')).toBe('Lunchpail')
  })

  it('has each tag once', async () => {
    const { router } = await renderScreen(Screen, { address: '/stocks/ACME' })
    await act(() => router.navigate('/disclaimers'))
    await act(() => router.navigate('/stocks/ACME'))
    const names = [...document.head.querySelectorAll('meta, link')].map(
      (element) =>
        element.getAttribute('name') ?? element.getAttribute('property') ?? element.getAttribute('rel'),
    )
    expect([names.length, new Set(names).size]).toEqual([12, 12])
  })
})
