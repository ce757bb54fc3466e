import { setTimeout } from 'node:timers/promises'

/** @throws the signal's reason, as soon as it is told to end */
export async function sleep(ms: number, signal: AbortSignal | undefined): Promise<void> {
  try {
    await setTimeout(ms, undefined, { signal })
  } catch (error) {
    signal?.throwIfAborted()
    throw error
  }
}

/** The daily reading of a busy week is over by then. */
const WAIT_MS = 15 * 60_000
const POLL_MS = 2_000

export interface WaitingDeps {
  /** Told once, when another process is at it. */
  readonly onWaiting: () => Promise<void> | void
  readonly signal: AbortSignal
  /** For tests: how long another process is waited for. */
  readonly waitMs?: number | undefined
}

/** Runs what one process at a time does, as soon as no other is at it.
 *  @param tryRun  false when another process is
 *  @returns false when another one still was after a quarter of an hour: nothing was run
 *  @throws the signal's reason */
export async function runWhenFree(
  tryRun: () => Promise<boolean>,
  { onWaiting, signal, waitMs = WAIT_MS }: WaitingDeps,
): Promise<boolean> {
  for (let waitedMs = 0; ; waitedMs += POLL_MS) {
    signal.throwIfAborted()
    if (await tryRun()) return true
    if (waitedMs >= waitMs) return false
    if (waitedMs === 0) await onWaiting()
    await sleep(Math.min(POLL_MS, waitMs), signal)
  }
}
