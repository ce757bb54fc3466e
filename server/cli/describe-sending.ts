import { formatChicagoTime, type SendingProgress } from '../letter/index.ts'
import { describeEnd, describePause } from '../sending/sending-words.ts'
import { formatCount, formatSeconds } from './progress-line.ts'

/** How the sending of an edition stands, in words for people: a line for each thing there is to tell.
 *  @param isMarked  it is marked as sent: nothing of it can be sent again */
export function describeSending(
  { date, state, counts, meta }: SendingProgress,
  { isMarked = false }: { isMarked?: boolean } = {},
): string[] {
  const { paused, circuit, warmUpLeft, failures } = meta
  return [
    'Deliveries',
    ...Object.entries(counts).map(([state, count]) => describeRow(state, formatCount(count))),
    ...(state === 'frozen' ? tellPace({ counts, meta }) : []),
    ...(paused === undefined
      ? []
      : [
          describeRow('paused', `since ${formatChicagoTime(paused.since)}: ${describePause(paused)}`),
          describeRow('', `to let it go on: lunchpail edition resume --date ${date}`),
        ]),
    ...(circuit === undefined || state !== 'frozen'
      ? []
      : [describeRow('mail server', tellCircuit(circuit, meta.askedAt))]),
    ...(warmUpLeft === 0
      ? []
      : [
          describeRow('warm-up', `${formatCount(warmUpLeft)} left over: they come first in the next edition`),
        ]),
    ...(failures.length === 0 ? [] : ['Why']),
    ...failures.map((failure) =>
      describeRow(failure.state, `${formatCount(failure.count)}: ${describeEnd(failure)}`),
    ),
    ...tellWhatToDo({ date, counts, isOver: isMarked || state === 'cancelled' }),
  ]
}

function tellPace({ counts, meta }: Pick<SendingProgress, 'counts' | 'meta'>): string[] {
  const { perSecond, secondsToGo, leftToday, expiresAt } = meta
  const rate =
    perSecond === undefined
      ? 'nothing was submitted in the last minute'
      : `${formatRate(perSecond)} submitted a second`
  return [
    describeRow('rate', rate),
    ...(secondsToGo === undefined ? [] : [describeRow('to go', `about ${formatSeconds(secondsToGo)}`)]),
    ...(leftToday === undefined || counts.pending + counts.claimed <= leftToday
      ? []
      : [
          describeRow(
            'warm-up',
            `lets out ${formatCount(leftToday)} more today, of ${formatCount(counts.pending + counts.claimed)}`,
          ),
        ]),
    ...(counts.deferred === 0
      ? []
      : [describeRow('later', `${formatCount(counts.deferred)} are tried again later`)]),
    ...(expiresAt === undefined
      ? []
      : [describeRow('ends', `${formatChicagoTime(expiresAt)} at the latest`)]),
  ]
}

/** @returns such as 19.5, or 1,204 */
export function formatRate(perSecond: number): string {
  return perSecond.toLocaleString('en-US', { maximumFractionDigits: perSecond < 100 ? 1 : 0 })
}

/** Whether the mail server is tried again now or later, and why it is left alone. */
export function tellCircuit(
  { failures, openUntil, reason }: NonNullable<SendingProgress['meta']['circuit']>,
  now: Date,
): string {
  const waitMs = openUntil.getTime() - now.getTime()
  const next = waitMs > 0 ? `tried again within ${formatSeconds(waitMs / 1000)}` : 'tried again now'
  const times = failures === 1 ? 'once' : `${formatCount(failures)} times in a row`
  return `no answer ${times}, ${next}${reason === undefined ? '' : `: ${reason}`}`
}

function tellWhatToDo({
  date,
  counts,
  isOver,
}: Pick<SendingProgress, 'date' | 'counts'> & { isOver: boolean }): string[] {
  return [
    ...(counts.unknown === 0
      ? []
      : [
          `To settle what is unknown: lunchpail edition resolve --date ${date} ${isOver ? '' : '--resend, or '}--assume-submitted`,
        ]),
    ...(counts.failed === 0 || isOver
      ? []
      : [`To try again what failed: lunchpail edition retry --date ${date}`]),
  ]
}

const LABEL_WIDTH = 12

/** One line of an answer for people: a label, and what there is to say. */
export const describeRow = (label: string, words: string) => `  ${label.padEnd(LABEL_WIDTH)} ${words}`
