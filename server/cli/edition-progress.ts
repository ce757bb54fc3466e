import type { Clock } from '../lib/clock.ts'
import type { SendingProgress } from '../sending/editions/edition-status.ts'
import { formatCount, formatRate, formatSeconds } from '../lib/text.ts'
import { pause } from '../sending/deliveries/pause.ts'
import { describeCircuit } from '../operator/edition-state-words.ts'
import type { CommandOutput } from './handover.ts'
import { createProgressLine, formatBar } from './progress-line.ts'

const LINE_EVERY_MS = 5_000
const REDRAW_EVERY_MS = 1_000
/** A query over a million deliveries takes a second: queries may use at most a twentieth of the time. */
const REST_FACTOR = 20

/** Shows the progress of an edition's sending: on a terminal a bar that is redrawn, elsewhere a line every few seconds if
 *  something has changed.
 *  @returns a function that ends the display */
export function showProgress(
  findProgress: () => Promise<SendingProgress | undefined>,
  { output, clock }: { output: CommandOutput; clock: Clock },
): () => Promise<void> {
  const stopping = new AbortController()
  const isTerminal = output.isTerminal === true
  const line = createProgressLine(output, clock)
  let told = ''

  async function tell(): Promise<void> {
    const progress = await findProgress()
    if (progress === undefined || stopping.signal.aborted) return
    if (isTerminal) line.show(() => formatSending(progress))
    else {
      const words = `${formatSending(progress)}. Ctrl-C is safe: the rest stays for the next time.\n`
      if (words !== told) output.writeError(words)
      told = words
    }
  }

  async function run(): Promise<void> {
    let restMs = isTerminal ? REDRAW_EVERY_MS : LINE_EVERY_MS
    for (;;) {
      // Ended only by the signal.
      await pause(restMs, stopping.signal)
      if (stopping.signal.aborted) return
      const startedMs = clock.now().getTime()
      try {
        await tell()
      } catch (error) {
        output.writeError(`The progress could not be read: ${String(error)}\n`)
      }
      const tookMs = clock.now().getTime() - startedMs
      restMs = Math.max(isTerminal ? REDRAW_EVERY_MS : LINE_EVERY_MS, REST_FACTOR * tookMs)
    }
  }

  const running = run()
  return async () => {
    stopping.abort()
    await running
    line.clear()
  }
}

/** @returns such as '[######------------------]  25 %  250 of 1,000 submitted, 20 a second, 38 s to go' */
export function formatSending({ counts, meta }: SendingProgress): string {
  const { perSecond, secondsToGo, leftToday, circuit, askedAt } = meta
  const total = Object.values(counts).reduce((sum, count) => sum + count, 0)
  const ended = counts.submitted + counts.failed + counts.skipped + counts.unknown
  const words = [
    `${formatCount(counts.submitted)} of ${formatCount(total)} submitted`,
    ...(perSecond === undefined ? [] : [`${formatRate(perSecond)} a second`]),
    ...(secondsToGo === undefined ? [] : [`${formatSeconds(secondsToGo)} to go`]),
    ...(leftToday === undefined || counts.pending + counts.claimed <= leftToday
      ? []
      : [`${formatCount(leftToday)} more today by the warm-up`]),
    ...(counts.deferred === 0 ? [] : [`${formatCount(counts.deferred)} to be tried again later`]),
    ...(counts.failed === 0 ? [] : [`${formatCount(counts.failed)} failed`]),
    ...(counts.unknown === 0 ? [] : [`${formatCount(counts.unknown)} unknown`]),
    ...(circuit === undefined ? [] : [`mail server: ${describeCircuit(circuit, askedAt)}`]),
  ]
  return `${formatBar(total === 0 ? 0 : ended / total)}  ${words.join(', ')}`
}
