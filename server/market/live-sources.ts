import { isWithin, type Clock } from '../lib/clock.ts'
import type { Config } from '../config/config.ts'
import type { Logger } from '../lib/logger.ts'
import { asHeaderText, createUpstreamFetch, userAgentOf, type UpstreamFetch } from '../lib/upstream-fetch.ts'
import { currentAskers } from '../lib/askers.ts'
import type { AssetFinder, MarketProvider, ProfileSupplement, SourceId } from './providers/provider.ts'
import { createCoinGeckoProvider } from './providers/coingecko.ts'
import {
  createCoinListing,
  createNasdaqListing,
  createSecListing,
  type ListingSource,
} from './providers/listings.ts'
import { createTwelveDataProvider } from './providers/twelve-data.ts'
import { createWikidataSupplement } from './providers/wikidata.ts'
import { createYahooFinder } from './providers/yahoo-search.ts'
import { createYahooProvider } from './providers/yahoo.ts'
import type { BudgetUsedUpError, CallLimit } from './sources/budget-refusals.ts'
import { createBudgetedFetch, createTakeCalls, type CallBudget } from './sources/call-budget.ts'
import { shareOfClient } from './sources/call-shares.ts'
import { createSourceGuard, type SourceGuard } from './sources/source-guard.ts'
import { SourceError } from '../lib/errors.ts'

const REQUEST_TIMEOUT_MS = 10_000
// The longest history there is, a century of days, is about 3 MB of JSON.
const MAX_RESPONSE_BYTES = 8_000_000
/** CoinGecko allows an address 5 to 15 calls a minute without a key, 30 with a demo key. */
const COINGECKO_PER_MINUTE = { withoutKey: 10, withKey: 30 }
/** Each file of the lists is fetched once a day. */
const LISTING_FILES_PER_MINUTE = 10
const WIKIDATA_PER_MINUTE = 60

export type MarketConfig = Pick<
  Config,
  | 'mode'
  | 'marketData'
  | 'marketSources'
  | 'marketCallsPerMinute'
  | 'coinGeckoApiKey'
  | 'twelveData'
  | 'upstreamBaseUrl'
  | 'siteName'
  | 'siteUrl'
  | 'contactEmail'
>

/** All live sources, with call limits and circuits. */
export interface LiveSources {
  readonly clock: Clock
  readonly guard: SourceGuard
  /** In the order in which they are asked. */
  readonly providers: readonly MarketProvider[]
  readonly finder: AssetFinder
  /** Stocks and funds listed in the United States. */
  readonly listings: readonly ListingSource[]
  /** The coins that a text may mean. */
  readonly coins: ListingSource
  readonly supplement: ProfileSupplement
  /** @param inOrder  the sources in the order they would be asked; each stands in if the previous one is refused to everybody
   *  @throws BudgetUsedUpError if, as far as this process knows, none would be asked for the current askers */
  throwIfRefused(this: void, inOrder: readonly SourceId[]): void
}

