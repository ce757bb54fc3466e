import { z } from 'zod'

import { errorCodes, type ErrorCode } from './error-codes.ts'
import { foundAssetSchema } from './market-contract.ts'

/** RFC 9457 problem details: the body of every error of the API, with our code beside the standard fields. */
export const problemSchema = z.object({
  type: z.literal('about:blank'),
  title: z.string(),
  status: z.int(),
  detail: z.string(),
  code: z.enum(Object.keys(errorCodes) as [ErrorCode, ...ErrorCode[]]),
  /** With 'unknown-ticker': what may have been meant, the likeliest first. */
  suggestions: z.array(foundAssetSchema).max(5).optional(),
})
export type Problem = z.infer<typeof problemSchema>
