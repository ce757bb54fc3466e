import { Button } from '../../ui/button.tsx'
import { classNames, looks } from '../../ui/primitives.tsx'
import styles from './consent-banner.module.css'

/** Asks whether visits may be counted and recent tickers kept. Hidden until start-consent.ts shows it: without scripts neither
 *  is done. */
export function ConsentBanner() {
  return (
    <section
      className={classNames(styles.banner, looks.onScreen)}
      id="cookie-choices"
      aria-label="Cookie choices"
      tabIndex={-1}
      hidden
    >
      <div className={styles.row}>
        <p className={styles.text}>
          <span data-consent="words" />{' '}
          <a href="/privacy-policy" target="_blank" rel="noopener">
            Privacy Policy
          </a>
        </p>
        {/* Both look the same on purpose. The sign-up disclaimer has an "Accept" too, so these name their subject. */}
        <div className={styles.buttons}>
          <Button className={styles.button} variant="secondary" data-consent="refused">
            <span>
              Decline<span className={styles.what}> cookies</span>
            </span>
          </Button>
          <Button className={styles.button} variant="secondary" data-consent="accepted">
            <span>
              Accept<span className={styles.what}> cookies</span>
            </span>
          </Button>
          <Button className={styles.button} variant="secondary" data-consent="close">
            Close
          </Button>
        </div>
      </div>
    </section>
  )
}
