import { useEffect, useState } from 'react'
import { useFetcher } from 'react-router'

import type { TradesResponse } from '../../../../shared/trades-contract.ts'
import type { Answer } from '../../../lib/api-client.ts'
import { backgroundPath } from '../load-ticker.ts'

/** Asking again for what could not be had. */
export interface TradesRetry {
  isRetrying: boolean
  /** True from the first retry on. */
  wasRetried: boolean
  retry: () => void
}

/** The trades in a company: those that came with the page or, where they were not there in time, asked for from the
 *  browser. Give the component that uses it a key of the ticker.
 *  @param initial  what came with the page; undefined where it was not there in time
 *  @returns `trades` undefined while they are on their way */
export function useTrades(
  ticker: string,
  initial: Answer<TradesResponse> | undefined,
): { trades: Answer<TradesResponse> | undefined; retry: TradesRetry } {
  const { data: latest, state, load } = useFetcher<Answer<TradesResponse>>()
  const [trades, setTrades] = useState(initial)
  const [wasInTime] = useState(initial !== undefined)
  const [wasRetried, setWasRetried] = useState(false)
  const path = backgroundPath('trades', { kind: 'stock', ticker })

  // A part that is there stays, whatever becomes of the other.
  if (latest && latest !== trades && (latest.ok || !trades?.ok)) setTrades(latest)

  useEffect(() => {
    if (!wasInTime) void load(path)
  }, [load, path, wasInTime])

  const isRetrying = wasRetried && state !== 'idle'
  return {
    trades,
    retry: {
      isRetrying,
      wasRetried,
      retry: () => {
        if (isRetrying) return
        setWasRetried(true)
        // At once, or the last failure would be told again before the question is on its way.
        void load(path, { flushSync: true })
      },
    },
  }
}
