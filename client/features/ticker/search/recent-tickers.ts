import type { AssetKind } from '../../../../shared/market-contract.ts'
import { parseTicker } from '../../../../shared/asset-address.ts'
import { mayKeepTickers, KEPT_WITH_CONSENT } from '../../../lib/consent.ts'
import { createStoredValue } from '../../../lib/stored-value.ts'

/** An asset that was shown in this browser, without time or count: what is not stored cannot reveal anything. */
export interface RecentTicker {
  kind: AssetKind
  ticker: string
  name: string
}

const MAX_RECENT = 8
/** The most assets that one request for quotes may name. */
export const MAX_WATCHED = 20
const MAX_NAME_LENGTH = 120

/** The last 8 assets that were shown after the visitor agreed, latest first. They never leave the browser. */
export const recentTickers = storeTickers(KEPT_WITH_CONSENT.recentTickers, MAX_RECENT)

/** The watchlist, in the order in which assets were added; at most 20. */
export const watchlist = storeTickers('watchlist:1', MAX_WATCHED)

/** Adds an asset to the watchlist, or removes it; a full list stays as it is. */
export function setWatched({ kind, ticker, name }: RecentTicker, isWatched: boolean): void {
  const others = watchlist.get().filter((asset) => !isSame(asset, { kind, ticker }))
  const next = isWatched ? [...others, { kind, ticker, name }].slice(0, MAX_WATCHED) : others
  watchlist.set(next.length === 0 ? undefined : next)
}

/** Puts an asset in front of the others, if the visitor agreed to that. */
export function rememberTicker({ kind, ticker, name }: RecentTicker): void {
  if (!mayKeepTickers()) return
  const before = recentTickers.get()
  const [latest] = before
  if (latest && isSame(latest, { kind, ticker }) && latest.name === name) return
  const others = before.filter((recent) => !isSame(recent, { kind, ticker }))
  recentTickers.set([{ kind, ticker, name }, ...others].slice(0, MAX_RECENT))
}

/** Whether two tickers mean the same asset: BTC the fund is not BTC the coin. */
export function isSame(
  one: Pick<RecentTicker, 'kind' | 'ticker'>,
  other: Pick<RecentTicker, 'kind' | 'ticker'>,
): boolean {
  return one.kind === other.kind && one.ticker === other.ticker
}

function storeTickers(key: string, most: number) {
  return createStoredValue<readonly RecentTicker[]>({
    key,
    initial: [],
    parse: (json) => (Array.isArray(json) ? json.flatMap(parseRecent).slice(0, most) : undefined),
  })
}

function parseRecent(json: unknown): RecentTicker[] {
  const { kind, ticker, name } = (json ?? {}) as Partial<Record<keyof RecentTicker, unknown>>
  if ((kind !== 'stock' && kind !== 'crypto') || typeof ticker !== 'string' || typeof name !== 'string') {
    return []
  }
  const known = parseTicker(ticker)
  return known === undefined ? [] : [{ kind, ticker: known, name: name.slice(0, MAX_NAME_LENGTH) }]
}
