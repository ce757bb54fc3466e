import { formatChicagoTime } from '../lib/dates.ts'
import type { EditionReview } from '../sending/editions/review-edition.ts'
import type { EditionOverview, SendingProgress } from '../sending/editions/edition-status.ts'
import type { NextStep } from '../sending/editions/edition-refusal.ts'
import { describePause, describeEnd } from '../sending/sending-words.ts'
import { describeDeparture, describeHold } from './edition-words.ts'
import { releaseStep, resumeStep } from './order-words.ts'
import { formatQuantity } from '../../shared/format-number.ts'
import { formatCount, formatRate, formatSeconds } from '../lib/text.ts'

/** One fact about an edition: a label such as 'subject', and its words. If there is a step, the words say what it is for. */
export interface Row {
  readonly label: string
  readonly words: string
  readonly step?: NextStep
}

/** Rows under a title; the first section of an edition has none. */
export interface Block {
  readonly title: string | undefined
  readonly rows: readonly Row[]
}

/** The state of an edition, in a sentence or two. */
export function describeState(review: EditionReview): {
  readonly words: string
  /** A step that the person can take, and its purpose. */
  readonly next?: { readonly words: string; readonly step: NextStep }
} {
  const { date, state, held, marked, sentAt, departure, isRestored } = review
  const { askedAt } = review.times
  if (state === 'frozen') {
    return {
      words: 'It is being sent, and can no longer be held.',
      next: { words: 'To stop the rest of it', step: { step: 'pause', date } },
    }
  }
  if (state === 'paused') {
    return {
      words: 'It is paused in the middle of its sending: nothing more of it goes out until it is resumed.',
      next: { words: 'To let it go on', step: { step: 'resume', date, yes: isRestored } },
    }
  }
  if (state === 'finished') {
    return {
      words:
        marked === undefined
          ? `It went out${sentAt === undefined ? '' : ` ${formatChicagoTime(sentAt, askedAt)}`}: its sending has ended.`
          : `It went out ${formatChicagoTime(marked.sentAt, askedAt)}, by a person’s word; from here nothing more of it is mailed.`,
    }
  }
  if (state === 'cancelled') return { words: 'It was cancelled, for good: nothing more of it goes out.' }
  if (state === 'missed' && held === undefined) {
    return {
      words: 'It was not sent on its day. It goes out only if a person sends it.',
      next: { words: 'To send it now', step: { step: 'send', date } },
    }
  }
  if (held?.kind === 'restored') {
    return {
      words: `It is ${describeHold(held, askedAt)}.`,
      next: { words: 'If it went out', step: { step: 'mark-sent', date } },
    }
  }
  if (held !== undefined) {
    return { words: `It is ${describeHold(held, askedAt)}. It does not go out until it is released.` }
  }
  if (departure.why === 'over') {
    return {
      words: 'Its time is over. It goes out only if a person sends it.',
      next: { words: 'To send it now', step: { step: 'send', date } },
    }
  }
  const condition = departure.needsRelease ? ', if a person releases it' : ', unless it is held'
  return { words: `It goes out ${describeDeparture(review)}${departure.isNow ? '' : condition}.` }
}

/** An edition's own state, and its sections. */
export function listStateBlocks(review: EditionReview): Block[] {
  const { date, held, times } = review
  const { askedAt } = times
  const rows: Row[] = [
    ...(held === undefined
      ? []
      : [
          { label: 'held', words: describeHold(held, askedAt).replace(/^held /, '') },
          ...(held.kind === 'restored'
            ? [
                { label: '', words: 'if it went out', step: { step: 'mark-sent', date } as const },
                { label: '', words: 'to some', step: { step: 'resolve-by-log', date } as const },
              ]
            : []),
          { label: '', words: 'to let it go out', step: releaseStep(review) },
        ]),
    { label: 'subject', words: review.subject },
    { label: 'built', words: formatChicagoTime(review.builtAt, askedAt) },
    { label: 'preview', words: describePreview(review) },
    { label: 'goes out', words: describeGoingOut(review) },
    ...(review.marked === undefined
      ? []
      : [{ label: 'marked', words: describeMarked(review.marked, askedAt) }]),
    { label: 'next slot', words: formatChicagoTime(times.nextSendAt, askedAt) },
    { label: 'corrections', words: String(review.correctionCount) },
  ]
  return [{ title: undefined, rows }, listSections(review)]
}

function describePreview({ previewSubmittedAt, times }: EditionReview): string {
  return previewSubmittedAt === undefined
    ? 'none submitted'
    : `submitted ${formatChicagoTime(previewSubmittedAt, times.askedAt)}`
}

/** How an edition went out, or did not, by its state once it no longer waits. */
const BEGUN: Readonly<Partial<Record<EditionReview['state'], string>>> = {
  frozen: 'it is being sent',
  paused: 'not while it is paused',
  finished: 'its sending has ended',
  cancelled: 'never: it was cancelled',
}

function describeGoingOut(review: EditionReview): string {
  const { state, held, times, departure, sentAt } = review
  if (departure.why === 'begun') {
    const isOver = state === 'finished' && sentAt !== undefined
    return `${isOver ? `${formatChicagoTime(sentAt, times.askedAt)}; ` : ''}${BEGUN[state] ?? state}`
  }
  if (departure.why === 'over')
    return `only by hand; its time ended ${formatChicagoTime(times.cutoffAt, times.askedAt)}`
  const when = describeDeparture(review)
  return held === undefined && !departure.needsRelease ? when : `${when}, if it is released`
}

