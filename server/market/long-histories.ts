import { setImmediate } from 'node:timers/promises'

import { SourceError } from '../lib/errors.ts'
import { createFairQueue, currentAskers, QueueFullError } from '../lib/fair-queue.ts'

/** Shorter histories are read or written within two milliseconds. */
const LONG = 4_000
/** Of one client a quarter of them: more than it may ask of long histories in a minute. */
const MAX_WAITING = 1_024
const PATIENCE_MS = 60_000

/** Admits long pieces of work, a limited number at once. */
export type Turns = <Value>(work: () => Value | Promise<Value>) => Promise<Value>

/** The one thread that answers everybody needs tens of milliseconds to read or write a century of prices. Whoever does so
 *  takes turns, each client (see currentAskers) in a line of its own, and after each turn whatever else has come is answered
 *  first. Nobody may take a turn of these within a turn of these.
 *  @param options.places  who works at once: one client has half of them at most (see FairQueue)
 *  @returns throws SourceError where too many wait, which concerns the asker alone; what `work` throws */
export function createTurns({ places }: { places: number }): Turns {
  const line = createFairQueue({ places, maxWaiting: MAX_WAITING, patienceMs: PATIENCE_MS })
  return async (work) => {
    try {
      return await line.run(currentAskers(), async () => {
        try {
          return await work()
        } finally {
          await setImmediate()
        }
      })
    } catch (error) {
      throw error instanceof QueueFullError ? describeFullLine(error) : error
    }
  }
}

/** @param closes  how many they are, or bars of a source */
export const isLong = (closes: number): boolean => closes > LONG

const describeFullLine = (cause: QueueFullError) =>
  new SourceError(
    'Market data',
    'Many long price histories are being read at the moment. Try again in a few seconds.',
    { cause, retryAfterSeconds: 5, concerns: 'asker' },
  )
