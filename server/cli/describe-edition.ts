import { formatChicagoTime } from '../lib/dates.ts'
import type { EditionReview } from '../sending/editions/review-edition.ts'
import type { EditionOverview, SendingProgress } from '../sending/editions/edition-status.ts'
import { commandOf, describeHold, describeSteps } from '../operator/edition-words.ts'
import { listNextSteps } from '../sending/editions/edition-refusal.ts'
import { describeEnd, describePause } from '../sending/sending-words.ts'
import { formatCount, formatSeconds } from './progress-line.ts'

/** An edition's state for people, several lines. */
export function describeEdition(review: EditionReview, progress: SendingProgress): string {
  const { date, state, held, times } = review
  const lines = [
    `Edition of ${date}: ${state}${held === undefined ? '' : ', held'}`,
    ...(held === undefined
      ? []
      : [
          describeRow('held', describeHold(held).replace(/^held /, '')),
          ...(held.kind === 'restored'
            ? [describeRow('', `if it went out: ${commandOf({ step: 'mark-sent', date })}`)]
            : []),
          describeRow('', `to let it go out: ${commandOf({ step: 'release', date })}`),
        ]),
    describeRow('subject', review.subject),
    describeRow('built', formatChicagoTime(review.builtAt)),
    describeRow('preview', tellPreview(review)),
    describeRow('goes out', tellGoesOut(review)),
    ...(review.marked === undefined ? [] : [describeRow('marked', tellMarked(review.marked))]),
    describeRow('next slot', formatChicagoTime(times.nextSendAt)),
    describeRow('corrections', String(review.correctionCount)),
    ...tellSections(review),
    ...describeSending(progress, { isMarked: review.marked !== undefined }),
  ]
  return `${lines.join('\n')}\n`
}

function tellPreview({ previewSubmittedAt }: EditionReview): string {
  return previewSubmittedAt === undefined
    ? 'none submitted'
    : `submitted ${formatChicagoTime(previewSubmittedAt)}`
}

function tellGoesOut({ state, held, times }: EditionReview): string {
  if (state !== 'built' && state !== 'missed') return `it does not wait any more: ${state}`
  if (times.phase === 'over') return `only by hand; its time ended ${formatChicagoTime(times.cutoffAt)}`
  const when = times.phase === 'due' ? 'now' : formatChicagoTime(times.sendAt)
  return held === undefined ? when : `${when}, if it is released`
}

function tellMarked({ at, sentAt, count }: NonNullable<EditionReview['marked']>): string {
  const readers = count === undefined ? '' : ` to ${count.toLocaleString('en-US')}`
  return `as sent ${formatChicagoTime(sentAt)}${readers}, by a person's word of ${formatChicagoTime(at)}`
}

function tellSections({ sections }: EditionReview): string[] {
  if (sections === undefined) return ['Sections: their words are not kept, or not in the present form']
  if (sections.length === 0) return ['Sections: none']
  return [
    'Sections',
    ...sections.map(({ name, state, label, model }) =>
      describeRow(name, state === 'unavailable' ? state : `${state}, ${label}${model ? ` by ${model}` : ''}`),
    ),
  ]
}

/** An edition on one line, for people. */
export function describeOverview({
  date,
  state,
  isHeld,
  sentAt,
  marked,
  counts,
  subject,
}: EditionOverview): string {
  const standing = isHeld ? `${state}, held` : state
  return [date, standing.padEnd(15), tellSent({ sentAt, marked, counts }).padEnd(48), subject]
    .join('  ')
    .trimEnd()
}

function tellSent({ sentAt, marked, counts }: Pick<EditionOverview, 'sentAt' | 'marked' | 'counts'>): string {
  if (sentAt === undefined) return 'not sent'
  const when = formatChicagoTime(sentAt).replace(' in Chicago', '')
  if (marked !== undefined) {
    return `${when}  to ${marked.count === undefined ? 'how many is not known' : formatCount(marked.count)}, by a person's word`
  }
  const { submitted, failed, unknown, skipped } = counts
  const open = counts.pending + counts.claimed + counts.sending + counts.deferred
  const rest = Object.entries({ open, failed, unknown, skipped }).filter(([, count]) => count > 0)
  return [
    `${when}  submitted ${formatCount(submitted)}`,
    ...rest.map(([name, count]) => `${name} ${formatCount(count)}`),
  ].join(', ')
}

/** The state of an edition's sending for people, a line for each item.
 *  @param isMarked  it is marked as sent: nothing of it can be sent again */
export function describeSending(
  { date, state, counts, meta }: SendingProgress,
  { isMarked = false }: { isMarked?: boolean } = {},
): string[] {
  const { paused, circuit, warmUpLeft, failures } = meta
  return [
    'Deliveries',
    ...Object.entries(counts).map(([state, count]) => describeRow(state, formatCount(count))),
    ...(meta.inHandUntil === undefined
      ? []
      : [
          describeRow(
            'in hand',
            `of a process; if that has died, until ${formatChicagoTime(meta.inHandUntil)}: then what is claimed is sent by another, and what is sending becomes unknown`,
          ),
        ]),
    ...(state === 'frozen' ? tellPace({ counts, meta }) : []),
    ...(paused === undefined
      ? []
      : [
          describeRow('paused', `since ${formatChicagoTime(paused.since)}: ${describePause(paused)}`),
          describeRow('', `to let it go on: ${commandOf({ step: 'resume', date })}`),
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
    ...listNextSteps({ date, counts, isOver: isMarked || state === 'cancelled' }).map((next) =>
      describeSteps([next]),
    ),
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

/** When the mail server is tried again, and why its circuit is open. */
export function tellCircuit(
  { failures, openUntil, reason }: NonNullable<SendingProgress['meta']['circuit']>,
  now: Date,
): string {
  const waitMs = openUntil.getTime() - now.getTime()
  const next = waitMs > 0 ? `tried again within ${formatSeconds(waitMs / 1000)}` : 'tried again now'
  const times = failures === 1 ? 'once' : `${formatCount(failures)} times in a row`
  return `no answer ${times}, ${next}${reason === undefined ? '' : `: ${reason}`}`
}

const LABEL_WIDTH = 12

/** One line of output for people: a label and its text. */
export const describeRow = (label: string, words: string) => `  ${label.padEnd(LABEL_WIDTH)} ${words}`
