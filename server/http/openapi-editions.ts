import { z } from 'zod'
import type { ZodOpenApiPathItemObject, ZodOpenApiPathsObject } from 'zod-openapi'

import {
  correctionListSchema,
  editionFiguresSchema,
  editionListSchema,
  publishedEditionSchema,
} from '../../shared/edition-contract.ts'
import {
  EXAMPLE_CORRECTIONS,
  EXAMPLE_EDITION,
  EXAMPLE_EDITIONS,
  EXAMPLE_FIGURES,
} from './openapi-edition-examples.ts'
import { answer, problem, requestProblems, unchanged } from './openapi-parts.ts'

const day = z.iso.date()
const date = day.meta({ description: 'The Monday of an edition.', examples: ['2025-02-03'] })
const before = day.optional().meta({
  description: 'Only editions of earlier Mondays: `nextBefore` of the page before. The newest when left out.',
})
const limit = z.int().min(1).max(50).optional().meta({ description: 'How many at most; 20 when left out.' })

const tags = ['Editions']
const { '429': tooMany } = requestProblems
const noEdition = problem('No edition of that Monday went out.')

function reading({
  summary,
  description,
  schema,
  example,
  requestParams = {},
  problems,
}: {
  summary: string
  description: string
  schema: z.ZodType
  example: unknown
  requestParams?: { path?: z.ZodObject; query?: z.ZodObject }
  problems: Record<string, ReturnType<typeof problem>>
}): ZodOpenApiPathItemObject {
  return {
    get: {
      summary,
      tags,
      requestParams,
      responses: {
        '200': answer(description, { 'application/json': { schema, example } }, 'cached'),
        '304': unchanged,
        ...problems,
      },
    },
  }
}

/** What is asked about the letters that went out. */
export function describeEditionPaths(): ZodOpenApiPathsObject {
  return {
    '/editions': reading({
      summary: 'The editions that went out',
      description: 'The newest first, each with its top findings.',
      schema: editionListSchema.meta({ id: 'EditionList' }),
      example: EXAMPLE_EDITIONS,
      requestParams: { query: z.object({ before, limit }) },
      problems: requestProblems,
    }),
    '/editions/{date}': reading({
      summary: 'One edition in full',
      description: 'Its words; each figure with the id of its fact and the address of its record.',
      schema: publishedEditionSchema.meta({ id: 'Edition' }),
      example: EXAMPLE_EDITION,
      requestParams: { path: z.object({ date }) },
      problems: { ...requestProblems, '404': noEdition },
    }),
    '/editions/{date}/figures': reading({
      summary: 'How we know what an edition says',
      description: 'Each figure with its source, its days and how it was worked out; and what was read.',
      schema: editionFiguresSchema.meta({ id: 'EditionFigures' }),
      example: EXAMPLE_FIGURES,
      requestParams: { path: z.object({ date }) },
      problems: { ...requestProblems, '404': noEdition },
    }),
    '/corrections': reading({
      summary: 'What was wrong in editions, and what is right',
      description: 'All corrections, the newest first.',
      schema: correctionListSchema.meta({ id: 'CorrectionList' }),
      example: EXAMPLE_CORRECTIONS,
      problems: { '429': tooMany },
    }),
  }
}
