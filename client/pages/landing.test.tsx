import { describe, expect, it } from 'vitest'

import type { LandingData } from '../features/editions/load-editions.ts'
import { createSummary } from '../testing/edition-answers.ts'
import { renderScreen } from '../testing/render.tsx'
import { Component } from './landing.tsx'

const SENT = { letters: 3, corrections: 1 }

async function render(landing: LandingData): Promise<HTMLElement> {
  const route = { path: 'newsletter', loader: () => landing, Component, HydrateFallback: () => null }
  const { container } = await renderScreen(() => null, { address: '/newsletter', routes: [route] })
  return container
}

describe('the letter on the landing page', () => {
  it('shows the top findings of the newest letter, each figure linked to its record', async () => {
    const container = await render({ latest: createSummary(), sent: SENT })
    expect(container.textContent).not.toContain('Example')
    const slip = container.querySelector('section[aria-labelledby=what-landed]')
    expect(slip?.querySelector('h2')?.textContent).toBe('From the letter of Monday, February 3, 2025')
    expect([...(slip?.querySelectorAll('li') ?? [])].map(({ textContent }) => textContent)).toEqual([
      'Insider tradesA director bought $412,300 of Ironwood FreightA director bought.',
      'Housing30-year mortgage rate: 6.95%A week before it was 6.96%.',
    ])
    expect([...(slip?.querySelectorAll('a') ?? [])].map((link) => link.getAttribute('href'))).toEqual([
      'https://filings.example/1',
      'https://survey.example/rates',
      'https://survey.example/rates',
      '/newsletter/archive/2025-02-03',
      '/newsletter/archive',
      '/newsletter/corrections',
    ])
  })

  it('tells the story itself, and how many letters and corrections there were', async () => {
    const story = [
      [
        { text: 'A director bought ' },
        { text: '$412,300', href: 'https://filings.example/1' },
        { text: '.' },
      ],
      [{ text: 'It was his first purchase.' }],
    ]
    const container = await render({ latest: createSummary({ story }), sent: SENT })
    const slip = container.querySelector('section[aria-labelledby=what-landed]')
    const headline = slip?.querySelector('h3 a')
    expect([headline?.textContent, headline?.getAttribute('href')]).toEqual([
      'A director bought $412,300 of Ironwood Freight',
      '/newsletter/archive/2025-02-03',
    ])
    expect(slip?.textContent).toContain('A director bought $412,300. It was his first purchase.')
    expect(slip?.textContent).toContain('3 letters sent, 1 correction')
    expect(slip?.querySelector('li')).toBeNull()
  })

  it('counts nothing before the first letter', async () => {
    const container = await render({ latest: undefined, sent: { letters: 0, corrections: 0 } })
    expect(container.textContent).not.toContain('sent,')
  })

  it('is a labeled example before the first letter', async () => {
    const text = (await render({ latest: undefined, sent: { letters: 0, corrections: 0 } })).textContent
    expect(text).toContain('Made-up names and figures, to show the form.')
  })

  it('is reported as unavailable, not replaced by an example', async () => {
    const container = await render({ failed: true })
    expect(container.textContent).toContain('The last letter cannot be shown at the moment.')
    expect(container.textContent).not.toContain('Made-up')
    expect(container.textContent).toContain('Join Our Community')
  })

  it('is the subject alone when the findings were not stored', async () => {
    const container = await render({ latest: createSummary({ topFindings: [] }), sent: SENT })
    expect(container.textContent).toContain('A director bought $412,300 of Ironwood Freight')
  })
})
