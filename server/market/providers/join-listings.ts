import { LRUCache } from 'lru-cache'

import { parseTicker } from '../../../shared/asset-address.ts'
import type { FoundAsset } from '../../../shared/market-contract.ts'
import { chooseName, presentCompanyShort } from '../../lib/company-name.ts'
import { findSecurity, type Listing, type OtherSecurity } from './listings.ts'
import { createRanking } from './rank-matches.ts'

const MAX_KEPT_SEARCHES = 5_000
const MAX_RESULTS = 20
/** Number of results a search shows. */
const ENOUGH = 8

/** What the lists know about a text. */
export interface ListedHits {
  /** Best first, at most 20. */
  readonly results: readonly FoundAsset[]
  /** Whether the lists answer the text: with the exact ticker, or with at least as many sure matches as a search shows. */
  readonly isAnswer: boolean
  /** Whether anything other than typos was found. */
  readonly isHit: boolean
}

/** A company as the SEC lists it. */
export interface FilingCompany {
  /** Without leading zeros. */
  readonly cik: string
  readonly name: string
  /** All its tickers, such as BRK-A and BRK-B. */
  readonly tickers: readonly string[]
}

/** Several lists combined, for search and lookup. */
export interface Listed {
  has(ticker: string): boolean
  /** Returns the name listed for a ticker, in its owner's own spelling if any list has that. */
  findName(ticker: string): string | undefined
  /** Returns the company that files with the SEC under a ticker. */
  findCompany(ticker: string): FilingCompany | undefined
  /** @param text  part of a ticker or name, as typed; results are remembered, since every page searches for other assets with
   *    its ticker
   *  @returns best first according to `createRanking`, within each rank in the order of the lists */
  search(text: string): ListedHits
}

/** @param listings  if two of them have a ticker, the first one's row is kept
 *  @param spellings  other spellings of the names, by ticker */
export function joinListings(
  listings: readonly Listing[],
  spellings: ReadonlyMap<string, readonly string[]> = new Map(),
): Listed {
  interface Known {
    row: Listing['rows'][number]
    names: [string, ...string[]]
    security: OtherSecurity | undefined
  }
  const known = new Map<string, Known>()
  for (const row of listings.flatMap((listing) => listing.rows)) {
    const [ticker, name, , , security = findSecurity(ticker.split('-')[1])] = row
    const kept = known.get(ticker)
    if (kept) {
      kept.names.push(name)
      kept.security ??= security
    } else known.set(ticker, { row, names: [name], security })
  }
  const byCik = Map.groupBy([...known.values()], ({ row: [, , , cik] }) => cik)
  const chosen = new Map<string, string>()
  const nameOf = (ticker: string) => {
    const names = known.get(ticker)?.names
    if (!names || chosen.has(ticker)) return chosen.get(ticker)
    const name = chooseName([...names, ...(spellings.get(ticker) ?? [])])
    chosen.set(ticker, name)
    return name
  }
  const rank = createRanking([...known.values()], ({ row: [ticker], names }) => ({
    ticker,
    // Searches find it by either spelling: LOWES, Lowe's.
    name: [...new Set(names)].join(' '),
  }))
  const kept = new LRUCache<string, ListedHits>({ maxSize: MAX_KEPT_SEARCHES, sizeCalculation: () => 1 })

  function find(text: string): ListedHits {
    const { sure, mistyped } = rank(text)
    const results = [...sure, ...mistyped]
      .slice(0, MAX_RESULTS)
      .map(({ row, security }) => describe(row, [nameOf(row[0]) ?? row[1], security]))
    const isHit = sure.length > 0
    return { results, isHit, isAnswer: sure.length >= ENOUGH || known.has(parseTicker(text) ?? '') }
  }
  return {
    has: (ticker) => known.has(ticker),
    findName: nameOf,
    findCompany(ticker) {
      const [, name = '', , cik] = known.get(ticker)?.row ?? []
      if (typeof cik !== 'string') return undefined
      const tickers = byCik.get(cik)?.map(({ row: [own] }) => own) ?? []
      return { cik, name: nameOf(ticker) ?? name, tickers }
    },
    search(text) {
      const hits = kept.get(text) ?? find(text)
      kept.set(text, hits)
      return hits
    },
  }
}

function describe(
  [ticker, , exchange]: Listing['rows'][number],
  [name, security]: readonly [string, OtherSecurity | undefined],
): FoundAsset {
  const found: FoundAsset = {
    ticker,
    name: security ? `${presentCompanyShort(name)} - ${security}` : name,
    kind: 'stock',
  }
  return exchange === null ? found : { ...found, exchange }
}
