import { isbot } from 'isbot'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'

import { type PostedLink, readUnsubscribeLink } from '../../../shared/posted-form.ts'
import { useSite } from '../../lib/island.tsx'
import { NOTHING_SENT, useDoneMark, useFirstQuery, useHydrated, useOffline } from '../../lib/use-browser.ts'
import { Button } from '../../ui/button.tsx'
import { classNames, handles, looks, QuietText } from '../../ui/primitives.tsx'
import type { Problem } from '../../../shared/problem-contract.ts'
import { sendJson } from '../../lib/send-json.ts'
import styles from './unsubscribe-result.module.css'

const MESSAGES: Readonly<Record<UnsubscribeStep, string>> = {
  reading: 'One moment...',
  missing: 'Invalid or missing email address.',
  asking: 'Press the button to stop the newsletter.',
  sending: 'One moment...',
  done: 'You have been successfully unsubscribed.',
  failed: 'Something went wrong. Please try again.',
  // This is the API's message; trying again would not help.
  'link-needed': 'Please use the unsubscribe link in one of our letters.',
}

/** The outcome of following an unsubscribe link. Without scripts, or before they have loaded, its button sends a plain form to
 *  the page's own address, which has the same parameters as the link.
 *  @param posted  the outcome of that form
 *  @param isUsable  whether the link contains an address, as far as the server knows; otherwise no button could work
 *  @param unusable  what the link contains in place of an address */
export function UnsubscribeResult({
  posted = null,
  isUsable = true,
  unusable,
}: {
  posted?: PostedLink | null
  isUsable?: boolean
  unusable?: string | undefined
}) {
  const { step, send } = useUnsubscribe({ posted, isUsable })
  const isOffline = useOffline()
  const isWaiting = step === 'reading' || step === 'sending'
  const isProblem = step === 'missing' || step === 'failed' || step === 'link-needed'
  return (
    <div className={styles.result}>
      <p
        className={classNames(isProblem ? styles.problem : styles.message, isWaiting && looks.withScripts)}
        role="alert"
      >
        {MESSAGES[step]}
        {step === 'failed' && isOffline && ` ${NOTHING_SENT}`}
      </p>
      {step === 'done' && (
        <QuietText className={styles.text}>
          If this was a mistake, you can <a href="/">subscribe again</a>
        </QuietText>
      )}
      {step === 'missing' && <MissingHelp typed={unusable} />}
      {step === 'link-needed' && (
        <QuietText className={styles.text}>
          If you have none, write to <ContactLink /> and we stop the newsletter for you.
        </QuietText>
      )}
      {isUsable && (isWaiting || step === 'asking' || step === 'failed') && (
        <form
          className={classNames(styles.form, isWaiting && styles.late)}
          method="post"
          onSubmit={handles(send)}
        >
          {isWaiting && <QuietText className={styles.text}>{MESSAGES.asking}</QuietText>}
          <Button type="submit">{step === 'failed' ? 'Try again' : 'Unsubscribe'}</Button>
        </form>
      )}
      {!isUsable && !posted && (
        <noscript className={styles.result}>
          <p className={styles.problem}>{MESSAGES.missing}</p>
          <MissingHelp typed={unusable} />
        </noscript>
      )}
    </div>
  )
}

/** @param typed  what the link contains in place of an address */
function MissingHelp({ typed }: { typed: string | undefined }) {
  return (
    <QuietText className={styles.text}>
      {typed !== undefined && `This link says “${typed}”, which is no email address. `}
      Open the unsubscribe link at the foot of any newsletter, or write to <ContactLink />.
    </QuietText>
  )
}

function ContactLink() {
  const { contactEmail } = useSite()
  return <a href={`mailto:${contactEmail}?subject=Unsubscribe`}>{contactEmail}</a>
}

/** 'asking': a program may be reading the page, so a person must click a button first. 'missing': the link contains nothing that
 *  could be an address. 'link-needed': only a letter's link will do, and this is not a valid one. Sending the last two again
 *  would not help. */
