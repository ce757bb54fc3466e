import { useId, useState } from 'react'

import { classNames, looks } from '../../../ui/primitives.tsx'
import styles from './about.module.css'

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
        {isMidSentence && !isExpanded && (
          <span className={classNames(looks.withScripts, looks.onScreen)}>...</span>
        )}
        <span className={styles.rest}>{rest}</span>
      </p>
      <button
        type="button"
        className={classNames(looks.textButton, looks.withScripts)}
        aria-expanded={isExpanded}
        aria-controls={textId}
        onClick={() => setIsExpanded(!isExpanded)}
      >
        {isExpanded ? 'Show Less' : 'Show More'}
      </button>
    </div>
  )
}

const MAX_LENGTH = 300
const SENTENCE_ENDS = /[.?!\n]/g

/** Cuts a description to 300 characters, at the last sentence end among them.
 *  @returns what is shown at once, and what Show More adds: empty if the text is no longer than that. With `isMidSentence` no
 *    sentence ends early enough, and the cut is marked with '...'. `start + rest` is the whole text. */
export function truncateAbout(text: string) {
  if (text.length <= MAX_LENGTH) return { start: text, rest: '', isMidSentence: false }
  const lastEnd = [...text.slice(0, MAX_LENGTH).matchAll(SENTENCE_ENDS)].at(-1)?.index
  const end = lastEnd === undefined ? wholeCharacters(text, MAX_LENGTH) : lastEnd + 1
  return { start: text.slice(0, end), rest: text.slice(end), isMidSentence: lastEnd === undefined }
}

/** Steps back if the cut would fall between the halves of one character. */
function wholeCharacters(text: string, end: number): number {
  const code = text.charCodeAt(end - 1)
  return code >= 0xd800 && code <= 0xdbff ? end - 1 : end
}
