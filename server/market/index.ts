import type {
  AssetKind,
  PriceRange,
  RelatedResponse,
  StatsResponse,
  StockResponse,
} from '../../shared/market-contract.ts'
import type { Config } from '../config.ts'
import { SourceError } from '../errors.ts'
import { findFirstKnown, isUnknownTicker, listCandidates } from './asset.ts'
import type { Loaded } from './cache/read-through.ts'
import { composeRelated, composeStats, composeStock, type Context } from './compose-response.ts'
import { createLiveFeed, createSampleFeed, type Feed, type FeedDeps } from './feeds.ts'
import { startOfRange } from './price-range.ts'
import type { Asset, PriceSeries, Profile } from './providers/provider.ts'
import { createSampleFallback } from './sample-fallback.ts'
import { undoSplits, type CloseAsTraded } from './undo-splits.ts'

export { createMarketRouter } from './routes.ts'
export type { CloseAsTraded } from './undo-splits.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const TTL_MS = { prices: 15 * MINUTE_MS, profile: 7 * 24 * HOUR_MS, stats: HOUR_MS, related: HOUR_MS }
/** How long a page waits for the profile once it is asked for; a later one is in the cache for the next reader. */
const PROFILE_WAIT_MS = 4_000

export interface TickerQuery {
  /** As a person typed it. */
  readonly ticker: string
  /** Without it: the stock of that ticker, else the coin. */
  readonly kind?: AssetKind | undefined
}

/** What the sources say of a ticker. Every part throws InvalidInputError 'invalid-ticker', AppError 'unknown-ticker'
 *  (only where the source itself says so), and SourceError for any other failure, with no older answer at hand. */
export interface Market {
  /** Prices are needed; a failed profile only makes the info short (meta.profileAvailable false). */
  getStock(query: TickerQuery & { readonly range: PriceRange }): Promise<StockResponse>
  getStats(query: TickerQuery): Promise<StatsResponse>
  getRelated(query: TickerQuery): Promise<RelatedResponse>
  /** A stock's closes on the exchange's local days `from` to `to` ('YYYY-MM-DD', both included), oldest first; empty
   *  where the market was shut throughout. Never sample data: in that mode it throws SourceError. */
  listDailyCloses(query: { ticker: string; from: string; to: string }): Promise<CloseAsTraded[]>
}

export interface MarketDeps extends FeedDeps {
  readonly config: Pick<Config, 'mode' | 'marketData' | 'upstreamBaseUrl' | 'siteUrl' | 'contactEmail'>
  /** How long an answer waits for its profile. */
  readonly profileWaitMs?: number
}

export function createMarket(deps: MarketDeps): Market {
  const { config, clock } = deps
  const fallback = createSampleFallback(deps)
  const live = createLiveFeed(deps, () => fallback.noteLiveAnswer())
  const sample = createSampleFeed(deps)

  const fromEither = <Answer>(ask: (feed: Feed) => Promise<Answer>) =>
    fallback.answer({ live: () => ask(live), sample: () => ask(sample) })

  function loadPrices(feed: Feed, asset: Asset, range: PriceRange): Promise<Loaded<PriceSeries>> {
    return feed.load(`prices:${asset.symbol}:${range}`, TTL_MS.prices, () => {
      const to = clock.now()
      return feed.provider.getPrices(asset, { from: startOfRange(range, to), to })
    })
  }

  /** @returns undefined where it failed or took too long */
  async function findProfile(feed: Feed, asset: Asset): Promise<Profile | undefined> {
    const loading = feed
      .load(`profile:${asset.symbol}`, TTL_MS.profile, () => feed.provider.getProfile(asset))
      .then(({ value }) => value)
      .catch((error: unknown) => {
        // The price part says what there is to say; the cache has logged it.
        if (error instanceof SourceError || isUnknownTicker(error)) return undefined
        throw error
      })
    return firstWithin(loading, deps.profileWaitMs ?? PROFILE_WAIT_MS)
  }

  const contextOf = (feed: Feed, asset: Asset): Context => ({
    asset,
    source: { name: feed.provider.name, url: feed.provider.pageUrl(asset) },
    isSample: feed.isSample,
    now: clock.now(),
  })

  return {
    async getStock({ ticker, kind, range }) {
      const candidates = listCandidates(ticker, kind)
      return fromEither((feed) =>
        findFirstKnown(feed.choose(candidates), async (asset) => {
          const [prices, profile] = await Promise.all([
            loadPrices(feed, asset, range),
            findProfile(feed, asset),
          ])
          return composeStock(contextOf(feed, asset), range, prices, profile)
        }),
      )
    },

    async getStats({ ticker, kind }) {
      const candidates = listCandidates(ticker, kind)
      return fromEither((feed) =>
        findFirstKnown(feed.choose(candidates), async (asset) => {
          const load = () => feed.provider.getStats(asset)
          const sheet = await feed.load(`stats:${asset.symbol}`, TTL_MS.stats, load)
          return composeStats(contextOf(feed, asset), sheet)
        }),
      )
    },

    async getRelated({ ticker, kind }) {
      const candidates = listCandidates(ticker, kind)
      return fromEither((feed) =>
        findFirstKnown(feed.choose(candidates), async (asset) => {
          const load = () => feed.provider.getRelated(asset)
          const sheet = await feed.load(`related:${asset.symbol}`, TTL_MS.related, load)
          // An unknown symbol has no related ones either: only the prices tell the two apart.
          if (sheet.value.quotes.length === 0) await loadPrices(feed, asset, '1Y')
          return composeRelated(contextOf(feed, asset), sheet)
        }),
      )
    },

    async listDailyCloses({ ticker, from, to }) {
      const [asset] = listCandidates(ticker, 'stock')
      if (!asset) return []
      if (config.marketData === 'sample') {
        throw new SourceError('Sample data', 'Sample prices are made up: nothing is checked against them.')
      }
      // Up to today whatever `to` is: closes are adjusted for the splits since.
      const { value } = await live.load(`closes:${asset.symbol}:${from}`, TTL_MS.prices, () =>
        live.provider.getPrices(asset, { from: new Date(`${from}T00:00:00Z`), to: clock.now() }),
      )
      return undoSplits(value).filter(({ date }) => date >= from && date <= to)
    },
  }
}

/** @returns undefined where the time is over first; the promise goes on by itself */
async function firstWithin<Value>(promise: Promise<Value>, waitMs: number): Promise<Value | undefined> {
  let timer: NodeJS.Timeout | undefined
  const timeout = new Promise<undefined>((resolve) => {
    timer = setTimeout(resolve, waitMs, undefined)
  })
  try {
    return await Promise.race([promise, timeout])
  } finally {
    clearTimeout(timer)
  }
}
