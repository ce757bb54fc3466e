import { z } from 'zod'
import type {
  ZodOpenApiOperationObject,
  ZodOpenApiPathItemObject,
  ZodOpenApiResponseObject,
} from 'zod-openapi'

import { TICKER_PATTERN } from '../../shared/asset-address.ts'
import { problemSchema } from '../../shared/problem-contract.ts'

// Created once: each call of meta() makes another schema, and two may not share a name.
const namedProblem = problemSchema.meta({ id: 'Problem' })

const limitHeaders = z.object({
  'RateLimit-Policy': z.string().meta({
    description: 'How many requests are taken from one client, and in which time.',
    examples: ['"1500-in-1min"; q=1500; w=60'],
  }),
  RateLimit: z.string().meta({
    description: 'How many are left, and when the count starts again.',
    examples: ['"1500-in-1min"; r=1499; t=60'],
  }),
})

const cacheHeaders = limitHeaders.extend({
  'Cache-Control': z.string().meta({
    description: 'For how long the answer may be kept, and shown while a newer one is fetched.',
    examples: ['public, max-age=60, stale-while-revalidate=300'],
  }),
  ETag: z.string().meta({ description: 'To send back as If-None-Match.' }),
})

const sharedHeaders = cacheHeaders.extend({
  'Access-Control-Allow-Origin': z
    .literal('*')
    .optional()
    .meta({ description: 'Only where the source allows its data to be passed on (`meta.republishable`).' }),
})

const retryHeaders = limitHeaders.extend({
  'Retry-After': z.string().optional().meta({ description: 'Whole seconds after which to try again.' }),
})

const ANSWER_HEADERS = { limited: limitHeaders, cached: cacheHeaders, shared: sharedHeaders }

/** A successful answer.
 *  @param headers  'limited': those of the limits; 'cached': also those of caches; 'shared': also the one for other origins */
export function answer(
  description: string,
  content: NonNullable<ZodOpenApiResponseObject['content']>,
  headers: keyof typeof ANSWER_HEADERS = 'limited',
): ZodOpenApiResponseObject {
  return { description, headers: ANSWER_HEADERS[headers], content }
}

/** An error, as RFC 9457 describes it. */
export function problem(description: string): ZodOpenApiResponseObject {
  return {
    description,
    headers: retryHeaders,
    content: { 'application/problem+json': { schema: namedProblem } },
  }
}

const unchanged: ZodOpenApiResponseObject = {
  description: 'What If-None-Match names is still the answer.',
  headers: cacheHeaders,
}

/** For every request with input. */
export const requestProblems = {
  '400': problem('The request is malformed; `detail` says where.'),
  '429': problem('Too many requests; `Retry-After` says when to come back.'),
}

/** For every request that changes something. */
export const writeProblems = {
  ...requestProblems,
  '413': problem('The body is larger than 16 kB.'),
  '415': problem('The body is not JSON.'),
  '403': problem('The request came from another site, or needs the signed link from the mail.'),
}

export const jsonBody = (schema: z.ZodType) => ({
  required: true,
  content: { 'application/json': { schema } },
})

export const jsonAnswer = (schema: z.ZodType, example: unknown) => ({
  'application/json': { schema, example },
})

/** A GET whose answer caches may keep. */
export function reading({
  description,
  content,
  headers = 'cached',
  problems,
  ...operation
}: Pick<ZodOpenApiOperationObject, 'summary' | 'tags' | 'requestParams'> & {
  /** Describes the answer. */
  description: string
  content: NonNullable<ZodOpenApiResponseObject['content']>
  headers?: keyof typeof ANSWER_HEADERS
  problems: Readonly<Record<string, ZodOpenApiResponseObject>>
}): ZodOpenApiPathItemObject {
  return {
    get: {
      ...operation,
      responses: { '200': answer(description, content, headers), '304': unchanged, ...problems },
    },
  }
}

/** A path parameter, as every lookup takes it. */
export const ticker = z
  .string()
  .regex(TICKER_PATTERN)
  .meta({
    description: '1 to 15 of A-Z 0-9 . - ^ = with at least one letter or digit, in either case.',
    examples: ['AAPL'],
  })
