import { z } from 'zod'
import { createDocument, type ZodOpenApiPathItemObject, type ZodOpenApiResponsesObject } from 'zod-openapi'

import {
  assetKindSchema,
  priceRangeSchema,
  relatedResponseSchema,
  statsResponseSchema,
  stockResponseSchema,
} from '../../shared/market-contract.ts'
import { problemSchema } from '../../shared/problem-contract.ts'
import {
  acceptedResponseSchema,
  confirmRequestSchema,
  subscribeRequestSchema,
  unsubscribeRequestSchema,
} from '../../shared/subscription-contract.ts'
import { consentRequestSchema, visitRequestSchema } from '../../shared/visit-contract.ts'

// Named once: each call of meta() makes another schema, and two may not share a name.
const namedProblem = problemSchema.meta({ id: 'Problem' })

const problem = (description: string) => ({
  description,
  content: { 'application/problem+json': { schema: namedProblem } },
})

const json = (description: string, schema: z.ZodType) => ({
  description,
  content: { 'application/json': { schema } },
})

const requestProblems = {
  '400': problem('The request is malformed; `detail` says where.'),
  '429': problem('Too many requests; `Retry-After` says when to come back.'),
} satisfies ZodOpenApiResponsesObject

const writeProblems = {
  ...requestProblems,
  '403': problem('The request came from another site, or needs the signed link from the mail.'),
  '413': problem('The body is larger than 16 kB.'),
  '415': problem('The body is not JSON.'),
} satisfies ZodOpenApiResponsesObject

const ticker = z.string().meta({
  description: '1 to 15 of A-Z 0-9 . - ^ = in either case.',
  examples: ['AAPL'],
})
const kind = assetKindSchema.optional().meta({
  description: 'Which asset the ticker means. Left out: a stock if there is one, else a coin.',
})

function lookup(
  summary: string,
  schema: z.ZodType,
  query: z.ZodObject = z.object({ kind }),
): ZodOpenApiPathItemObject {
  return {
    get: {
      summary,
      tags: ['Market'],
      requestParams: { path: z.object({ ticker }), query },
      responses: {
        '200': json('The answer, with its source and time under `meta`.', schema),
        ...requestProblems,
        '404': problem('No security is known by this ticker.'),
        '502': problem('The source gave an answer that cannot be used.'),
        '503': problem('The source is unavailable; `Retry-After` says when to try again.'),
      },
    },
  }
}

const jsonBody = (schema: z.ZodType) => ({ required: true, content: { 'application/json': { schema } } })

const accepted = json(
  'Done. The answer is the same whether or not the address was known.',
  acceptedResponseSchema,
)

/** The API's description, OpenAPI 3.1, from the schemas that validate.
 *  @param site  the name of this copy of the site */
export function createOpenApiDocument(site: { name: string }) {
  return createDocument({
    openapi: '3.1.0',
    info: {
      title: `${site.name} API`,
      version: '1.0.0',
      description:
        'Everything stands under /api and, the same, under /prod. Errors are RFC 9457 problem details.',
    },
    // Relative to where it is read: "Try it out" works under any name that this server answers to.
    servers: [{ url: '/api' }],
    paths: {
      '/stocks/{ticker}': lookup(
        'Price history and profile',
        stockResponseSchema.meta({ id: 'Stock' }),
        z.object({
          kind,
          range: priceRangeSchema.optional().meta({ description: 'One year when left out.' }),
        }),
      ),
      '/stats/{ticker}': lookup('Key statistics', statsResponseSchema.meta({ id: 'Stats' })),
      '/related/{ticker}': lookup('Related tickers', relatedResponseSchema.meta({ id: 'Related' })),
      '/subscribe': {
        post: {
          summary: 'Subscribe an address to the weekly newsletter',
          tags: ['Newsletter'],
          requestBody: jsonBody(subscribeRequestSchema),
          responses: { '200': accepted, ...writeProblems },
        },
      },
      '/subscribe/confirm': {
        post: {
          summary: 'Confirm a subscription with the token from the mail',
          tags: ['Newsletter'],
          requestBody: jsonBody(confirmRequestSchema),
          responses: { '200': accepted, ...writeProblems },
        },
      },
      '/unsubscribe': {
        delete: {
          summary: 'Unsubscribe an address',
          tags: ['Newsletter'],
          requestBody: jsonBody(unsubscribeRequestSchema),
          responses: { '200': accepted, ...writeProblems },
        },
      },
      '/unsubscribe/one-click': {
        post: {
          summary: 'One-click unsubscription by mail programs (RFC 8058)',
          tags: ['Newsletter'],
          requestParams: { query: z.object({ token: z.string() }) },
          responses: { '200': accepted, ...requestProblems },
        },
      },
      '/consent': {
        put: {
          summary: "Remember a visitor's answer about cookies",
          tags: ['Visits'],
          requestBody: jsonBody(consentRequestSchema),
          responses: { '204': { description: 'Remembered in a cookie.' }, ...writeProblems },
        },
      },
      '/visits': {
        post: {
          summary: 'Report a page that was read, which is kept with consent alone',
          tags: ['Visits'],
          requestBody: jsonBody(visitRequestSchema),
          responses: {
            '204': { description: 'Kept, or left aside where the visitor has not agreed.' },
            ...writeProblems,
          },
        },
      },
    },
  })
}
