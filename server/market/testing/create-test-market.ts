import { createLogger } from '../../logger.ts'
import { createUpstreamFetch } from '../../upstream-fetch.ts'
import { createMarket, type Market, type MarketDeps } from '../index.ts'
import { createFakeClock, type FakeClock } from './fake-clock.ts'

/** A market whose sources are at `baseUrl`, which is unknown to its settings unless `config` names it. */
export function createTestMarket(
  baseUrl: string,
  options: { config?: Partial<MarketDeps['config']>; clock?: FakeClock; profileWaitMs?: number } = {},
): { market: Market; clock: FakeClock } {
  const clock = options.clock ?? createFakeClock()
  const market = createMarket({
    config: {
      mode: 'embedded',
      marketData: 'auto',
      upstreamBaseUrl: undefined,
      marketSources: ['yahoo', 'coingecko'],
      marketCallsPerMinute: 1_000,
      coinGeckoApiKey: undefined,
      twelveData: { apiKey: undefined, callsPerMinute: 8, mayRepublish: false },
      siteName: 'Lunchpail',
      siteUrl: 'http://localhost:3000',
      contactEmail: 'hello@lunchpail.example',
      ...options.config,
    },
    logger: createLogger('silent'),
    clock,
    fetch: createUpstreamFetch({ upstreamBaseUrl: baseUrl, timeoutMs: 2_000, maxBytes: 10_000_000 }),
    profileWaitMs: options.profileWaitMs ?? 1_000,
  })
  return { market, clock }
}
