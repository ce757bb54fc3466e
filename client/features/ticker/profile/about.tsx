import { useId, useState } from 'react'

import { classNames } from '../../../ui/class-names.ts'
import styles from './about.module.css'
import { truncateAbout } from './truncate-about.ts'

/** A company's description: its start, and a toggle to the full text. Without scripts the full text is shown. */
export function About({ text }: { text: string }) {
  const [isExpanded, setIsExpanded] = useState(false)
  const textId = useId()
  const { start, rest, isMidSentence } = truncateAbout(text)
  if (rest === '') return <p className={styles.text}>{text}</p>
  return (
    <div className={classNames(styles.about, !isExpanded && styles.collapsed)}>
      <p className={styles.text} id={textId}>
        {start}
        {isMidSentence && !isExpanded && <span className={styles.cut}>...</span>}
        <span className={styles.rest}>{rest}</span>
      </p>
      <button
        type="button"
        className={styles.toggle}
        aria-expanded={isExpanded}
        aria-controls={textId}
        onClick={() => setIsExpanded(!isExpanded)}
      >
        {isExpanded ? 'Show Less' : 'Show More'}
      </button>
    </div>
  )
}
