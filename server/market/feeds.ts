import type { FoundAsset, Source } from '../../shared/market-contract.ts'
import type { Clock } from '../lib/clock.ts'
import type { Freshness, Loaded } from './cache/read-through.ts'
import type { Sourced } from './ask-in-order.ts'
import type { WitnessedPrices } from './judge-prices.ts'
import type { Asset, Profile, RelatedSheet, StatsSheet, SupplementedFacts } from './providers/provider.ts'

/** How far back a request goes: the default range and shorter ones are cut from one answer, longer ones from another. */
export type PriceSpan = '1Y' | 'MAX'

/** What the finders of a feed know by a text. */
export interface Found {
  /** The best first. */
  readonly results: readonly FoundAsset[]
  /** Those that answered. */
  readonly sources: readonly Source[]
}

/** A known asset, for the sitemap. */
export interface KnownAsset extends Pick<Asset, 'kind' | 'ticker'> {
  readonly retrievedAt: string
}

/** Where answers come from: the live sources behind the cache, or the samples. Every part throws as MarketProvider says. */
export interface Feed {
  readonly isSample: boolean
  /** The candidates that this feed can be asked for; never empty. */
  choose(candidates: readonly Asset[]): readonly Asset[]
  /** Resolves once it makes sense to ask more about an asset: it is on an official list, or has prices, or nobody knows at
   *  the moment. An asset that does not exist costs one question, and none for an hour after that.
   *  @throws AppError 'unknown-ticker' */
  requireKnown(asset: Asset): Promise<void>
  loadPrices(asset: Asset, span: PriceSpan): Promise<Loaded<WitnessedPrices>>
  /** A year of prices where it is kept, `isStale` where it would be asked for again: no source is asked. */
  peekPrices(asset: Asset): Promise<Loaded<WitnessedPrices> | undefined>
  loadProfile(asset: Asset): Promise<Loaded<Sourced<Profile>>>
  /** What another source adds to a profile; undefined where it has nothing that is surely about this asset. */
  loadFacts(
    asset: Asset,
    profile: Profile,
  ): Promise<{ readonly name: string; readonly facts: SupplementedFacts } | undefined>
  loadStats(asset: Asset): Promise<Loaded<Sourced<StatsSheet>>>
  loadRelated(asset: Asset): Promise<Loaded<Sourced<RelatedSheet>>>
  /** `isStale` also where a source could not be asked that may know more.
   *  @throws SourceError where nothing was found and such a source could not be asked */
  search(text: string): Promise<Loaded<Found>>
  /** Suggestions for a text from what is in memory: no source is asked. */
  suggest(text: string): Promise<readonly FoundAsset[]>
}

/** As a cache would give it, fresh. */
export function loadedNow<Value>(clock: Clock, value: Value): Loaded<Value> {
  return { value, retrievedAt: clock.now().toISOString(), isStale: false }
}

/** For what stays good for so long, whatever it is. */
export function keepFor(milliseconds: number): Freshness<unknown> {
  return {
    freshUntil: (_value, retrievedAt) => new Date(retrievedAt.getTime() + milliseconds),
    revalidateMs: milliseconds,
  }
}
