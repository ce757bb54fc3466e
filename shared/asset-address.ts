import type { AssetKind } from './market-contract.ts'
import { DEFAULT_PRICE_RANGE, type PriceRange } from './price-ranges.ts'

/** The address of the search for an asset kind. */
export function searchPath(kind: AssetKind): string {
  return kind === 'crypto' ? '/crypto' : '/stocks'
}

/** The address of a ticker's screen. */
export function tickerPath(kind: AssetKind, ticker: string): string {
  return `${searchPath(kind)}/${encodeURIComponent(ticker)}`
}

/** The address of a ticker's screen over a range; the default range is the plain address. */
export function rangePath(kind: AssetKind, ticker: string, range: PriceRange): string {
  const path = tickerPath(kind, ticker)
  return range === DEFAULT_PRICE_RANGE ? path : `${path}?range=${range}`
}

/** The picture that stands for a ticker's screen where its address is shared, PNG of 1200 x 630 pixels. */
export function shareImagePath(kind: AssetKind, ticker: string): string {
  return `/share-image${tickerPath(kind, ticker)}.png`
}

/** The closes of a range as CSV; answered only where the source allows its data to be passed on. */
export function closesCsvPath(kind: AssetKind, ticker: string, range: PriceRange): string {
  return `/api/stocks/${encodeURIComponent(ticker)}/closes.csv?${new URLSearchParams({ kind, range })}`
}
