import { z } from 'zod'
import { createDocument, type ZodOpenApiPathsObject } from 'zod-openapi'

import { assetKindSchema } from '../../shared/market-contract.ts'
import { describeEditionPaths } from '../letter/index.ts'
import { describeMarketPaths } from '../market/index.ts'
import { describeTradePaths } from '../records/trades/openapi.ts'
import { describeOperatorPaths, describeSubscriberPaths, OPERATOR_SECURITY } from '../subscribers/index.ts'
import { describeVisitPaths } from '../visits/openapi.ts'
import { overviewSchema, quotesResponseSchema, type Overview } from '../../shared/overview-contract.ts'
import { answer, jsonAnswer, reading, requestProblems } from './openapi-parts.ts'

const DESCRIPTION = `Everything stands under /api and, the same, under /prod.

- Errors are RFC 9457 problem details with a code. Beside those listed: 405 with \`Allow\` for another method, 404 for an
  address that is not listed, 500 for a mistake of ours, 503 with \`Retry-After\` while our database does not answer
  or too many wait.
- GET takes HEAD too. Every answer to it that may be kept has an \`ETag\`; who sends it back as \`If-None-Match\` gets 304 while it is the same.
- One client may ask so many times a minute as \`RateLimit-Policy\` says; \`RateLimit\` says how many are left. Where
  something is written there are fewer.
- Pages of other origins may read this description, and market data where its source allows it to be passed on
  (\`meta.republishable\`); everything else answers the site's own pages and programs.
- What stands under /operator is for programs of whoever runs this copy: each has a token with scopes.
- Assistants ask the same by the Model Context Protocol at \`/mcp\`; \`/llms.txt\` says what is where.`

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
      ...describeOperatorPaths(),
      ...describeOverviewPaths(),
      ...DOCS_PATHS,
    },
    components: { securitySchemes: OPERATOR_SECURITY },
  })
}

const EXAMPLE_OVERVIEW: Overview = {
  kind: 'crypto',
  markets: [
    {
      kind: 'crypto',
      ticker: 'BTC',
      name: 'Bitcoin',
      price: 96_270.5,
      currency: 'USD',
      changeFraction: -0.0193,
      day: '2026-11-20',
      source: { name: 'Yahoo Finance', url: 'https://finance.yahoo.com/quote/BTC-USD' },
      stale: false,
      sample: false,
    },
  ],
  trades: null,
  lookedUp: [{ kind: 'crypto', ticker: 'ETH', quote: null }],
}

function describeOverviewPaths(): ZodOpenApiPathsObject {
  const tags = ['Market']
  const list = z.string().optional()
  return {
    '/overview': reading({
      summary: 'Large indexes or coins, the largest trades reported in a week, and what is looked up most',
      tags,
      requestParams: { query: z.object({ kind: assetKindSchema.optional() }) },
      description: 'What is kept; a part that is not known is empty or null.',
      content: jsonAnswer(overviewSchema, EXAMPLE_OVERVIEW),
      problems: requestProblems,
    }),
    '/quotes': reading({
      summary: 'The newest kept prices of up to 20 assets; no source is waited for',
      tags,
      requestParams: {
        query: z.object({
          stocks: list.meta({ description: 'Tickers between commas.', examples: ['AAPL,MSFT'] }),
          coins: list.meta({ description: 'The same, of coins.', examples: ['BTC'] }),
        }),
      },
      description: 'Those that are kept; the others are left out. One client is answered 300 lists a minute.',
      content: jsonAnswer(quotesResponseSchema, { quotes: EXAMPLE_OVERVIEW.markets }),
      problems: requestProblems,
    }),
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
}
