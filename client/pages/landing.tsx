import { useLoaderData } from 'react-router'

import { ARCHIVE_PATH, HOW_WE_KNOW_PATH } from '../../shared/edition-address.ts'
import type { LandingData } from '../features/editions/load-editions.ts'
import { ExampleSlip } from '../features/subscribe/example-slip.tsx'
import { LatestSlip, MissingSlip } from '../features/subscribe/latest-slip.tsx'
import { SignUpCard } from '../features/subscribe/sign-up-card.tsx'
import { Island, useSite } from '../lib/island.tsx'
import { Card, Page, QuietText } from '../ui/primitives.tsx'
import { PailMark } from '../ui/wordmark.tsx'
import styles from './landing.module.css'

const STEPS = [
  {
    heading: 'We read the filings',
    text: 'Trade reports that insiders file with the SEC and members of Congress with their chamber. Official series on housing, prices and pay. No rumours, no posts.',
  },
  {
    heading: 'Programs do the sums',
    text: 'Every figure is worked out from its record, the same way each week. A language model may word a sentence; it never supplies a number.',
  },
  {
    heading: 'You can check',
    text: 'Each figure links to the record it came from. If a source was out of reach that week, the edition says so.',
  },
]

/** The landing page: what the site is, the sign-up, the latest letter, how we know, and questions. */
export function Component() {
  return (
    <Page className={styles.page}>
      <div className={styles.hero}>
        <div className={styles.intro}>
          <PailMark className={styles.mark} />
          <h1 className={styles.heading}>Money news for people who work for it</h1>
          <p className={styles.lead}>
            One free email every Monday: what insiders and members of Congress traded, and where housing,
            prices and pay are heading. Every figure is linked to its public record.
          </p>
        </div>
        <div className={styles.join}>
          <Island name="sign-up" when="touch" of={SignUpCard} props={{}} />
        </div>
        <div className={styles.example}>
          <LastLetter />
        </div>
      </div>

      <section className={styles.section} aria-labelledby="how-we-know">
        <h2 id="how-we-know">How we know</h2>
        <ol className={styles.steps}>
          {STEPS.map(({ heading, text }) => (
            <li className={styles.step} key={heading}>
              <h3>{heading}</h3>
              <p>{text}</p>
            </li>
          ))}
        </ol>
        <QuietText>
          <a href={HOW_WE_KNOW_PATH}>How figures are checked</a>, and what a model may not do. Or read{' '}
          <a href={ARCHIVE_PATH}>every letter that went out</a>.
        </QuietText>
        <QuietText>
          Curious about one company? Look up any <a href="/stocks">stock</a> or <a href="/crypto">coin</a>,
          free and without an account.
        </QuietText>
      </section>

      <section className={styles.section} aria-labelledby="questions">
        <h2 id="questions">Questions</h2>
        <div className={styles.questions}>
          <Card className={styles.question}>
            <h3>What is the newsletter?</h3>
            <p>
              A weekly email on insider trading, congressional trades, the housing market, finance and
              economics. Programs work out every figure; the words are set by fixed rules or by an AI model,
              and each part says which.
            </p>
          </Card>
          <Card className={styles.question}>
            <h3>How do I subscribe?</h3>
            <p>
              Enter your email address above, press Sign Up, then read and accept the disclaimer. That is all:
              no account, no card. You must be 18 or older.
            </p>
          </Card>
          <Card className={styles.question}>
            <h3>Is it free?</h3>
            <p>
              Yes. The newsletter costs nothing, and so does the ticker lookup. We never ask for a card or for
              bank details.
            </p>
          </Card>
          <Card className={styles.question}>
            <h3>How do I unsubscribe?</h3>
            <p>
              Follow the unsubscribe link at the foot of any newsletter. It works at once, and nobody asks you
              why.
            </p>
          </Card>
        </div>
      </section>
    </Page>
  )
}

/** The newest letter's findings or, before the first, a labeled example. */
function LastLetter() {
  const { name } = useSite()
  const landing = useLoaderData<LandingData>()
  if ('failed' in landing) return <MissingSlip />
  return landing.latest === undefined ? (
    <ExampleSlip siteName={name} />
  ) : (
    <LatestSlip edition={landing.latest} sent={landing.sent} />
  )
}
