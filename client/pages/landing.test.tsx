// @vitest-environment happy-dom
import { describe, expect, it } from 'vitest'

import type { LandingData } from '../features/editions/load-editions.ts'
import { createSummary } from '../testing/edition-answers.ts'
import { renderScreen } from '../testing/render.tsx'
import { Component } from './landing.tsx'

async function render(landing: LandingData): Promise<HTMLElement> {
  const route = { path: 'newsletter', loader: () => landing, Component, HydrateFallback: () => null }
  const { container } = await renderScreen(() => null, { address: '/newsletter', routes: [route] })
  return container
}

describe('the letter on the landing page', () => {
  it('shows the top findings of the newest letter, each figure linked to its record', async () => {
    const container = await render({ latest: createSummary() })
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
    ])
  })

  it('is a labelled example before the first letter', async () => {
    const text = (await render({ latest: undefined })).textContent
    expect(text).toContain('Made-up names and figures, to show the form.')
  })

  it('is reported as unavailable, not replaced by an example', async () => {
    const container = await render({ failed: true })
    expect(container.textContent).toContain('The last letter cannot be shown at the moment.')
    expect(container.textContent).not.toContain('Made-up')
    expect(container.textContent).toContain('Join Our Community')
  })

  it('is the subject alone when the findings were not stored', async () => {
    const container = await render({ latest: createSummary({ topFindings: [] }) })
    expect(container.textContent).toContain('A director bought $412,300 of Ironwood Freight')
  })
})
