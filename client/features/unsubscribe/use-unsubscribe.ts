import { isbot } from 'isbot'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'

import { readUnsubscribeLink, type PostedLink } from '../../../shared/posted-form.ts'
import type { Problem } from '../../../shared/problem-contract.ts'
import { requestWithJson } from '../../lib/send-json.ts'
import { useDoneMark, useFirstQuery, useHydrated } from '../../lib/use-browser.ts'

/** 'asking': a program may be reading the page, so a person must click a button first. 'missing': the link contains nothing that
 *  could be an address. 'link-needed': only a letter's link will do, and this is not a valid one. Sending the last two again
 *  would not help. */
export type UnsubscribeStep = 'reading' | 'asking' | Outcome

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
export function useUnsubscribe({ posted, isUsable }: { posted: PostedLink | null; isUsable: boolean }): {
  step: UnsubscribeStep
  send: () => Promise<void>
} {
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
    const outcome = await outcomeOf(await requestWithJson('DELETE', '/prod/unsubscribe', { ...link }))
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
