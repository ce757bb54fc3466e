import type { FoundAsset } from '../../shared/market-contract.ts'
import { parseTicker } from '../../shared/asset-address.ts'
import { listCandidates } from './ask-in-order.ts'
import { chooseName, presentCompanyShort } from '../lib/company-name.ts'
import type { Feed } from './feeds.ts'
import type { Asset } from './providers/provider.ts'

const MAX_RESULTS = 8
const MAX_SUGGESTIONS = 5

/** Cleans a search text for a finder by removing what cannot occur in a ticker or name: a source's firewall refuses markup and
 *  the like as an attack.
 *  @returns letters of any script, digits, space and . - ^ = & ' , ; '' if no letter or digit is left */
export function cleanSearchText(text: string): string {
  const cleaned = text
    .normalize('NFC')
    .replaceAll(/[‘’]/g, "'")
    .replaceAll(/[^\p{L}\p{M}\p{Nd} .^=&',-]/gu, ' ')
    .replaceAll(/ {2,}/g, ' ')
    .trim()
  return /[\p{L}\p{Nd}]/u.test(cleaned) ? cleaned : ''
}

/** Merges the hits of several sources: exact tickers first, then in their own order, each asset once.
 *  @param lists  each best first; an asset in two of them keeps the name of the first, in its best spelling */
export function mergeFound(text: string, lists: readonly (readonly FoundAsset[])[]): FoundAsset[] {
  const ticker = parseTicker(text)
  const merged = new Map<string, { found: FoundAsset; names: [string, ...string[]] }>()
  for (const found of lists.flat()) {
    const key = `${found.kind} ${found.ticker}`
    const same = merged.get(key)
    if (same) same.names.push(found.name)
    else merged.set(key, { found, names: [found.name] })
  }
  const all = [...merged.values()].map(({ found, names }) =>
    nameForReaders({ ...found, name: chooseName(names) }),
  )
  const isExact = (found: FoundAsset) => found.ticker === ticker
  return [...all.filter(isExact), ...all.filter((found) => !isExact(found))].slice(0, MAX_RESULTS)
}

/** Shortens names of companies; those of coins stay. */
const nameForReaders = (found: FoundAsset): FoundAsset =>
  found.kind === 'crypto' ? found : { ...found, name: presentCompanyShort(found.name) }

/** Suggests what may have been meant by a ticker that matches none of the candidates, out of memory. */
export async function suggestFor(
  feed: Pick<Feed, 'suggest'>,
  candidates: readonly Asset[],
): Promise<FoundAsset[]> {
  const [asset] = candidates
  return asset ? pickSuggestions(await feed.suggest(asset.ticker), candidates) : []
}

/** Picks what may have been meant by a ticker that matches none of the candidates.
 *  @returns at most 5 */
export function pickSuggestions(found: readonly FoundAsset[], candidates: readonly Asset[]): FoundAsset[] {
  const isCandidate = ({ kind, ticker }: FoundAsset) =>
    candidates.some((asset) => asset.kind === kind && asset.ticker === ticker)
  return found.filter((hit) => !isCandidate(hit)).slice(0, MAX_SUGGESTIONS)
}

/** Coin symbols consist of letters and digits, as do the stock tickers they can be confused with. */
const mayNameCoin = (ticker: string): boolean => /^[A-Z0-9]{2,10}$/.test(ticker)

/** Finds the asset of the other kind with the same ticker: BTC the fund and BTC the coin. */
export function findCounterpart(asset: Asset, found: readonly FoundAsset[]): FoundAsset | undefined {
  return found.find(({ kind, ticker }) => kind !== asset.kind && ticker === asset.ticker)
}

/** Returns the counterpart only if it exists: a search hit is checked against its prices. */
export async function loadCounterpart(feed: Feed, asset: Asset): Promise<FoundAsset | undefined> {
  if (!mayNameCoin(asset.ticker)) return undefined
  await feed.requireKnown(asset)
  const found = await feed.search(asset.ticker)
  const counterpart = findCounterpart(asset, found.value.results)
  const [other] = counterpart ? listCandidates(counterpart.ticker, counterpart.kind) : []
  if (!counterpart || !other) return undefined
  const { value } = await feed.loadPrices(other, '1Y')
  return { ...counterpart, name: value.data.name ?? counterpart.name }
}
