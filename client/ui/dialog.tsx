import { useEffect, useId, useRef, type ReactNode } from 'react'

import styles from './dialog.module.css'

/** A modal dialog on the native element: the browser keeps focus inside and the page behind it still. It is open while it
 *  is rendered. Focus starts on its heading, so that it is read from the top.
 *  @param onClose  Escape was pressed; whoever renders the dialog takes it away
 *  @param actions  buttons, the one that goes on last */
export function Dialog({
  heading,
  children,
  actions,
  onClose,
}: {
  heading: string
  children: ReactNode
  actions: ReactNode
  onClose: () => void
}) {
  const headingId = useId()
  const dialogRef = useRef<HTMLDialogElement>(null)
  const headingRef = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    const dialog = dialogRef.current
    // Told before it opens: some browsers focus its first link otherwise, and scroll down to that. React's own autoFocus
    // calls focus() and sets no attribute.
    headingRef.current?.setAttribute('autofocus', '')
    dialog?.showModal()
    headingRef.current?.focus()
    return () => dialog?.close()
  }, [])
  return (
    <dialog
      className={styles.dialog}
      ref={dialogRef}
      aria-labelledby={headingId}
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
      // A browser may close it without asking after a second Escape.
      onClose={(event) => {
        if (!event.currentTarget.open) onClose()
      }}
    >
      <h2 className={styles.heading} id={headingId} ref={headingRef} tabIndex={-1}>
        {heading}
      </h2>
      <div className={styles.content}>{children}</div>
      <div className={styles.actions}>{actions}</div>
    </dialog>
  )
}
