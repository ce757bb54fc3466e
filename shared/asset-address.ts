import type { AssetKind } from './market-contract.ts'

/** A ticker as people type it: 1 to 15 of A-Z 0-9 . - ^ =, in either case, with at least one letter or digit; space
 *  around it does not count. */
export const TICKER_PATTERN = /^\s*(?=[.^=-]*[A-Za-z0-9])[A-Za-z0-9.^=-]{1,15}\s*$/

/** @returns the ticker trimmed and upper-cased; undefined when the text cannot be one */
export function parseTicker(text: string): string | undefined {
  return TICKER_PATTERN.test(text) ? text.trim().toUpperCase() : undefined
}

/** Every range of a price history, shortest first. Not in the contract, whose zod no page should load. */
export const PRICE_RANGES = ['5D', '1M', '3M', '6M', 'YTD', '1Y', '5Y', 'MAX'] as const
export type PriceRange = (typeof PRICE_RANGES)[number]
/** Those that need the whole history, which may be a century of days. */
export const LONG_RANGES: ReadonlySet<string> = new Set<PriceRange>(['5Y', 'MAX'])
export const DEFAULT_PRICE_RANGE: PriceRange = '1Y'

/** The address of the search for an asset kind. */
export function searchPath(kind: AssetKind): string {
  return kind === 'crypto' ? '/crypto' : '/stocks'
}

/** The address of a ticker's screen. */
export function tickerPath(kind: AssetKind, ticker: string): string {
  return `${searchPath(kind)}/${encodeURIComponent(ticker)}`
}

const TICKER_SCREEN = /^\/(stocks|crypto)(?:\/([^/]+))?\/?$/

/** Which of the ticker screens an address is, with its ticker as it stands there.
 *  @param pathname  percent-encoded
 *  @returns undefined for any other screen; without a ticker before any search */
export function readTickerPath(
  pathname: string,
): { kind: AssetKind; ticker: string | undefined } | undefined {
  const [match, section, ticker] = TICKER_SCREEN.exec(pathname) ?? []
  if (match === undefined) return undefined
  return {
    kind: section === 'crypto' ? 'crypto' : 'stock',
    ticker: ticker === undefined ? undefined : decodeSegment(ticker),
  }
}

function decodeSegment(segment: string): string {
  try {
    return decodeURIComponent(segment)
  } catch {
    // Not encoded by anybody: it is what was typed.
    return segment
  }
}

/** The address of a ticker's screen over a range; the default range is the plain address.
 *  @param compare  the ticker beside whose closes these are shown */
export function rangePath(kind: AssetKind, ticker: string, range: PriceRange, compare?: string): string {
  const query = new URLSearchParams({
    ...(range !== DEFAULT_PRICE_RANGE && { range }),
    ...(compare !== undefined && { compare }),
  })
  return query.size === 0 ? tickerPath(kind, ticker) : `${tickerPath(kind, ticker)}?${query}`
}

/** The picture that stands for a ticker's screen where its address is shared, PNG of 1200 x 630 pixels. */
export function shareImagePath(kind: AssetKind, ticker: string): string {
  return `/share-image${tickerPath(kind, ticker)}.png`
}

/** The closes of a range as CSV; answered only where the source allows its data to be passed on. */
export function closesCsvPath(kind: AssetKind, ticker: string, range: PriceRange): string {
  return `/api/stocks/${encodeURIComponent(ticker)}/closes.csv?${new URLSearchParams({ kind, range })}`
}
