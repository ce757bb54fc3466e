import { isbot } from 'isbot'
import { useCallback, useEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router'

import type { Problem } from '../../../shared/problem-contract.ts'
import { requestWithJson } from '../../lib/send-json.ts'
import { useDoneMark, useHydrated } from '../../lib/use-hydrated.ts'

/** 'asking': a program reads the page, so a person must press a button first. 'link-needed': only a letter's link will do,
 *  and this is none, or not any more; to send it again would not help. */
export type UnsubscribeStep = 'reading' | 'missing' | 'asking' | 'sending' | 'done' | 'failed' | 'link-needed'

type Outcome = Extract<UnsubscribeStep, 'sending' | 'done' | 'failed' | 'link-needed'>

interface Link {
  email: string
  token?: string
}

/** Unsubscribes the address that the link carries, once, from a browser that shows the page; after success the address
 *  leaves the URL. Nothing of the link is in what the server renders, which is the same page for everybody.
 *  @returns the step, and `send` for the button of the steps 'asking' and 'failed' */
export function useUnsubscribe(): { step: UnsubscribeStep; send: () => Promise<void> } {
  const isHydrated = useHydrated()
  const { search } = useLocation()
  // Kept from the first render on, because the URL loses it.
  const [link] = useState(() => readLink(search))
  const { wasDone, markDone } = useDoneMark()
  const [outcome, setOutcome] = useState<Outcome | undefined>(wasDone ? 'done' : undefined)
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
    if (!link || isKnownBot(navigator.userAgent)) return undefined
    return whenShown(() => {
      // React's development mode runs effects twice.
      if (hasStarted.current) return
      hasStarted.current = true
      void send()
    })
  }, [link, send])

  return { step: isHydrated ? stepOf(link, outcome) : 'reading', send }
}

/** The setting UNSUBSCRIBE_REQUIRE_TOKEN refuses an address alone, with a code of its own. */
async function outcomeOf(response: Response | undefined): Promise<Outcome> {
  if (response?.ok) return 'done'
  if (response?.status !== 403) return 'failed'
  try {
    const { code } = (await response.json()) as Partial<Problem>
    return code === 'token-required' ? 'link-needed' : 'failed'
  } catch {
    // Another's answer, such as a proxy's page.
    return 'failed'
  }
}

function stepOf(link: Link | undefined, outcome: Outcome | undefined): UnsubscribeStep {
  if (outcome) return outcome
  if (!link) return 'missing'
  return isKnownBot(navigator.userAgent) ? 'asking' : 'reading'
}

function readLink(search: string): Link | undefined {
  const query = new URLSearchParams(search)
  // A plus sign of an address that was put into a link as it is reads as a space.
  const email = query.get('email')?.trim().replaceAll(' ', '+')
  const token = query.get('token')
  if (!email) return undefined
  return token ? { email, token } : { email }
}

// A browser without a window is no bot that says its name; the specified request is sent from it as from any other.
function isKnownBot(userAgent: string): boolean {
  return isbot(userAgent.replace('HeadlessChrome', 'Chrome'))
}

/** Calls back once the page is visible: not while the browser prerenders it, nor in a hidden tab.
 *  @returns cancels the call */
function whenShown(callback: () => void): () => void {
  const stop = new AbortController()
  const tryNow = () => {
    // `prerendering` is Chromium's alone; elsewhere it is absent.
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
