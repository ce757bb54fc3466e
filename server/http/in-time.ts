import { currentAskers } from '../lib/askers.ts'
import { AppError } from '../lib/errors.ts'
import { firstWithin } from '../lib/patience.ts'

/** How long an answer may take once work on it has begun. What it waits for has limits of its own: 20 s for a place in a queue of long
 *  work, 10 s for each of a page's two turns, 3 s to learn whether the ticker exists, then 11 s for sources and 5 s for places at
 *  them, or 17 s for another process; all of them at their longest, and one after the other, are more than anybody should wait. With
 *  the 10 s for a turn (take-turns.ts) it makes 35 s, so that there is an answer long before a proxy gives up on this server (nginx
 *  after 60 s), or the connection counts as idle (60 s, http-server.ts). */
const LONGEST_MS = 25_000
const RETRY_AFTER_SECONDS = 10

/** Waits for an answer, or a part of it, while the time since work on this request began is not over. Then nobody waits for it any more:
 *  what has not begun is dropped, what has goes on, for the others and for the cache.
 *  @throws LateError; what the promise rejects with */
export async function inTime<Value extends object | string>(
  work: Promise<Value>,
  longestMs = LONGEST_MS,
): Promise<Value> {
  const askers = currentAskers()
  const value = await firstWithin(Math.max(1, longestMs - askers.ageMs), work)
  if (value !== undefined) return value
  // Its failure is told to those who still wait for it.
  work.catch(() => undefined)
  askers.hangUp()
  throw new LateError()
}

/** An answer has taken too long. */
export class LateError extends AppError {
  override readonly name = 'LateError'

  constructor() {
    super('not-ready', 'This takes longer than expected at the moment. Please try again in a few seconds.', {
      retryAfterSeconds: RETRY_AFTER_SECONDS,
    })
  }
}