type UnsubscribeStep = 'reading' | 'asking' | Outcome

type Outcome = 'sending' | PostedLink['outcome']

interface Link {
  email: string
  token?: string
}

/** Unsubscribes the address in the link, once, from a browser that shows the page. After success the address is removed from the
 *  URL. The server renders the same page for everyone, without the address in the link.
 *  @param link.posted  the outcome of the page's form, if the page is its answer: then nothing is sent automatically
 *  @param link.isUsable  false if sending it could not work; then there is no button even for a program
 *  @returns the step, and `send` for the button */
function useUnsubscribe({ posted, isUsable }: { posted: PostedLink | null; isUsable: boolean }) {
  const isHydrated = useHydrated()
  const query = useFirstQuery()
  const link = useMemo(() => readLink(query), [query])
  const { wasDone, markDone } = useDoneMark()
  const [outcome, setOutcome] = useState<Outcome | undefined>(wasDone ? 'done' : posted?.outcome)
  const isSending = useRef(false)
  const hasStarted = useRef(false)

  const send = useCallback(async () => {
    if (!link || isSending.current) return
    isSending.current = true
    setOutcome('sending')
    const outcome = await outcomeOf(await sendJson('DELETE', '/prod/unsubscribe', { ...link }))
    isSending.current = false
    setOutcome(outcome)
    if (outcome === 'done') markDone()
  }, [link, markDone])

  useEffect(() => {
    if (posted?.outcome === 'done') markDone()
    if (posted || !link || isKnownBot(navigator.userAgent)) return undefined
    return whenShown(() => {
      // React's development mode runs effects twice.
      if (hasStarted.current) return
      hasStarted.current = true
      void send()
    })
  }, [link, markDone, posted, send])

  const step = isHydrated ? stepOf(link, outcome, isUsable) : (posted?.outcome ?? 'reading')
  return { step, send }
}

/** An invalid address, and a link that UNSUBSCRIBE_REQUIRE_TOKEN refuses, have their own codes. */
async function outcomeOf(response: Response | undefined): Promise<Outcome> {
  if (response?.ok) return 'done'
  if (response?.status !== 400 && response?.status !== 403) return 'failed'
  try {
    const { code } = (await response.json()) as Partial<Problem>
    if (code === 'invalid-email') return 'missing'
    return code === 'token-required' ? 'link-needed' : 'failed'
  } catch {
    // Not our server's answer, such as a proxy's page.
    return 'failed'
  }
}

function stepOf(link: Link | undefined, outcome: Outcome | undefined, isUsable: boolean): UnsubscribeStep {
  if (outcome) return outcome
  if (!link) return 'missing'
  if (!isKnownBot(navigator.userAgent)) return 'reading'
  return isUsable ? 'asking' : 'missing'
}

function readLink(query: URLSearchParams): Link | undefined {
  const { typed, token } = readUnsubscribeLink(query)
  if (typed === undefined) return undefined
  return token === undefined ? { email: typed } : { email: typed, token }
}

// A headless browser does not count as a self-declared bot: it sends the specified request like any other.
function isKnownBot(userAgent: string): boolean {
  return isbot(userAgent.replace('HeadlessChrome', 'Chrome'))
}

/** Calls back once the page is visible: not while the browser prerenders it, nor in a hidden tab.
 *  @returns cancels the call */
function whenShown(callback: () => void): () => void {
  const stop = new AbortController()
  const tryNow = () => {
    // Only Chromium has `prerendering`.
    const { prerendering = false } = document as Document & { prerendering?: boolean }
    if (prerendering || document.visibilityState === 'hidden') return
    stop.abort()
    callback()
  }
  document.addEventListener('prerenderingchange', tryNow, { signal: stop.signal })
  document.addEventListener('visibilitychange', tryNow, { signal: stop.signal })
  tryNow()
  return () => stop.abort()
}
