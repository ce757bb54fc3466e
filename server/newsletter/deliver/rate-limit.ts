import { pause } from './pause.ts'

/** How fast messages may go out. One process keeps its own pace for now; a limit that all processes share (a row in
 *  Postgres) takes its place behind this interface. */
export interface RateLimit {
  /** Resolves when the next message may go, or at once when the signal says stop. */
  take(signal: AbortSignal): Promise<void>
}

/** Evenly spaced, without bursts after an idle time. */
export function createRateLimit(perSecond: number): RateLimit {
  const intervalMs = 1000 / perSecond
  let nextAt = 0
  return {
    async take(signal) {
      const now = performance.now()
      const waitMs = Math.max(0, nextAt - now)
      nextAt = Math.max(nextAt, now) + intervalMs
      // A timer is no finer than a millisecond; what is due sooner goes at once, and the spacing holds on average.
      if (waitMs >= 1) await pause(waitMs, signal)
    },
  }
}
