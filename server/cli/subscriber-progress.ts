import type { Clock } from '../clock.ts'
import type { CommandOutput } from './handover.ts'

/** How far the reading of a file is. */
export interface FileProgress {
  readonly lines: number
  readonly bytes: number
  /** Undefined where it cannot be known, as of a pipe. */
  readonly totalBytes: number | undefined
  readonly elapsedMs: number
}

/** A line at the foot of a terminal that is drawn over; without a terminal it is nothing. */
export interface ProgressLine {
  show(progress: Omit<FileProgress, 'elapsedMs'>): void
  /** Takes the line away, so that other words can be written. */
  clear(): void
}

const REDRAW_MS = 200
const BAR_WIDTH = 24
/** To the line's beginning, and nothing more on it. */
const CLEAR = '\r\u001b[K'

export function createProgressLine(output: CommandOutput, clock: Clock): ProgressLine {
  if (output.isTerminal !== true) return { show: () => undefined, clear: () => undefined }
  const startedMs = clock.now().getTime()
  let drawnMs = -Infinity
  let isShown = false
  return {
    show(progress) {
      const nowMs = clock.now().getTime()
      if (nowMs - drawnMs < REDRAW_MS) return
      drawnMs = nowMs
      isShown = true
      output.writeError(`${CLEAR}${formatProgress({ ...progress, elapsedMs: nowMs - startedMs })}`)
    },
    clear() {
      if (isShown) output.writeError(CLEAR)
      isShown = false
    },
  }
}

/** @returns such as '[######------------------]  25 %  250,000 lines, 12,500 lines/s, 1 min 0 s left' */
export function formatProgress({ lines, bytes, totalBytes, elapsedMs }: FileProgress): string {
  const perSecond = elapsedMs > 0 ? Math.round((lines / elapsedMs) * 1_000) : 0
  const counted = `${formatCount(lines)} lines, ${formatCount(perSecond)} lines/s`
  if (totalBytes === undefined || totalBytes === 0) return counted
  const fraction = Math.min(1, bytes / totalBytes)
  const filled = Math.round(fraction * BAR_WIDTH)
  const bar = `[${'#'.repeat(filled)}${'-'.repeat(BAR_WIDTH - filled)}]`
  const percent = String(Math.floor(fraction * 100)).padStart(3)
  const left = fraction > 0 ? `, ${formatSeconds((elapsedMs / 1_000) * (1 / fraction - 1))} left` : ''
  return `${bar} ${percent} %  ${counted}${left}`
}

const formatCount = (count: number) => count.toLocaleString('en-US')

function formatSeconds(seconds: number): string {
  const whole = Math.ceil(seconds)
  return whole < 60 ? `${whole} s` : `${Math.floor(whole / 60)} min ${whole % 60} s`
}
