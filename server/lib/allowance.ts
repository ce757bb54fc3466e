import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'

import { currentAskers } from './askers.ts'

/** Limits something that costs CPU time to a number for each client and minute.
 *  @returns a function that charges one of the clients for whom the current work is done (see currentAskers), the first that has
 *    some left; false if none has. The site itself always has. */
export function createAllowance(perMinute: number): () => Promise<boolean> {
  const limiter = new RateLimiterMemory({ points: perMinute, duration: 60 })
  return async () => {
    for (const client of currentAskers().clients) {
      if (client === undefined || (await isWithin(limiter.consume(client)))) return true
    }
    return false
  }
}

async function isWithin(consuming: Promise<unknown>): Promise<boolean> {
  try {
    await consuming
    return true
  } catch (error) {
    if (error instanceof RateLimiterRes) return false
    throw error
  }
}
