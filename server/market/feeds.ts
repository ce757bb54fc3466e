import type { Clock } from '../clock.ts'
import type { Config } from '../config.ts'
import type { Logger } from '../logger.ts'
import { createUpstreamFetch, type UpstreamFetch } from '../upstream-fetch.ts'
import { isUnknownTicker } from './asset.ts'
import type { CacheStore } from './cache/cache-store.ts'
import { createMemoryStore } from './cache/memory-store.ts'
import { createReadThroughCache, type Loaded } from './cache/read-through.ts'
import type { Asset, MarketProvider } from './providers/provider.ts'
import { createSampleProvider, isSampleAsset } from './providers/sample.ts'
import { createYahooProvider } from './providers/yahoo.ts'

const REQUEST_TIMEOUT_MS = 10_000
// The longest history there is, a century of days, is about 3 MB of JSON.
const MAX_RESPONSE_BYTES = 16_000_000
const MAX_CACHE_CHARACTERS = 32_000_000

/** A provider with the way its answers are kept. */
export interface Feed {
  readonly provider: MarketProvider
  readonly isSample: boolean
  /** Of what a ticker may mean, what this feed can be asked for; never empty. */
  choose(candidates: readonly Asset[]): readonly Asset[]
  load<Value>(key: string, ttlMs: number, load: () => Promise<Value>): Promise<Loaded<Value>>
}

export interface FeedDeps {
  readonly config: Pick<Config, 'upstreamBaseUrl' | 'siteUrl' | 'contactEmail'>
  readonly logger: Logger
  readonly clock: Clock
  /** For tests; by default the sources over the network, or UPSTREAM_BASE_URL. */
  readonly fetch?: UpstreamFetch
  /** Where answers are kept; by default the memory of this process. */
  readonly cacheStore?: CacheStore
}

/** Yahoo behind the cache.
 *  @param onAnswer  told of every usable answer, "no such ticker" included */
export function createLiveFeed(deps: FeedDeps, onAnswer: () => void): Feed {
  const { config, clock, logger } = deps
  const fetch =
    deps.fetch ??
    createUpstreamFetch({
      upstreamBaseUrl: config.upstreamBaseUrl,
      timeoutMs: REQUEST_TIMEOUT_MS,
      maxBytes: MAX_RESPONSE_BYTES,
    })
  const store = deps.cacheStore ?? createMemoryStore({ maxCharacters: MAX_CACHE_CHARACTERS })
  const cache = createReadThroughCache({ store, clock, logger })
  return {
    provider: createYahooProvider({ fetch, clock, userAgent: userAgentOf(config.contactEmail) }),
    isSample: false,
    choose: (candidates) => candidates,
    load: (key, ttlMs, load) =>
      cache.load(key, ttlMs, async () => {
        try {
          const value = await load()
          onAnswer()
          return value
        } catch (error) {
          if (isUnknownTicker(error)) onAnswer()
          throw error
        }
      }),
  }
}

/** The embedded samples; they cost nothing, so nothing is kept. */
export function createSampleFeed(deps: FeedDeps): Feed {
  return {
    provider: createSampleProvider({ clock: deps.clock, siteUrl: deps.config.siteUrl }),
    isSample: true,
    choose(candidates) {
      const known = candidates.filter(isSampleAsset)
      return known.length > 0 ? known : candidates
    },
    async load(_key, _ttlMs, load) {
      return { value: await load(), retrievedAt: deps.clock.now().toISOString(), isStale: false }
    },
  }
}

/** Yahoo turns away what does not look like a browser; this does, and still says who asks. */
function userAgentOf(contactEmail: string): string {
  // A header is Latin text only, and a parenthesis would end the comment.
  return `Mozilla/5.0 (compatible; lunchpail; ${contactEmail.replaceAll(/[^\x21-\x7e]|[()]/g, '?')})`
}
