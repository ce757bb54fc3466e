import { LRUCache } from 'lru-cache'

import type { FoundAsset } from '../../../shared/market-contract.ts'
import { parseTicker } from '../../../shared/ticker.ts'
import type { UpstreamFetch } from '../../upstream-fetch.ts'
import type { AssetFinder } from './provider.ts'
import { rankMatches } from './rank-matches.ts'
import { isRecord, textOf } from './read-field.ts'
import { describeFaults } from './source-faults.ts'

const SEC = 'SEC EDGAR'
const WITH_EXCHANGE = 'https://www.sec.gov/files/company_tickers_exchange.json'
const WITHOUT_EXCHANGE = 'https://www.sec.gov/files/company_tickers.json'
const MAX_KEPT_SEARCHES = 5_000
const MAX_RESULTS = 20

/** Who is listed, the largest companies first, in the shape in which it is kept. */
export interface Listing {
  readonly rows: readonly (readonly [ticker: string, name: string, exchange: string | null])[]
}

/** The SEC's list of the companies that file with it. */
export interface SecTickers extends Pick<AssetFinder, 'id' | 'name' | 'url'> {
  /** Some 10,000 rows, 0.5 MB; it changes by the day.
   *  @throws SourceError */
  loadListing(): Promise<Listing>
}

/** Public domain. The SEC refuses (403) whoever does not name a contact in the User-Agent.
 *  @param deps.userAgent  'Product contact@example.com' */
export function createSecTickers(deps: { fetch: UpstreamFetch; userAgent: string }): SecTickers {
  const faults = describeFaults(SEC)

  async function ask(address: string): Promise<Response> {
    return deps.fetch(address, { headers: { 'User-Agent': deps.userAgent, Accept: 'application/json' } })
  }

  return {
    id: 'sec',
    name: SEC,
    url: 'https://www.sec.gov/search-filings/cik-lookup',

    async loadListing() {
      let response = await ask(WITH_EXCHANGE)
      // The older file has the same companies, without the exchange.
      if (response.status === 404) response = await ask(WITHOUT_EXCHANGE)
      if (!response.ok) throw faults.refused(response)
      const listing = parseListing(faults.parseJson(await response.text()))
      if (!listing) throw faults.failed(`${SEC} sent a list of companies that cannot be read.`)
      return listing
    },
  }
}

/** Reads {fields, data: rows} or {"0": {ticker, title}, ...}.
 *  @returns undefined where there is not one company */
export function parseListing(body: unknown): Listing | undefined {
  const found = isRecord(body) ? listRows(body) : []
  const byTicker = new Map<string, Listing['rows'][number]>()
  for (const [ticker, name, exchange] of found) {
    const known = parseTicker(textOf(ticker) ?? '')
    const title = textOf(name)
    if (known === undefined || title === undefined || byTicker.has(known)) continue
    byTicker.set(known, [known, dropPlace(title), textOf(exchange) ?? null])
  }
  return byTicker.size === 0 ? undefined : { rows: [...byTicker.values()] }
}

/** The SEC tells companies of one name apart by where they are: APPLIED MATERIALS INC /DE, /NEW/, \DE\. */
function dropPlace(name: string): string {
  return name.replace(/\s*[/\\](\s?[A-Za-z]{2,3}[/\\]?)?$/, '') || name
}

function listRows(body: Record<string, unknown>): (readonly [unknown, unknown, unknown])[] {
  const { fields, data } = body
  if (Array.isArray(fields) && Array.isArray(data)) {
    const [ticker, name, exchange] = ['ticker', 'name', 'exchange'].map((field) => fields.indexOf(field))
    return data
      .filter((row): row is unknown[] => Array.isArray(row))
      .map((row) => [row[ticker ?? -1], row[name ?? -1], row[exchange ?? -1]] as const)
  }
  return Object.values(body)
    .filter(isRecord)
    .map((row) => [row['ticker'], row['title'], undefined] as const)
}

/** @param text  part of a ticker or of a name, as a person types it
 *  @returns the best first as `rankMatches` has it, of each rank the largest companies first; at most 20 */
export function searchListing(listing: Listing, text: string): FoundAsset[] {
  return rankMatches(listing.rows, text, ([ticker, name]) => ({ ticker, name }))
    .slice(0, MAX_RESULTS)
    .map(describe)
}

function describe([ticker, name, exchange]: Listing['rows'][number]): FoundAsset {
  const found: FoundAsset = { ticker, name, kind: 'stock' }
  return exchange === null ? found : { ...found, exchange }
}

/** Searches a listing like `searchListing`, each text once as long as the listing is the same: every screen asks who else
 *  has its ticker, and 10,000 names take two milliseconds. */
export function createListingSearch(): (listing: Listing, text: string) => readonly FoundAsset[] {
  const found = new WeakMap<Listing, LRUCache<string, readonly FoundAsset[]>>()
  return (listing, text) => {
    const known = found.get(listing) ?? new LRUCache({ max: MAX_KEPT_SEARCHES })
    found.set(listing, known)
    const kept = known.get(text) ?? searchListing(listing, text)
    known.set(text, kept)
    return kept
  }
}
