import { type RefObject, useEffect, useId, useRef } from 'react'

import { SIGN_UP_PATH } from '../../../shared/posted-form.ts'
import { Button } from '../../ui/button.tsx'
import { Card, handles, VisuallyHidden } from '../../ui/primitives.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { DisclaimerText } from '../legal/disclaimer-text.tsx'
import { useSubscribe } from './use-subscribe.ts'
import { Welcome } from './welcome.tsx'
import styles from './sign-up-card.module.css'

/** The card with the site's main action, and the two dialogs it leads through. Without scripts, or before they have loaded,
 *  its form leads through pages instead.
 *  @param posted  what such a page says about the submitted address */
export function SignUpCard({ posted }: { posted?: { email: string; error?: string } | undefined }) {
  const subscribe = useSubscribe({ error: posted?.error })
  const fieldRef = useRef<HTMLInputElement>(null)
  const trapRef = useRef<HTMLInputElement>(null)
  const buttonRef = useRef<HTMLButtonElement>(null)
  const { step } = subscribe

  // A visitor may already be in the field before the scripts have loaded.
  const { touch } = subscribe
  useEffect(() => {
    if (document.activeElement === fieldRef.current) touch()
    // oxlint-disable-next-line react/exhaustive-deps -- only on the first render: later touches are events
  }, [])

  // A dialog returns the focus to where it was, but the button lost the focus when it was disabled.
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
      <form
        className={styles.form}
        method="post"
        action={SIGN_UP_PATH}
        noValidate
        onSubmit={handles(() => {
          const field = fieldRef.current
          if (field && !subscribe.submit(field.value)) field.focus()
        })}
      >
        <Field
          id="sign-up-email"
          name="email"
          defaultValue={posted?.email}
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
          <div className={styles.disclaimer}>
            <DisclaimerSummary email={subscribe.email} />
            <DisclaimerText />
          </div>
        </Dialog>
      )}
      {step === 'welcome' && (
        <Dialog
          heading="Welcome"
          onClose={subscribe.closeWelcome}
          actions={<Button onClick={subscribe.closeWelcome}>Close</Button>}
        >
          <Welcome nextLetter={subscribe.nextLetter} />
        </Dialog>
      )}
    </Card>
  )
}

/** The disclaimer in a sentence.
 *  @param email  the address that is signing up */
export function DisclaimerSummary({ email }: { email: string }) {
  return (
    <p className={styles.summary}>
      In short: what we send to <strong>{email}</strong> is information, not advice; figures can be late or
      wrong, and what you do with your money is your own decision.
    </p>
  )
}

/** A field that people cannot reach, whether by eye, keyboard or screen reader. Programs that fill in whatever looks like a
 *  field fill it in too. */
export function Honeypot({ ref }: { ref: RefObject<HTMLInputElement | null> }) {
  const id = useId()
  return (
    // Not display: none, which some programs skip. The label is for people who see the page without its styles.
    <VisuallyHidden as="div" aria-hidden="true">
      <label htmlFor={id}>Website (leave this empty)</label>
      {/* The attributes after autoComplete are for password managers. */}
      <input
        id={id}
        name="website"
        type="text"
        tabIndex={-1}
        autoComplete="off"
        data-1p-ignore=""
        data-lpignore="true"
        data-bwignore=""
        ref={ref}
      />
    </VisuallyHidden>
  )
}
