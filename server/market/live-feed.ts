import { DAY_MS, startOfUtcDay, utcDay } from '../lib/dates.ts'
import type { FoundAsset } from '../../shared/market-contract.ts'
import { SourceError } from '../lib/errors.ts'
import { createAskInOrder, type Sourced } from './ask-in-order.ts'
import { isUnknownTicker } from './asset.ts'
import type { CacheStore } from './cache/cache-store.ts'
import type { Freshness, Loaded, ReadThroughCache } from './cache/read-through.ts'
import { pricesFreshUntil } from './exchange-hours.ts'
import { loadedNow, type Feed, type Found, type KnownAsset, type PriceSpan } from './feeds.ts'
import { createTurns } from './long-histories.ts'
import { firstWithin } from '../lib/patience.ts'
import { startOfRange } from './price-range.ts'
import type { Asset, AssetFinder, PriceSeries, SupplementedFacts } from './providers/provider.ts'
import {
  joinListings,
  type Listed,
  type ListedHits,
  type Listing,
  type ListingSource,
} from './providers/listings.ts'
import { cleanSearchText, mergeFound } from './search-assets.ts'
import type { LiveSources } from './live-sources.ts'
import { askOnBehalfOf } from '../lib/fair-queue.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS

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
/** A list that cannot be had is no reason to ask for it with each search. */
const LISTING = { ...keepFor(DAY_MS), pauseMs: 10 * MINUTE_MS }

