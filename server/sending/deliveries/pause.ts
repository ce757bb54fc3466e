import { setTimeout } from 'node:timers/promises'

/** Resolves when the promise does, or when the signal says stop. */
export async function orAborted(promise: Promise<void>, signal: AbortSignal): Promise<void> {
  if (signal.aborted) return
  const aborted = Promise.withResolvers<void>()
  const onAbort = () => aborted.resolve()
  signal.addEventListener('abort', onAbort, { once: true })
  try {
    await Promise.race([promise, aborted.promise])
  } finally {
    // One signal lasts for a whole round.
    signal.removeEventListener('abort', onAbort)
  }
}

/** Waits, or less when the signal says stop. */
export async function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  try {
    await setTimeout(milliseconds, undefined, { signal })
  } catch (error) {
    if (!signal.aborted) throw error
  }
}
