import { setImmediate } from 'node:timers/promises'

import { SourceError } from '../lib/errors.ts'
import { createFairQueue, currentAskers, QueueFullError } from '../lib/fair-queue.ts'

/** Shorter histories take less than two milliseconds to read or write. */
const LONG = 4_000
/** One client may have a quarter of them waiting: more than the long histories it may request in a minute. */
const MAX_WAITING = 1_024
const PATIENCE_MS = 60_000

/** Runs long work, a limited number at once. */
export type WorkQueue = <Value>(work: () => Value | Promise<Value>) => Promise<Value>

/** Reading or writing a century of prices takes tens of milliseconds of the one thread that answers everybody. Such work queues,
 *  each client (see currentAskers) in a queue of its own, and other requests that have arrived are served between two pieces.
 *  Work that runs within a place must not wait for another place of the same queue.
 *  @param options.places  pieces of work at once; one client has at most half of them (see FairQueue)
 *  @returns throws SourceError if too many are waiting, which concerns the asker alone; else what `work` throws */
export function createWorkQueue({ places }: { places: number }): WorkQueue {
  const queue = createFairQueue({ places, maxWaiting: MAX_WAITING, patienceMs: PATIENCE_MS })
  return async (work) => {
    try {
      return await queue.run(currentAskers(), async () => {
        try {
          return await work()
        } finally {
          await setImmediate()
        }
      })
    } catch (error) {
      throw error instanceof QueueFullError ? describeFullQueue(error) : error
    }
  }
}

/** @param closes  their number, or that of a source's bars */
export const isLong = (closes: number): boolean => closes > LONG

const describeFullQueue = (cause: QueueFullError) =>
  new SourceError(
    'Market data',
    'Many long price histories are being read at the moment. Try again in a few seconds.',
    { cause, retryAfterSeconds: 5, concerns: 'asker' },
  )
