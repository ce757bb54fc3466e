import type { ZodOpenApiPathsObject } from 'zod-openapi'

import { consentRequestSchema, visitRequestSchema } from '../../shared/visit-contract.ts'
import { jsonBody, writeProblems } from '../http/openapi-parts.ts'

/** Describes the API for consent and for counting visits. */
export function describeVisitPaths(): ZodOpenApiPathsObject {
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