/** A search is typed at: nobody waits longer than this for a list, nor for a search with what lists have at hand. */
const SEARCH_WAIT_MS = 1_500
/** How long it is believed which lists can be had. */
const LISTS_MS = 10_000
/** Whoever asks more about an asset does not wait longer than this to hear whether it exists. */
const SETTLE_WAIT_MS = 3_000
/** Of whole histories at once: asked for, read, written and kept. Each is some 3 MB on its way and 5 MB in memory. */
const LONG_AT_ONCE = 5
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
  const inTurn = createTurns({ places: LONG_AT_ONCE })
  /** What is renewed in the background, too, when nobody holds the turn in which it began. */
  const askInTurn = createTurns({ places: LONG_AT_ONCE })
  const joinListed = rememberLast(joinListings)
  const joinCoins = rememberLast(joinListings)

  function load<Value>(
    key: string,
    asset: Asset,
    freshness: Freshness<NoInfer<Value>>,
    ask: () => Promise<Value>,
  ) {
    const asked = sources.providers.filter((provider) => provider.covers(asset)).map(({ id }) => id)
    const askAndTell = async () => {
      try {
        const value = await ask()
        onAnswer()
        return value
      } catch (error) {
        if (isUnknownTicker(error)) onAnswer()
        throw error
      }
    }
    return cache.load(key, freshness, askAndTell, () => sources.throwIfRefused(asked))
  }

  const loadFound = (finder: AssetFinder, text: string): Promise<Loaded<readonly FoundAsset[]>> =>
    cache.load(
      searchKeyOf(finder, text),
      SEARCH,
      () => guard.run(finder.id, 'search', () => finder.findAssets(text)),
      () => sources.throwIfRefused([finder.id]),
    )

  /** A list is everybody's, whoever's search was the first of the day. */
  const loadListing = (source: ListingSource): Promise<Loaded<Listing>> =>
    cache.load(`listing:${source.id}`, LISTING, () =>
      askOnBehalfOf(undefined, () => guard.run(source.id, 'listing', () => source.loadListing())),
    )

  let lists: Lists | undefined

  /** The lists that can be had, looked for every ten seconds at most. */
  async function findLists(): Promise<Lists> {
    const now = sources.clock.now().getTime()
    if (lists && now < lists.goodUntil) return lists
    const [coins, ...listings] = await Promise.all(
      [sources.coins, ...sources.listings].map((source) => findWithin(loadListing(source))),
    )
    const answered = sources.listings.flatMap((source, index) => {
      const loaded = listings[index]
      return loaded ? [{ source, loaded }] : []
    })
    lists = {
      answered,
      listed: joinListed(answered.map(({ loaded }) => loaded.value)),
      coins: coins && joinCoins([coins.value]),
      goodUntil: now + LISTS_MS,
    }
    return lists
  }

  const loadPrices = (asset: Asset, span: PriceSpan) => {
    const ask = () =>
      askInOrder('prices', asset, ({ getPrices }) => {
        const to = sources.clock.now()
        return getPrices && (() => getPrices(asset, { from: startOfRange(span, to), to }))
      })
    return load(pricesKeyOf(asset, span), asset, PRICES, span === '1Y' ? ask : () => askInTurn(ask))
  }

  async function settle(asset: Asset): Promise<void> {
    // Nobody waits for the lists here. They are looked for, so that they are there for the next one.
    const looking = findLists()
    if (asset.kind === 'stock' && (lists ?? (await firstWithin(0, looking)))?.listed.has(asset.ticker)) return
    await firstWithin(
      SETTLE_WAIT_MS,
      loadPrices(asset, '1Y').catch((error: unknown) => {
        // That nobody answers says nothing of the asset.
        if (!(error instanceof SourceError)) throw error
      }),
    )
  }

  /** More about an asset: what is kept at once, and asked for only where the asset is there. */
  async function loadMore<Value>(
    key: string,
    asset: Asset,
    freshness: Freshness<NoInfer<Value>>,
    ask: () => Promise<Value>,
  ): Promise<Loaded<Value>> {
    if (!(await cache.peek(key))) await settle(asset)
    return load(key, asset, freshness, ask)
  }

  /** While no source answers, a year stands in for the whole history, and the other way round. */
  async function peekOtherSpan(
    asset: Asset,
    span: PriceSpan,
  ): Promise<Loaded<Sourced<PriceSeries>> | undefined> {
    const other = await cache.peek<Sourced<PriceSeries>>(pricesKeyOf(asset, span === 'MAX' ? '1Y' : 'MAX'))
    if (!other || span === '1Y') return other
    const { source, data } = other.value
    const reachesBackTo = utcDay(startOfRange('1Y', new Date(other.retrievedAt)))
    return {
      ...other,
      value: { source, data: { ...data, reachesBackTo: data.reachesBackTo ?? reachesBackTo } },
    }
  }

  return {
    isSample: false,
    choose: (candidates) => candidates,

    settle,

    async loadPrices(asset, span) {
      try {
        if (span === '1Y') return await loadPrices(asset, span)
        if (!(await inTurn(() => cache.peek(pricesKeyOf(asset, span))))) await settle(asset)
        // Before anybody's patience with a source or the database begins: waiting for a turn is no fault of theirs.
        return await inTurn(() => loadPrices(asset, span))
      } catch (error) {
        const other = error instanceof SourceError ? await peekOtherSpan(asset, span) : undefined
        if (!other) throw error
        return other
      }
    },
    loadProfile: (asset) =>
      loadMore(`profile:${keyOf(asset)}`, asset, PROFILE, () =>
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
      loadMore(`stats:${keyOf(asset)}`, asset, STATS, () =>
        askInOrder('stats', asset, ({ getStats }) => getStats && (() => getStats(asset))),
      ),
    loadRelated: (asset) =>
      loadMore(`related:${keyOf(asset)}`, asset, RELATED, () =>
        askInOrder('related', asset, ({ getRelated }) => getRelated && (() => getRelated(asset))),
      ),

    async search(text) {
      const { answered, listed, coins } = await findLists()
      const own = listed.search(text)
      // These lists know no coins: a text that may mean one is not answered by them.
      const isAnswered = own.isAnswer && coins !== undefined && !coins.search(text).isHit
      if (isAnswered) return combineFound(text, { answered, own })
      const { finder } = sources
      const asked = cleanSearchText(text).toLowerCase()
      if (asked === '') {
        const nothing = loadedNow<readonly FoundAsset[]>(sources.clock, [])
        return combineFound(text, { answered, own, found: { source: finder, loaded: nothing } })
      }
      const finding = loadFound(finder, asked)
      // With nothing at hand its failure is the answer: an empty list would say that there is no such asset.
      const loaded = own.results.length > 0 ? await findWithin(finding) : await finding
      const combined = combineFound(text, {
        answered,
        own,
        ...(loaded && { found: { source: finder, loaded } }),
      })
      return loaded ? combined : { ...combined, isStale: true }
    },

    async suggest(text) {
      const key = searchKeyOf(sources.finder, cleanSearchText(text).toLowerCase())
      const found = await cache.peek<readonly FoundAsset[]>(key)
      const { listed } = await findLists()
      return mergeFound(text, [found?.value ?? [], listed.search(text).results])
    },

    loadClosesSince(asset, from) {
      return load(`closes:${keyOf(asset)}:${from}`, asset, PRICES, () =>
        askInOrder('prices', asset, ({ getPrices, tellsSplits }) =>
          getPrices && (tellsSplits || asset.kind === 'crypto')
            ? () => getPrices(asset, { from: startOfUtcDay(from), to: sources.clock.now() })
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

const searchKeyOf = (finder: AssetFinder, text: string) => `search:${finder.id}:${encodeURIComponent(text)}`

function keyOf({ kind, ticker }: Asset): string {
  return `${kind}:${ticker}`
}

function keepFor(milliseconds: number): Freshness<unknown> {
  return {
    freshUntil: (_value, retrievedAt) => new Date(retrievedAt.getTime() + milliseconds),
    revalidateMs: milliseconds,
  }
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

interface Answered<Value> {
  readonly source: Pick<AssetFinder, 'name' | 'url'>
  readonly loaded: Loaded<Value>
}

interface Lists {
  readonly answered: readonly Answered<Listing>[]
  /** All of them as one. */
  readonly listed: Listed
  /** Undefined where nobody can tell which texts may mean a coin. */
  readonly coins: Listed | undefined
  readonly goodUntil: number
}

function combineFound(
  text: string,
  {
    answered,
    own,
    found,
  }: { answered: Lists['answered']; own: ListedHits; found?: Answered<readonly FoundAsset[]> },
): Loaded<Found> {
  const all = [...(found ? [found] : []), ...answered]
  return {
    value: {
      results: mergeFound(text, [found?.loaded.value ?? [], own.results]),
      sources: all.map(({ source: { name, url } }) => ({ name, url })),
    },
    // The answer is as old as its oldest part.
    retrievedAt: all.map(({ loaded }) => loaded.retrievedAt).sort()[0] ?? '',
    isStale: all.some(({ loaded }) => loaded.isStale),
  }
}

/** @returns `join`, which does its work anew only for other lists than the last ones */
function rememberLast(join: typeof joinListings): typeof joinListings {
  let last: { listings: readonly Listing[]; joined: Listed } | undefined
  return (listings) => {
    const isSame =
      last?.listings.length === listings.length && last.listings.every((one, at) => one === listings[at])
    if (!last || !isSame) last = { listings, joined: join(listings) }
    return last.joined
  }
}
