import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'

import { currentAskers } from './askers.ts'

/** Limits something that costs CPU time to a number for each client and minute.
 *  @returns a function that charges one of the clients for whom the current work is done (see currentAskers), the first that has
 *    some left; false if none has, and then what is made is for these clients alone. The site itself always has some. */
export function createAllowance(perMinute: number): () => Promise<boolean> {
  const limiter = new RateLimiterMemory({ points: perMinute, duration: 60 })
  return async () => {
    const askers = currentAskers()
    for (const client of askers.clients) {
      if (client === undefined || (await isWithin(limiter.consume(client)))) return true
    }
    askers.noteRefusal()
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
