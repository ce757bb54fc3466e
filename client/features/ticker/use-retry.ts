import { useEffect, useRef, useState } from 'react'
import { useRevalidator } from 'react-router'

import type { TickerScreenData } from './load-ticker.ts'

/** Asking again for what could not be had. */
export interface Retry {
  isRetrying: boolean
  /** How the last retry of what is on the screen ended; undefined before one has. */
  outcome: 'failed' | 'loaded' | undefined
  retry: () => void
}

/** Asks for the screen's main data again, one question at a time. Once it is there and the button that asked is gone, the
 *  focus goes to <main>. */
export function useRetry(data: TickerScreenData): Retry {
  const { state, revalidate } = useRevalidator()
  const [outcome, setOutcome] = useState<Retry['outcome']>()
  const askedFor = useRef<TickerScreenData>(undefined)
  useEffect(() => {
    const before = askedFor.current
    askedFor.current = undefined
    if (before?.kind !== data.kind || before.ticker !== data.ticker) {
      setOutcome(undefined)
      return
    }
    setOutcome(data.answer?.ok ? 'loaded' : 'failed')
    if (data.answer?.ok && document.activeElement === document.body) {
      document.querySelector('main')?.focus({ preventScroll: true })
    }
  }, [data])
  const isRetrying = state === 'loading'
  return {
    isRetrying,
    outcome,
    retry: () => {
      if (isRetrying || askedFor.current) return
      askedFor.current = data
      setOutcome(undefined)
      void revalidate()
    },
  }
}
