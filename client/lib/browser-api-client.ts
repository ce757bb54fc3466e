import type { z } from 'zod'

import type { Answer, ApiClient, AssetQuery } from './api-client.ts'
import { loadChunk } from './load-chunk.ts'

declare global {
  interface ImportMetaEnv {
    /** The version of the contracts that the build was made from; undefined without a build. */
    readonly CONTRACTS_VERSION?: string
  }
}

const REQUEST_TIMEOUT_MS = 30_000

/** Loads the contracts and their validator, a separate chunk of 26 kB, for errors and for answers of another release. */
const loadContracts = () => loadChunk(() => import('./contracts.ts'))
type Contracts = Awaited<ReturnType<typeof loadContracts>>
type DataOf<Name extends keyof Contracts> = z.infer<Contracts[Name]>

/** The API over fetch. Anything in between (a proxy, another release of the server) may answer 200 with anything, so an answer
 *  that breaks its contract is a failure, never data. An answer of this release, by its header, is not checked. */
export const browserApiClient: ApiClient = {
  getStock: ({ kind, ticker, range, only }) =>
    getJson(
      `/api/stocks/${encodeURIComponent(ticker)}?${new URLSearchParams({ kind, range, ...(only && { only }) })}`,
      'stockResponseSchema',
    ),
  getDay: ({ kind, ticker }) =>
    getJson(`/api/stocks/${encodeURIComponent(ticker)}/day?kind=${kind}`, 'dayResponseSchema'),
  getStats: ({ kind, ticker }) =>
    getJson(`/api/stats/${encodeURIComponent(ticker)}?kind=${kind}`, 'statsResponseSchema'),
  getRelated: ({ kind, ticker }) =>
    getJson(`/api/related/${encodeURIComponent(ticker)}?kind=${kind}`, 'relatedResponseSchema'),
  getTrades: ({ ticker, window }) =>
    getJson(
      `/api/trades/${encodeURIComponent(ticker)}${window ? `?window=${window}` : ''}`,
      'tradesResponseSchema',
    ),
  getQuotes({ assets }) {
    const tickersOf = (kind: AssetQuery['kind']) =>
      assets
        .filter((asset) => asset.kind === kind)
        .map(({ ticker }) => ticker)
        .join(',')
    const query = new URLSearchParams({ stocks: tickersOf('stock'), coins: tickersOf('crypto') })
    return getJson(`/api/quotes?${query}`, 'quotesResponseSchema')
  },
  listEditions: ({ limit, before, ticker }) =>
    getJson(
      `/api/editions?${new URLSearchParams({ limit: String(limit), ...(before && { before }), ...(ticker && { ticker }) })}`,
      'editionListSchema',
    ),
  searchAssets: ({ text }, signal) =>
    getJson(`/api/search?${new URLSearchParams({ q: text })}`, 'searchResponseSchema', signal),
}

/** @param contract  the schema of the answer
 *  @param signal  aborts the request once nobody is waiting for it */
async function getJson<Name extends keyof Contracts>(
  address: string,
  contract: Name,
  signal?: AbortSignal,
): Promise<Answer<DataOf<Name>>> {
  const timeout = AbortSignal.timeout(REQUEST_TIMEOUT_MS)
  try {
    const response = await fetch(address, { signal: signal ? AbortSignal.any([timeout, signal]) : timeout })
    const version = import.meta.env.CONTRACTS_VERSION
    const isOfThisRelease = version !== undefined && response.headers.get('contracts-version') === version
    if (response.ok && isOfThisRelease) return { ok: true, data: (await response.json()) as DataOf<Name> }
    const [body, contracts] = await Promise.all([response.json() as Promise<unknown>, loadContracts()])
    if (response.ok) {
      const { data, error } = contracts[contract].safeParse(body)
      return error ? failWith(503, 'source-failed', error.message) : { ok: true, data: data as DataOf<Name> }
    }
    const problem = contracts.problemSchema.safeParse(body).data
    if (!problem) return failWith(response.status, 'internal', '')
    const { code, detail, suggestions } = problem
    return { ...failWith(response.status, code, detail), ...(suggestions && { suggestions }) }
  } catch (error) {
    return failWith(503, 'source-unavailable', String(error))
  }
}

function failWith(status: number, code: (Answer<never> & { ok: false })['code'], detail: string) {
  return { ok: false, status, code, detail } as const
}
