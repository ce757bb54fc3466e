import { z } from 'zod'
import { createDocument, type ZodOpenApiPathsObject } from 'zod-openapi'

import { FORM_TOKEN_HEADER } from '../../shared/form-token.ts'
import {
  acceptedResponseSchema,
  confirmRequestSchema,
  formTokenResponseSchema,
  subscribeRequestSchema,
  unsubscribeRequestSchema,
} from '../../shared/subscription-contract.ts'
import { consentRequestSchema, visitRequestSchema } from '../../shared/visit-contract.ts'
import { describeEditionPaths } from './openapi-editions.ts'
import { describeMarketPaths } from './openapi-market.ts'
import { answer, problem, requestProblems } from './openapi-parts.ts'
import { describeTradePaths } from './openapi-trades.ts'

const writeProblems = {
  ...requestProblems,
  '413': problem('The body is larger than 16 kB.'),
  '415': problem('The body is not JSON.'),
  '403': problem('The request came from another site, or needs the signed link from the mail.'),
}

const subscriptionProblems = { ...writeProblems, '413': problem('The body is larger than 4 kB.') }

const accepted = answer('Done. The answer is the same whether or not the address was known.', {
  'application/json': { schema: acceptedResponseSchema, example: { status: 'ok' } },
})

// As the server reads it: trimmed first, no control characters.
const EMAIL =
  // oxlint-disable-next-line no-control-regex -- what is refused is named
  /^\s*(?=\S{1,254}\s*$)(?=[^@]{1,64}@)[^\s@\u0000-\u001f\u007f]+@[^\s@.\u0000-\u001f\u007f]+(?:\.[^\s@.\u0000-\u001f\u007f]+)+\s*$/
const email = z
  .string()
  .max(1_000)
  .regex(EMAIL)
  .meta({ examples: ['ada@mail.example'] })

const jsonBody = (schema: z.ZodType) => ({ required: true, content: { 'application/json': { schema } } })

const oneClickBody = z.object({ 'List-Unsubscribe': z.literal('One-Click') })

const DESCRIPTION = `Everything stands under /api and, the same, under /prod.

- Errors are RFC 9457 problem details with a code. Beside those listed: 405 with \`Allow\` for another method, 404 for an
  address that is not listed, 500 for a mistake of ours, 503 with \`Retry-After\` while our database does not answer.
- GET takes HEAD too. Every answer to it that may be kept has an \`ETag\`; who sends it back as \`If-None-Match\` gets 304 while it is the same.
- One client may ask so many times a minute as \`RateLimit-Policy\` says; \`RateLimit\` says how many are left. Where
  something is written there are fewer.
- Pages of other origins may read this description, and market data where its source allows it to be passed on
  (\`meta.republishable\`); everything else answers the site's own pages and programs.`

/** The API's description, OpenAPI 3.1, from the schemas that validate.
 *  @param site  the name of this copy of the site */
export function createOpenApiDocument(site: { name: string }) {
  return createDocument({
    openapi: '3.1.0',
    info: { title: `${site.name} API`, version: '1.0.0', description: DESCRIPTION },
    // Relative to where it is read: "Try it out" works under any name that this server answers to.
    servers: [{ url: '/api' }],
    paths: {
      ...describeMarketPaths(),
      ...describeTradePaths(),
      ...describeEditionPaths(),
      ...describeSubscriberPaths(),
      ...describeVisitPaths(),
      ...DOCS_PATHS,
    },
  })
}

function describeSubscriberPaths(): ZodOpenApiPathsObject {
  const tags = ['Newsletter']
  return {
    '/subscribe': {
      post: {
        summary: 'Subscribe an address to the weekly newsletter',
        description:
          'With a token of GET /subscribe/token that is 2 seconds to 2 hours old and was not used before, more are taken of one client. An address is taken however often it is named. Where very many sign up, or many spellings of one mailbox, its owner is asked to confirm by mail; the answer is the same.',
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
          'A page with a button that posts here, for who opens the address in a browser; changes nothing',
        tags,
        responses: {
          '200': answer('The page.', { 'text/html': { schema: z.string() } }),
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
        responses: { '200': accepted, ...requestProblems, '413': problem('The body is larger than 4 kB.') },
      },
    },
  }
}

function describeVisitPaths(): ZodOpenApiPathsObject {
  const tags = ['Visits']
  return {
    '/consent': {
      put: {
        summary: "Remember a visitor's answer about cookies",
        tags,
        requestBody: jsonBody(consentRequestSchema),
        responses: { '204': { description: 'Remembered in a cookie.' }, ...writeProblems },
      },
    },
    '/visits': {
      post: {
        summary: 'Report a page that was read, which is kept with consent alone',
        tags,
        requestBody: jsonBody(visitRequestSchema),
        responses: {
          '204': { description: 'Kept, or left aside where the visitor has not agreed.' },
          ...writeProblems,
        },
      },
    },
  }
}

const DOCS_PATHS: ZodOpenApiPathsObject = {
  '/openapi.json': {
    get: {
      summary: 'This description',
      tags: ['About the API'],
      responses: {
        '200': answer(
          'OpenAPI 3.1; pages of every origin may read it.',
          { 'application/json': { schema: z.looseObject({ openapi: z.string() }) } },
          'shared',
        ),
        '429': requestProblems['429'],
      },
    },
  },
  '/docs': {
    get: {
      summary: 'The same to read and to try, as a page',
      tags: ['About the API'],
      responses: {
        '200': answer('A page.', { 'text/html': { schema: z.string() } }),
        '429': requestProblems['429'],
      },
    },
  },
}
