import type {
  EditionContent,
  EditionFigures,
  EditionSummary,
  FactRecord,
  FindingContent,
  PublishedEdition,
  SectionContent,
  Span,
} from '../../shared/edition-contract.ts'
import type { Answer, ApiClient } from '../lib/api-client.ts'

const SURVEY = 'https://survey.example/rates'
const FILING = 'https://filings.example/1'
const RATE: Span = { text: '6.95%', href: SURVEY, factId: 'housing/mortgage-30/rate' }
const VALUE: Span = { text: '$412,300', href: FILING, factId: 'insiders/ironwood/value' }

export function createFinding(changes: Partial<FindingContent> = {}): FindingContent {
  return {
    id: 'housing/mortgage-30',
    tone: 'fall',
    kicker: 'Freddie Mac, week of Jan 30, 2025',
    title: '30-year mortgage rate',
    figure: RATE,
    sentences: [[{ text: 'A week before it was ' }, { ...RATE, text: '6.96%' }, { text: '.' }]],
    links: [{ text: 'See the survey', href: SURVEY }],
    ...changes,
  }
}

export function createSection(changes: Partial<SectionContent> = {}): SectionContent {
  return {
    name: 'housing',
    title: 'Housing',
    state: 'ready',
    label: 'automated summary',
    summary: [[{ text: 'The rate was ' }, RATE, { text: '.' }], [{ text: 'It hardly moved.' }]],
    findings: [createFinding()],
    table: {
      title: 'Rates to the digit',
      columns: ['Loan', 'This week', 'Last week'],
      rows: [
        [[{ text: '30 years' }], [RATE], [{ ...RATE, text: '6.96%' }]],
        [[{ text: '15 years' }], [{ text: '6.12%', href: SURVEY }], [{ text: '6.16%', href: SURVEY }]],
      ],
    },
    chart: {
      title: 'Mortgage rate, weekly',
      alt: [{ text: 'Line: to ' }, RATE, { text: '.' }],
      unit: 'percent',
      points: [
        ['2025-01-23', 6.96],
        ['2025-01-30', 6.95],
      ],
      credit: 'Freddie Mac',
    },
    meaning: ['It does not touch a loan that you already have.'],
    coverage: [[{ text: 'All series were read.' }]],
    notices: ['Source: Freddie Mac.'],
    ...changes,
  }
}

const INSIDERS = createSection({
  name: 'insiders',
  title: 'Insider trades',
  label: 'AI-written',
  model: 'example-8b',
  summary: [[{ text: 'Insiders bought for ' }, VALUE, { text: '.' }]],
  findings: [
    createFinding({
      id: 'insiders/ironwood',
      tone: 'rise',
      kicker: '+ Bought',
      title: 'Ironwood Freight (IWF)',
      figure: VALUE,
      sentences: [[{ text: 'A director bought.' }]],
      links: [{ text: 'Read the filing', href: FILING }],
    }),
  ],
})

export function createContent(changes: Partial<EditionContent> = {}): EditionContent {
  const { table: _table, chart: _chart, ...insiders } = INSIDERS
  return {
    slotDate: '2025-02-03',
    week: { from: '2025-01-27', to: '2025-02-02' },
    subject: 'A director bought $412,300 of Ironwood Freight',
    preheader: 'And the mortgage rate.',
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
        kicker: '+ Bought',
        title: 'Ironwood Freight (IWF)',
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
  const { name, title, state, label, coverage, notices } = createSection()
  return {
    date: '2025-02-03',
    subject: 'A director bought $412,300 of Ironwood Freight',
    sections: [{ name, title, state, label, coverage, notices }],
    facts: [createFact()],
    ...changes,
  }
}

const unasked = () => Promise.reject(new Error('this was not to be asked'))

/** An API that answers only what a test gives it. */
export function createEditionApi(answers: Partial<ApiClient>): ApiClient {
  return {
    getSite: unasked,
    getStock: unasked,
    getStats: unasked,
    getRelated: unasked,
    getTrades: unasked,
    searchAssets: unasked,
    listEditions: unasked,
    getEdition: unasked,
    getEditionFigures: unasked,
    listCorrections: unasked,
    ...answers,
  }
}

export const answered = <Data>(answer: Data): Promise<Answer<Data>> =>
  Promise.resolve({ ok: true, data: answer })
