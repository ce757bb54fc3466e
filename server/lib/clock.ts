/** The time, injected so that tests own it. */
export interface Clock {
  now(): Date
}

export const systemClock: Clock = { now: () => new Date() }

/** Whether less than `lengthMs` has passed since a moment. False if the clock was set back to before that moment, so that
 *  nothing lasts hours longer because of it. All in milliseconds since 1970. */
export const isWithin = (nowMs: number, sinceMs: number, lengthMs: number): boolean =>
  sinceMs <= nowMs && nowMs < sinceMs + lengthMs
