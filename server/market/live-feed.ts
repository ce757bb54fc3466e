import { DAY_MS, startOfUtcDay, utcDay } from '../lib/dates.ts'
import { SourceError } from '../lib/errors.ts'
import { createAskInOrder, type Sourced } from './ask-in-order.ts'
import type { Logger } from '../lib/logger.ts'
import { isUnknownTicker } from './asset.ts'
import type { CacheStore } from './cache/cache-store.ts'
import type { Freshness, Loaded, ReadThroughCache } from './cache/read-through.ts'
import { describeFaults } from './providers/source-faults.ts'
import { pricesFreshUntil } from './exchange-hours.ts'
import { keepFor, type Feed, type KnownAsset, type PriceSpan } from './feeds.ts'
import { findImplausible, keepWitness, type WitnessedPrices } from './judge-prices.ts'
import { createTurns, type Turns } from './long-histories.ts'
import { firstWithin } from '../lib/patience.ts'
import { startOfRange } from './price-range.ts'
import type {
  Asset,
  MarketPart,
  MarketProvider,
  PriceSeries,
  SupplementedFacts,
} from './providers/provider.ts'
import { createLiveSearch } from './live-search.ts'
import type { LiveSources } from './live-sources.ts'

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

/** Whoever asks more about an asset does not wait longer than this to hear whether it exists. */
const KNOWN_WAIT_MS = 3_000
/** Of whole histories at once: asked for, read, written and kept. Each is some 3 MB on its way and 5 MB in memory. */
const LONG_AT_ONCE = 5
/** Also caches that Wikidata has nothing. */
const NO_FACTS = 'none'

/** The live sources behind the cache. */
export interface LiveFeed extends Feed {
  /** Daily closes from a day on up to today: a stock's with every split since, from a source that tells them; a coin is
   *  never split, so any source will do. */
  loadClosesSince(asset: Asset, from: string): Promise<Loaded<Sourced<PriceSeries>>>
  /** Recently found assets, the newest first. */
  listKnownAssets(limit: number): Promise<KnownAsset[]>
  listCompanyTitles(): Promise<ReadonlyMap<string, string>>
}

