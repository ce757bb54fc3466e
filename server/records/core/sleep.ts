import { setTimeout } from 'node:timers/promises'

/** @throws the signal's reason, as soon as it is aborted */
export async function sleep(ms: number, signal: AbortSignal | undefined): Promise<void> {
  try {
    await setTimeout(ms, undefined, { signal })
  } catch (error) {
    signal?.throwIfAborted()
    throw error
  }
}

/** Long enough for the daily collection of a busy week to finish. */
const WAIT_MS = 15 * 60_000
const POLL_MS = 2_000

export interface WaitingDeps {
  /** Called once if another process is doing the work. */
  readonly onWaiting: () => Promise<void> | void
  readonly signal: AbortSignal
  /** For tests: how long to wait for another process. */
  readonly waitMs?: number | undefined
}

/** Runs work that one process at a time may do, waiting until no other process is doing it.
 *  @param tryRun  resolves to false if another process is doing it
 *  @returns false if another process was still busy after a quarter of an hour, so that nothing was run
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
