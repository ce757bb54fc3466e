import { useRef, useState } from 'react'
import type { z } from 'zod'

import { INVALID_EMAIL_MESSAGE, parseNewEmailAddress } from '../../../shared/email-address.ts'
import { FORM_TOKEN_HEADER, FORM_TOKEN_PATH } from '../../../shared/posted-form.ts'
import { formatNextMonday } from '../../../shared/format-date.ts'
import { sendJson } from '../../lib/send-json.ts'
import { NOTHING_SENT } from '../../lib/use-browser.ts'
import type { formTokenResponseSchema } from '../../../shared/subscription-contract.ts'

const FAILURE_MESSAGE = 'Something went wrong. Please try again.'
const OFFLINE_MESSAGE = `${FAILURE_MESSAGE} ${NOTHING_SENT}`
/** Shown if the date cannot be worked out: subscribers are welcomed anyway. */
const SOME_MONDAY = 'Monday at 8:00 AM CST'

/** The step of a sign-up. From 'form' a valid address leads to 'disclaimer', accepting it to 'sending', and from there
 *  success to 'welcome', failure back to 'form'. */
export type SubscribeStep = 'form' | 'disclaimer' | 'sending' | 'welcome'

interface SubscribeState {
  step: SubscribeStep
  /** The message under the field. */
  error: string | undefined
  /** The accepted address, until the request is over. */
  email: string
  /** When the next letter goes out, from the moment of success. */
  nextLetter: string
}

const START: SubscribeState = { step: 'form', error: undefined, email: '', nextLetter: '' }

/** The sign-up, step by step. Ignores steps that do not follow from the current one, so that a double click sends nothing
 *  twice.
 *  @param start.error  the message under the field at the start */
export function useSubscribe(start: { error: string | undefined }) {
  const [state, setState] = useState<SubscribeState>({ ...START, error: start.error })
  const formToken = useFormToken()
  // The current step, also between a click and the next render.
  const current = useRef(START)
  const go = (next: Partial<SubscribeState>) => {
    current.current = { ...current.current, ...next }
    setState(current.current)
  }

  return {
    ...state,
    /** @returns whether the address was accepted and the disclaimer is being shown */
    submit: (text: string): boolean => {
      if (current.current.step !== 'form') return false
      const email = parseNewEmailAddress(text)
      if (email === undefined) go({ error: INVALID_EMAIL_MESSAGE })
      else go({ step: 'disclaimer', error: undefined, email })
      return email !== undefined
    },
    cancel: () => {
      if (current.current.step === 'disclaimer') go({ step: 'form' })
    },
    /** Call this on every interaction with the form. */
    touch: formToken.touch,
    /** @param trap  the value of the field that people do not see */
    accept: async (trap: string) => {
      if (current.current.step !== 'disclaimer') return
      go({ step: 'sending' })
      let isSubscribed = false
      try {
        const { email } = current.current
        const token = formToken.take()
        const answer = await sendJson(
          'POST',
          '/prod/subscribe',
          { email, ...(trap !== '' && { website: trap }) },
          { ...(token !== undefined && { [FORM_TOKEN_HEADER]: token }) },
        )
        isSubscribed = answer?.ok === true
      } catch (error) {
        // Whatever happens, the visitor gets the button back.
        reportError(error)
      }
      if (isSubscribed) go({ ...START, step: 'welcome', nextLetter: describeNextLetter() })
      else go({ step: 'form', error: navigator.onLine ? FAILURE_MESSAGE : OFFLINE_MESSAGE })
    },
    closeWelcome: () => {
      if (current.current.step === 'welcome') go({ step: 'form' })
    },
  }
}

function describeNextLetter(): string {
  try {
    return formatNextMonday(new Date())
  } catch (error) {
    reportError(error)
    return SOME_MONDAY
  }
}

const REQUEST_TIMEOUT_MS = 30_000
// The server accepts it for two hours.
const FRESH_MS = 3_600_000

/** Fetches the form's token once the form is touched, since pages come from caches and contain none. Without a token, or with
 *  one that is only seconds old, signing up still works, but less often per client, so nobody waits for it. */
function useFormToken() {
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
      const time = Date.now()
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
