import type { ComponentProps } from 'react'

import styles from './wordmark.module.css'

/** The logo and the name in one line, as large as the text around them. */
export function Wordmark({ name }: { name: string }) {
  return (
    <span className={styles.wordmark}>
      <PailMark className={styles.mark} />
      <span className={styles.name}>{name}</span>
    </span>
  )
}

/** The logo: a lunch pail in a few straight strokes, in the color of the surrounding text. client/assets/icon.svg is the same
 *  drawing. Decorative: the name is next to it. */
export function PailMark(props: ComponentProps<'svg'>) {
  return (
    <svg
      viewBox="0 0 32 32"
      fill="none"
      stroke="currentColor"
      aria-hidden="true"
      focusable="false"
      {...props}
    >
      <path
        strokeWidth="2.5"
        d="M4.25 27.25V15.5l4-6.75h15.5l4 6.75v11.75zM4.25 15.75h23.5M11.5 8.75v-4.5h9v4.5"
      />
      <path strokeWidth="3.5" d="M16 13.25v6.5" />
    </svg>
  )
}
