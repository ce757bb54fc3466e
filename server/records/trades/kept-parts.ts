import { setImmediate } from 'node:timers/promises'

import { LRUCache } from 'lru-cache'

import { AppError } from '../../lib/errors.ts'
import { createFairQueue, currentAskers, QueueFullError } from '../../lib/fair-queue.ts'
import { createOnce } from '../../lib/once.ts'

/** Of each part, as JSON: some two thousand tickers with twenty trades, or two hundred with as many as a part holds. */
const MAX_KEPT_CHARACTERS = 16_000_000
/** Of one client a quarter of them: more than are worked on at once. */
const MAX_WAITING = 1_024
const PATIENCE_MS = 60_000

/** Keeps the parts of answers, each read once for all who ask; the one asked for longest ago goes first. What is not kept is
 *  read in turns, each client in a line of its own: it takes some milliseconds of the one thread that answers everybody, and
 *  after it whatever else has come is answered first.
 *  @returns throws AppError 'not-ready' where too many wait; what `read` throws, which is not kept */
export function createKeptParts<Part extends object>() {
  const kept = new LRUCache<string, Part>({
    maxSize: MAX_KEPT_CHARACTERS,
    sizeCalculation: (part) => JSON.stringify(part).length + 512,
  })
  const reading = createOnce<Part>()
  const line = createFairQueue({ places: 2, maxWaiting: MAX_WAITING, patienceMs: PATIENCE_MS })

  async function readInTurn(key: string, read: () => Promise<Part>): Promise<Part> {
    try {
      return await line.run(currentAskers(), async () => {
        try {
          const part = await read()
          kept.set(key, part)
          return part
        } finally {
          await setImmediate()
        }
      })
    } catch (error) {
      throw error instanceof QueueFullError ? describeFullLine(error) : error
    }
  }

  return async (key: string, read: () => Promise<Part>): Promise<Part> =>
    kept.get(key) ?? reading.run(key, () => readInTurn(key, read))
}

const describeFullLine = (cause: QueueFullError) =>
  new AppError('not-ready', 'Many trades are being looked up at the moment. Try again in a few seconds.', {
    cause,
    retryAfterSeconds: 5,
  })
