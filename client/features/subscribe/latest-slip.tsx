import { Link } from 'react-router'

import { ARCHIVE_PATH, editionPath } from '../../../shared/edition-address.ts'
import type { EditionSummary, TopFinding } from '../../../shared/edition-contract.ts'
import { titleFinding } from '../../../shared/link-words.ts'
import { formatDay, formatLongDay } from '../../../shared/format-date.ts'
import { PailMark } from '../../ui/wordmark.tsx'
import { SECTION_TITLES, tradeLabels, Words } from '../editions/words.tsx'
import styles from './slip.module.css'

/** The top findings of the newest letter, each figure with its record. */
export function LatestSlip({ edition }: { edition: EditionSummary }) {
  const { date, subject, preheader, topFindings } = edition
  return (
    <section className={styles.slip} aria-labelledby="what-landed">
      <header className={styles.head}>
        <PailMark className={styles.mark} />
        <div>
          <h2 className={styles.title} id="what-landed">
            From the letter of <time dateTime={date}>{formatLongDay(date)}</time>
          </h2>
        </div>
      </header>
      {topFindings.length === 0 ? (
        <div className={styles.item}>
          <p className={styles.finding}>{subject}</p>
          <p className={styles.meaning}>{preheader}</p>
        </div>
      ) : (
        <ol className={styles.findings}>
          {topFindings.map((finding) => (
            <Finding key={finding.section + finding.title} finding={finding} />
          ))}
        </ol>
      )}
      <p className={styles.note}>
        <Link to={editionPath(date)}>Read the letter of {formatDay(date)}</Link>
        <Link to={ARCHIVE_PATH}>All letters</Link>
      </p>
    </section>
  )
}

function Finding({ finding }: { finding: TopFinding }) {
  const { section, kicker, sentence } = finding
  return (
    <li className={styles.item}>
      <h3 className={styles.section}>{[SECTION_TITLES[section], ...tradeLabels(kicker)].join(' · ')}</h3>
      <p className={styles.finding}>
        <Words sentence={titleFinding(finding)} />
      </p>
      <p className={styles.meaning}>
        <Words sentence={sentence} />
      </p>
    </li>
  )
}

/** In place of the findings where they could not be read: that is not the same as none. */
export function MissingSlip() {
  return (
    <section className={styles.slip} aria-labelledby="what-landed">
      <header className={styles.head}>
        <PailMark className={styles.mark} />
        <h2 className={styles.title} id="what-landed">
          From the last letter
        </h2>
      </header>
      <p className={styles.meaning}>
        The last letter cannot be shown at the moment. Please look again in a minute; signing up works all the
        same.
      </p>
      <p className={styles.note}>
        <Link to={ARCHIVE_PATH}>All letters</Link>
      </p>
    </section>
  )
}
