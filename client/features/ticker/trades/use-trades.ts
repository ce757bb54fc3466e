import { useEffect, useRef, useState } from 'react'

import type { TradesResponse } from '../../../../shared/trades-contract.ts'
import type { Answer, ApiClient } from '../../../lib/api-client.ts'
import { logFailure } from '../../../lib/load-chunk.ts'
import type { Background } from '../use-background-data.ts'

export type Trades = Background<TradesResponse>

/** Asking again for what could not be had. */
export interface TradesRetry {
  isRetrying: boolean
  /** How many retries have ended: what is on the screen is their outcome. */
  ended: number
  retry: () => void
}

/** The trades in a company: those that came with the page or, where they were not there in time, asked for from the
 *  browser. Give the component that uses it a key of the ticker.
 *  @param initial  what came with the page; undefined where it was not there in time */
export function useTrades(
  api: ApiClient,
  ticker: string,
  initial: Answer<TradesResponse> | undefined,
): { trades: Trades; retry: TradesRetry } {
  const [trades, setTrades] = useState<Trades>(() => (initial ? toTrades(initial) : { status: 'loading' }))
  const [isRetrying, setIsRetrying] = useState(false)
  const [ended, setEnded] = useState(0)
  const [wasInTime] = useState(initial !== undefined)
  const isThere = useRef(true)

  useEffect(() => {
    isThere.current = true
    const load = async (): Promise<void> => {
      const answer = await askFor(api, ticker)
      if (!answer.ok) logFailure('Failed to fetch trades', answer.code)
      if (isThere.current) setTrades(toTrades(answer))
    }
    if (!wasInTime) void load()
    return () => {
      isThere.current = false
    }
  }, [api, ticker, wasInTime])

  const askAgain = async (): Promise<void> => {
    const answer = await askFor(api, ticker)
    if (!isThere.current) return
    // A part that is there stays, whatever becomes of the other.
    setTrades((known) => (answer.ok || known.status !== 'loaded' ? toTrades(answer) : known))
    setIsRetrying(false)
    setEnded((count) => count + 1)
  }

  return {
    trades,
    retry: {
      isRetrying,
      ended,
      retry: () => {
        if (isRetrying) return
        setIsRetrying(true)
        void askAgain()
      },
    },
  }
}

/** An answer whatever happens: the rest of the screen does not hang on it. */
export async function askFor(
  api: Pick<ApiClient, 'getTrades'>,
  ticker: string,
): Promise<Answer<TradesResponse>> {
  try {
    return await api.getTrades({ ticker })
  } catch (error) {
    logFailure('Failed to fetch trades', error)
    return { ok: false, status: 500, code: 'internal', detail: 'The trades could not be loaded.' }
  }
}

const toTrades = (answer: Answer<TradesResponse>): Trades =>
  answer.ok ? { status: 'loaded', data: answer.data } : { status: 'failed' }
