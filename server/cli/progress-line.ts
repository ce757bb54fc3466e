import type { Clock } from '../lib/clock.ts'
import type { CommandOutput } from './handover.ts'

/** A line at the foot of a terminal that is redrawn; without a terminal it shows nothing. */
export interface ProgressLine {
  /** @param format  gets the time since the line was created; called only if the line is redrawn */
  show(format: (elapsedMs: number) => string): void
  /** Removes the line, so that other output can be written. */
  clear(): void
}

const REDRAW_MS = 200
const BAR_WIDTH = 24
/** Moves to the start of the line, and clears it. */
const CLEAR = '\r\u001b[K'

export function createProgressLine(output: CommandOutput, clock: Clock): ProgressLine {
  if (output.isTerminal !== true) return { show: () => undefined, clear: () => undefined }
  const startedMs = clock.now().getTime()
  let drawnMs = -Infinity
  let isShown = false
  return {
    show(format) {
      const nowMs = clock.now().getTime()
      if (nowMs - drawnMs < REDRAW_MS) return
      drawnMs = nowMs
      isShown = true
      output.writeError(`${CLEAR}${format(nowMs - startedMs)}`)
    },
    clear() {
      if (isShown) output.writeError(CLEAR)
      isShown = false
    },
  }
}

/** @param fraction  0 to 1
 *  @returns such as '[######------------------]  25 %' */
export function formatBar(fraction: number): string {
  const filled = Math.round(fraction * BAR_WIDTH)
  const bar = `[${'#'.repeat(filled)}${'-'.repeat(BAR_WIDTH - filled)}]`
  return `${bar} ${String(Math.floor(fraction * 100)).padStart(3)} %`
}
