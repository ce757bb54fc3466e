import { useId, type RefObject } from 'react'

import { VisuallyHidden } from '../../ui/primitives.tsx'

/** A field that people cannot reach, whether by eye, keyboard or screen reader. Programs that fill in whatever looks like a
 *  field fill it in too. */
export function Honeypot({ ref }: { ref: RefObject<HTMLInputElement | null> }) {
  const id = useId()
  return (
    // Not display: none, which some programs skip. The label is for people who see the page without its styles.
    <VisuallyHidden as="div" aria-hidden="true">
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
    </VisuallyHidden>
  )
}
