import type { ZodOpenApiOperationObject, ZodOpenApiPathsObject } from 'zod-openapi'

import { answer, jsonAnswer, jsonBody, problem, writeProblems } from '../../http/openapi-parts.ts'
import { OPERATOR_ROUTES } from './contract.ts'

/** How the operator's programs authenticate. */
export const OPERATOR_SECURITY = {
  operatorToken: {
    type: 'http',
    scheme: 'bearer',
    description: 'Made by `lunchpail token create NAME --scope SCOPE`; begins with `lp_op_`.',
  },
} as const

const tokenProblems = {
  '401': problem('No token, or one that is none of ours, was revoked or has expired.'),
  '403': problem('The token has not the scope, or the request came from another site.'),
  '429': writeProblems['429'],
}

/** Describes the requests of the operator's programs. */
export function describeOperatorPaths(): ZodOpenApiPathsObject {
  return Object.fromEntries(
    Object.values(OPERATOR_ROUTES).map((route) => {
      const operation: ZodOpenApiOperationObject = {
        summary: route.summary,
        description: `Scope \`${route.scope}\`.`,
        tags: ['Operator'],
        security: [{ operatorToken: [] }],
        ...(route.request && { requestBody: jsonBody(route.request) }),
        responses: {
          '200': answer('Done.', jsonAnswer(route.answer, route.example)),
          ...tokenProblems,
          ...(route.request && {
            '400': writeProblems['400'],
            '413': problem('The body is larger than 4 kB.'),
            '415': writeProblems['415'],
          }),
          ...(route.mayRefuse && {
            '409': problem(
              'The address is on the do-not-mail list: only its owner can come back, on the site.',
            ),
          }),
        },
      }
      return [route.path, { [route.method]: operation }]
    }),
  )
}
