import { z } from 'zod'

import { errorCodes, type ErrorCode } from './error-codes.ts'

/** RFC 9457 problem details: the body of every error of the API, with our code beside the standard fields. */
export const problemSchema = z.object({
  type: z.literal('about:blank'),
  title: z.string(),
  status: z.int(),
  detail: z.string(),
  code: z.enum(Object.keys(errorCodes) as [ErrorCode, ...ErrorCode[]]),
})
export type Problem = z.infer<typeof problemSchema>
