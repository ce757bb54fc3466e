import type { AssetKind } from './market-contract.ts'

/** A ticker as people type it: 1 to 15 of A-Z 0-9 . - ^ =, in either case, with at least one letter or digit; surrounding
 *  space is ignored. */
export const TICKER_PATTERN = /^\s*(?=[.^=-]*[A-Za-z0-9])[A-Za-z0-9.^=-]{1,15}\s*$/

/** @returns the ticker, trimmed and in upper case; undefined if the text cannot be one */
export function parseTicker(text: string): string | undefined {
  return TICKER_PATTERN.test(text) ? text.trim().toUpperCase() : undefined
}

/** Every range of a price history, shortest first. Kept out of market-contract.ts so that pages do not load zod. */
export const PRICE_RANGES = ['5D', '1M', '3M', '6M', 'YTD', '1Y', '5Y', 'MAX'] as const
export type PriceRange = (typeof PRICE_RANGES)[number]
/** The prices within the newest session; not a range of closes. */
export const DAY_RANGE = '1D'
/** What a ticker's page can show, shortest first. */
export const SHOWN_RANGES = [DAY_RANGE, ...PRICE_RANGES] as const
export type ShownRange = (typeof SHOWN_RANGES)[number]
/** The ranges that need the whole history, up to a century of days. */
export const LONG_RANGES: ReadonlySet<string> = new Set<PriceRange>(['5Y', 'MAX'])
export const DEFAULT_PRICE_RANGE: PriceRange = '1Y'

/** Returns the path of the search for an asset kind. */
export function searchPath(kind: AssetKind): string {
  return kind === 'crypto' ? '/crypto' : '/stocks'
}

/** Returns the path of a ticker's page. */
export function tickerPath(kind: AssetKind, ticker: string): string {
  return `${searchPath(kind)}/${encodeURIComponent(ticker)}`
}

const TICKER_SCREEN = /^\/(stocks|crypto)(?:\/([^/]+))?\/?$/

/** Reads an asset kind and a ticker, as typed, from the path of a search or ticker page.
 *  @param pathname  percent-encoded
 *  @returns undefined for any other page; no ticker on the search page itself */
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
    // Not valid percent-encoding: taken as typed.
    return segment
  }
}

/** Returns the path of a ticker's page over a range; the default range has none in its address.
 *  @param compare  a ticker whose closes are shown beside these */
export function rangePath(kind: AssetKind, ticker: string, range: ShownRange, compare?: string): string {
  const query = new URLSearchParams({
    ...(range !== DEFAULT_PRICE_RANGE && { range }),
    ...(compare !== undefined && { compare }),
  })
  return query.size === 0 ? tickerPath(kind, ticker) : `${tickerPath(kind, ticker)}?${query}`
}

const TABLE_QUERY = ['table', 'closes'] as const

/** Returns the path of a ticker's page with its table of closes, for readers without scripts. */
export function closesTablePath(
  kind: AssetKind,
  ticker: string,
  range: ShownRange,
  compare?: string,
): string {
  const path = rangePath(kind, ticker, range, compare)
  return `${path}${path.includes('?') ? '&' : '?'}${TABLE_QUERY.join('=')}#closes`
}

/** Whether the address of a ticker's page asks for the table of closes. */
export const asksForTable = (query: URLSearchParams): boolean => query.get(TABLE_QUERY[0]) === TABLE_QUERY[1]

/** Returns the path of the picture shown where a ticker's page is shared, a PNG of 1200 x 630 pixels. */
export function shareImagePath(kind: AssetKind, ticker: string): string {
  return `/share-image${tickerPath(kind, ticker)}.png`
}

/** Returns the path of a range's closes as CSV, which exists only where the source allows its data to be passed on. */
export function closesCsvPath(kind: AssetKind, ticker: string, range: PriceRange): string {
  return `/api/stocks/${encodeURIComponent(ticker)}/closes.csv?${new URLSearchParams({ kind, range })}`
}

/** What the search page shows first, by common names; the sources' names are longer. */
export const LARGE_MARKETS: Readonly<Record<AssetKind, Readonly<Record<string, string>>>> = {
  stock: { '^GSPC': 'S&P 500', '^IXIC': 'Nasdaq', '^DJI': 'Dow', '^RUT': 'Russell 2000' },
  crypto: { BTC: 'Bitcoin', ETH: 'Ether', SOL: 'Solana', XRP: 'XRP' },
}
