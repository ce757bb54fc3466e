import { useEffect, useState } from 'react'

import type { FoundAsset, SearchResponse } from '../../../../shared/market-contract.ts'
import type { Answer, ApiClient } from '../../../lib/api-client.ts'
import { failed } from '../load-ticker.ts'

/** What a typed text may mean. During a request, `results` are those of the last answer that still match the text, so that none
 *  ever belong to another text. */
export interface AssetSearch {
  status: 'idle' | 'waiting' | 'answered' | 'failed'
  results: readonly FoundAsset[]
}

/** Requests wait for a pause of this length in typing. */
const PAUSE_MS = 200
/** The longest text that the API accepts. */
const MAX_TEXT_LENGTH = 60

/** Looks up assets by part of a ticker or name; requests nothing for an empty text. */
export function useAssetSearch(api: ApiClient, typed: string): AssetSearch {
  const text = typed.trim().replaceAll(/\s+/g, ' ')
  const isAsked = text !== '' && text.length <= MAX_TEXT_LENGTH
  const [last, setLast] = useState<{ text: string; answer: Answer<SearchResponse> }>()
  useEffect(() => {
    if (!isAsked) return undefined
    const abort = new AbortController()
    const search = async () => {
      const answer = await api
        .searchAssets({ text }, abort.signal)
        .catch((error: unknown) => failed('Failed to fetch suggestions', error))
      if (!abort.signal.aborted) setLast({ text, answer })
    }
    const timer = setTimeout(() => void search(), PAUSE_MS)
    return () => {
      clearTimeout(timer)
      abort.abort()
    }
  }, [api, text, isAsked])

  if (!isAsked) return { status: 'idle', results: [] }
  const results = last?.answer.ok ? last.answer.data.results : []
  if (last?.text === text) return { status: last.answer.ok ? 'answered' : 'failed', results }
  return { status: 'waiting', results: results.filter((asset) => fits(asset, text)) }
}

function fits({ ticker, name }: FoundAsset, text: string): boolean {
  return `${ticker} ${name}`.toLowerCase().includes(text.toLowerCase())
}
