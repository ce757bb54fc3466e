import { createLogger, type Logger } from '../../lib/logger.ts'
import { stretchWaits } from '../../lib/patience.ts'
import { createUpstreamFetch, type UpstreamFetch } from '../../lib/upstream-fetch.ts'
import { createMarket, type Market, type MarketDeps } from '../index.ts'
import { createFakeClock, type FakeClock } from './fake-clock.ts'

/** Multiplies every wait, to at least a minute. */
const AMPLE = 60

/** Creates a market whose sources are at `baseUrl`, which its settings do not contain unless `config` does.
 *  @param options.waitFactor  below 1 for a source that never answers; by default no wait ends early */
export function createTestMarket(
  baseUrl: string,
  options: {
    config?: Partial<MarketDeps['config']>
    clock?: FakeClock
    waitFactor?: number
    profileWaitMs?: number
    fetch?: UpstreamFetch
    shared?: MarketDeps['shared']
    logger?: Logger
  } = {},
): { market: Market; clock: FakeClock } {
  stretchWaits(options.waitFactor ?? AMPLE)
  const clock = options.clock ?? createFakeClock()
  const market = createMarket({
    config: {
      mode: 'embedded',
      marketData: 'auto',
      upstreamBaseUrl: undefined,
      marketSources: ['yahoo', 'coingecko'],
      marketCallsPerMinute: 1_000,
      coinGeckoApiKey: undefined,
      twelveData: { apiKey: undefined, callsPerMinute: 8, callsPerDay: 800, mayRepublish: false },
      siteName: 'Lunchpail',
      siteUrl: 'http://localhost:3000',
      contactEmail: 'hello@lunchpail.example',
      ...options.config,
    },
    logger: options.logger ?? createLogger('silent'),
    clock,
    fetch:
      options.fetch ??
      createUpstreamFetch({ upstreamBaseUrl: baseUrl, timeoutMs: 600_000, maxBytes: 10_000_000 }),
    ...(options.profileWaitMs !== undefined && { profileWaitMs: options.profileWaitMs }),
    ...(options.shared && { shared: options.shared }),
  })
  return { market, clock }
}
