import { useId, type RefObject } from 'react'

import styles from './honeypot.module.css'

/** A field that people cannot reach, whether by eye, keyboard or screen reader. Programs that fill in whatever looks like a
 *  field fill it in too. */
export function Honeypot({ ref }: { ref: RefObject<HTMLInputElement | null> }) {
  const id = useId()
  return (
    // The label is for people who see the page without its styles.
    <div className={styles.away} aria-hidden="true">
      <label htmlFor={id}>Website (leave this empty)</label>
      {/* The attributes after autoComplete are for password managers. */}
      <input
        id={id}
        name="website"
        type="text"
        tabIndex={-1}
        autoComplete="off"
        data-1p-ignore=""
        data-lpignore="true"
        data-bwignore=""
        ref={ref}
      />
    </div>
  )
}
