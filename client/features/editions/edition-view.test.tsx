import { describe, expect, it } from 'vitest'

import type { PublishedEdition } from '../../../shared/edition-contract.ts'
import {
  createContent,
  createEdition,
  createLetter,
  createSection,
  createTold,
} from '../../testing/edition-answers.ts'
import { renderScreen } from '../../testing/render.tsx'
import { EditionView, Neighbours } from './edition-view.tsx'

async function render(edition: PublishedEdition = createEdition()): Promise<HTMLElement> {
  const { container } = await renderScreen(() => <EditionView edition={edition} />)
  return container
}

const withSection = (
  changes: Parameters<typeof createSection>[0],
  letter: Parameters<typeof createLetter>[0] = {},
) =>
  createEdition({
    content: createContent({ sections: [createSection(changes)], letter: createLetter(letter) }),
  })

const texts = (container: HTMLElement, selector: string) =>
  [...container.querySelectorAll(selector)].map(({ textContent }) => textContent)

describe('a letter', () => {
  it('starts with its day and subject, and its section headings can be linked to', async () => {
    const container = await render()
    expect(texts(container, 'h1')).toEqual(['A director bought $412,300 of Ironwood Freight'])
    expect(container.querySelector('header time')?.getAttribute('datetime')).toBe('2025-02-03')
    expect(container.textContent).toContain('What became public from Jan 27 to Feb 2, 2025.')
    expect(texts(container, 'h2')).toEqual([
      'The week in five lines',
      'Insider trades',
      'Housing',
      'What connects',
    ])
    const contents = [...container.querySelectorAll('nav a')].map((link) => link.getAttribute('href'))
    expect(contents).toEqual(['#insiders', '#housing'])
    for (const fragment of contents) expect(container.querySelector(fragment ?? '')).not.toBeNull()
    expect(texts(container, 'nav li')).toEqual([
      'Insider tradesBought $412,300.',
      'HousingThe rate was 6.95%.',
    ])
  })

  it('lists what else it contains below its subject, and ends with what is ahead', async () => {
    const container = await render(
      withSection(
        {},
        {
          also: [[{ text: 'Also: rents.' }]],
          ahead: [[{ text: 'The next rate is due by Thursday.' }]],
        },
      ),
    )
    expect(container.querySelector('h1 + p')?.textContent).toBe('Also: rents.')
    expect(texts(container, 'section[aria-labelledby="ahead-title"]')).toEqual([
      'Next MondayThe next rate is due by Thursday.',
    ])
  })

  it('shows a section as the mail does, plus what does not fit in the mail', async () => {
    const container = await render(withSection({}))
    const section = container.querySelector<HTMLElement>('#housing')
    expect(section?.querySelector('header + p')?.textContent).toBe('The rate was 6.95%. It hardly moved.')
    expect(texts(section as HTMLElement, 'ul li')).toEqual(['Rents rose.', 'Builders began fewer homes.'])
    expect(section?.textContent).toContain('For youIt does not touch a loan that you already have.')
    // The coverage is shown in full below instead of in short here.
    expect(section?.textContent).not.toContain('Told in short.')
  })

  it('links each figure to its record', async () => {
    const container = await render(withSection({}))
    const figures = [...container.querySelectorAll('#housing a')].filter(({ textContent }) =>
      textContent.endsWith('%'),
    )
    expect(figures.map((link) => [link.textContent, link.getAttribute('href')])).toEqual(
      ['6.95%', '6.95%', '6.12%'].map((text) => [text, 'https://survey.example/rates']),
    )
  })

  it('links the tickers in the coverage of trades', async () => {
    const coverage = [[{ text: 'Left out: Palantir Technologies Inc. (PLTR).' }]]
    const container = await render(withSection({ name: 'insiders', coverage }))
    expect(container.querySelector('footer a[href="/stocks/PLTR"]')?.textContent).toBe('PLTR')
  })

  it('says who worded each section', async () => {
    expect(texts(await render(), 'section header p')).toEqual([
      'AI-edited, each sentence checked against its records: example-8b',
      'Automated summary',
    ])
    const earlier = [createTold({ label: 'AI-written', model: 'example-8b' })]
    expect(texts(await render(withSection({}, { sections: earlier })), 'section header p')).toEqual([
      'AI-written summary, checked against the records: example-8b',
    ])
  })

  it('says if a model edited the introduction, and nothing if none did', async () => {
    const edited = await render(withSection({}, { label: 'AI-edited', model: 'example-8b' }))
    const label = 'AI-edited, each sentence checked against its records: example-8b. What became public'
    expect(edited.querySelector('article > header')?.textContent).toContain(label)
    const byRules = await render(withSection({}))
    expect(byRules.querySelector('article > header')?.textContent).not.toContain('AI-edited')
  })

  it('has a table with column and row headers, and a name for each cell when stacked', async () => {
    const container = await render(withSection({}))
    const table = container.querySelector<HTMLElement>('table')
    if (!table) throw new Error('there is no table')
    expect(table.querySelector('caption')?.textContent).toBe('All figures')
    expect(texts(table, 'th[scope=col]')).toEqual(['Measure', 'Latest', 'Over a week or month'])
    expect(texts(table, 'th[scope=row]')).toEqual([
      '30-year mortgage rateJan 30, 2025, the survey',
      '15-year mortgage rate',
    ])
    expect(
      [...table.querySelectorAll('td')].map((cell) => [cell.dataset['label'], cell.textContent]),
    ).toEqual([
      ['Latest', '6.95%'],
      ['Over a week or month', 'down 0.01 percentage points'],
      ['Latest', '6.12%'],
      ['Over a week or month', '–'],
    ])
  })

  it('folds a long table after its first rows', async () => {
    const rows = Array.from({ length: 11 }, (_, index) => ({
      head: [{ text: `Row ${index + 1}` }],
      about: [],
      cells: [[{ text: 'x' }]],
    }))
    const tables = [{ title: 'Sold', columns: ['Who', 'Dollars'], rows }]
    const container = await render(withSection({ tables }))
    expect(texts(container, 'table')).toHaveLength(2)
    expect(texts(container, 'details th[scope=row]')).toEqual(['Row 9', 'Row 10', 'Row 11'])
    expect(texts(container, 'table + details > summary')).toEqual(['8 more3 more: Housing, Sold'])
  })

  it('has a picture with reserved space and a text alternative', async () => {
    const picture = (await render(withSection({}))).querySelector('img')
    const attributes = ['src', 'alt', 'width', 'height', 'loading'].map((name) => picture?.getAttribute(name))
    expect(attributes).toEqual([
      '/newsletter/charts/2025-02-03/housing-dark.png?v=a1b2c3d4e5',
      'Line: to 6.95%.',
      '1072',
      '536',
      'lazy',
    ])
  })

  it('shows what was read in full, and the notice the law requires', async () => {
    const text = (await render(withSection({}))).textContent
    expect(text).toContain('All series were read.')
    expect(text).toContain('Source: Freddie Mac.')
  })

  it('calls a missing part missing instead of claiming nothing happened', async () => {
    const why = [[{ text: 'Housing: the survey could not be read.' }]]
    const container = await render(
      withSection(
        { state: 'unavailable', tables: [], coverage: why, notices: [], chart: undefined },
        {
          lines: [{ section: 'housing', sentences: [[{ text: 'Missing this week.' }]] }],
          sections: [createTold({ state: 'unavailable', big: why, smaller: [], more: [], forYou: [] })],
        },
      ),
    )
    expect(container.querySelector('#housing')?.textContent).toBe(
      'HousingHousing: the survey could not be read.',
    )
    expect(container.querySelector('nav li')?.textContent).toBe('HousingMissing this week.')
  })

  it('shows its corrections before everything else', async () => {
    const container = await render(
      createEdition({
        corrections: [
          {
            id: '7',
            factId: 'housing/rate',
            slotDate: '2025-02-03',
            notedAt: '2025-02-04T20:00:00.000Z',
            text: 'The rate was 6.95%.',
          },
        ],
      }),
    )
    expect(texts(container, 'h2')[0]).toBe('Corrected')
    expect(container.textContent).toContain('The rate was 6.95%. Feb 4, 2025, 20:00 UTC')
  })

  it('strikes through a figure that was wrong, with a link to the correction', async () => {
    const correction = {
      id: '7',
      slotDate: '2025-02-03',
      factId: 'housing/rate',
      notedAt: '2025-02-04T20:00:00.000Z',
      text: 'The rate was 6.95%.',
    }
    const rate = { text: '6.59%', href: 'https://survey.example/rates', factId: 'housing/rate' }
    const container = await render({
      ...withSection({}, { story: [[{ text: 'The rate was ' }, rate, { text: '.' }]] }),
      corrections: [correction],
    })
    expect(texts(container, 'del')).toContain('6.59%')
    expect(container.querySelector('del + a')?.getAttribute('href')).toBe('#correction-7')
    expect(container.querySelector('#correction-7')?.textContent).toContain('The rate was 6.95%.')
  })

  it('strikes through a wrong figure of its headline too', async () => {
    const factId = 'insiders/sale/value'
    const [notedAt, text] = ['2025-02-04T20:00:00.000Z', 'It was $4.2 billion.']
    const container = await render({
      ...withSection({}, {}),
      subject: 'Musk sold $5.2 billion (corrected), or 100,000 years',
      wrongInSubject: [{ text: '$5.2 billion', factId }],
      corrections: [{ id: '7', slotDate: '2025-02-03', factId, notedAt, text }],
    })
    const title = container.querySelector('h1')
    expect(title?.textContent).toBe('Musk sold $5.2 billion (corrected), or 100,000 years')
    expect(title?.querySelector('del')?.textContent).toBe('$5.2 billion')
    expect(title?.querySelector('a')?.getAttribute('href')).toBe('#correction-7')
  })

  it('shows an editor’s note on top, signed, and says what else is the editor’s', async () => {
    const byPerson = { headline: true, note: { text: 'We are back.', by: 'Pat' }, dropped: 2 }
    const container = await render(withSection({}, { byPerson }))
    expect(texts(container, 'h2')[0]).toBe('A note from Pat')
    expect(container.textContent).toContain('We are back.Written by a person, not by our programs.')
    expect(container.textContent).toContain('A person wrote the headline. A person left out 2 findings.')
  })

  it('is plain text, and says so, if an earlier version made it', async () => {
    const container = await render(createEdition({ content: null, text: 'Hello\n\nThe whole letter.' }))
    expect(container.textContent).toContain('An earlier version of our program made this letter.')
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
