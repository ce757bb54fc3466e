import { useRef, useState } from 'react'
import { Link, useLocation } from 'react-router'

import { sendJson } from '../../lib/send-json.ts'
import { useDoneMark, useHydrated } from '../../lib/use-hydrated.ts'
import { useSite } from '../../lib/api-client.ts'
import { Button } from '../../ui/button.tsx'
import { Stack } from '../../ui/primitives.tsx'
import styles from './confirm-subscription.module.css'

type Step = 'asking' | 'missing' | 'sending' | 'done' | 'failed'

const MESSAGES: Readonly<Record<Step, string>> = {
  asking: 'You asked for the Monday newsletter at this address. Confirm it and the next one comes to you.',
  sending: 'One moment...',
  done: 'Your subscription is confirmed. The next newsletter comes on Monday.',
  failed: 'Something went wrong. Please try again.',
  missing: 'This link is not complete.',
}

/** Confirms a sign-up by its mailed link. Opening the link confirms nothing, since scanners open links too: it takes the
 *  button. The token is read in the browser, so that the server's page is the same for everybody. */
export function ConfirmSubscription() {
  const { contactEmail } = useSite()
  const isHydrated = useHydrated()
  const { search } = useLocation()
  // Kept from the first render on, because the URL loses it.
  const [token] = useState(() => new URLSearchParams(search).get('token') ?? '')
  const { wasDone, markDone } = useDoneMark()
  const [outcome, setOutcome] = useState<Step>(wasDone ? 'done' : 'asking')
  const isSending = useRef(false)
  const step = stepOf({ isHydrated, token, outcome })

  const confirm = async () => {
    if (token === '' || isSending.current) return
    isSending.current = true
    setOutcome('sending')
    const isConfirmed = await sendJson('POST', '/prod/subscribe/confirm', { token })
    isSending.current = false
    setOutcome(isConfirmed ? 'done' : 'failed')
    if (isConfirmed) markDone()
  }

  const hasButton = step === 'asking' || step === 'sending' || step === 'failed'
  return (
    <Stack>
      <p role="alert">{MESSAGES[step]}</p>
      {step === 'failed' && (
        <p className={styles.quiet}>
          If it keeps failing, the link may be too old. <Link to="/">Sign up again</Link> and we send a new
          one.
        </p>
      )}
      {step === 'missing' && (
        <p className={styles.quiet}>
          Open it from the mail once more, or <Link to="/">sign up again</Link> for a new one.
        </p>
      )}
      {step === 'done' && (
        <p className={styles.quiet}>
          Meanwhile, look up any <Link to="/stocks">stock</Link> or <Link to="/crypto">coin</Link>.
        </p>
      )}
      {hasButton && (
        <Button className={styles.scripted} disabled={step === 'sending'} onClick={() => void confirm()}>
          {step === 'sending' ? 'Confirming...' : 'Confirm my subscription'}
        </Button>
      )}
      <noscript>
        <p className={styles.quiet}>
          Confirming needs JavaScript. Without it, answer the mail or write to{' '}
          <a href={`mailto:${contactEmail}?subject=Confirm`}>{contactEmail}</a> from your address.
        </p>
      </noscript>
    </Stack>
  )
}

function stepOf(known: { isHydrated: boolean; token: string; outcome: Step }): Step {
  if (!known.isHydrated) return 'asking'
  return known.token === '' && known.outcome === 'asking' ? 'missing' : known.outcome
}
