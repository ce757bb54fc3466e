import { z } from 'zod'
import type { ZodOpenApiPathsObject } from 'zod-openapi'

import {
  correctionListSchema,
  editionFiguresSchema,
  editionListSchema,
  publishedEditionSchema,
  type CorrectionList,
  type EditionFigures,
  type EditionList,
  type LetterContent,
  type PublishedEdition,
  type PublishedSection,
} from '../../../shared/edition-contract.ts'
import { jsonAnswer, problem, reading, requestProblems, ticker } from '../../http/openapi-parts.ts'

const day = z.iso.date()
const date = day.meta({ description: 'The Monday of an edition.', examples: ['2025-02-03'] })
const before = day.optional().meta({
  description: 'Only editions of earlier Mondays: `nextBefore` of the page before. The newest when left out.',
})
const limit = z.int().min(1).max(50).optional().meta({ description: 'How many at most; 20 when left out.' })

const tags = ['Editions']
const { '429': tooMany } = requestProblems
const editionProblems = { ...requestProblems, '404': problem('No edition of that Monday went out.') }

const DATE = '2025-02-03'
const SURVEY = 'https://www.freddiemac.com/pmms'
const SUBJECT = 'The 30-year mortgage rate fell to 6.95%'
const PREHEADER = 'And what insiders bought.'
const RATE = { text: '6.95%', href: SURVEY, factId: 'housing/mortgage-30/rate' }
const SENTENCE = [{ text: 'The average rate was ' }, RATE, { text: ' in the week of Jan 30, 2025.' }]

const SECTION: PublishedSection = {
  name: 'housing',
  title: 'Housing',
  state: 'ready',
  tables: [
    {
      title: 'All figures',
      columns: ['Measure', 'Latest'],
      rows: [
        {
          head: [{ text: '30-year mortgage rate' }],
          about: [[{ text: 'Jan 30, 2025, ' }, { text: 'Freddie Mac', href: SURVEY }]],
          cells: [[RATE]],
        },
      ],
    },
  ],
  coverage: [[{ text: 'All series were read.' }]],
  notices: ['Source: Freddie Mac, Primary Mortgage Market Survey.'],
}
const LETTER: LetterContent = {
  headline: SUBJECT,
  lead: { id: 'housing/mortgage', kind: 'change', topic: 'housing/mortgage' },
  corrections: [],
  story: [SENTENCE],
  lines: [{ section: 'housing', sentences: [SENTENCE] }],
  sections: [
    {
      name: 'housing',
      title: 'Housing',
      state: 'ready',
      label: 'automated summary',
      big: [SENTENCE],
      smaller: [],
      forYou: [[{ text: 'It does not touch a loan with a fixed rate that you already have.' }]],
      coverage: [[{ text: 'We read every series.' }]],
    },
  ],
  connects: [],
}

const CORRECTION = {
  id: '7',
  slotDate: DATE,
  factId: RATE.factId,
  notedAt: '2025-02-04T15:00:00.000Z',
  text: 'The first mail named the rate of the week before. The right one is 6.95%.',
}
const EDITION = {
  date: DATE,
  subject: SUBJECT,
  preheader: PREHEADER,
  publishedAt: '2025-02-03T14:00:02.000Z',
  correctedAt: CORRECTION.notedAt,
}
const TOP_FINDINGS = [{ section: 'housing' as const, title: SUBJECT, figure: RATE, sentence: SENTENCE }]

const EXAMPLE_EDITIONS: EditionList = {
  editions: [{ ...EDITION, topFindings: TOP_FINDINGS }],
  nextBefore: null,
  nextDue: '2025-02-10',
  total: 1,
}

const EXAMPLE_EDITION: PublishedEdition = {
  ...EDITION,
  content: {
    slotDate: DATE,
    week: { from: '2025-01-27', to: '2025-02-02' },
    subject: SUBJECT,
    preheader: PREHEADER,
    letter: LETTER,
    sections: [SECTION],
    topFindings: TOP_FINDINGS,
  },
  text: null,
  corrections: [CORRECTION],
  previous: { date: '2025-01-27', subject: 'What insiders bought' },
  next: null,
}

const { name, title, state, coverage, notices } = SECTION
const EXAMPLE_FIGURES: EditionFigures = {
  date: DATE,
  subject: SUBJECT,
  sections: [{ name, title, state, coverage, notices }],
  facts: [
    {
      id: RATE.factId,
      section: 'housing',
      subject: 'the 30-year mortgage rate',
      kind: 'rate',
      value: RATE.text,
      period: { from: '2025-01-30', to: '2025-01-30' },
      asOf: '2025-01-30',
      retrievedAt: '2025-02-02T23:00:00.000Z',
      sourceName: 'Freddie Mac',
      sourceUrl: SURVEY,
      formula: 'as published',
      inputs: ['pmms30 of 2025-01-30: 6.95'],
    },
  ],
}

const EXAMPLE_CORRECTIONS: CorrectionList = { corrections: [CORRECTION] }

/** Describes the endpoints for letters that went out. */
export function describeEditionPaths(): ZodOpenApiPathsObject {
  return {
    '/editions': reading({
      summary: 'The editions that went out',
      tags,
      description: 'The newest first, each with its top findings.',
      content: jsonAnswer(editionListSchema.meta({ id: 'EditionList' }), EXAMPLE_EDITIONS),
      requestParams: { query: z.object({ before, limit, ticker: ticker.optional() }) },
      problems: requestProblems,
    }),
    '/editions/{date}': reading({
      summary: 'One edition in full',
      tags,
      description: 'Its words; each figure with the id of its fact and the address of its record.',
      content: jsonAnswer(publishedEditionSchema.meta({ id: 'Edition' }), EXAMPLE_EDITION),
      requestParams: { path: z.object({ date }) },
      problems: editionProblems,
    }),
    '/editions/{date}/figures': reading({
      summary: 'How we know what an edition says',
      tags,
      description: 'Each figure with its source, its days and how it was worked out; and what was read.',
      content: jsonAnswer(editionFiguresSchema.meta({ id: 'EditionFigures' }), EXAMPLE_FIGURES),
      requestParams: { path: z.object({ date }) },
      problems: editionProblems,
    }),
    '/corrections': reading({
      summary: 'What was wrong in editions, and what is right',
      tags,
      description: 'All corrections, the newest first.',
      content: jsonAnswer(correctionListSchema.meta({ id: 'CorrectionList' }), EXAMPLE_CORRECTIONS),
      requestParams: {},
      problems: { '429': tooMany },
    }),
  }
}
