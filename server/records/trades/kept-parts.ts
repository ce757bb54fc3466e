import { createAllowance } from '../../lib/allowance.ts'
import { currentAskers } from '../../lib/askers.ts'
import { AppError } from '../../lib/errors.ts'
import { createWorkQueue, type QueueFullError } from '../../lib/fair-queue.ts'
import { createKeptOnce } from '../../lib/once.ts'

/** Characters of JSON per kind of part: about two thousand tickers with twenty trades each, or two hundred with the most
 *  that a part holds. */
const MAX_KEPT_CHARACTERS = 16_000_000
/** How many reads may wait in total; a single client may have a quarter of them. */
const MAX_WAITING = 1_024
/** Shorter than an answer may take (http/in-time.ts). */
const PATIENCE_MS = 20_000
/** A ticker that members of Congress trade a lot takes a fifth of a second of CPU time. */
const READ_PER_MINUTE = 60

/** Creates an LRU cache for one kind of part of answers; concurrent requests share one read. Uncached parts go through a fair queue by
 *  client, because each read takes some milliseconds of the only thread; after each, other pending work runs first.
 *  @returns a function that throws AppError 'too-many-requests' if its client had too many read, 'not-ready' if too many wait,
 *    and whatever `read` throws, which is not cached */
export function createKeptParts<Part extends object>() {
  const kept = createKeptOnce<Part>({
    maxSize: MAX_KEPT_CHARACTERS,
    sizeOf: (part) => JSON.stringify(part).length,
  })
  const mayRead = createAllowance(READ_PER_MINUTE)
  const queued = createWorkQueue({
    places: 2,
    maxWaiting: MAX_WAITING,
    patienceMs: PATIENCE_MS,
    describeFull: describeFullQueue,
  })

  return (key: string, read: () => Promise<Part>): Promise<Part> =>
    kept(key, async () => {
      if (await mayRead()) return queued(read)
      currentAskers().noteRefusal()
      throw new AppError(
        'too-many-requests',
        'Your address has asked for the trades of very many tickers. Try again in a minute.',
        { retryAfterSeconds: 60 },
      )
    })
}

const describeFullQueue = (cause: QueueFullError) =>
  new AppError('not-ready', 'Many trades are being looked up at the moment. Try again in a few seconds.', {
    cause,
    retryAfterSeconds: 5,
  })
