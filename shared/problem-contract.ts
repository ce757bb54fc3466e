import { z } from 'zod'

import { foundAssetSchema } from './market-contract.ts'

/** Every error code of the API (problem+json, field `code`), with its HTTP status and title. */
export const errorCodes = {
  'malformed-request': { status: 400, title: 'The request is malformed' },
  'invalid-email': { status: 400, title: 'The email address is not valid' },
  'invalid-ticker': { status: 400, title: 'The ticker is not valid' },
  'not-verified': { status: 401, title: 'Who sent this could not be verified' },
  unauthorized: { status: 401, title: 'A valid token is needed for this' },
  'insufficient-scope': { status: 403, title: 'The token does not allow this' },
  'token-required': { status: 403, title: 'A signed link is needed for this' },
  'cross-site-request': { status: 403, title: 'The request came from another site' },
  'not-republishable': { status: 403, title: 'The source does not allow its data to be passed on' },
  'not-found': { status: 404, title: 'There is nothing at this address' },
  'unknown-ticker': { status: 404, title: 'No security is known by this ticker' },
  'not-at-source': { status: 404, title: 'The source does not have this security' },
  'method-not-allowed': { status: 405, title: 'This address does not take that method' },
  'request-timeout': { status: 408, title: 'The request did not arrive in time' },
  'do-not-mail': { status: 409, title: 'The address is on the do-not-mail list' },
  'precondition-failed': { status: 412, title: 'The file is not the one that was asked for' },
  'payload-too-large': { status: 413, title: 'The request body is too large' },
  'address-too-long': { status: 414, title: 'The address is too long' },
  'unsupported-media-type': { status: 415, title: 'The request body is not JSON' },
  'range-not-satisfiable': { status: 416, title: 'The file has no such part' },
  'too-many-requests': { status: 429, title: 'Too many requests' },
  'headers-too-large': { status: 431, title: 'The headers of the request are too large' },
  internal: { status: 500, title: 'Something went wrong on our side' },
  'source-failed': { status: 502, title: 'The data source gave an answer that cannot be used' },
  'source-unavailable': { status: 503, title: 'The data source is unavailable' },
  'sample-only': { status: 503, title: 'Only sample data is shown at the moment' },
  'not-ready': { status: 503, title: 'The server is not ready' },
} as const satisfies Record<string, { status: number; title: string }>

export type ErrorCode = keyof typeof errorCodes

/** RFC 9457 problem details: the body of every API error, with our code in addition to the standard fields. */
export const problemSchema = z.object({
  type: z.literal('about:blank'),
  title: z.string(),
  status: z.int(),
  detail: z.string(),
  code: z.enum(Object.keys(errorCodes) as [ErrorCode, ...ErrorCode[]]),
  /** With 'unknown-ticker': what may have been meant, most likely first. */
  suggestions: z.array(foundAssetSchema).max(5).optional(),
})
export type Problem = z.infer<typeof problemSchema>
