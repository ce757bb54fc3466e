/** The time, injected so that tests own it. */
export interface Clock {
  now(): Date
}

export const systemClock: Clock = { now: () => new Date() }
