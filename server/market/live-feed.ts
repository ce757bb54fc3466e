import { createAllowance } from '../lib/allowance.ts'
import { startOfUtcDay, utcDay } from '../lib/dates.ts'
import { SourceError } from '../lib/errors.ts'
import {
  createAskInOrder,
  type Sourced,
  isMissing,
  isUnknownTicker,
  createLongWork,
  type Question,
} from './ask-in-order.ts'
import type { Logger } from '../lib/logger.ts'
import { poorerError, type CacheStore } from './cache/cache-store.ts'
import type { Freshness, Loaded, ReadThroughCache } from './cache/read-through.ts'
import { startOfRange } from './trading-days.ts'
import { FRESHNESS, NO_FACTS, type Feed, type KnownAsset, type PriceSpan } from './feeds.ts'
import { isLess, keepWitness, type WitnessedPrices } from './closes.ts'
import { createAccept } from './accept-prices.ts'
import { asOwnWait, firstWithin } from '../lib/patience.ts'
import type { Asset, DaySeries, PriceSeries, StatsSheet, SupplementedFacts } from './providers/provider.ts'
import { findOtherCoin, requireSameCoin } from './same-coin.ts'
import { createLiveSearch, type ListSpellings, type LiveSearch } from './live-search.ts'
import type { LiveSources } from './live-sources.ts'

/** How long a question about an asset waits to learn whether the asset exists. */
const KNOWN_WAIT_MS = 3_000
/** How long an answer that can do without prices waits for prices that somebody else is loading. */
const UNDER_WAY_WAIT_MS = 3_000
/** Long histories handled at once: requested, read, written and cached. Each takes 3 MB in transit and 5 MB in memory. */
const LONG_AT_ONCE = 5
/** Whole histories read for a client in a minute in place of a year that it is refused: 40 ms of CPU time each. */
const WHOLE_FOR_YEAR = 60

/** The live sources behind the cache. */
export interface LiveFeed extends Feed {
  /** Loads daily closes from a day up to today: a stock's with every later split, from a source that lists them; coins are never
   *  split, so any source will do. */
  loadClosesSince(asset: Asset, from: string): Promise<Loaded<Sourced<PriceSeries>>>
  /** Returns a year of a stock's prices in dollars, from a source that lists splits, if they are cached or, for whoever may wait, just
   *  being loaded; no source is asked. */
  peekDollarPrices(
    asset: Asset,
    options: { mayWait: boolean },
  ): Promise<Loaded<Sourced<PriceSeries>> | undefined>
  /** Lists recently found assets, newest first. */
  listKnownAssets(limit: number): Promise<KnownAsset[]>
  listCompanyTitles(): Promise<ReadonlyMap<string, string>>
  findCompany: LiveSearch['findCompany']
}

