import type { PostedLink } from '../../../shared/posted-form.ts'
import { useSite } from '../../lib/island.tsx'
import { NOTHING_SENT, useOffline } from '../../lib/use-browser.ts'
import { Button } from '../../ui/button.tsx'
import { classNames, looks, QuietText } from '../../ui/primitives.tsx'
import styles from './unsubscribe-result.module.css'
import { useUnsubscribe, type UnsubscribeStep } from './use-unsubscribe.ts'

const MESSAGES: Readonly<Record<UnsubscribeStep, string>> = {
  reading: 'One moment...',
  missing: 'Invalid or missing email address.',
  asking: 'Press the button to stop the newsletter.',
  sending: 'One moment...',
  done: 'You have been successfully unsubscribed.',
  failed: 'Something went wrong. Please try again.',
  // This is the API's message; trying again would not help.
  'link-needed': 'Please use the unsubscribe link in one of our letters.',
}

/** The outcome of following an unsubscribe link. Without scripts, or before they have loaded, its button sends a plain form to
 *  the page's own address, which has the same parameters as the link.
 *  @param posted  the outcome of that form
 *  @param isUsable  whether the link contains an address, as far as the server knows; otherwise no button could work
 *  @param unusable  what the link contains in place of an address */
export function UnsubscribeResult({
  posted = null,
  isUsable = true,
  unusable,
}: {
  posted?: PostedLink | null
  isUsable?: boolean
  unusable?: string | undefined
}) {
  const { step, send } = useUnsubscribe({ posted, isUsable })
  const isOffline = useOffline()
  const isWaiting = step === 'reading' || step === 'sending'
  const isProblem = step === 'missing' || step === 'failed' || step === 'link-needed'
  return (
    <div className={styles.result}>
      <p
        className={classNames(isProblem ? styles.problem : styles.message, isWaiting && looks.withScripts)}
        role="alert"
      >
        {MESSAGES[step]}
        {step === 'failed' && isOffline && ` ${NOTHING_SENT}`}
      </p>
      {step === 'done' && (
        <QuietText className={styles.text}>
          If this was a mistake, you can <a href="/">subscribe again</a>
        </QuietText>
      )}
      {step === 'missing' && <MissingHelp typed={unusable} />}
      {step === 'link-needed' && (
        <QuietText className={styles.text}>
          If you have none, write to <ContactLink /> and we stop the newsletter for you.
        </QuietText>
      )}
      {isUsable && (isWaiting || step === 'asking' || step === 'failed') && (
        <form
          className={classNames(styles.form, isWaiting && styles.late)}
          method="post"
          onSubmit={(event) => {
            event.preventDefault()
            void send()
          }}
        >
          {isWaiting && <QuietText className={styles.text}>{MESSAGES.asking}</QuietText>}
          <Button type="submit">{step === 'failed' ? 'Try again' : 'Unsubscribe'}</Button>
        </form>
      )}
      {!isUsable && !posted && (
        <noscript className={styles.result}>
          <p className={styles.problem}>{MESSAGES.missing}</p>
          <MissingHelp typed={unusable} />
        </noscript>
      )}
    </div>
  )
}

/** @param typed  what the link contains in place of an address */
function MissingHelp({ typed }: { typed: string | undefined }) {
  return (
    <QuietText className={styles.text}>
      {typed !== undefined && `This link says “${typed}”, which is no email address. `}
      Open the unsubscribe link at the foot of any newsletter, or write to <ContactLink />.
    </QuietText>
  )
}

function ContactLink() {
  const { contactEmail } = useSite()
  return <a href={`mailto:${contactEmail}?subject=Unsubscribe`}>{contactEmail}</a>
}
