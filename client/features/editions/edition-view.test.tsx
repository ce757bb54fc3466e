// @vitest-environment happy-dom
import { describe, expect, it } from 'vitest'

import type { PublishedEdition } from '../../../shared/edition-contract.ts'
import { createContent, createEdition, createFinding, createSection } from '../../testing/edition-answers.ts'
import { renderScreen } from '../../testing/render.tsx'
import { EditionView, Neighbours } from './edition-view.tsx'

async function render(edition: PublishedEdition = createEdition()): Promise<HTMLElement> {
  const { container } = await renderScreen(() => <EditionView edition={edition} />)
  return container
}

const withSection = (changes: Parameters<typeof createSection>[0]) =>
  createEdition({ content: createContent({ sections: [createSection(changes)] }) })

const texts = (container: HTMLElement, selector: string) =>
  [...container.querySelectorAll(selector)].map(({ textContent }) => textContent)

describe('a letter', () => {
  it('starts with its day and subject, and its section headings can be linked to', async () => {
    const container = await render()
    expect(texts(container, 'h1')).toEqual(['A director bought $412,300 of Ironwood Freight'])
    expect(container.querySelector('header time')?.getAttribute('datetime')).toBe('2025-02-03')
    expect(container.textContent).toContain('What became public from Jan 27 to Feb 2, 2025.')
    expect(texts(container, 'h2')).toEqual(['Insider trades', 'Housing'])
    const contents = [...container.querySelectorAll('nav a')].map((link) => link.getAttribute('href'))
    expect(contents).toEqual(['#insiders', '#housing'])
    for (const fragment of contents) expect(container.querySelector(fragment ?? '')).not.toBeNull()
    expect(texts(container, 'nav li')).toEqual([
      'Insider tradesBought · $412,300 · Ironwood Freight (IWF)',
      'Housing6.95% · 30-year mortgage rate',
    ])
  })

  it('links each figure to its record, and large figures to their rows as well', async () => {
    const container = await render(withSection({}))
    const figures = [...container.querySelectorAll('a')].filter(({ textContent }) =>
      textContent.endsWith('%'),
    )
    expect(figures.map((link) => [link.textContent, link.getAttribute('href')])).toEqual(
      ['6.95%', '6.95%', '6.96%', '6.95%', '6.96%', '6.12%', '6.16%'].map((text) => [
        text,
        'https://survey.example/rates',
      ]),
    )
    const known = container.querySelector('[aria-label="How we know: 30-year mortgage rate, 6.95%"]')
    expect(known?.getAttribute('href')).toBe(
      '/newsletter/archive/2025-02-03/figures#housing/mortgage-30/rate',
    )
  })

  it('says who worded each summary', async () => {
    const container = await render()
    expect(texts(container, 'section header p')).toEqual([
      'AI-written summary by example-8b, checked against the records',
      'Automated summary',
    ])
  })

  it('never lets a colour speak alone', async () => {
    const findings = [
      createFinding(),
      createFinding({ id: 'b', tone: 'rise', kicker: 'Census Bureau' }),
      createFinding({ id: 'c', tone: 'rise', kicker: '+ Bought' }),
      createFinding({ id: 'd', tone: 'plain', kicker: 'Principal and interest only' }),
    ]
    expect(
      texts(await render(withSection({ findings })), 'ol > li > div:first-child > p:first-child'),
    ).toEqual([
      'Down: Freddie Mac, week of Jan 30, 2025',
      'Up: Census Bureau',
      '+ Bought',
      'Principal and interest only',
    ])
  })

  it('has a table with headers for its columns and rows', async () => {
    const container = await render(withSection({}))
    const table = container.querySelector('table')
    expect(table?.querySelector('caption')?.textContent).toBe('Rates to the digit')
    expect(texts(table as HTMLElement, 'th[scope=col]')).toEqual(['Loan', 'This week', 'Last week'])
    expect(texts(table as HTMLElement, 'th[scope=row]')).toEqual(['30 years', '15 years'])
    expect(texts(table as HTMLElement, 'td')).toEqual(['6.95%', '6.96%', '6.12%', '6.16%'])
  })

  it('has a picture with reserved space and a text alternative', async () => {
    const picture = (await render(withSection({}))).querySelector('img')
    const attributes = ['src', 'alt', 'width', 'height', 'loading'].map((name) => picture?.getAttribute(name))
    expect(attributes).toEqual([
      '/newsletter/charts/2025-02-03/housing-dark.png',
      'Line: to 6.95%.',
      '1072',
      '536',
      'lazy',
    ])
  })

  it('shows what it can mean, what was read and the notice the law requires', async () => {
    const text = (await render(withSection({}))).textContent
    expect(text).toContain('What it can mean for you')
    expect(text).toContain('It does not touch a loan that you already have.')
    expect(text).toContain('All series were read.')
    expect(text).toContain('Source: Freddie Mac.')
  })

  it('calls a missing part missing instead of claiming nothing happened', async () => {
    const container = await render(
      withSection({
        state: 'unavailable',
        summary: [[{ text: 'Housing: the survey could not be read.' }]],
        findings: [],
        meaning: [],
        coverage: [],
        notices: [],
        table: undefined,
        chart: undefined,
      }),
    )
    expect(container.querySelector('#housing')?.textContent).toBe(
      'HousingHousing: the survey could not be read.',
    )
    expect(container.querySelector('nav')?.textContent).toBe('HousingMissing this week')
  })

  it('shows its corrections before everything else', async () => {
    const container = await render(
      createEdition({
        corrections: [
          { slotDate: '2025-02-03', notedAt: '2025-02-04T20:00:00.000Z', text: 'The rate was 6.95%.' },
        ],
      }),
    )
    expect(texts(container, 'h2')).toEqual(['Corrected', 'Insider trades', 'Housing'])
    expect(container.textContent).toContain('The rate was 6.95%. Feb 4, 2025, 20:00 UTC')
  })

  it('is plain text if it predates structured storage', async () => {
    const container = await render(createEdition({ content: null, text: 'Hello\n\nThe whole letter.' }))
    expect(container.textContent).toContain('Hello\n\nThe whole letter.')
    expect(container.querySelector('nav')).toBeNull()
  })
})

it('links to the previous and the next letter', async () => {
  const { container } = await renderScreen(() => (
    <Neighbours
      edition={{
        previous: { date: '2025-01-27', subject: 'Before' },
        next: { date: '2025-02-10', subject: 'After' },
      }}
    />
  ))
  const links = [...container.querySelectorAll('a')].map((link) => [link.rel, link.getAttribute('href')])
  expect(links).toEqual([
    ['prev', '/newsletter/archive/2025-01-27'],
    ['next', '/newsletter/archive/2025-02-10'],
    ['', '/newsletter/archive'],
  ])
})
