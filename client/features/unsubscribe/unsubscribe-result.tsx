import { Link } from 'react-router'

import { useSite } from '../../lib/api-client.ts'
import { Button } from '../../ui/button.tsx'
import styles from './unsubscribe-result.module.css'
import { useUnsubscribe, type UnsubscribeStep } from './use-unsubscribe.ts'

const MESSAGES: Readonly<Record<UnsubscribeStep, string>> = {
  reading: 'One moment...',
  missing: 'Invalid or missing email address.',
  asking: 'Press the button to stop the newsletter.',
  sending: 'One moment...',
  done: 'You have been successfully unsubscribed.',
  failed: 'Something went wrong. Please try again.',
  // The API's words; to try again would not help.
  'link-needed': 'Please use the unsubscribe link in one of our letters.',
}

/** What came of following an unsubscribe link. */
export function UnsubscribeResult() {
  const { contactEmail } = useSite()
  const { step, send } = useUnsubscribe()
  const isProblem = step === 'missing' || step === 'failed' || step === 'link-needed'
  return (
    <div className={styles.result}>
      <p className={isProblem ? styles.problem : styles.message} role="alert">
        {MESSAGES[step]}
      </p>
      {step === 'done' && (
        <p className={styles.text}>
          If this was a mistake, you can <Link to="/">subscribe again</Link>
        </p>
      )}
      {step === 'missing' && (
        <p className={styles.text}>
          Open the unsubscribe link at the foot of any newsletter, or write to{' '}
          <a href={`mailto:${contactEmail}?subject=Unsubscribe`}>{contactEmail}</a>.
        </p>
      )}
      {step === 'link-needed' && (
        <p className={styles.text}>
          If you have none, write to <a href={`mailto:${contactEmail}?subject=Unsubscribe`}>{contactEmail}</a>{' '}
          and we stop the newsletter for you.
        </p>
      )}
      {(step === 'asking' || step === 'failed') && (
        <Button onClick={() => void send()}>{step === 'asking' ? 'Unsubscribe' : 'Try again'}</Button>
      )}
      <noscript>
        <p className={styles.text}>
          This page needs JavaScript. Without it, write to{' '}
          <a href={`mailto:${contactEmail}?subject=Unsubscribe`}>{contactEmail}</a> and we stop the newsletter
          for you.
        </p>
      </noscript>
    </div>
  )
}
