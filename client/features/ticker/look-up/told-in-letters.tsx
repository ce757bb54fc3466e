import { editionPath } from '../../../../shared/edition-address.ts'
import { formatDay } from '../../../../shared/format-date.ts'
import type { ToldLetter } from '../load-ticker.ts'
import styles from './told-in-letters.module.css'

/** The letters that mention trades in the asset on the screen; nothing if none does. */
export function ToldInLetters({ letters }: { letters: readonly ToldLetter[] }) {
  if (letters.length === 0) return null
  return (
    <section className={styles.told} aria-labelledby="told-in-letters">
      <h2 id="told-in-letters">Told in our letters</h2>
      <ul className={styles.letters}>
        {letters.map(({ date, subject }) => (
          <li key={date}>
            <time dateTime={date}>{formatDay(date)}</time>
            <a href={editionPath(date)}>{subject}</a>
          </li>
        ))}
      </ul>
    </section>
  )
}
