import type { FoundAsset } from '../../shared/market-contract.ts'
import { SourceError } from '../errors.ts'
import { createAskInOrder, type Sourced } from './ask-in-order.ts'
import { isUnknownTicker } from './asset.ts'
import type { CacheStore } from './cache/cache-store.ts'
import type { Freshness, Loaded, ReadThroughCache } from './cache/read-through.ts'
import { pricesFreshUntil } from './exchange-hours.ts'
import type { Feed, Found, KnownAsset, PriceSpan } from './feeds.ts'
import { firstWithin } from './first-within.ts'
import { startOfRange } from './price-range.ts'
import type { Asset, AssetFinder, PriceSeries, SupplementedFacts } from './providers/provider.ts'
import { createListingSearch, type Listing } from './providers/sec-tickers.ts'
import { mergeFound } from './search-assets.ts'
import type { LiveSources } from './live-sources.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS

const PRICES: Freshness<Sourced<PriceSeries>> = {
  freshUntil: ({ data }, retrievedAt) =>
    pricesFreshUntil(
      { hours: data.hours, asOf: data.asOf, newestDay: data.closes.at(-1)?.date ?? '' },
      retrievedAt,
    ),
  revalidateMs: 15 * MINUTE_MS,
}
const PROFILE = keepFor(7 * DAY_MS)
const FACTS = keepFor(30 * DAY_MS)
const STATS = keepFor(HOUR_MS)
const RELATED = keepFor(HOUR_MS)
const SEARCH = keepFor(DAY_MS)
const LISTING = keepFor(DAY_MS)

/** A search is typed at: with one source's hits at hand nobody waits longer than this for the other's. */
const SEARCH_WAIT_MS = 1_500
/** So that Wikidata having nothing is kept too. */
const NO_FACTS = 'none'

/** The live sources behind the cache. */
export interface LiveFeed extends Feed {
  /** Daily closes from a day on up to today: a stock's with every split since, from a source that tells them; a coin is
   *  never split, so any source will do. */
  loadClosesSince(asset: Asset, from: string): Promise<Loaded<Sourced<PriceSeries>>>
  /** Assets that were found lately, the newest first. */
  listKnownAssets(limit: number): Promise<KnownAsset[]>
}

