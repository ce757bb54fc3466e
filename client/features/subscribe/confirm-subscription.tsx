import { useEffect, useRef, useState } from 'react'

import type { PostedLink } from '../../../shared/posted-form.ts'
import { sendJson } from '../../lib/send-json.ts'
import { NOTHING_SENT, useDoneMark, useFirstQuery, useHydrated, useOffline } from '../../lib/use-browser.ts'
import { Button } from '../../ui/button.tsx'
import { QuietText, Stack } from '../../ui/primitives.tsx'

type Step = 'asking' | 'sending' | PostedLink['outcome']

const MESSAGES: Readonly<Record<Step, string>> = {
  asking: 'You asked for the Monday newsletter at this address. Confirm it and the next one comes to you.',
  sending: 'One moment...',
  done: 'Your subscription is confirmed. The next newsletter comes on Monday.',
  failed: 'Something went wrong. Please try again.',
  missing: 'This link is not complete.',
  // This is the API's message; trying again would not help.
  'link-needed': 'This link is not valid, or not any more.',
}

/** Confirms a sign-up by its mailed link. Opening the link confirms nothing, since scanners open links too: a person must press
 *  the button, which without scripts sends a plain form to the page's own address. The token is read in the browser, so that
 *  the server's page is the same for everyone.
 *  @param posted  the outcome of that form */
export function ConfirmSubscription({ posted = null }: { posted?: PostedLink | null }) {
  const isHydrated = useHydrated()
  const isOffline = useOffline()
  const token = useFirstQuery().get('token') ?? ''
  const { wasDone, markDone } = useDoneMark()
  const firstStep = posted?.outcome ?? 'asking'
  const [outcome, setOutcome] = useState<Step>(wasDone ? 'done' : firstStep)
  const isSending = useRef(false)
  const step = isHydrated ? stepOf(token, outcome) : firstStep
  const isPostedDone = posted?.outcome === 'done'
  useEffect(() => {
    if (isPostedDone) markDone()
  }, [isPostedDone, markDone])

  const confirm = async () => {
    if (token === '' || isSending.current) return
    isSending.current = true
    setOutcome('sending')
    const answer = await sendJson('POST', '/prod/subscribe/confirm', { token })
    isSending.current = false
    setOutcome(answer?.ok ? 'done' : answer?.status === 400 ? 'link-needed' : 'failed')
    if (answer?.ok) markDone()
  }

  const hasButton = step === 'asking' || step === 'sending' || step === 'failed'
  return (
    <Stack>
      <p role="alert">
        {MESSAGES[step]}
        {step === 'failed' && isOffline && ` ${NOTHING_SENT}`}
      </p>
      {step === 'link-needed' && (
        <QuietText>
          It may be too old, or cut short. <a href="/">Sign up again</a> for a new one.
        </QuietText>
      )}
      {step === 'missing' && (
        <QuietText>
          Open it from the mail once more, or <a href="/">sign up again</a> for a new one.
        </QuietText>
      )}
      {step === 'done' && (
        <QuietText>
          Meanwhile, look up any <a href="/stocks">stock</a> or <a href="/crypto">coin</a>.
        </QuietText>
      )}
      {hasButton && (
        <form
          method="post"
          onSubmit={(event) => {
            event.preventDefault()
            void confirm()
          }}
        >
          <Button type="submit" disabled={step === 'sending'}>
            {step === 'sending' ? 'Confirming...' : 'Confirm my subscription'}
          </Button>
        </form>
      )}
    </Stack>
  )
}

function stepOf(token: string, outcome: Step): Step {
  return token === '' && outcome === 'asking' ? 'missing' : outcome
}
