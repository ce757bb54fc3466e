import { correctionAnchor, editionPath } from '../../../shared/edition-address.ts'
import type { Correction } from '../../../shared/edition-contract.ts'
import { formatDay, formatInstant } from '../../../shared/format-date.ts'
import { looks } from '../../ui/primitives.tsx'
import styles from './correction-log.module.css'

/** What was wrong in letters that went out, newest first. */
export function CorrectionLog({ corrections }: { corrections: readonly Correction[] }) {
  if (corrections.length === 0) {
    return <p className={styles.none}>No letter has been corrected so far.</p>
  }
  return (
    <ol>
      {corrections.map(({ id, slotDate, notedAt, text }) => (
        <li key={id} className={styles.entry}>
          <h2 className={styles.letter}>
            <a href={`${editionPath(slotDate)}#${correctionAnchor(id)}`}>
              The letter of {formatDay(slotDate)}
            </a>
          </h2>
          <p className={styles.text}>{text}</p>
          <p className={looks.small}>
            Noted <time dateTime={notedAt}>{formatInstant(notedAt)}</time>
          </p>
        </li>
      ))}
    </ol>
  )
}
