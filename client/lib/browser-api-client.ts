import type {
  CorrectionList,
  EditionFigures,
  EditionList,
  PublishedEdition,
} from '../../shared/edition-contract.ts'
import type {
  RelatedResponse,
  SearchResponse,
  StatsResponse,
  StockResponse,
} from '../../shared/market-contract.ts'
import type { Problem } from '../../shared/problem-contract.ts'
import type { TradesResponse } from '../../shared/trades-contract.ts'
import type { Answer, ApiClient } from './api-client.ts'

const REQUEST_TIMEOUT_MS = 30_000

/** The API over fetch. Answers are the server's own, validated where they are made; they are not parsed again here,
 *  which keeps zod out of the browser. */
export const browserApiClient: ApiClient = {
  getSite: () => Promise.reject(new Error('the site comes with the page')),
  getStock: ({ kind, ticker, range }) =>
    getJson<StockResponse>(`/api/stocks/${encodeURIComponent(ticker)}?kind=${kind}&range=${range}`),
  getStats: ({ kind, ticker }) =>
    getJson<StatsResponse>(`/api/stats/${encodeURIComponent(ticker)}?kind=${kind}`),
  getRelated: ({ kind, ticker }) =>
    getJson<RelatedResponse>(`/api/related/${encodeURIComponent(ticker)}?kind=${kind}`),
  getTrades: ({ ticker }) => getJson<TradesResponse>(`/api/trades/${encodeURIComponent(ticker)}`),
  listEditions: ({ limit, before }) =>
    getJson<EditionList>(
      `/api/editions?${new URLSearchParams({ limit: String(limit), ...(before && { before }) })}`,
    ),
  getEdition: ({ date }) => getJson<PublishedEdition>(`/api/editions/${encodeURIComponent(date)}`),
  getEditionFigures: ({ date }) =>
    getJson<EditionFigures>(`/api/editions/${encodeURIComponent(date)}/figures`),
  listCorrections: () => getJson<CorrectionList>('/api/corrections'),
  searchAssets: ({ text }, signal) =>
    getJson<SearchResponse>(`/api/search?${new URLSearchParams({ q: text })}`, signal),
}

/** @param signal  aborts the question: what nobody waits for any more has no answer */
async function getJson<Data>(address: string, signal?: AbortSignal): Promise<Answer<Data>> {
  const timeout = AbortSignal.timeout(REQUEST_TIMEOUT_MS)
  try {
    const response = await fetch(address, { signal: signal ? AbortSignal.any([timeout, signal]) : timeout })
    const body: unknown = await response.json()
    if (response.ok) return { ok: true, data: body as Data }
    const { code = 'internal', detail = '', suggestions } = body as Partial<Problem>
    return { ok: false, status: response.status, code, detail, ...(suggestions && { suggestions }) }
  } catch (error) {
    return { ok: false, status: 503, code: 'source-unavailable', detail: String(error) }
  }
}
