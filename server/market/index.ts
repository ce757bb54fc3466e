import {
  searchTextSchema,
  type AssetKind,
  type DayResponse,
  type PriceRange,
  type RelatedResponse,
  type SearchResponse,
  type StatsResponse,
  type StockResponse,
} from '../../shared/market-contract.ts'
import type { Quote } from '../../shared/overview-contract.ts'
import type { Clock } from '../lib/clock.ts'
import { AppError, InvalidInputError, SourceError, UnknownTickerError } from '../lib/errors.ts'
import type { Logger } from '../lib/logger.ts'
import type { UpstreamFetch } from '../lib/upstream-fetch.ts'
import { createLongWork, findFirstKnown, isLong, isUnknownTicker, listCandidates } from './ask-in-order.ts'
import { createReadThroughCache } from './cache/read-through.ts'
import { createMemoryState, type SharedState } from './cache/shared-state.ts'
import {
  composeDay,
  composeRelated,
  composeSearch,
  composeStats,
  composeStock,
  type ComposedProfile,
  type Context,
} from './compose-response.ts'
import type { Feed, KnownAsset } from './feeds.ts'
import { firstWithin } from '../lib/patience.ts'
import { createLiveFeed } from './live-feed.ts'
import type { ListSpellings } from './live-search.ts'
import { createLiveSources, type MarketConfig, createSampleFallback } from './live-sources.ts'
import { spanOf } from './trading-days.ts'
import type { FilingCompany } from './providers/join-listings.ts'
import type { Asset } from './providers/provider.ts'
import { createRenewals, listKeptQuotes, listOwnQuotes } from './quotes.ts'
import { createSampleFeed } from './sample-feed.ts'
import {
  listFinalCloses,
  selectCloses,
  type ClosesQuery,
  type SourcedCloses,
  undoSplits,
  type CloseAsTraded,
} from './closes.ts'
import { loadCounterpart, suggestFor } from './search-assets.ts'

export { createMarketRouter } from './routes.ts'
export { describeMarketPaths } from './openapi.ts'
export { deleteExpiredMarketData } from './cache/cache-store.ts'
export { createSharedState } from './cache/shared-state.ts'
export type { KnownAsset } from './feeds.ts'
export type { CloseAsTraded, ClosesQuery, SourcedCloses } from './closes.ts'

/** How long a page waits for its optional parts; later ones are cached for the next reader. */
const PROFILE_WAIT_MS = 4_000
const EXTRAS_WAIT_MS = 1_500
/** When to try again, since another answer may have replaced the unusable one by then. */
const UNUSABLE_SECONDS = 60

export interface TickerQuery {
  /** As typed. */
  readonly ticker: string
  /** Without it: the stock with that ticker, else the coin. */
  readonly kind?: AssetKind | undefined
}

/** What the sources say about a ticker. Every part throws InvalidInputError 'invalid-ticker', AppError 'unknown-ticker'
 *  (only if a source itself says so), and SourceError for any other failure without an older answer. */
export interface Market {
  /** @param query.only  leaves out the profile and the asset with the same ticker
   *  Prices are required; without a profile the answer is merely shorter (meta.profileAvailable false).
   *  @throws UnknownTickerError with suggestions */
  getStock(
    query: TickerQuery & { readonly range: PriceRange; readonly only?: 'prices' | undefined },
  ): Promise<StockResponse>
  /** Returns the prices within the newest session; an answer without any says why. */
  getDay(query: TickerQuery): Promise<DayResponse>
  getStats(query: TickerQuery): Promise<StatsResponse>
  getRelated(query: TickerQuery): Promise<RelatedResponse>
  /** Finds assets by part of a ticker or name.
   *  @throws InvalidInputError 'malformed-request', SourceError if no source answers */
  searchAssets(query: { readonly text: string }): Promise<SearchResponse>
  /** Lists a stock's closes on the exchange's local days `from` to `to` ('YYYY-MM-DD', both included), oldest first; empty if
   *  the market was closed throughout. Never sample data: in that mode it throws SourceError. */
  listDailyCloses(query: { ticker: string; from: string; to: string }): Promise<CloseAsTraded[]>
  /** Returns an asset's final closes on the days `from` to `to` ('YYYY-MM-DD', both included) with their source. Days are the
   *  exchange's local days, for coins days in UTC. A day that was not over when the source was asked is left out. While no
   *  source answers, an earlier answer is returned with its own time. Never sample data.
   *  @throws UnknownTickerError; SourceError also if there is no close on those days */
  readCloses(query: ClosesQuery): Promise<SourcedCloses>
  /** Returns a year of a stock's final closes in dollars if they are cached or, for whoever may wait, just being loaded; asks no
   *  source. Undefined too if that source lists no splits. Never sample data. */
  findKeptCloses(ticker: string, options: { mayWait: boolean }): Promise<SourcedCloses | undefined>
  /** Returns the newest cached price of each asset and leaves out the others; does not wait for a source. */
  listKeptQuotes(assets: readonly Pick<Asset, 'kind' | 'ticker'>[]): Promise<Quote[]>
  /** Does the same but asks the sources, on the site's own account, for the few assets that everybody is shown. */
  listOwnQuotes(assets: readonly Pick<Asset, 'kind' | 'ticker'>[]): Promise<Quote[]>
  /** Returns companies by CIK (without leading zeros), with the titles that the SEC lists today; empty if its list is not
   *  available. */
  listCompanyTitles(): Promise<ReadonlyMap<string, string>>
  /** Returns the company that the SEC lists under a ticker; undefined if there is none or its list is not available. */
  findCompany(ticker: string): Promise<FilingCompany | undefined>
  /** Lists recently found assets, newest first. */
  listKnownAssets(limit: number): Promise<KnownAsset[]>
  /** Resolves when no work is in progress. */
  backgroundLoadsEnded(): Promise<void>
}

