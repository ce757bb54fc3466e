import styles from './sample-banner.module.css'

/** The words under which generated prices are shown, always. */
export const SAMPLE_NOTICE = 'Sample data: not real prices'

/** Stands over a screen of generated prices. */
export function SampleBanner() {
  return (
    <p className={styles.banner}>
      <strong>{SAMPLE_NOTICE}</strong> No source of market data could be reached, so this screen shows made-up
      figures to try it with.
    </p>
  )
}
