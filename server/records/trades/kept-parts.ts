import { createAllowance } from '../../lib/allowance.ts'
import { AppError } from '../../lib/errors.ts'
import { createReadQueue } from '../../lib/fair-queue.ts'
import { createKeptOnce } from '../../lib/once.ts'

/** Characters of JSON per kind of part: about two thousand tickers with twenty trades each, or two hundred with the most
 *  that a part holds. */
const MAX_KEPT_CHARACTERS = 16_000_000
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
  const queued = createReadQueue(2, 'trades are being looked up')

  return (key: string, read: () => Promise<Part>): Promise<Part> =>
    kept(key, async () => {
      if (await mayRead()) return queued(read)
      throw new AppError(
        'too-many-requests',
        'Your address has asked for the trades of very many tickers. Try again in a minute.',
        { retryAfterSeconds: 60 },
      )
    })
}
