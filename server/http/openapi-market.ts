import { z } from 'zod'
import type { ZodOpenApiPathItemObject, ZodOpenApiPathsObject } from 'zod-openapi'

import {
  assetKindSchema,
  priceRangeSchema,
  relatedResponseSchema,
  searchResponseSchema,
  statsResponseSchema,
  stockResponseSchema,
} from '../../shared/market-contract.ts'
import { EXAMPLE_RELATED, EXAMPLE_SEARCH, EXAMPLE_STATS, EXAMPLE_STOCK } from './openapi-examples.ts'
import { answer, problem, requestProblems, unchanged } from './openapi-parts.ts'

// Both as the server reads them: trimmed first.
const TICKER = /^\s*(?=[.^=-]*[A-Za-z0-9])[A-Za-z0-9.^=-]{1,15}\s*$/
const SEARCH_TEXT = /^\s*\S([\s\S]{0,58}\S)?\s*$/

/** Of a path, as every lookup takes it. */
export const ticker = z
  .string()
  .regex(TICKER)
  .meta({
    description: '1 to 15 of A-Z 0-9 . - ^ = with at least one letter or digit, in either case.',
    examples: ['AAPL'],
  })
const kind = assetKindSchema.optional().meta({
  description: 'Which asset the ticker means. Left out: a stock if there is one, else a coin.',
})
const range = priceRangeSchema.optional().meta({
  description: 'One year when left out. Of 5Y and MAX one client is answered 60 a minute, pages included.',
})
const text = z
  .string()
  .regex(SEARCH_TEXT)
  .meta({
    description: 'Part of a ticker or of a name, 1 to 60 characters.',
    examples: ['apple'],
  })

const tags = ['Market']
const sourceProblems = {
  ...requestProblems,
  '502': problem('The source gave an answer that cannot be used.'),
  '503': problem('The source is unavailable; `Retry-After` says when to try again.'),
}
const tickerProblems = {
  ...sourceProblems,
  '404': problem('No security is known by this ticker; `suggestions` are what may have been meant.'),
}

function lookup({
  summary,
  schema,
  example,
  query,
}: {
  summary: string
  schema: z.ZodType
  example: unknown
  query: z.ZodObject
}): ZodOpenApiPathItemObject {
  return {
    get: {
      summary,
      tags,
      requestParams: { path: z.object({ ticker }), query },
      responses: {
        '200': answer(
          'The answer, with its source and time under `meta`.',
          { 'application/json': { schema, example } },
          'shared',
        ),
        '304': unchanged,
        ...tickerProblems,
      },
    },
  }
}

/** What is asked about assets. */
export function describeMarketPaths(): ZodOpenApiPathsObject {
  return {
    '/stocks/{ticker}': lookup({
      summary: 'Price history and profile',
      schema: stockResponseSchema.meta({ id: 'Stock' }),
      example: EXAMPLE_STOCK,
      query: z.object({ kind, range }),
    }),
    '/stocks/{ticker}/closes.csv': {
      get: {
        summary: 'The closes as a file, where their source may be passed on',
        tags,
        requestParams: { path: z.object({ ticker }), query: z.object({ kind, range }) },
        responses: {
          '200': answer(
            'A header and a line for each close, oldest first; lines end in CR LF.',
            {
              'text/csv': {
                schema: z.string(),
                example: 'date,adjusted_close,currency,source\r\n2026-11-20,245.5,USD,Example\r\n',
              },
            },
            'shared',
          ),
          '304': unchanged,
          ...tickerProblems,
          '403': problem('The source does not allow its data to be passed on (`not-republishable`).'),
        },
      },
    },
    '/stats/{ticker}': lookup({
      summary: 'Key statistics',
      schema: statsResponseSchema.meta({ id: 'Stats' }),
      example: EXAMPLE_STATS,
      query: z.object({ kind }),
    }),
    '/related/{ticker}': lookup({
      summary: 'Related tickers',
      schema: relatedResponseSchema.meta({ id: 'Related' }),
      example: EXAMPLE_RELATED,
      query: z.object({ kind }),
    }),
    '/search': {
      get: {
        summary: 'Assets by part of a ticker or of a name',
        tags,
        requestParams: { query: z.object({ q: text }) },
        responses: {
          '200': answer(
            'At most 8, the best first; none is an answer too.',
            {
              'application/json': {
                schema: searchResponseSchema.meta({ id: 'Search' }),
                example: EXAMPLE_SEARCH,
              },
            },
            'cached',
          ),
          '304': unchanged,
          ...sourceProblems,
        },
      },
    },
  }
}
