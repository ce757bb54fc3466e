import { z } from 'zod'

/** The cookie that remembers a visitor's answer: 'accepted' or 'refused', readable, about nobody. Over https its name has
 *  SECURE_PREFIX before it. */
export const CHOICE_COOKIE = 'cookie_choice'

/** What only this very host can set over https, says the name to browsers (RFC 6265bis 4.1.3.2): no other site under the
 *  same domain plants it. */
export const SECURE_PREFIX = '__Host-'

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
