import { useEffect, useRef, useState, type ReactNode } from 'react'

import { sendJson } from '../../lib/send-json.ts'
import { Button } from '../../ui/button.tsx'
import { readChoice, refuseAtOnce, refusesTracking, type ConsentChoice } from './consent-choice.ts'
import styles from './consent-panel.module.css'
import { useVisits } from './use-visits.ts'

export interface ConsentPanelProps {
  /** Opened by the visitor, who may want to change the answer. */
  isReopened: boolean
  onClose: () => void
}

/** Asks once whether visits may be counted, and counts them after a yes. Loaded after the page is there. */
export function ConsentPanel({ isReopened, onClose }: ConsentPanelProps) {
  const [choice, setChoice] = useState(readChoice)
  const [hasFailed, setHasFailed] = useState(false)
  const isRefusedByBrowser = refusesTracking()
  useVisits({ isOn: choice === 'accepted' && !isRefusedByBrowser })

  const choose = async (next: ConsentChoice) => {
    if (next === 'refused') {
      refuseAtOnce()
      setChoice(next)
    }
    const isSaved = await sendJson('PUT', '/api/consent', { choice: next })
    setHasFailed(!isSaved)
    if (!isSaved) return
    setChoice(next)
    onClose()
  }

  if (!isReopened && !hasFailed && (choice !== undefined || isRefusedByBrowser)) return null
  return (
    <Banner isReopened={isReopened} onClose={onClose}>
      <p className={styles.text}>
        {hasFailed ? 'That was not saved. Please try again.' : sayChoice(choice, isRefusedByBrowser)}{' '}
        <a href="/privacy-policy" target="_blank" rel="noopener">
          Privacy Policy
        </a>
      </p>
      {/* Both look the same on purpose. The sign-up's disclaimer has an "Accept" of its own, so these say of what. */}
      <div className={styles.buttons}>
        {(!isRefusedByBrowser || hasFailed || choice === 'accepted') && (
          <Button className={styles.button} variant="secondary" onClick={() => void choose('refused')}>
            Decline cookies
          </Button>
        )}
        {isRefusedByBrowser ? (
          <Button className={styles.button} variant="secondary" onClick={onClose}>
            Close
          </Button>
        ) : (
          <Button className={styles.button} variant="secondary" onClick={() => void choose('accepted')}>
            Accept cookies
          </Button>
        )}
      </div>
    </Banner>
  )
}

function Banner({ isReopened, onClose, children }: ConsentPanelProps & { children: ReactNode }) {
  const banner = useRef<HTMLElement>(null)
  // Whoever opened it goes on inside it, and comes back to where they were.
  useEffect(() => {
    if (!isReopened) return undefined
    const opener = document.activeElement
    banner.current?.focus()
    const onKey = (event: KeyboardEvent) => {
      if (event.key === 'Escape') onClose()
    }
    document.addEventListener('keydown', onKey)
    return () => {
      document.removeEventListener('keydown', onKey)
      if (opener instanceof HTMLElement) opener.focus()
    }
  }, [isReopened, onClose])
  return (
    <section className={styles.banner} aria-label="Cookie choices" tabIndex={-1} ref={banner}>
      <div className={styles.row}>{children}</div>
    </section>
  )
}

function sayChoice(choice: ConsentChoice | undefined, isRefusedByBrowser: boolean): string {
  if (isRefusedByBrowser && choice === 'accepted') {
    return 'Your browser asks sites not to track you, so your visits are not counted any more. "Decline cookies" deletes those counted before, and the cookie.'
  }
  if (isRefusedByBrowser) {
    return 'Your browser asks sites not to track you. So no visit of yours is counted here, and no cookie is set.'
  }
  if (choice === 'accepted') return 'You accepted: one cookie counts your visits.'
  if (choice === 'refused') return 'You declined: no visit of yours is counted.'
  return 'May one cookie count which pages you read, and how long?'
}
