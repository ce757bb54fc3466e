import { z } from 'zod'

/** Body of POST /subscribe. */
export const subscribeRequestSchema = z.object({
  email: z.string().max(1_000),
  /** A honeypot field that people do not see. If it is filled in, the answer is that of a success and nothing is done. */
  website: z.string().optional(),
})

/** The answer to GET /subscribe/token. */
export const formTokenResponseSchema = z.object({ token: z.string() })

/** Body of DELETE /unsubscribe. Links in our own mail carry the token. */
export const unsubscribeRequestSchema = z.object({
  email: z.string().max(1_000),
  token: z.string().max(200).optional(),
})

/** Body of POST /subscribe/confirm. */
export const confirmRequestSchema = z.object({ token: z.string().min(1).max(400) })

/** The answer to all of these requests, the same whether or not the address was known. */
export const acceptedResponseSchema = z.object({ status: z.literal('ok') })