/** @param deps.fetch  for tests; by default the real sources, or those at UPSTREAM_BASE_URL */
export function createLiveSources(deps: {
  config: MarketConfig
  clock: Clock
  logger: Logger
  budget: CallBudget
  fetch?: UpstreamFetch | undefined
}): LiveSources {
  const { config, clock, logger, budget } = deps
  const fetch =
    deps.fetch ??
    createUpstreamFetch({
      upstreamBaseUrl: config.upstreamBaseUrl,
      timeoutMs: REQUEST_TIMEOUT_MS,
      maxBytes: MAX_RESPONSE_BYTES,
    })
  const counted = (limit: CallLimit) => createBudgetedFetch(fetch, { budget, limit, clock, logger })
  const agents = userAgents(config)

  const yahoo = {
    fetch: counted({ source: 'yahoo', name: 'Yahoo Finance', perMinute: config.marketCallsPerMinute }),
    clock,
    userAgent: agents.browserLike,
  }
  const coinGecko = {
    fetch: counted({
      source: 'coingecko',
      name: 'CoinGecko',
      perMinute: COINGECKO_PER_MINUTE[config.coinGeckoApiKey === undefined ? 'withoutKey' : 'withKey'],
    }),
    clock,
    userAgent: agents.plain,
    apiKey: config.coinGeckoApiKey,
  }
  const twelveData = {
    source: 'twelve-data',
    name: 'Twelve Data',
    perMinute: config.twelveData.callsPerMinute,
    perDay: config.twelveData.callsPerDay,
  } as const
  const providers: Record<Config['marketSources'][number], () => MarketProvider> = {
    yahoo: () => createYahooProvider(yahoo),
    coingecko: () => createCoinGeckoProvider(coinGecko),
    'twelve-data': () =>
      createTwelveDataProvider({
        fetch,
        takeCalls: createTakeCalls({ budget, limit: twelveData, clock, logger }),
        mostCalls: shareOfClient(twelveData.perMinute).lately,
        clock,
        userAgent: agents.plain,
        apiKey: config.twelveData.apiKey ?? '',
        republishable: config.twelveData.mayRepublish,
      }),
  }
  return {
    clock,
    throwIfRefused(inOrder) {
      const askers = currentAskers()
      let first: BudgetUsedUpError | undefined
      for (const source of inOrder) {
        const refusals = askers.clients.map((client) => budget.findRefusal(source, client))
        const [refusal] = refusals
        if (!refusal || refusals.includes(undefined)) return
        first ??= refusal
        if (refusal.concerns !== 'asker') continue
        // Other clients would be answered, whatever the first source says.
        askers.noteRefusal()
        break
      }
      if (first) throw first
    },
    guard: createSourceGuard({ logger }),
    providers: config.marketSources.map((source) => providers[source]()),
    finder: createYahooFinder(yahoo),
    listings: [
      createSecListing({
        fetch: counted({ source: 'sec', name: 'SEC', perMinute: LISTING_FILES_PER_MINUTE }),
        userAgent: agents.plain,
      }),
      createNasdaqListing({
        fetch: counted({ source: 'nasdaq', name: 'Nasdaq Trader', perMinute: LISTING_FILES_PER_MINUTE }),
        userAgent: agents.plain,
      }),
    ],
    coins: createCoinListing(coinGecko),
    supplement: createWikidataSupplement({
      fetch: counted({ source: 'wikidata', name: 'Wikidata', perMinute: WIKIDATA_PER_MINUTE }),
      userAgent: agents.plain,
    }),
  }
}

/** Returns the User-Agents that sources want. Yahoo rejects one that does not look like a browser's. */
function userAgents(config: MarketConfig): { plain: string; browserLike: string } {
  return {
    plain: userAgentOf(config),
    browserLike: `Mozilla/5.0 (compatible; lunchpail; ${asHeaderText(config.contactEmail)})`,
  }
}

/** How long samples are shown after a failed first contact, before the live source is tried again. */
const RETRY_LIVE_MS = 60_000

export interface SampleFallback {
  /** Answers live or from the samples, depending on the settings and on whether the live source has ever answered. */
  answer<Answer>(sources: { live(): Promise<Answer>; sample(): Promise<Answer> }): Promise<Answer>
  /** Records that the live source gave a usable answer: only it is asked after that. */
  noteLiveAnswer(): void
}

/** MARKET_DATA=live never shows samples, nor does production; =sample shows only samples; =auto shows them only if no live
 *  source has answered since the start and UPSTREAM_BASE_URL is not set. */
export function createSampleFallback(deps: {
  config: Pick<Config, 'mode' | 'marketData' | 'upstreamBaseUrl'>
  clock: Clock
  logger: Logger
}): SampleFallback {
  const { config, clock, logger } = deps
  const isProduction = config.mode === 'production'
  let mayFallBack = config.marketData === 'auto' && config.upstreamBaseUrl === undefined && !isProduction
  let failedAt = Number.NEGATIVE_INFINITY

  return {
    async answer(sources) {
      if (config.marketData === 'sample' && !isProduction) return sources.sample()
      if (!mayFallBack) return sources.live()
      if (isWithin(clock.now().getTime(), failedAt, RETRY_LIVE_MS)) return sources.sample()
      try {
        return await sources.live()
      } catch (error) {
        // A question held back from one client, or refused for one ticker, does not say that the source is down.
        const isHeldBack = currentAskers().wereRefused
        const isDown =
          !isHeldBack && error instanceof SourceError && !['asker', 'ticker'].includes(error.concerns)
        if (!mayFallBack || !isDown) throw error
        logger.warn({ err: error }, 'no live market data: showing sample data')
        failedAt = clock.now().getTime()
        return sources.sample()
      }
    },
    noteLiveAnswer() {
      mayFallBack = false
    },
  }
}