/** @param onAnswer  told of every usable answer with market data, "no such ticker" included */
export function createLiveFeed(
  deps: { cache: ReadThroughCache; store: CacheStore; sources: LiveSources },
  onAnswer: () => void,
): LiveFeed {
  const { cache, store, sources } = deps
  const { guard } = sources
  const askInOrder = createAskInOrder(sources)
  const searchListing = createListingSearch()

  function load<Value>(key: string, freshness: Freshness<NoInfer<Value>>, ask: () => Promise<Value>) {
    return cache.load(key, freshness, async () => {
      try {
        const value = await ask()
        onAnswer()
        return value
      } catch (error) {
        if (isUnknownTicker(error)) onAnswer()
        throw error
      }
    })
  }

  const loadFound = (finder: AssetFinder, text: string): Promise<Loaded<readonly FoundAsset[]>> =>
    cache.load(`search:${finder.id}:${encodeURIComponent(text)}`, SEARCH, () =>
      guard.run(finder.id, 'search', () => finder.findAssets(text)),
    )

  const loadListing = (): Promise<Loaded<Listing>> =>
    cache.load('listing:sec', LISTING, () => guard.run('sec', 'listing', () => sources.listing.loadListing()))

  /** While no source answers, a year stands in for the whole history, and the other way round. */
  async function peekOtherSpan(
    asset: Asset,
    span: PriceSpan,
  ): Promise<Loaded<Sourced<PriceSeries>> | undefined> {
    const other = await cache.peek<Sourced<PriceSeries>>(pricesKeyOf(asset, span === 'MAX' ? '1Y' : 'MAX'))
    if (!other || span === '1Y') return other
    const { source, data } = other.value
    const reachesBackTo = startOfRange('1Y', new Date(other.retrievedAt)).toISOString().slice(0, 10)
    return {
      ...other,
      value: { source, data: { ...data, reachesBackTo: data.reachesBackTo ?? reachesBackTo } },
    }
  }

  return {
    isSample: false,
    choose: (candidates) => candidates,

    async loadPrices(asset, span) {
      try {
        return await load(pricesKeyOf(asset, span), PRICES, () =>
          askInOrder('prices', asset, ({ getPrices }) => {
            const to = sources.clock.now()
            return getPrices && (() => getPrices(asset, { from: startOfRange(span, to), to }))
          }),
        )
      } catch (error) {
        const other = error instanceof SourceError ? await peekOtherSpan(asset, span) : undefined
        if (!other) throw error
        return other
      }
    },
    loadProfile: (asset) =>
      load(`profile:${keyOf(asset)}`, PROFILE, () =>
        askInOrder('profile', asset, ({ getProfile }) => getProfile && (() => getProfile(asset))),
      ),
    async loadFacts(asset, { name, website }) {
      const { supplement } = sources
      if (asset.kind === 'crypto' || name === undefined) return undefined
      const { value: facts } = await cache.load<SupplementedFacts | typeof NO_FACTS>(
        `facts:${keyOf(asset)}`,
        FACTS,
        () =>
          guard.run(
            supplement.id,
            'profile',
            async () => (await supplement.findFacts({ asset, name, website })) ?? NO_FACTS,
          ),
      )
      return facts === NO_FACTS ? undefined : { name: supplement.name, facts }
    },
    loadStats: (asset) =>
      load(`stats:${keyOf(asset)}`, STATS, () =>
        askInOrder('stats', asset, ({ getStats }) => getStats && (() => getStats(asset))),
      ),
    loadRelated: (asset) =>
      load(`related:${keyOf(asset)}`, RELATED, () =>
        askInOrder('related', asset, ({ getRelated }) => getRelated && (() => getRelated(asset))),
      ),

    async search(text) {
      const listing = loadListing()
      const finding = loadFound(sources.finder, text.toLowerCase())
      // Its failure is in the log; the other source may do alone.
      await Promise.any([listing, finding]).catch(throwFirstOf)
      const [listed, hits] = await Promise.all([findWithin(listing), findWithin(finding)])
      const listedHits = listed ? searchListing(listed.value, text) : []
      return combineFound({ text, sources, hits, listed, listedHits })
    },

    loadClosesSince(asset, from) {
      return load(`closes:${keyOf(asset)}:${from}`, PRICES, () =>
        askInOrder('prices', asset, ({ getPrices, tellsSplits }) =>
          getPrices && (tellsSplits || asset.kind === 'crypto')
            ? () => getPrices(asset, { from: new Date(`${from}T00:00:00Z`), to: sources.clock.now() })
            : undefined,
        ),
      )
    },

    async listKnownAssets(limit) {
      const kept = await store.listKeys({ prefix: 'prices:', limit })
      return kept
        .map(({ key, retrievedAt }) => {
          const [, kind, ticker, span] = key.split(':')
          const isAsset = (kind === 'stock' || kind === 'crypto') && ticker !== undefined && span === '1Y'
          return isAsset ? ({ kind, ticker, retrievedAt } as const) : undefined
        })
        .filter((asset) => asset !== undefined)
    },
  }
}

function pricesKeyOf(asset: Asset, span: PriceSpan): string {
  return `prices:${keyOf(asset)}:${span}`
}

function keyOf({ kind, ticker }: Asset): string {
  return `${kind}:${ticker}`
}

function keepFor(milliseconds: number): Freshness<unknown> {
  return {
    freshUntil: (_value, retrievedAt) => new Date(retrievedAt.getTime() + milliseconds),
    revalidateMs: milliseconds,
  }
}

/** @throws the finder's error where both failed: it knows more assets */
function throwFirstOf(error: unknown): never {
  throw error instanceof AggregateError ? error.errors.at(-1) : error
}

/** @returns undefined where it fails, or takes too long */
function findWithin<Value>(loading: Promise<Value>): Promise<Value | undefined> {
  return firstWithin(
    SEARCH_WAIT_MS,
    loading.catch((error: unknown) => {
      if (error instanceof SourceError) return undefined
      throw error
    }),
  )
}

function combineFound({
  text,
  sources: { finder, listing },
  hits,
  listed,
  listedHits,
}: {
  text: string
  sources: LiveSources
  hits: Loaded<readonly FoundAsset[]> | undefined
  listed: Loaded<Listing> | undefined
  listedHits: readonly FoundAsset[]
}): Loaded<Found> {
  const lists = [hits?.value ?? [], listedHits]
  const answered = [hits, listed].filter((part) => part !== undefined)
  return {
    value: {
      results: mergeFound(text, lists),
      sources: [...(hits ? [finder] : []), ...(listed ? [listing] : [])].map(({ name, url }) => ({
        name,
        url,
      })),
    },
    // The answer is as old as its oldest part.
    retrievedAt: answered.map(({ retrievedAt }) => retrievedAt).sort()[0] ?? '',
    isStale: answered.some(({ isStale }) => isStale),
  }
}
