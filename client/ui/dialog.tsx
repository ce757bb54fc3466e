import { useEffect, useId, useRef, type ReactNode } from 'react'

import styles from './dialog.module.css'

/** A modal dialog on the native element: the browser keeps the focus inside and the page behind it inert. It is open while
 *  rendered. The focus starts on its heading, so that it is read from the top.
 *  @param onClose  called when Escape was pressed; the caller removes the dialog
 *  @param actions  buttons, with the one to proceed last */
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
    // Set before the dialog opens; otherwise some browsers focus its first link and scroll down to it. React's own autoFocus
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
      // After a second Escape a browser may close it without asking.
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
