import { useLoaderData } from 'react-router'

import { ANSWER_FIELD, type PostedSignUp } from '../../shared/posted-form.ts'
import { DisclaimerText } from '../features/legal/disclaimer-text.tsx'
import { DisclaimerSummary, SignUpCard } from '../features/subscribe/sign-up-card.tsx'
import { Welcome } from '../features/subscribe/welcome.tsx'
import { Island } from '../lib/island.tsx'
import { Button } from '../ui/button.tsx'
import { Page, Stack } from '../ui/primitives.tsx'
import styles from './sign-up.module.css'

/** The sign-up by plain forms, with a page for each step in place of the dialogs. */
export function Component() {
  const { posted } = useLoaderData<{ posted: PostedSignUp | null }>()
  return (
    <Page width="column">
      {posted?.step === 'disclaimer' ? (
        <Disclaimer posted={posted} />
      ) : posted?.step === 'welcome' ? (
        <Stack>
          <h1>Welcome</h1>
          <Welcome nextLetter={posted.nextLetter} />
          <p>
            <a className={styles.close} href="/">
              Close
            </a>
          </p>
        </Stack>
      ) : (
        <div className={styles.form}>
          <h1>Money news for people who work for it</h1>
          <Island name="sign-up" when="touch" of={SignUpCard} props={{ posted: posted ?? undefined }} />
        </div>
      )}
    </Page>
  )
}

function Disclaimer({
  posted: { email, formToken, website },
}: {
  posted: Extract<PostedSignUp, { step: 'disclaimer' }>
}) {
  return (
    <article className={styles.disclaimer}>
      <h1>Disclaimer</h1>
      <DisclaimerSummary email={email} />
      <DisclaimerText />
      <form className={styles.actions} method="post">
        <input type="hidden" name="email" value={email} />
        <input type="hidden" name="formToken" value={formToken} />
        <input type="hidden" name="website" value={website} />
        <Button type="submit" variant="secondary" name={ANSWER_FIELD} value="cancel">
          Cancel
        </Button>
        <Button type="submit" name={ANSWER_FIELD} value="accept">
          Accept
        </Button>
      </form>
    </article>
  )
}
