import type {
  EditionFigures,
  EditionSummary,
  FactRecord,
  LetterContent,
  LetterSection,
  PublishedEdition,
  PublishedSection,
  Span,
} from '../../shared/edition-contract.ts'
import type { Answer, PageApi } from '../lib/api-client.ts'

const SURVEY = 'https://survey.example/rates'
const FILING = 'https://filings.example/1'
const RATE: Span = { text: '6.95%', href: SURVEY, factId: 'housing/mortgage-30/rate' }
const VALUE: Span = { text: '$412,300', href: FILING, factId: 'insiders/ironwood/value' }

export function createSection(changes: Partial<PublishedSection> = {}): PublishedSection {
  return {
    name: 'housing',
    title: 'Housing',
    state: 'ready',
    tables: [
      {
        title: 'All figures',
        columns: ['Measure', 'Latest', 'Over a week or month'],
        rows: [
          {
            head: [{ text: '30-year mortgage rate' }],
            about: [[{ text: 'Jan 30, 2025, ' }, { text: 'the survey', href: SURVEY }]],
            cells: [[RATE], [{ text: 'down ' }, { ...RATE, text: '0.01 percentage points' }]],
          },
          {
            head: [{ text: '15-year mortgage rate' }],
            about: [],
            cells: [[{ text: '6.12%', href: SURVEY }], [{ text: '–' }]],
          },
        ],
      },
    ],
    chart: {
      title: 'Mortgage rate, weekly',
      alt: [{ text: 'Line: to ' }, RATE, { text: '.' }],
      unit: 'percent',
      credit: 'Freddie Mac',
      version: 'a1b2c3d4e5',
    },
    coverage: [[{ text: 'All series were read.' }]],
    notices: ['Source: Freddie Mac.'],
    ...changes,
  }
}

const INSIDERS = createSection({
  name: 'insiders',
  title: 'Insider trades',
  tables: [
    {
      title: 'Bought',
      columns: ['Who and what', 'Dollars', 'Record'],
      rows: [
        {
          head: [{ text: 'Theodore Lindqvist, director' }],
          about: [[{ text: 'Ironwood Freight (IWF)' }], [{ text: 'Reported late' }]],
          cells: [[VALUE], [{ text: 'Form 4 of Jan 30', href: FILING }]],
        },
      ],
    },
  ],
})

export function createTold(changes: Partial<LetterSection> = {}): LetterSection {
  return {
    name: 'housing',
    title: 'Housing',
    state: 'ready',
    label: 'automated summary',
    big: [[{ text: 'The rate was ' }, RATE, { text: '.' }], [{ text: 'It hardly moved.' }]],
    smaller: [[[{ text: 'Rents rose.' }]]],
    more: [[[{ text: 'Builders began fewer homes.' }]]],
    forYou: [[{ text: 'It does not touch a loan that you already have.' }]],
    coverage: [[{ text: 'Told in short.' }]],
    ...changes,
  }
}

export function createLetter(changes: Partial<LetterContent> = {}): LetterContent {
  return {
    headline: 'A director bought $412,300 of Ironwood Freight',
    lead: null,
    corrections: [],
    story: [[{ text: 'Theodore Lindqvist bought ' }, VALUE, { text: ' of Ironwood Freight.' }]],
    lines: [
      { section: 'insiders', sentences: [[{ text: 'Bought ' }, VALUE, { text: '.' }]] },
      { section: 'housing', sentences: [[{ text: 'The rate was ' }, RATE, { text: '.' }]] },
    ],
    sections: [
      createTold({
        name: 'insiders',
        title: 'Insider trades',
        label: 'AI-edited',
        model: 'example-8b',
        big: [[{ text: 'Insiders bought for ' }, VALUE, { text: '.' }]],
      }),
      createTold(),
    ],
    connects: [[{ text: 'Both moved.' }]],
    ...changes,
  }
}

type PublishedContent = NonNullable<PublishedEdition['content']>

export function createContent(changes: Partial<PublishedContent> = {}): PublishedContent {
  const { chart: _chart, ...insiders } = INSIDERS
  return {
    slotDate: '2025-02-03',
    week: { from: '2025-01-27', to: '2025-02-02' },
    subject: 'A director bought $412,300 of Ironwood Freight',
    preheader: 'And the mortgage rate.',
    letter: createLetter(),
    sections: [insiders, createSection()],
    topFindings: createSummary().topFindings,
    ...changes,
  }
}

export function createSummary(changes: Partial<EditionSummary> = {}): EditionSummary {
  return {
    date: '2025-02-03',
    subject: 'A director bought $412,300 of Ironwood Freight',
    preheader: 'And the mortgage rate.',
    publishedAt: '2025-02-03T14:00:02.000Z',
    correctedAt: null,
    topFindings: [
      {
        section: 'insiders',
        title: 'A director bought $412,300 of Ironwood Freight',
        figure: VALUE,
        sentence: [{ text: 'A director bought.' }],
      },
      {
        section: 'housing',
        title: '30-year mortgage rate',
        figure: RATE,
        sentence: [{ text: 'A week before it was ' }, { ...RATE, text: '6.96%' }, { text: '.' }],
      },
    ],
    ...changes,
  }
}

export function createEdition(changes: Partial<PublishedEdition> = {}): PublishedEdition {
  const { topFindings: _topFindings, ...summary } = createSummary()
  return {
    ...summary,
    content: createContent(),
    text: null,
    corrections: [],
    previous: { date: '2025-01-27', subject: 'The week before' },
    next: null,
    ...changes,
  }
}

export function createFact(changes: Partial<FactRecord> = {}): FactRecord {
  return {
    id: 'housing/mortgage-30/rate',
    section: 'housing',
    subject: 'the 30-year mortgage rate',
    kind: 'rate',
    value: '6.95%',
    period: { from: '2025-01-30', to: '2025-01-30' },
    asOf: '2025-01-30',
    retrievedAt: '2025-02-02T23:00:00.000Z',
    sourceName: 'Freddie Mac',
    sourceUrl: SURVEY,
    formula: 'as published',
    inputs: [],
    ...changes,
  }
}

export function createFigures(changes: Partial<EditionFigures> = {}): EditionFigures {
  const { name, title, state, coverage, notices } = createSection()
  return {
    date: '2025-02-03',
    subject: 'A director bought $412,300 of Ironwood Freight',
    sections: [{ name, title, state, coverage, notices }],
    facts: [createFact()],
    ...changes,
  }
}

const unasked = () => Promise.reject(new Error('this was not to be asked'))

/** An API that answers only with what a test provides. */
export function createEditionApi(answers: Partial<PageApi>): PageApi {
  return {
    getSite: unasked,
    getStock: unasked,
    getDay: unasked,
    getTrades: unasked,
    getOverview: unasked,
    listEditions: unasked,
    getEdition: unasked,
    getEditionFigures: unasked,
    listCorrections: unasked,
    ...answers,
  }
}

export const answered = <Data>(answer: Data): Promise<Answer<Data>> =>
  Promise.resolve({ ok: true, data: answer })
