import { z } from 'zod'

/** The cookie with a visitor's choice: 'accepted' or 'refused', readable by scripts, without any identifier. Over https its name
 *  has SECURE_PREFIX before it. */
export const CHOICE_COOKIE = 'cookie_choice'

/** Tells browsers that only this host may set the cookie, over https (RFC 6265bis 4.1.3.2), so that no other site under the same
 *  domain can plant it. */
export const SECURE_PREFIX = '__Host-'

const consentChoiceSchema = z.enum(['accepted', 'refused'])

/** Body of PUT /consent. */
export const consentRequestSchema = z.object({ choice: consentChoiceSchema })

/** Body of POST /visits, sent when the visitor leaves a page. */
export const visitRequestSchema = z.object({
  /** A page of this site, without query and fragment. */
  path: z
    .string()
    .max(300)
    // No control characters: Postgres accepts no null byte in text.
    .regex(/^\/(?!\/)[^?#\s@\p{Cc}]*$/u),
  /** How long the page was open. */
  seconds: z.number().min(0),
  /** The page came back to the foreground: this adds time to a view that was already counted. */
  isResumed: z.boolean().default(false),
  /** Scheme and host of the first page's document.referrer; only its domain is stored. */
  referrer: z.string().max(300).optional(),
})
export type VisitRequest = z.input<typeof visitRequestSchema>
