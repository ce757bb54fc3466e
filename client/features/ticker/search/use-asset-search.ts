import { useEffect, useState } from 'react'

import type { FoundAsset, SearchResponse } from '../../../../shared/market-contract.ts'
import type { Answer, ApiClient } from '../../../lib/api-client.ts'
import { logFailure } from '../../../lib/load-chunk.ts'

/** What a typed text may mean. While an answer is on its way, `results` are those of the last one that fit the text too:
 *  none is ever of another text. */
export interface AssetSearch {
  status: 'idle' | 'waiting' | 'answered' | 'failed'
  results: readonly FoundAsset[]
}

/** Somebody who types is asked about when they pause. */
const PAUSE_MS = 200
/** What the API takes. */
const MAX_TEXT_LENGTH = 60

/** Looks assets up by part of a ticker or name; empty text asks nobody. */
export function useAssetSearch(api: ApiClient, typed: string): AssetSearch {
  const text = typed.trim().replaceAll(/\s+/g, ' ')
  const isAsked = text !== '' && text.length <= MAX_TEXT_LENGTH
  const [last, setLast] = useState<{ text: string; answer: Answer<SearchResponse> }>()
  useEffect(() => {
    if (!isAsked) return undefined
    const abort = new AbortController()
    const search = async () => {
      const answer = await ask(api, text, abort.signal)
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

async function ask(api: ApiClient, text: string, signal: AbortSignal): Promise<Answer<SearchResponse>> {
  try {
    return await api.searchAssets({ text }, signal)
  } catch (error) {
    logFailure('Failed to fetch suggestions', error)
    return { ok: false, status: 500, code: 'internal', detail: String(error) }
  }
}

function fits({ ticker, name }: FoundAsset, text: string): boolean {
  return `${ticker} ${name}`.toLowerCase().includes(text.toLowerCase())
}
