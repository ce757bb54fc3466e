import { z } from 'zod'
import { createDocument, type ZodOpenApiPathsObject } from 'zod-openapi'

import { describeEditionPaths } from '../letter/index.ts'
import { describeMarketPaths } from '../market/index.ts'
import { describeTradePaths } from '../records/trades/openapi.ts'
import { describeSubscriberPaths } from '../subscribers/index.ts'
import { describeVisitPaths } from '../visits/index.ts'
import { answer, requestProblems } from './openapi-parts.ts'

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
    // Relative, so that "Try it out" works under any name of this server.
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
