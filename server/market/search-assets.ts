import type { FoundAsset } from '../../shared/market-contract.ts'
import { parseTicker } from '../../shared/asset-address.ts'
import { presentCompanyShort } from '../lib/company-name.ts'
import type { Asset } from './providers/provider.ts'

const MAX_RESULTS = 8
const MAX_SUGGESTIONS = 5

/** A text as a finder is asked for it: what cannot be part of a ticker or a name is left out. A source's firewall answers
 *  markup and the like with a refusal, as if we were up to no good.
 *  @returns letters of any script, digits, space and . - ^ = & ' , ; '' where none of them is a letter or a digit */
export function cleanSearchText(text: string): string {
  const cleaned = text
    .normalize('NFC')
    .replaceAll(/[‘’]/g, "'")
    .replaceAll(/[^\p{L}\p{M}\p{Nd} .^=&',-]/gu, ' ')
    .replaceAll(/ {2,}/g, ' ')
    .trim()
  return /[\p{L}\p{Nd}]/u.test(cleaned) ? cleaned : ''
}

/** One list of several sources' hits: whose ticker is the very text first, then as they come, each asset once.
 *  @param lists  each the best first; of an asset in two of them the first one's words are kept */
export function mergeFound(text: string, lists: readonly (readonly FoundAsset[])[]): FoundAsset[] {
  const ticker = parseTicker(text)
  const merged = new Map<string, FoundAsset>()
  for (const found of lists.flat()) {
    const key = `${found.kind} ${found.ticker}`
    if (!merged.has(key)) merged.set(key, nameForReaders(found))
  }
  const all = [...merged.values()]
  const isExact = (found: FoundAsset) => found.ticker === ticker
  return [...all.filter(isExact), ...all.filter((found) => !isExact(found))].slice(0, MAX_RESULTS)
}

/** Coins are no companies: their names are their own. */
const nameForReaders = (found: FoundAsset): FoundAsset =>
  found.kind === 'crypto' ? found : { ...found, name: presentCompanyShort(found.name) }

/** What may have been meant by a ticker that none of the candidates is.
 *  @returns at most 5 */
export function pickSuggestions(found: readonly FoundAsset[], candidates: readonly Asset[]): FoundAsset[] {
  const isCandidate = ({ kind, ticker }: FoundAsset) =>
    candidates.some((asset) => asset.kind === kind && asset.ticker === ticker)
  return found.filter((hit) => !isCandidate(hit)).slice(0, MAX_SUGGESTIONS)
}

/** The asset of the other kind under the same ticker: BTC the fund, BTC the coin. */
export function findCounterpart(asset: Asset, found: readonly FoundAsset[]): FoundAsset | undefined {
  return found.find(({ kind, ticker }) => kind !== asset.kind && ticker === asset.ticker)
}
