import { useId, type ComponentProps } from 'react'

import { classNames } from './primitives.tsx'
import styles from './field.module.css'

/** A labeled text field. Its error, and a hint if there is one, are read out with it.
 *  @param error  what to do about the text, or undefined while it is fine; announced when it appears */
export function Field({
  label,
  hint,
  error,
  id: givenId,
  className,
  ...rest
}: Omit<ComponentProps<'input'>, 'children'> & {
  label: string
  hint?: string | undefined
  error?: string | undefined
}) {
  const ownId = useId()
  const id = givenId ?? ownId
  const hintId = `${id}-hint`
  const errorId = `${id}-error`
  const describedBy = [hint && hintId, error && errorId].filter(Boolean).join(' ')
  return (
    <div className={classNames(styles.field, className)}>
      <label className={styles.label} htmlFor={id}>
        {label}
      </label>
      <input
        {...rest}
        id={id}
        className={styles.input}
        aria-invalid={error ? true : undefined}
        aria-describedby={describedBy || undefined}
      />
      {hint && (
        <p className={styles.hint} id={hintId}>
          {hint}
        </p>
      )}
      {/* Present from the start, since not every screen reader announces a live region that arrives together with its text. */}
      <p className={styles.error} id={errorId} role="alert">
        {error}
      </p>
    </div>
  )
}
