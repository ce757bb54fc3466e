import { useEffect, useRef } from 'react'

import { useSite } from '../../lib/api-client.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/primitives.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { DisclaimerText } from '../legal/disclaimer-text.tsx'
import { Honeypot } from './honeypot.tsx'
import styles from './sign-up-card.module.css'
import { useSubscribe } from './use-subscribe.ts'

/** The card with the one action of the site, and the two dialogs it leads through. */
export function SignUpCard() {
  const { confirmsSubscriptions, contactEmail, senderEmail } = useSite()
  const subscribe = useSubscribe()
  const fieldRef = useRef<HTMLInputElement>(null)
  const trapRef = useRef<HTMLInputElement>(null)
  const buttonRef = useRef<HTMLButtonElement>(null)
  const { step } = subscribe

  // A dialog gives focus back to where it was; the button was disabled meanwhile and lost it.
  const previousStep = useRef(step)
  useEffect(() => {
    if (step === previousStep.current) return
    previousStep.current = step
    if (step === 'form') buttonRef.current?.focus()
    if (step === 'welcome' && fieldRef.current) fieldRef.current.value = ''
  }, [step])

  return (
    <Card className={styles.card}>
      <h2 className={styles.heading}>Join Our Community</h2>
      {/* Until the scripts are here a native submission must not put the address into the URL: method="dialog" outside of
          a dialog submits nothing, by the HTML standard, and the field has no name that a browser could send. */}
      <form
        className={styles.form}
        method="dialog"
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          const field = fieldRef.current
          if (field && !subscribe.submit(field.value)) field.focus()
        }}
      >
        <Field
          id="sign-up-email"
          label="Enter your email"
          type="email"
          inputMode="email"
          autoComplete="email"
          autoCapitalize="none"
          spellCheck={false}
          error={subscribe.error}
          onFocus={subscribe.touch}
          onInput={subscribe.touch}
          ref={fieldRef}
        />
        <Honeypot ref={trapRef} />
        <Button type="submit" isWide disabled={step === 'sending'} ref={buttonRef}>
          {step === 'sending' ? 'Signing Up...' : 'Sign Up'}
        </Button>
      </form>
      <p className={styles.terms}>Free. No account. Leave with one link, any Monday.</p>
      <noscript>
        <p className={styles.terms}>
          Signing up here needs JavaScript. Without it, write to{' '}
          <a href={`mailto:${contactEmail}?subject=Subscribe`}>{contactEmail}</a> and we add you.
        </p>
      </noscript>
      {step === 'disclaimer' && (
        <Dialog
          heading="Disclaimer"
          onClose={subscribe.cancel}
          actions={
            <>
              <Button variant="secondary" onClick={subscribe.cancel}>
                Cancel
              </Button>
              <Button onClick={() => void subscribe.accept(trapRef.current?.value ?? '')}>Accept</Button>
            </>
          }
        >
          <DisclaimerText />
        </Dialog>
      )}
      {step === 'welcome' && (
        <Dialog
          heading="Welcome"
          onClose={subscribe.closeWelcome}
          actions={<Button onClick={subscribe.closeWelcome}>Close</Button>}
        >
          <div className={styles.welcome}>
            <p>Thank you for signing up. The next newsletter goes out on</p>
            <p className={styles.date}>{subscribe.nextLetter}</p>
            {confirmsSubscriptions && (
              <p>Before that, please open the mail that we have just sent you and confirm your address.</p>
            )}
            <p>
              So that it does not land in spam, please whitelist <strong>{senderEmail}</strong>: add it to
              your contacts.
            </p>
          </div>
        </Dialog>
      )}
    </Card>
  )
}
