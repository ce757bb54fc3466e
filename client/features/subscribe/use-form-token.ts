import { useRef } from 'react'

import type { z } from 'zod'

import { FORM_TOKEN_PATH } from '../../../shared/posted-form.ts'
import type { formTokenResponseSchema } from '../../../shared/subscription-contract.ts'

const REQUEST_TIMEOUT_MS = 30_000
// The server accepts it for two hours.
const FRESH_MS = 3_600_000

/** Fetches the form's token once the form is touched, since pages come from caches and contain none. Without a token, or with
 *  one that is only seconds old, signing up still works, but less often per client, so nobody waits for it.
 *  @param now  the time */
export function useFormToken(now: () => Date = () => new Date()) {
  const token = useRef<string>(undefined)
  const askedAt = useRef<number>(undefined)

  const fetchToken = async () => {
    try {
      const response = await fetch(FORM_TOKEN_PATH, { signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS) })
      if (!response.ok) return
      const answer = (await response.json()) as z.infer<typeof formTokenResponseSchema>
      token.current = answer.token
    } catch {
      // Offline or refused: the next touch tries again, and the form works without a token.
      askedAt.current = undefined
    }
  }

  return {
    /** Call this on every interaction with the form. */
    touch: () => {
      const time = now().getTime()
      if (askedAt.current !== undefined && time - askedAt.current < FRESH_MS) return
      askedAt.current = time
      void fetchToken()
    },
    /** Takes the token, which the server accepts only once; the next touch fetches another.
     *  @returns undefined while there is none */
    take: () => {
      const taken = token.current
      token.current = undefined
      askedAt.current = undefined
      return taken
    },
  }
}