/** @param onAnswer  told of every usable answer with market data, "no such ticker" included */
export function createLiveFeed(
  deps: { cache: ReadThroughCache; store: CacheStore; sources: LiveSources; logger: Logger },
  onAnswer: () => void,
): LiveFeed {
  const { cache, store, sources, logger } = deps
  const { guard } = sources
  const askInOrder = createAskInOrder(sources)
  const search = createLiveSearch({ cache, sources })
  const inTurn = createTurns({ places: LONG_AT_ONCE })
  /** What is renewed in the background, too, when nobody holds the turn in which it began. */
  const askInTurn = createTurns({ places: LONG_AT_ONCE })

  function load<Data extends object>(
    key: string,
    asset: Asset,
    freshness: Freshness<Sourced<Data>>,
    { part, ask, finish, inTurn: inTurnOfLong }: Question<Data>,
  ): Promise<Loaded<Sourced<Data>>> {
    const inOrder = sources.providers
      .filter((provider) => provider.covers(asset) && ask(provider))
      .map(({ id }) => id)
    const askAll = async () => {
      const value = await askInOrder(part, asset, ask)
      return finish ? finish(value) : value
    }
    const askAndTell = async () => {
      try {
        const value = await (inTurnOfLong ? inTurnOfLong(askAll) : askAll())
        onAnswer()
        return value
      } catch (error) {
        if (isUnknownTicker(error)) onAnswer()
        throw error
      }
    }
    return cache.load(key, freshness, askAndTell, () => sources.throwIfRefused(inOrder))
  }

  async function loadPrices(asset: Asset, span: PriceSpan): Promise<Loaded<WitnessedPrices>> {
    let known: ReturnType<typeof peekKnown> | undefined
    const findKnown = () => (known ??= peekKnown(asset, span))
    return load<PriceSeries>(pricesKeyOf(asset, span), asset, PRICES, {
      part: 'prices',
      ask({ name, getPrices }) {
        const to = sources.clock.now()
        return (
          getPrices &&
          (async () => {
            const series = await getPrices(asset, { from: startOfRange(span, to), to })
            const why = findImplausible(series, (await findKnown())?.value.data)
            if (why === undefined) return series
            const error = describeFaults(name).implausible(asset.ticker, why)
            logger.warn({ err: error, source: name, ticker: asset.ticker }, 'implausible prices were refused')
            throw error
          })
        )
      },
      finish: async (prices) => keepWitness(prices, await findKnown()),
      ...(span !== '1Y' && { inTurn: askInTurn }),
    })
  }

  /** What is kept of an asset, however old it is: an earlier answer to the same question or, of the whole history, a
   *  year's, which costs nothing to read. */
  async function peekKnown(asset: Asset, span: PriceSpan): Promise<Loaded<WitnessedPrices> | undefined> {
    const same = await cache.peek<WitnessedPrices>(pricesKeyOf(asset, span))
    return same ?? (span === '1Y' ? undefined : cache.peek<WitnessedPrices>(pricesKeyOf(asset, '1Y')))
  }

  async function requireKnown(asset: Asset): Promise<void> {
    // Do not wait for the lists here; fetch them for the next caller.
    const looking = search.findLists()
    if (
      asset.kind === 'stock' &&
      (search.lastLists() ?? (await firstWithin(0, looking)))?.listed.has(asset.ticker)
    )
      return
    await firstWithin(
      KNOWN_WAIT_MS,
      loadPrices(asset, '1Y').catch((error: unknown) => {
        // If nobody answers, nothing is known about the asset.
        if (!(error instanceof SourceError)) throw error
      }),
    )
  }

  /** More about an asset: what is kept at once, and asked for only where the asset is there. */
  async function loadMore<Data extends object>(
    asset: Asset,
    freshness: Freshness<unknown>,
    question: Question<Data>,
  ): Promise<Loaded<Sourced<Data>>> {
    const key = `${question.part}:${keyOf(asset)}`
    if (!(await cache.peek(key))) await requireKnown(asset)
    return load(key, asset, freshness, question)
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
    search: search.search,
    suggest: search.suggest,
    listCompanyTitles: () => search.listCompanyTitles(),
    choose: (candidates) => candidates,

    requireKnown,

    async loadPrices(asset, span) {
      try {
        if (span === '1Y') return await loadPrices(asset, span)
        if (!(await inTurn(() => cache.peek(pricesKeyOf(asset, span))))) await requireKnown(asset)
        // Before anybody's patience with a source or the database begins: waiting for a turn is no fault of theirs.
        return await inTurn(() => loadPrices(asset, span))
      } catch (error) {
        const other = error instanceof SourceError ? await peekOtherSpan(asset, span) : undefined
        if (!other) throw error
        return other
      }
    },
    peekPrices: (asset) => cache.peek(pricesKeyOf(asset, '1Y')),
    loadProfile: (asset) =>
      loadMore(asset, PROFILE, {
        part: 'profile',
        ask: ({ getProfile }) => getProfile && (() => getProfile(asset)),
      }),
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
      loadMore(asset, STATS, { part: 'stats', ask: ({ getStats }) => getStats && (() => getStats(asset)) }),
    loadRelated: (asset) =>
      loadMore(asset, RELATED, {
        part: 'related',
        ask: ({ getRelated }) => getRelated && (() => getRelated(asset)),
      }),

    loadClosesSince(asset, from) {
      return load(`closes:${keyOf(asset)}:${from}`, asset, PRICES, {
        part: 'prices',
        ask: ({ getPrices, tellsSplits }) =>
          getPrices && (tellsSplits || asset.kind === 'crypto')
            ? () => getPrices(asset, { from: startOfUtcDay(from), to: sources.clock.now() })
            : undefined,
      })
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

/** What is asked of one source after the other. */
interface Question<Data> {
  readonly part: MarketPart
  /** Undefined where the provider does not have the part. */
  readonly ask: (provider: MarketProvider) => (() => Promise<Data>) | undefined
  /** What is added to an answer before it is kept. */
  readonly finish?: (value: Sourced<Data>) => Promise<Sourced<Data>>
  /** Where the answer is long. */
  readonly inTurn?: Turns
}

function pricesKeyOf(asset: Asset, span: PriceSpan): string {
  return `prices:${keyOf(asset)}:${span}`
}

function keyOf({ kind, ticker }: Asset): string {
  return `${kind}:${ticker}`
}
