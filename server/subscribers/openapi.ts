import { z } from 'zod'
import type { ZodOpenApiPathsObject } from 'zod-openapi'

import { EMAIL_PATTERN } from '../../shared/email-address.ts'
import { FORM_TOKEN_HEADER } from '../../shared/posted-form.ts'
import {
  acceptedResponseSchema,
  confirmRequestSchema,
  formTokenResponseSchema,
  subscribeRequestSchema,
  unsubscribeRequestSchema,
} from '../../shared/subscription-contract.ts'
import {
  answer,
  jsonAnswer,
  jsonBody,
  problem,
  requestProblems,
  writeProblems,
} from '../http/openapi-parts.ts'

const tooLarge = problem('The body is larger than 4 kB.')
const subscriptionProblems = { ...writeProblems, '413': tooLarge }

const accepted = answer(
  'Done. The answer is the same whether or not the address was known.',
  jsonAnswer(acceptedResponseSchema, { status: 'ok' }),
)

const email = subscribeRequestSchema.shape.email.regex(EMAIL_PATTERN).meta({ examples: ['ada@mail.example'] })
const oneClickBody = z.object({ 'List-Unsubscribe': z.literal('One-Click') })

/** Describes signing up and unsubscribing. */
export function describeSubscriberPaths(): ZodOpenApiPathsObject {
  const tags = ['Newsletter']
  return {
    '/subscribe': {
      post: {
        summary: 'Subscribe an address to the weekly newsletter',
        description:
          'With a token of GET /subscribe/token that is 2 seconds to 2 hours old and was not used before, more are taken of one client. An address is taken however often it is named; one that begins with a hyphen, or has % or ! before the @, is not. Where very many sign up, or many spellings of one mailbox, its owner is asked to confirm by mail; the answer is the same.',
        tags,
        requestParams: { header: z.object({ [FORM_TOKEN_HEADER]: z.string().optional() }) },
        requestBody: jsonBody(subscribeRequestSchema.omit({ website: true }).extend({ email })),
        responses: { '200': accepted, ...subscriptionProblems },
      },
    },
    '/subscribe/token': {
      get: {
        summary: 'What a form fetches when a person begins to fill it in',
        tags,
        responses: {
          '200': answer('Signed; it names nobody. Not to be kept by caches.', {
            'application/json': { schema: formTokenResponseSchema },
          }),
          '429': requestProblems['429'],
        },
      },
    },
    '/subscribe/confirm': {
      post: {
        summary: 'Confirm a subscription with the token from the mail',
        tags,
        requestBody: jsonBody(confirmRequestSchema),
        responses: { '200': accepted, ...subscriptionProblems },
      },
    },
    '/unsubscribe': {
      delete: {
        summary: 'Unsubscribe an address',
        tags,
        requestBody: jsonBody(unsubscribeRequestSchema.extend({ email })),
        responses: { '200': accepted, ...subscriptionProblems },
      },
    },
    '/unsubscribe/one-click': {
      get: {
        summary:
          'A page with a button that posts here, for whoever opens the address in a browser; changes nothing',
        tags,
        responses: {
          '200': answer('The page.', { 'text/html': { schema: z.string() } }),
          '400': answer('A page that says that the link is no use.', { 'text/html': { schema: z.string() } }),
          '429': requestProblems['429'],
        },
      },
      post: {
        summary: 'One-click unsubscription by mail programs (RFC 8058)',
        tags,
        requestParams: { query: z.object({ token: z.string() }) },
        requestBody: {
          required: true,
          content: {
            'application/x-www-form-urlencoded': { schema: oneClickBody },
            'multipart/form-data': { schema: oneClickBody },
          },
        },
        responses: { '200': accepted, ...requestProblems, '413': tooLarge },
      },
    },
  }
}
