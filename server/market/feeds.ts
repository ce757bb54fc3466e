import type { FoundAsset, Source } from '../../shared/market-contract.ts'
import { areNamedOtherwise } from '../../shared/trade-rules.ts'
import type { Clock } from '../lib/clock.ts'
import { DAY_MS } from '../lib/dates.ts'
import type { Freshness, Loaded } from './cache/read-through.ts'
import type { Sourced } from './ask-in-order.ts'
import type { WitnessedPrices } from './closes.ts'
import type {
  Asset,
  DaySeries,
  PriceSeries,
  Profile,
  RelatedSheet,
  StatsSheet,
  SupplementedFacts,
} from './providers/provider.ts'
import { pricesFreshUntil } from './trading-days.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
/** As long as the bars within a day, and shared by everybody who looks at the same day. */
const DAY_FRESH_MS = 5 * MINUTE_MS

/** How far back a request goes: ranges up to the default are cut from one answer, longer ones from another. */
export type PriceSpan = '1Y' | 'MAX'

/** What the finders of a feed know about a text. */
export interface Found {
  /** Best first. */
  readonly results: readonly FoundAsset[]
  /** The finders that answered. */
  readonly sources: readonly Source[]
}

/** A known asset, for the sitemap. */
export interface KnownAsset extends Pick<Asset, 'kind' | 'ticker'> {
  readonly retrievedAt: string
}

/** The source of answers: the live sources behind the cache, or the samples. Every part throws as MarketProvider does. */
export interface Feed {
  readonly isSample: boolean
  /** Selects the candidates this feed can be asked about; never empty. */
  choose(candidates: readonly Asset[]): readonly Asset[]
  /** Returns the name under which a stock is on the lists read last; no source is asked. */
  findListedName(this: void, asset: Pick<Asset, 'kind' | 'ticker'>): string | undefined
  /** Resolves once it makes sense to ask more about an asset: it is on an official list, has prices, or nobody can tell right
   *  now. An asset that does not exist costs one question, and then none for a while.
   *  @throws AppError 'unknown-ticker' */
  requireKnown(asset: Asset): Promise<void>
  loadPrices(asset: Asset, span: PriceSpan): Promise<Loaded<WitnessedPrices>>
  /** Returns a year of prices if cached, `isStale` if they would be requested again; no source is asked. */
  peekPrices(asset: Asset): Promise<Loaded<WitnessedPrices> | undefined>
  loadDay(asset: Asset): Promise<Loaded<Sourced<DaySeries>>>
  loadProfile(asset: Asset): Promise<Loaded<Sourced<Profile>>>
  /** Returns what another source adds to a profile; undefined if it has nothing that is certainly about this asset. */
  loadFacts(
    asset: Asset,
    profile: Profile,
  ): Promise<{ readonly name: string; readonly facts: SupplementedFacts } | undefined>
  loadStats(asset: Asset): Promise<Loaded<Sourced<StatsSheet>>>
  loadRelated(asset: Asset): Promise<Loaded<Sourced<RelatedSheet>>>
  /** `isStale` also if a source that may know more could not be asked.
   *  @throws SourceError if nothing was found and such a source could not be asked */
  search(text: string): Promise<Loaded<Found>>
  /** Suggests assets for a text from memory; no source is asked. */
  suggest(text: string): Promise<readonly FoundAsset[]>
}

/** Wraps a value as a fresh answer of a cache. */
export function loadedNow<Value>(clock: Clock, value: Value): Loaded<Value> {
  return { value, retrievedAt: clock.now().toISOString(), isStale: false }
}

/** Keeps any answer fresh for a fixed time. */
export function keepFor(milliseconds: number): Freshness<unknown> {
  return {
    freshUntil: (_value, retrievedAt) => new Date(retrievedAt.getTime() + milliseconds),
    revalidateMs: milliseconds,
  }
}

/** Cached when a supplement has no facts. */
export const NO_FACTS = 'none'

/** How long the answers to each question stay fresh. */
export const FRESHNESS = {
  prices: {
    freshUntil: ({ data }, retrievedAt) =>
      pricesFreshUntil(
        { hours: data.hours, asOf: data.asOf, newestDay: data.closes.at(-1)?.date ?? '' },
        retrievedAt,
      ),
    revalidateMs: 15 * MINUTE_MS,
  } satisfies Freshness<Sourced<PriceSeries>>,
  day: {
    freshUntil: ({ data: { hours, asOf, session } }, retrievedAt) =>
      pricesFreshUntil(
        { hours, asOf: asOf ?? retrievedAt.toISOString(), newestDay: session?.day ?? '' },
        retrievedAt,
        DAY_FRESH_MS,
      ),
    revalidateMs: DAY_FRESH_MS,
    isPoor: ({ data: { prices } }) => prices.length === 0,
    // It may be of a day that has just begun.
    isOther: () => true,
  } satisfies Freshness<Sourced<DaySeries>>,
  profile: {
    ...keepFor(7 * DAY_MS),
    // Without a name, no other source can be asked for what it lacks.
    isPoor: ({ data: { name, exchange: _exchange, ...facts } }) =>
      name === undefined || Object.values(facts).every((fact) => fact === undefined),
    isOther: ({ data: { name } }, { data }) => name !== undefined && areNamedOtherwise(name, data.name ?? ''),
  } satisfies Freshness<Sourced<Profile>>,
  facts: {
    ...keepFor(30 * DAY_MS),
    isPoor: (facts) => facts === NO_FACTS || !(facts.founded ?? facts.ceo ?? facts.headquarters),
  } satisfies Freshness<SupplementedFacts | typeof NO_FACTS>,
  stats: {
    ...keepFor(HOUR_MS),
    isPoor: ({ data: { stats } }) => Object.keys(stats).length === 0,
  } satisfies Freshness<Sourced<StatsSheet>>,
  related: {
    ...keepFor(HOUR_MS),
    isPoor: ({ data: { quotes } }) => quotes.length === 0,
  } satisfies Freshness<Sourced<RelatedSheet>>,
}