/** @param onAnswer  called for every usable answer with market data, including that the source does not have the ticker */
export function createLiveFeed(
  deps: {
    cache: ReadThroughCache
    store: CacheStore
    sources: LiveSources
    logger: Logger
    listSpellings?: ListSpellings | undefined
  },
  onAnswer: () => void,
): LiveFeed {
  const { cache, store, sources, logger } = deps
  const { guard } = sources
  const accept = createAccept({ clock: sources.clock, logger })
  const search = createLiveSearch({ cache, sources, listSpellings: deps.listSpellings })
  const exists = async (asset: Asset) => (await search.isListed(asset)) || !!(await peekKnown(asset, '1Y'))
  const askInOrder = createAskInOrder({ ...sources, exists })
  const queueLong = () => createLongWork({ places: LONG_AT_ONCE })
  /** For long histories: those that need no source do not wait for a slow one, nor do those with an old answer for new ones. The
   *  questions themselves have a queue of their own, since they outlast the callers; another process does not wait for it. */
  const mayReadWhole = createAllowance(WHOLE_FOR_YEAR)
  const queued = {
    read: queueLong(),
    renew: queueLong(),
    load: queueLong(),
    ask: createLongWork({ places: LONG_AT_ONCE, countsAsQueued: 'every wait' }),
  }

  function load<Data extends object>(
    key: string,
    asset: Asset,
    freshness: Freshness<Sourced<Data>>,
    { part, ask, finish, queued: askQueued }: Question<Data>,
  ): Promise<Loaded<Sourced<Data>>> {
    const inOrder = sources.providers
      .filter((provider) => provider.covers(asset) && ask(provider))
      .map(({ id }) => id)
    const askAll = async () => {
      const value = await askInOrder(part, asset, ask)
      const dated = { ...value, data: accept.dated(value.data) }
      return finish ? finish(dated) : dated
    }
    const askAndReport = async () => {
      try {
        const value = await (askQueued ? askQueued(askAll) : askAll())
        onAnswer()
        return value
      } catch (error) {
        if (isUnknownTicker(error) || isMissing(error)) onAnswer()
        throw error
      }
    }
    return cache.load(key, freshness, askAndReport, () => sources.throwIfRefused(inOrder))
  }

  async function loadPrices(asset: Asset, span: PriceSpan): Promise<Loaded<WitnessedPrices>> {
    let looking: ReturnType<typeof peekKnown> | undefined
    const look = () => (looking ??= asOwnWait(peekKnown(asset, span)))
    const findKnown = async () => (await look())?.value
    const key = pricesKeyOf(asset, span)
    return load<PriceSeries>(key, asset, FRESHNESS.prices, {
      part: 'prices',
      ask: (provider) => accept.prices(provider, asset, startOfRange(span, sources.clock.now()), findKnown),
      finish: async (prices) => {
        const known = await look()
        const standsIn = prices.source.name !== sources.providers.find((each) => each.covers(asset))?.name
        const earlier = span === 'MAX' && standsIn && (await cache.peek<WitnessedPrices>(key))?.value
        const from = utcDay(startOfRange('5Y', sources.clock.now()))
        if (earlier && isLess(prices, earlier, from)) throw poorerError()
        return keepWitness(prices, findOtherCoin(asset, prices, known?.value) ? undefined : known)
      },
      ...(span !== '1Y' && { queued: queued.ask }),
    })
  }

  /** Returns what is cached for an asset, however old: an earlier answer to the same question or, for the long history, one
   *  year, which costs nothing to read. */
  async function peekKnown(asset: Asset, span: PriceSpan): Promise<Loaded<WitnessedPrices> | undefined> {
    const same = await cache.peek<WitnessedPrices>(pricesKeyOf(asset, span))
    return same ?? (span === '1Y' ? undefined : cache.peek<WitnessedPrices>(pricesKeyOf(asset, '1Y')))
  }

  /** Returns a year's prices, as they are cached. A wait for the database is none for a source. */
  const findShown = async (asset: Asset) => (await asOwnWait(peekKnown(asset, '1Y')))?.value

  async function requireKnown(asset: Asset): Promise<void> {
    // Does not wait for the lists, which are fetched for the next caller.
    const looking = search.findLists()
    looking.catch((error: unknown) => {
      deps.logger.error({ err: error }, 'the lists of tickers could not be used')
    })
    if (
      asset.kind === 'stock' &&
      (search.lastLists() ?? (await firstWithin(0, looking)))?.listed.has(asset.ticker)
    )
      return
    await firstWithin(
      KNOWN_WAIT_MS,
      loadPrices(asset, '1Y').catch((error: unknown) => {
        // If no source answers, nobody knows whether the asset exists.
        if (!(error instanceof SourceError)) throw error
      }),
    )
  }

  /** Returns more about an asset: at once if it is cached, else only if the asset exists.
   *  @param beside  the source of what is shown with it, if it would be refused beside another's */
  async function loadMore<Data extends object>(
    asset: Asset,
    freshness: Freshness<Sourced<Data>>,
    question: Question<Data>,
    beside = '',
  ): Promise<Loaded<Sourced<Data>>> {
    const key = `${question.part}:${keyOf(asset)}${beside}`
    if (!(await cache.peek(key))) await requireKnown(asset)
    return load(key, asset, freshness, question)
  }

  /** While no source answers, one year replaces the long history, and counts as old however new it is; or the other way round. */
  async function peekOtherSpan(
    asset: Asset,
    span: PriceSpan,
  ): Promise<Loaded<Sourced<PriceSeries>> | undefined> {
    const readWhole = () => cache.peek<WitnessedPrices>(pricesKeyOf(asset, 'MAX'))
    if (span === '1Y') return (await mayReadWhole()) ? queued.read(readWhole) : undefined
    const other = await cache.peek<Sourced<PriceSeries>>(pricesKeyOf(asset, '1Y'))
    if (!other) return undefined
    const { source, data } = other.value
    const reachesBackTo = data.reachesBackTo ?? utcDay(startOfRange('1Y', new Date(other.retrievedAt)))
    return { ...other, isStale: true, value: { source, data: { ...data, reachesBackTo } } }
  }

  return {
    isSample: false,
    search: search.search,
    suggest: search.suggest,
    listCompanyTitles: () => search.listCompanyTitles(),
    findCompany: (ticker) => search.findCompany(ticker),
    choose: (candidates) => candidates,
    findListedName: ({ kind, ticker }) =>
      kind === 'stock' ? search.lastLists()?.listed.findName(ticker) : undefined,

    requireKnown,

    async loadPrices(asset, span) {
      try {
        if (span === '1Y') return await loadPrices(asset, span)
        const kept = await queued.read(() => cache.peek(pricesKeyOf(asset, span)))
        if (!kept) await requireKnown(asset)
        // Queues before any time limit of a source or the database starts, since this wait is not their fault.
        const queue = kept ? (kept.isStale ? 'renew' : 'read') : 'load'
        return await queued[queue](() => loadPrices(asset, span))
      } catch (error) {
        const other = error instanceof SourceError ? await peekOtherSpan(asset, span) : undefined
        if (!other) throw error
        return other
      }
    },
    peekPrices: (asset) => cache.peek(pricesKeyOf(asset, '1Y')),
    loadDay: (asset) =>
      loadMore<DaySeries>(asset, FRESHNESS.day, {
        part: 'day',
        ask(provider) {
          const { getDay } = provider
          if (!getDay) return undefined
          return async () => {
            const known = await findShown(asset)
            return accept.day(provider, asset, await getDay(asset), known)
          }
        },
      }),
    loadProfile: (asset) =>
      loadMore(asset, FRESHNESS.profile, {
        part: 'profile',
        ask: ({ getProfile }) => getProfile && (() => getProfile(asset)),
      }),
    async loadFacts(asset, { name, website }) {
      const { supplement } = sources
      if (asset.kind === 'crypto' || name === undefined) return undefined
      const find = async () => (await supplement.findFacts({ asset, name, website })) ?? NO_FACTS
      const { value: facts } = await cache.load<SupplementedFacts | typeof NO_FACTS>(
        // Facts found by another name or website may be of the company that had the ticker before.
        `facts:${keyOf(asset)}:${website ?? name}`,
        FRESHNESS.facts,
        () => guard.run(supplement.id, 'profile', find),
      )
      return facts === NO_FACTS ? undefined : { name: supplement.name, facts }
    },
    async loadStats(asset) {
      const shown = asset.kind === 'crypto' ? await findShown(asset) : undefined
      const question: Question<StatsSheet> = {
        part: 'stats',
        ask: (provider) => {
          const { getStats } = provider
          return (
            getStats &&
            (async () => {
              const data = await getStats(asset)
              requireSameCoin(asset, { source: provider, data }, await findShown(asset))
              return data
            })
          )
        },
      }
      return loadMore(asset, FRESHNESS.stats, question, shown && `:${shown.source.name}`)
    },
    loadRelated: (asset) =>
      loadMore(asset, FRESHNESS.related, {
        part: 'related',
        ask: ({ getRelated }) => getRelated && (() => getRelated(asset)),
      }),

    loadClosesSince(asset, from) {
      return load(`closes:${keyOf(asset)}:${from}`, asset, FRESHNESS.prices, {
        part: 'prices',
        ask: (provider) =>
          provider.tellsSplits || asset.kind === 'crypto'
            ? accept.prices(provider, asset, startOfUtcDay(from), () => findShown(asset))
            : undefined,
      })
    },

    async peekDollarPrices(asset, { mayWait }) {
      const key = pricesKeyOf(asset, '1Y')
      const loaded = await (mayWait
        ? cache.peekOrWatch<WitnessedPrices>(key, UNDER_WAY_WAIT_MS)
        : cache.peek<WitnessedPrices>(key))
      if (loaded?.value.data.currency !== 'USD') return undefined
      const { name } = loaded.value.source
      return sources.providers.some((provider) => provider.name === name && provider.tellsSplits)
        ? loaded
        : undefined
    },

    async listKnownAssets(limit) {
      const kept = await store.listKeys({ prefix: 'prices:', limit })
      return kept.flatMap(({ key, retrievedAt }) => {
        const [, kind, ticker, span] = key.split(':')
        const isAsset = (kind === 'stock' || kind === 'crypto') && ticker !== undefined && span === '1Y'
        return isAsset ? [{ kind, ticker, retrievedAt }] : []
      })
    },
  }
}

const pricesKeyOf = (asset: Asset, span: PriceSpan) => `prices:${keyOf(asset)}:${span}`

function keyOf({ kind, ticker }: Asset): string {
  return `${kind}:${ticker}`
}
