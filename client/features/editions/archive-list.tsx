import { ARCHIVE_PATH, editionPath } from '../../../shared/edition-address.ts'
import type { EditionSummary } from '../../../shared/edition-contract.ts'
import { textOf, titleFinding } from '../../../shared/link-words.ts'
import { formatDay, formatLongDay } from '../../../shared/format-date.ts'
import { looks } from '../../ui/primitives.tsx'
import styles from './archive-list.module.css'
import type { ArchiveData } from './load-editions.ts'
import { SECTION_TITLES, Subject, tradeLabels } from './words.tsx'

/** The letters that went out, newest first, with what each found. */
export function ArchiveList({ list: { editions, nextBefore, nextDue, before } }: { list: ArchiveData }) {
  const isFirstPage = before === undefined
  return (
    <>
      {editions.length === 0 && (
        <p className={styles.none}>
          {isFirstPage
            ? `No letter has gone out yet. The first one is due on ${formatLongDay(nextDue)} at 8:00 AM Central.`
            : `No letter is older than ${formatDay(before)}.`}
        </p>
      )}
      {editions.length > 0 && (
        <ol>
          {editions.map((edition) => (
            <Letter key={edition.date} edition={edition} />
          ))}
        </ol>
      )}
      {(nextBefore !== null || !isFirstPage) && (
        <nav className={styles.pages} aria-label="Pages of the archive">
          {!isFirstPage && <a href={ARCHIVE_PATH}>Newest letters</a>}
          {nextBefore !== null && <a href={`${ARCHIVE_PATH}?before=${nextBefore}`}>Older letters</a>}
        </nav>
      )}
    </>
  )
}

function Letter({ edition }: { edition: EditionSummary }) {
  const { date, subject, preheader, correctedAt, topFindings } = edition
  // The subject is usually the first finding.
  const others = topFindings.filter(({ title }) => title !== subject)
  return (
    <li className={styles.letter}>
      <p className={styles.date}>
        <time dateTime={date}>{formatDay(date)}</time>
        {correctedAt !== null && <span className={styles.corrected}>Corrected</span>}
      </p>
      <div className={styles.about}>
        <h2 className={styles.subject}>
          <a href={editionPath(date)}>
            <Subject edition={edition} />
          </a>
        </h2>
        {others.length === 0 ? (
          <p className={looks.quiet}>{preheader}</p>
        ) : (
          <ul className={styles.findings}>
            {others.map((finding) => (
              <li key={finding.section + finding.title}>
                <span className={looks.small}>{SECTION_TITLES[finding.section]}</span>
                {[textOf(titleFinding(finding)), ...tradeLabels(finding.kicker)].join(' · ')}
              </li>
            ))}
          </ul>
        )}
      </div>
    </li>
  )
}
