import { describe, expect, it } from 'vitest'

import type { EditionFigures, FactRecord } from '../../../shared/edition-contract.ts'
import { createFact, createFigures, createSummary } from '../../testing/edition-answers.ts'
import { renderScreen } from '../../testing/render.tsx'
import { ArchiveList } from './archive-list.tsx'
import { CorrectionLog } from './correction-log.tsx'
import { FiguresView } from './figures-view.tsx'
import { HowWeKnow } from '../../pages/how-we-know.tsx'
import { type ArchiveData, groupFacts } from './load-editions.ts'
import { NoEdition } from './no-edition.tsx'

const LIST: ArchiveData = {
  editions: [],
  nextBefore: null,
  nextDue: '2025-02-10',
  total: 0,
  before: undefined,
}

const hrefs = (container: HTMLElement, selector = 'a') =>
  [...container.querySelectorAll(selector)].map((link) => link.getAttribute('href'))

async function renderList(changes: Partial<ArchiveData>) {
  return (await renderScreen(() => <ArchiveList list={{ ...LIST, ...changes }} />)).container
}

describe('the archive', () => {
  it('says when the first letter is due while there is none', async () => {
    expect((await renderList({})).textContent).toBe(
      'No letter has gone out yet. The first one is due on Monday, February 10, 2025 at 8:00 AM Central.',
    )
  })

  it('lists letters by day, with subject, top findings and corrections', async () => {
    const container = await renderList({
      editions: [
        createSummary({ correctedAt: '2025-02-04T20:00:00.000Z' }),
        createSummary({ date: '2025-01-27', subject: 'The week before', topFindings: [] }),
      ],
    })
    expect([...container.querySelectorAll('ol > li')].map(({ textContent }) => textContent)).toEqual([
      'Feb 3, 2025CorrectedA director bought $412,300 of Ironwood Freight' +
        'Housing30-year mortgage rate: 6.95%',
      'Jan 27, 2025The week beforeAnd the mortgage rate.',
    ])
    expect(hrefs(container, 'h2 a')).toEqual([
      '/newsletter/archive/2025-02-03',
      '/newsletter/archive/2025-01-27',
    ])
    expect(container.querySelector('nav')).toBeNull()
  })

  it('strikes through a figure of a subject that was wrong, within its link', async () => {
    const wrongInSubject = [{ text: '$412,300', factId: 'insiders/ironwood/value' }]
    const subject = 'A director bought $412,300 (corrected) of Ironwood Freight'
    const container = await renderList({ editions: [createSummary({ subject, wrongInSubject })] })
    const link = container.querySelector('h2 a')
    expect([link?.textContent, link?.querySelector('del')?.textContent]).toEqual([subject, '$412,300'])
    expect(container.querySelectorAll('a a')).toHaveLength(0)
  })

  it('is paged', async () => {
    const first = await renderList({ editions: [createSummary()], nextBefore: '2025-02-03' })
    expect(hrefs(first, 'nav a')).toEqual(['/newsletter/archive?before=2025-02-03'])
    const last = await renderList({ editions: [createSummary()], before: '2025-03-03' })
    expect(hrefs(last, 'nav a')).toEqual(['/newsletter/archive'])
    expect((await renderList({ before: '2020-01-06' })).textContent).toContain(
      'No letter is older than Jan 6, 2020.',
    )
  })
})

async function renderFigures(facts: readonly FactRecord[], changes: Partial<EditionFigures> = {}) {
  const { facts: _facts, ...figures } = createFigures(changes)
  const { container } = await renderScreen(() => (
    <FiguresView figures={{ ...figures, records: groupFacts(facts) }} />
  ))
  return container
}

