import { correctionAnchor, CORRECTIONS_PATH } from '../../../shared/edition-address.ts'
import type { Correction } from '../../../shared/edition-contract.ts'
import { formatInstant } from '../../../shared/format-date.ts'
import styles from './correction-notes.module.css'

/** What was wrong in a letter, and what is right; shown at the top, before everything else. */
export function CorrectionNotes({
  heading,
  corrections,
}: {
  heading: string
  corrections: readonly Correction[]
}) {
  return (
    <section className={styles.notes} aria-labelledby="corrected">
      <h2 id="corrected">{heading}</h2>
      {corrections.map(({ id, notedAt, text }) => (
        <p key={id} id={correctionAnchor(id)}>
          {text} <time dateTime={notedAt}>{formatInstant(notedAt)}</time>
        </p>
      ))}
      <p className={styles.log}>
        The letter below is as it was mailed; a figure that was wrong is struck through.{' '}
        <a href={CORRECTIONS_PATH}>All corrections</a>
      </p>
    </section>
  )
}
