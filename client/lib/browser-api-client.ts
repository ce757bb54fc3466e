import type { ErrorCode } from '../../shared/error-codes.ts'
import type { RelatedResponse, StatsResponse, StockResponse } from '../../shared/market-contract.ts'
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
}

async function getJson<Data>(address: string): Promise<Answer<Data>> {
  try {
    const response = await fetch(address, { signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS) })
    const body: unknown = await response.json()
    if (response.ok) return { ok: true, data: body as Data }
    const { code = 'internal', detail = '' } = body as { code?: ErrorCode; detail?: string }
    return { ok: false, status: response.status, code, detail }
  } catch (error) {
    return { ok: false, status: 503, code: 'source-unavailable', detail: String(error) }
  }
}
