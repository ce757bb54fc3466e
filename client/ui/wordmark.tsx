import { PailMark } from './pail-mark.tsx'
import styles from './wordmark.module.css'

/** The mark and the name in one line. Its size follows the text's. */
export function Wordmark({ name }: { name: string }) {
  return (
    <span className={styles.wordmark}>
      <PailMark className={styles.mark} />
      <span className={styles.name}>{name}</span>
    </span>
  )
}
