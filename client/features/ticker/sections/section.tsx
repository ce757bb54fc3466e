import type { ComponentProps, ReactNode } from 'react'

import { classNames, LoadAgain, looks } from '../../../ui/primitives.tsx'
import styles from './section.module.css'

/** A part of the screen that a section link leads to. On a wide screen its heading and introduction are in a rail beside the
 *  data, on a narrow one above it.
 *  @param id  also the address of the part: '#insiders'
 *  @param rail  shown under the heading
 *  @param heading  anything else the heading needs */
export function Section({
  id,
  title,
  rail,
  heading,
  isBusy = false,
  children,
}: {
  id: string
  title: string
  rail?: ReactNode
  heading?: ComponentProps<'h2'>
  isBusy?: boolean
  children: ReactNode
}) {
  return (
    <section className={styles.section} id={id} aria-busy={isBusy}>
      <div className={styles.rail}>
        <h2 {...heading}>{title}</h2>
        {rail}
      </div>
      <div className={styles.body}>{children}</div>
    </section>
  )
}

/** Reserves roughly the height of what is loading. Without scripts it offers to load the page again.
 *  @param what  e.g. 'The statistics'
 *  @param className  sets that height */
export function Pending({ what, className }: { what: string; className: string | undefined }) {
  return (
    <div className={classNames(styles.pending, looks.quiet, className)}>
      <p className={looks.withScripts}>Loading...</p>
      <p className={styles.unscripted}>
        {what} did not come in time. <LoadAgain>Load the page again</LoadAgain>.
      </p>
    </div>
  )
}

/** Content that one click reveals, even without scripts.
 *  @param label  what the click does, e.g. 'Show 75 more' */
export function More({ label, children }: { label: string; children: ReactNode }) {
  return (
    <details className={classNames(styles.rest, looks.unfolded)}>
      <summary className={classNames(looks.textButton, looks.unmarked, looks.onScreen)}>
        <span className={styles.closed}>{label}</span>
        <span className={styles.opened}>Show fewer</span>
      </summary>
      {children}
    </details>
  )
}
