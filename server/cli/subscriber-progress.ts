import type { Clock } from '../lib/clock.ts'
import type { CommandOutput } from './handover.ts'
import {
  createProgressLine,
  formatBar,
  formatCount,
  formatSeconds,
  type ProgressLine,
} from './progress-line.ts'

/** How far the reading of a file is. */
export interface FileProgress {
  readonly lines: number
  readonly bytes: number
  /** Undefined where it cannot be known, as of a pipe. */
  readonly totalBytes: number | undefined
  readonly elapsedMs: number
}

/** The line that tells how far the reading of a file is. */
export function createFileProgressLine(
  output: CommandOutput,
  clock: Clock,
): ProgressLine<Omit<FileProgress, 'elapsedMs'>> {
  return createProgressLine(output, clock, (progress, elapsedMs) =>
    formatProgress({ ...progress, elapsedMs }),
  )
}

/** @returns such as '[######------------------]  25 %  250,000 lines, 12,500 lines/s, 1 min 0 s left' */
export function formatProgress({ lines, bytes, totalBytes, elapsedMs }: FileProgress): string {
  const perSecond = elapsedMs > 0 ? Math.round((lines / elapsedMs) * 1_000) : 0
  const counted = `${formatCount(lines)} lines, ${formatCount(perSecond)} lines/s`
  if (totalBytes === undefined || totalBytes === 0) return counted
  const fraction = Math.min(1, bytes / totalBytes)
  const left = fraction > 0 ? `, ${formatSeconds((elapsedMs / 1_000) * (1 / fraction - 1))} left` : ''
  return `${formatBar(fraction)}  ${counted}${left}`
}
