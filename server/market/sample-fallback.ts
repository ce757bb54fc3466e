import type { Clock } from '../lib/clock.ts'
import type { Config } from '../config/config.ts'
import { SourceError } from '../lib/errors.ts'
import type { Logger } from '../lib/logger.ts'

/** How long samples are shown after a failed first contact, before the live source is tried again. */
const RETRY_LIVE_MS = 60_000

export interface SampleFallback {
  /** Answers live or from the samples, depending on the settings and on whether the live source has ever answered. */
  answer<Answer>(sources: { live(): Promise<Answer>; sample(): Promise<Answer> }): Promise<Answer>
  /** Notes that the live source gave a usable answer: from now on only it is asked. */
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
  let tryLiveAt = 0

  return {
    async answer(sources) {
      if (config.marketData === 'sample' && !isProduction) return sources.sample()
      if (!mayFallBack) return sources.live()
      if (clock.now().getTime() < tryLiveAt) return sources.sample()
      try {
        return await sources.live()
      } catch (error) {
        // A question held back from one client says nothing about the source.
        if (!mayFallBack || !(error instanceof SourceError) || error.concerns === 'asker') throw error
        logger.warn({ err: error }, 'no live market data: showing sample data')
        tryLiveAt = clock.now().getTime() + RETRY_LIVE_MS
        return sources.sample()
      }
    },
    noteLiveAnswer() {
      mayFallBack = false
    },
  }
}
