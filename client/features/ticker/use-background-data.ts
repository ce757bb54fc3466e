import { useEffect, useState } from 'react'

import type { RelatedResponse, StatsResponse } from '../../../shared/market-contract.ts'
import type { Answer, ApiClient, AssetQuery } from '../../lib/api-client.ts'
import { logFailure } from '../../lib/load-chunk.ts'

/** A block that loads after the main data. Its failure is logged and not shown. */
export type Background<Data> = { status: 'loading' } | { status: 'loaded'; data: Data } | { status: 'failed' }

const LOADING = { status: 'loading' } as const

/** Asks for statistics and related tickers side by side, once for each asset. Give the component that uses it a key of
 *  kind and ticker: another asset starts anew. */
export function useBackgroundData(
  api: ApiClient,
  { kind, ticker }: AssetQuery,
): { stats: Background<StatsResponse>; related: Background<RelatedResponse> } {
  const [stats, setStats] = useState<Background<StatsResponse>>(LOADING)
  const [related, setRelated] = useState<Background<RelatedResponse>>(LOADING)
  useEffect(() => {
    let isCurrent = true
    const settle = async <Data>(
      asked: Promise<Answer<Data>>,
      failure: string,
      set: (block: Background<Data>) => void,
    ): Promise<void> => {
      const block = await toBlock(asked, failure)
      if (isCurrent) set(block)
    }
    void settle(api.getStats({ kind, ticker }), 'Failed to fetch stats', setStats)
    void settle(api.getRelated({ kind, ticker }), 'Failed to fetch related stocks', setRelated)
    return () => {
      isCurrent = false
    }
  }, [api, kind, ticker])
  return { stats, related }
}

async function toBlock<Data>(asked: Promise<Answer<Data>>, failure: string): Promise<Background<Data>> {
  try {
    const answer = await asked
    if (answer.ok) return { status: 'loaded', data: answer.data }
    logFailure(failure, answer.code)
  } catch (error) {
    logFailure(failure, error)
  }
  return { status: 'failed' }
}
