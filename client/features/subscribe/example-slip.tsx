import { PailMark } from '../../ui/wordmark.tsx'
import styles from './slip.module.css'

const FINDINGS = [
  {
    section: 'Insider trades',
    finding: (
      <>
        The finance chief of Example Foods bought <b>4,000</b> of its shares at <b>$21.50</b>: <b>$86,000</b>{' '}
        of her own money.
      </>
    ),
    meaning: 'Her first purchase in two years. One person’s bet, not a forecast.',
    record: 'SEC Form 4',
  },
  {
    section: 'Congress',
    finding: (
      <>
        A House member reported selling <b>$15,001–$50,000</b> of Example Bank, <b>41 days</b> after the
        trade.
      </>
    ),
    meaning: 'Members report ranges, not amounts, and have up to 45 days to do it.',
    record: 'House trade report',
  },
  {
    section: 'Housing',
    finding: (
      <>
        A new $300,000 mortgage costs <b>$40</b> a month more than four weeks ago: the 30-year rate went from{' '}
        <b>6.5%</b> to <b>6.7%</b>.
      </>
    ),
    meaning: 'Nothing changes on a fixed loan you already have.',
    record: 'Weekly mortgage rate survey',
  },
]

/** What arrives on Monday, as a labeled example: no edition is out yet. */
export function ExampleSlip({ siteName }: { siteName: string }) {
  return (
    <section className={styles.slip} aria-labelledby="what-lands">
      <header className={styles.head}>
        <PailMark className={styles.mark} />
        <div>
          <h2 className={styles.title} id="what-lands">
            What lands on Monday
          </h2>
          <p className={styles.sender}>{siteName}, 8:00&nbsp;AM&nbsp;Central</p>
        </div>
        <p className={styles.stamp}>Example</p>
      </header>
      <ol className={styles.findings}>
        {FINDINGS.map(({ section, finding, meaning, record }) => (
          <li className={styles.item} key={section}>
            <h3 className={styles.section}>{section}</h3>
            <p className={styles.finding}>{finding}</p>
            <p className={styles.meaning}>{meaning}</p>
            <p className={styles.record}>Linked record: {record}</p>
          </li>
        ))}
      </ol>
      <p className={styles.note}>
        Made-up names and figures, to show the form. The first edition will stand here once it is out.
      </p>
    </section>
  )
}
