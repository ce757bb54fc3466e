import { DisclaimerText } from '../features/legal/disclaimer-text.tsx'
import { useSite } from '../lib/island.tsx'
import { Page } from '../ui/primitives.tsx'
import styles from '../features/legal/disclaimer-text.module.css'

/** The Disclaimer: a centered dark panel with a heading and five numbered paragraphs. */
export function Component() {
  const site = useSite()
  return (
    <Page width="column">
      <article className={styles.panel}>
        <h1>Disclaimer</h1>
        <p className={styles.intro}>
          Please read this before you rely on anything at {site.name}. It goes together with our{' '}
          <a href="/terms-of-service">Terms of Use</a>.
        </p>
        <DisclaimerText />
      </article>
    </Page>
  )
}
