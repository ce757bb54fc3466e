import { setTimeout } from 'node:timers/promises'

/** @throws the signal's reason, as soon as it is told to end */
export async function sleep(ms: number, signal: AbortSignal): Promise<void> {
  try {
    await setTimeout(ms, undefined, { signal })
  } catch (error) {
    signal.throwIfAborted()
    throw error
  }
}