function describeMarked({ at, sentAt, count }: NonNullable<EditionReview['marked']>, now: Date): string {
  const readers = count === undefined ? '' : ` to ${formatCount(count)}`
  return `as sent ${formatChicagoTime(sentAt, now)}${readers}, by a person's word of ${formatChicagoTime(at, now)}`
}

function listSections({ sections }: EditionReview): Block {
  if (sections === undefined) {
    return { title: 'Sections: their words are not kept, or not in the present form', rows: [] }
  }
  if (sections.length === 0) return { title: 'Sections: none', rows: [] }
  const rows = sections.map(({ name, state, label, model }) => ({
    label: name,
    words: state === 'unavailable' ? state : `${state}, ${label}${model ? ` by ${model}` : ''}`,
  }))
  return { title: 'Sections', rows }
}

/** When an edition in a list went out, and the outcome. */
export function describeSent({
  sentAt,
  marked,
  counts,
}: Pick<EditionOverview, 'sentAt' | 'marked' | 'counts'>): string {
  if (sentAt === undefined) return 'not sent'
  const when = formatChicagoTime(sentAt).replace(' Chicago', '')
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

/** A sending's progress, in a sentence. */
export function describeAccepted({ submitted, ...others }: SendingProgress['counts']): string {
  const all = Object.values(others).reduce((sum, count) => sum + count, submitted)
  return `The mail server has taken it for ${formatCount(submitted)} of ${formatQuantity(all, 'reader')}.`
}

/** The state of an edition's sending. */
export function listSending({ date, state, counts, meta }: SendingProgress): Block[] {
  const { paused, circuit, warmUpLeft, failures } = meta
  const rows: Row[] = [
    ...Object.entries(counts).map(([name, count]) => ({ label: name, words: formatCount(count) })),
    ...(meta.inHandUntil === undefined
      ? []
      : [
          {
            label: 'in hand',
            words: `of a process; if that has died, until ${formatChicagoTime(meta.inHandUntil, meta.askedAt)}: then what is claimed is sent by another, and what is sending becomes unknown`,
          },
        ]),
    ...(state === 'frozen' ? listPace({ counts, meta }) : []),
    ...(paused === undefined
      ? []
      : [
          {
            label: 'paused',
            words: `since ${formatChicagoTime(paused.since, meta.askedAt)}: ${describePause(paused)}`,
          },
          { label: '', words: 'to let it go on', step: resumeStep({ date, meta }) },
        ]),
    ...(circuit === undefined || state !== 'frozen'
      ? []
      : [{ label: 'mail server', words: describeCircuit(circuit, meta.askedAt) }]),
    ...(warmUpLeft === 0
      ? []
      : [
          {
            label: 'warm-up',
            words: `${formatCount(warmUpLeft)} left over: they come first in the next edition`,
          },
        ]),
  ]
  const reasons = failures.map((failure) => ({
    label: failure.state,
    words: `${formatCount(failure.count)}: ${describeEnd(failure)}`,
  }))
  return [{ title: 'Deliveries', rows }, ...(reasons.length === 0 ? [] : [{ title: 'Why', rows: reasons }])]
}

function listPace({ counts, meta }: Pick<SendingProgress, 'counts' | 'meta'>): Row[] {
  const { askedAt, perSecond, secondsToGo, leftToday, expiresAt } = meta
  const rate =
    perSecond === undefined
      ? 'nothing was submitted in the last minute'
      : `${formatRate(perSecond)} submitted a second`
  const secondsLeft = expiresAt === undefined ? Infinity : (expiresAt.getTime() - askedAt.getTime()) / 1000
  const isTooSlow = secondsToGo !== undefined && secondsToGo > secondsLeft
  return [
    { label: 'rate', words: rate },
    ...(secondsToGo === undefined ? [] : [{ label: 'to go', words: `about ${formatSeconds(secondsToGo)}` }]),
    ...(leftToday === undefined || counts.pending + counts.claimed <= leftToday
      ? []
      : [
          {
            label: 'warm-up',
            words: `lets out ${formatCount(leftToday)} more today, of ${formatCount(counts.pending + counts.claimed)}`,
          },
        ]),
    ...(counts.deferred === 0
      ? []
      : [{ label: 'later', words: `${formatCount(counts.deferred)} are tried again later` }]),
    ...(expiresAt === undefined
      ? []
      : [
          {
            label: 'ends',
            words: `${formatChicagoTime(expiresAt, askedAt)} at the latest${isTooSlow ? ', before everyone has it at this rate' : ''}`,
          },
        ]),
  ]
}

/** When the mail server is tried again, and why its circuit is open. */
export function describeCircuit(
  { failures, openUntil, reason }: NonNullable<SendingProgress['meta']['circuit']>,
  now: Date,
): string {
  const waitMs = openUntil.getTime() - now.getTime()
  const next = waitMs > 0 ? `tried again within ${formatSeconds(waitMs / 1000)}` : 'tried again now'
  const times = failures === 1 ? 'once' : `${formatCount(failures)} times in a row`
  return `no answer ${times}, ${next}${reason === undefined ? '' : `: ${reason}`}`
}
