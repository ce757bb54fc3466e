import { ARCHIVE_PATH, CORRECTIONS_PATH, editionPath } from '../../../shared/edition-address.ts'
import type { EditionSummary, TopFinding } from '../../../shared/edition-contract.ts'
import { titleFinding } from '../../../shared/link-words.ts'
import { formatDay, formatLongDay } from '../../../shared/format-date.ts'
import { formatQuantity } from '../../../shared/format-number.ts'
import { PailMark } from '../../ui/wordmark.tsx'
import { Sentences, SECTION_TITLES, Subject, tradeLabels, Words } from '../editions/words.tsx'
import styles from './slip.module.css'

/** The story of the newest letter, each figure linked to its record; for a letter of an earlier version, its top findings.
 *  @param sent  how many letters went out, and how many corrections were made */
export function LatestSlip({
  edition,
  sent,
}: {
  edition: EditionSummary
  sent: { letters: number; corrections: number }
}) {
  const { date, subject, preheader, topFindings, story = [] } = edition
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
      {story.length > 0 ? (
        <div className={styles.item}>
          <h3 className={styles.headline}>
            <a href={editionPath(date)}>
              <Subject edition={edition} />
            </a>
          </h3>
          <p className={styles.story}>
            <Sentences sentences={story} />
          </p>
        </div>
      ) : topFindings.length === 0 ? (
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
        <a href={editionPath(date)}>Read the letter of {formatDay(date)}</a>
        <a href={ARCHIVE_PATH}>All letters</a>
      </p>
      <p className={styles.sent}>
        {formatQuantity(sent.letters, 'letter')} sent,{' '}
        <a href={CORRECTIONS_PATH}>{formatQuantity(sent.corrections, 'correction')}</a>
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

/** Stands in place of the findings if they could not be read, which is not the same as there being none. */
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
        <a href={ARCHIVE_PATH}>All letters</a>
      </p>
    </section>
  )
}