describe('the figures of a letter', () => {
  it('each have a row that can be linked to, with everything needed to check them', async () => {
    const change = createFact({
      id: 'housing/mortgage-30/change',
      kind: 'change',
      value: '-0.01 percentage points',
      period: { from: '2025-01-23', to: '2025-01-30' },
      formula: 'this week less the week before',
      inputs: ['housing/mortgage-30/rate', 'MORTGAGE30US@2025-01-23@2025-01-24'],
    })
    const container = await renderFigures([
      createFact(),
      change,
      {
        ...change,
        id: 'housing/mortgage-30/direction',
        kind: 'direction',
        value: 'fell',
        formula: 'the sign',
      },
    ])
    const row = document.getElementById('housing/mortgage-30/change')
    expect([...(row?.children ?? [])].map(({ textContent }) => textContent)).toEqual([
      '-0.01 percentage points change',
      'this week less the week before',
      'the 30-year mortgage rate: 6.95%MORTGAGE30US of Jan 23, 2025',
    ])
    const record = row?.closest('tbody')
    expect([...(row?.nextElementSibling?.children ?? [])].map(({ textContent }) => textContent)).toEqual([
      'fell direction',
      'the sign',
      'the 30-year mortgage rate: 6.95%MORTGAGE30US of Jan 23, 2025',
    ])
    expect(record?.querySelector('th[scope=rowgroup]')?.textContent).toBe(
      'the 30-year mortgage rateJan 23 to Jan 30, 2025, Freddie Mac; known since Jan 30, 2025, read Feb 2, 2025, 23:00 UTC',
    )
    expect(hrefs(record as HTMLElement)).toEqual([
      'https://survey.example/rates',
      '#housing/mortgage-30/rate',
      'https://survey.example/rates',
      '#housing/mortgage-30/rate',
      'https://survey.example/rates',
    ])
    expect(container.querySelector('#housing')?.textContent).toContain('All series were read.')
  })

  it('are struck through if a correction says that they were wrong, and link to it', async () => {
    const container = await renderFigures([createFact({ correctionId: '7' })])
    expect(container.querySelector('tr del')?.textContent).toBe('6.95%')
    expect(hrefs(container, 'tr[id] a')).toContain('/newsletter/archive/2025-02-03#correction-7')
  })

  it('do not repeat what their value already says', async () => {
    const container = await renderFigures([createFact({ kind: 'shares', value: '52,000 shares' })])
    expect(container.querySelector('tr th[scope=row]')?.textContent).toBe('52,000 shares')
  })

  it('link to each record in a sum, without scripts', async () => {
    const inputs = Array.from({ length: 430 }, (_, index) => `https://reports.example/${index}.pdf`)
    const container = await renderFigures([createFact({ inputs })])
    expect(hrefs(container, 'details li a')).toEqual(inputs)
    expect(container.querySelector('td summary')?.textContent).toBe('All 430 records')
  })

  it('link the tickers in names of companies and in what was read', async () => {
    const [section] = createFigures().sections
    const container = await renderFigures(
      [createFact({ id: 'insiders/tesla/value', section: 'insiders', subject: 'Tesla, Inc. (TSLA)' })],
      {
        sections: [
          {
            ...section!,
            name: 'insiders',
            coverage: [[{ text: 'Left out: Palantir Technologies Inc. (PLTR).' }]],
          },
        ],
      },
    )
    expect(hrefs(container, 'a[href^="/stocks/"]')).toEqual(['/stocks/TSLA', '/stocks/PLTR'])
  })

  it('link to what they are made of: a finding on the page, a filing by the same people', async () => {
    const folder = 'https://www.sec.gov/Archives/edgar/data/101/'
    const sourceUrl = `${folder}000000010025000001/0000000100-25-000001-index.htm`
    const value = createFact({
      id: 'insiders/buy/1/2/value',
      sourceUrl,
      inputs: ['0000000100-25-000002#3', 'else'],
    })
    const total = createFact({ id: 'insiders/total/buy-value', subject: 'all', inputs: ['insiders/buy/1/2'] })
    const container = await renderFigures([value, total])
    expect(hrefs(container, 'td li a')).toEqual([
      `${folder}000000010025000002/0000000100-25-000002-index.htm`,
      // An input without a record of its own links to the record of its figure.
      sourceUrl,
      '#insiders/buy/1/2/value',
    ])
  })

  it('are folded by section', async () => {
    const container = await renderFigures([createFact()])
    const fold = container.querySelector<HTMLDetailsElement>('#housing details')
    expect([fold?.open, fold?.querySelector('summary')?.textContent]).toEqual([false, 'Housing 1 figure'])
  })

  it('are not reported as none when they were not stored one by one', async () => {
    expect((await renderFigures([], { sections: [] })).textContent).toContain('not listed one by one')
  })
})

describe('how we know', () => {
  it('shows what was read for the latest letter, and leads to its figures', async () => {
    const { date, sections } = createFigures()
    const { container } = await renderScreen(() => (
      <HowWeKnow latest={{ date, sections }} contactEmail="hello@lunchpail.test" />
    ))
    expect(container.querySelector('#latest')?.textContent).toContain('HousingAll series were read.')
    expect(hrefs(container, '#latest a')).toEqual([
      '/newsletter/archive/2025-02-03',
      '/newsletter/archive/2025-02-03/figures',
    ])
    for (const fragment of hrefs(container, 'nav a')) {
      expect(container.querySelector(fragment ?? '')).not.toBeNull()
    }
  })

  it('says so before the first letter', async () => {
    const { container } = await renderScreen(() => <HowWeKnow latest={undefined} contactEmail="a@b.test" />)
    expect(container.querySelector('#latest')?.textContent).toContain('No letter has gone out yet.')
  })
})

it('corrections name their letter and when they were noted', async () => {
  const { container } = await renderScreen(() => (
    <CorrectionLog
      corrections={[
        {
          id: '7',
          factId: 'housing/rate',
          slotDate: '2025-02-03',
          notedAt: '2025-02-04T20:00:00.000Z',
          text: 'The rate was 6.95%.',
        },
      ]}
    />
  ))
  expect(container.textContent).toBe(
    'The letter of Feb 3, 2025The rate was 6.95%.Noted Feb 4, 2025, 20:00 UTC',
  )
  expect(hrefs(container)).toEqual(['/newsletter/archive/2025-02-03#correction-7'])
  const none = await renderScreen(() => <CorrectionLog corrections={[]} />)
  expect(none.container.textContent).toBe('No letter has been corrected so far.')
})

it.each([
  ['2025-01-27', 'No letter of Monday, January 27, 2025 went out.'],
  ['2025-02-99', 'This is not the day of a letter.'],
  ['unknown', 'This is not the day of a letter.'],
])('the page of a letter that did not go out (%s) says so, and links onward', async (date, words) => {
  const { container } = await renderScreen(() => <NoEdition date={date} />)
  expect(container.textContent).toContain(words)
  expect(hrefs(container)).toEqual(['/newsletter/archive'])
})
