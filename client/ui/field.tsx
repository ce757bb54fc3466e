import type { ComponentProps } from 'react'

import styles from './field.module.css'

/** A labeled text field. Its error is read out with it.
 *  @param error  what to do about the text, or undefined while it is fine; announced when it appears */
export function Field({
  label,
  error,
  id,
  ...rest
}: Omit<ComponentProps<'input'>, 'children' | 'className'> & {
  id: string
  label: string
  error?: string | undefined
}) {
  const errorId = `${id}-error`
  return (
    <div className={styles.field}>
      <label className={styles.label} htmlFor={id}>
        {label}
      </label>
      <input
        {...rest}
        id={id}
        className={styles.input}
        aria-invalid={error ? true : undefined}
        aria-describedby={error ? errorId : undefined}
      />
      {/* Present from the start, since not every screen reader announces a live region that arrives together with its text. */}
      <p className={styles.error} id={errorId} role="alert">
        {error}
      </p>
    </div>
  )
}
