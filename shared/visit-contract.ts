import { z } from 'zod'

/** The cookie that remembers a visitor's answer: 'accepted' or 'refused', readable, about nobody. */
export const CHOICE_COOKIE = 'cookie_choice'

const consentChoiceSchema = z.enum(['accepted', 'refused'])

/** Body of PUT /consent. */
export const consentRequestSchema = z.object({ choice: consentChoiceSchema })

/** Body of POST /visits, sent when a page is left. */
export const visitRequestSchema = z.object({
  /** A page of ours, without query and fragment. */
  path: z
    .string()
    .max(300)
    // No control characters: Postgres takes no null byte in a text.
    .regex(/^\/(?!\/)[^?#\s@\p{Cc}]*$/u),
  /** How long the page was open. */
  seconds: z.number().min(0),
  /** The page came back to the front: this is more time of a view that was counted before. */
  isResumed: z.boolean().default(false),
  /** Scheme and host of the first page's document.referrer; only its domain is kept. */
  referrer: z.string().max(300).optional(),
})
export type VisitRequest = z.input<typeof visitRequestSchema>