export interface MarketDeps {
  readonly config: MarketConfig
  readonly logger: Logger
  readonly clock: Clock
  /** State shared by processes; by default the memory of this one. */
  readonly shared?: SharedState
  /** For tests; by default the real sources, or those at UPSTREAM_BASE_URL. */
  readonly fetch?: UpstreamFetch
  /** How public records write the names of companies. It is called often, so its provider should cache it. */
  readonly listSpellings?: ListSpellings
  /** How long an answer waits for its profile. */
  readonly profileWaitMs?: number
}

export function createMarket(deps: MarketDeps): Market {
  const { config, clock, logger, listSpellings } = deps
  const { store, locks, budget } = deps.shared ?? createMemoryState({ clock })
  const cache = createReadThroughCache({ store, locks, clock, logger })
  const fallback = createSampleFallback(deps)
  const sources = createLiveSources({ config, clock, logger, budget, fetch: deps.fetch })
  const live = createLiveFeed({ cache, store, sources, logger, listSpellings }, () =>
    fallback.noteLiveAnswer(),
  )
  /** Many may wait for one answer of a source, and would all go on at once. Long histories have a queue of their own, so that
   *  nothing else waits for them, and so do lists of quotes, which read up to twenty tickers from the database. */
  const inTurn = {
    long: createLongWork({ places: 1 }),
    short: createLongWork({ places: 1 }),
    quotes: createLongWork({ places: 2 }),
  }
  const renew = createRenewals(logger)
  const sample = createSampleFeed({ clock, siteUrl: config.siteUrl })

  async function fromEither<Answer>(ask: (feed: Feed) => Promise<Answer>): Promise<Answer> {
    try {
      return await fallback.answer({ live: () => ask(live), sample: () => ask(sample) })
    } catch (error) {
      if (error instanceof AppError) throw error
      // All of this is derived from answers of sources, some of them stored by another release.
      logger.error({ err: error }, 'what is kept of a market source cannot be used')
      throw new SourceError('Market data', 'The data cannot be used at the moment. Try again later.', {
        code: 'source-failed',
        cause: error,
        retryAfterSeconds: UNUSABLE_SECONDS,
      })
    }
  }

  const contextOf = (feed: Feed, asset: Asset): Context => ({
    asset,
    isSample: feed.isSample,
    findListedName: feed.findListedName,
    now: clock.now(),
  })

  /** Composes what follows the prices, for the first candidate of a ticker that exists. */
  async function findFirst<Part, Answer>(
    { ticker, kind }: TickerQuery,
    load: (feed: Feed, asset: Asset) => Promise<Part>,
    compose: (context: Context, part: Part) => Answer,
  ): Promise<Answer> {
    const candidates = listCandidates(ticker, kind)
    return fromEither((feed) =>
      findFirstKnown(feed.choose(candidates), async (asset) => {
        const part = await load(feed, asset)
        return inTurn.short(() => compose(contextOf(feed, asset), part))
      }),
    )
  }

  /** Waits a limited time for an optional part of a page; logs its failures. */
  async function findExtra<Extra>(
    loading: Promise<Extra>,
    waitMs = EXTRAS_WAIT_MS,
  ): Promise<Extra | undefined> {
    const loadedIfPossible = loading.catch((error: unknown) => {
      if (error instanceof SourceError || isUnknownTicker(error)) return undefined
      throw error
    })
    return firstWithin(waitMs, loadedIfPossible)
  }

  async function findProfile(feed: Feed, asset: Asset): Promise<ComposedProfile | undefined> {
    const loaded = await findExtra(feed.loadProfile(asset), deps.profileWaitMs ?? PROFILE_WAIT_MS)
    if (!loaded) return undefined
    const { source, data } = loaded.value
    // What Wikidata adds is in the public domain (CC0).
    const base = {
      retrievedAt: loaded.retrievedAt,
      isStale: loaded.isStale,
      isRepublishable: source.republishable,
    }
    const { name, url } = source
    const isComplete = data.founded && data.ceo && data.headquarters
    const added = isComplete ? undefined : await findExtra(feed.loadFacts(asset, data))
    if (!added) return { ...base, facts: data, sources: [{ name, url }] }
    const { founded, ceo, headquarters } = added.facts
    return {
      ...base,
      facts: {
        ...data,
        founded: data.founded ?? founded,
        ceo: data.ceo ?? ceo,
        headquarters: data.headquarters ?? headquarters,
      },
      sources: [
        { name, url },
        { name: added.name, url: added.facts.url },
      ],
    }
  }

  function refuseSamples(): void {
    if (config.marketData !== 'sample') return
    throw new SourceError('Sample data', 'Sample prices are made up: nothing is checked against them.')
  }

  return {
    async getStock({ ticker, kind, range, only }) {
      const candidates = listCandidates(ticker, kind)
      return fromEither(async (feed) => {
        try {
          return await findFirstKnown(feed.choose(candidates), async (asset) => {
            const [prices, profile, counterpart] = await Promise.all([
              feed.loadPrices(asset, spanOf(range)),
              only ? undefined : findProfile(feed, asset),
              only ? undefined : findExtra(loadCounterpart(feed, asset)),
            ])
            const compose = () =>
              composeStock(contextOf(feed, asset), { range, prices, profile, counterpart })
            // The caller then stringifies or draws it right away, which takes longer than composing it.
            return inTurn[isLong(prices.value.data.closes.length) ? 'long' : 'short'](compose)
          })
        } catch (error) {
          if (!isUnknownTicker(error)) throw error
          const suggestions = await suggestFor(feed, candidates)
          throw new UnknownTickerError(error.message, suggestions, { cause: error })
        }
      })
    },

    getDay: (query) => findFirst(query, (feed, asset) => feed.loadDay(asset), composeDay),
    getStats: (query) => findFirst(query, (feed, asset) => feed.loadStats(asset), composeStats),
    // Checks that the symbol exists first, since an unknown one has no related tickers either.
    getRelated: (query) => findFirst(query, (feed, asset) => feed.loadRelated(asset), composeRelated),

    async searchAssets({ text }) {
      const parsed = searchTextSchema.safeParse(text)
      if (!parsed.success) {
        throw new InvalidInputError('A search takes 1 to 60 characters of a ticker or name.')
      }
      return fromEither(async (feed) => composeSearch(await feed.search(parsed.data), feed.isSample))
    },

    async listDailyCloses({ ticker, from, to }) {
      const [asset] = listCandidates(ticker, 'stock')
      if (!asset) return []
      refuseSamples()
      // Up to today whatever `to` is, since closes are adjusted for all later splits.
      const { value } = await live.loadClosesSince(asset, from)
      return undoSplits(value.data).filter(({ date }) => date >= from && date <= to)
    },

    async readCloses(query) {
      const [asset] = listCandidates(query.ticker, query.kind)
      if (!asset) throw new UnknownTickerError(`${query.ticker} is no ticker.`, [])
      refuseSamples()
      try {
        return selectCloses(await live.loadClosesSince(asset, query.from), query)
      } catch (error) {
        throw isUnknownTicker(error) ? new UnknownTickerError(error.message, [], { cause: error }) : error
      }
    },

    async findKeptCloses(ticker, options) {
      const [asset] = config.marketData === 'sample' ? [] : listCandidates(ticker, 'stock')
      const loaded = asset && (await live.peekDollarPrices(asset, options))
      return loaded && listFinalCloses(loaded)
    },

    listKeptQuotes: (assets) =>
      inTurn.quotes(() => fromEither((feed) => listKeptQuotes(feed, assets, renew))),
    listOwnQuotes: (assets) => fromEither((feed) => listOwnQuotes(feed, assets)),
    listCompanyTitles: () =>
      config.marketData === 'sample' ? Promise.resolve(new Map<string, string>()) : live.listCompanyTitles(),
    findCompany: async (ticker) => (config.marketData === 'sample' ? undefined : live.findCompany(ticker)),
    listKnownAssets: (limit) => live.listKnownAssets(limit),
    backgroundLoadsEnded: () => cache.backgroundLoadsEnded(),
  }
}
