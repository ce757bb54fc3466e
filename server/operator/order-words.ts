import { formatChicagoTime } from '../lib/dates.ts'
import type { HandedOver } from '../sending/deliveries/hand-over-log.ts'
import type { ResolvedByLog } from '../sending/deliveries/resolve-by-log.ts'
import { listNextSteps, type Decision, type NextStep } from '../sending/editions/edition-refusal.ts'
import type { SlotTimes } from '../sending/editions/edition-slots.ts'
import type { SendingProgress } from '../sending/editions/edition-status.ts'
import type { EditionReview } from '../sending/editions/review-edition.ts'
import { commandOf, describeDeparture, describeSteps } from './edition-words.ts'
import { formatQuantity } from '../../shared/format-number.ts'
import { formatCount } from '../lib/text.ts'

/** The outcome of an order, for people. */
export interface Done {
  readonly words: string
  /** What a command appends: the next step, as a command. */
  readonly hint?: string | undefined
}

/** The consequences of sending an edition by hand, shown before it is sent.
 *  @param readers  how many are subscribed
 *  @returns undefined if it goes out now by itself, or its sending has begun */
export function askToSend(
  review: Pick<EditionReview, 'date' | 'times' | 'departure'>,
  readers: number,
): string | undefined {
  const { date, times, departure } = review
  if (departure.isNow || departure.why === 'begun') return undefined
  const though =
    departure.why === 'over'
      ? `its time ended ${formatChicagoTime(times.cutoffAt, times.askedAt)}`
      : `by itself it goes out ${describeDeparture(review)}`
  return `This cannot be undone: the edition of ${date} goes out to ${formatQuantity(readers, 'reader')} within a minute, though ${though}.`
}

/** The consequences of cancelling an edition, shown before it is cancelled.
 *  @param count  from countToCancel */
export const askToCancel = (date: string, count: number) =>
  `This cannot be undone: ${formatQuantity(count, 'reader')} would not get the edition of ${date}.`

/** What releasing an edition means if it goes out at once or may already have gone out; undefined if it can be held again. */
export function askToRelease({ isRestored, times, departure }: EditionReview): string | undefined {
  if (departure.why === 'begun') return undefined
  if (isRestored) {
    return 'This cannot be undone. The database is a restored backup, and the edition may have gone out before: whoever has it gets it a second time.'
  }
  return times.phase === 'due' && departure.why !== 'rewritten' && departure.why !== 'over'
    ? 'This cannot be undone: it is due, and goes out to all subscribers within a minute.'
    : undefined
}

/** The step that releases an edition, with the confirmation it needs now. */
export const releaseStep = (review: EditionReview): NextStep => ({
  step: 'release',
  date: review.date,
  yes: askToRelease(review) !== undefined,
})

/** The step that resumes an edition, with the confirmation it needs now. */
export const resumeStep = (progress: Pick<SendingProgress, 'date' | 'meta'>): NextStep => ({
  step: 'resume',
  date: progress.date,
  yes: askToResume(progress) !== undefined,
})

/** @returns undefined unless a restored backup may not know everyone who has the edition */
export function askToResume({ meta }: Pick<SendingProgress, 'meta'>): string | undefined {
  if (meta.paused?.kind !== 'restored') return undefined
  return 'This cannot be undone. The database is a restored backup: it may not know everyone who has this edition, and whoever it does not know gets it a second time. Read first from the logs of all machines that sent it who has it.'
}

/** What each decision about unknown deliveries means. */
export const RESOLVE_WORDS: Readonly<Record<Decision, string>> = {
  resend: 'send them again; a reader may get two',
  'assume-submitted': 'count them as taken; a reader may get none',
}

/** Who continues a sending that a person resumed. */
export const SENT_BY_SERVER = 'A running server goes on within a minute'
/** The command to use when no server is running. */
export const orSend = (date: string) => `; without one: ${commandOf({ step: 'send', date })}`

/** What a hold means at the time it is placed. */
export function describeHeld({ phase, sendAt }: SlotTimes): string {
  if (phase === 'over') return 'Its time has passed: nobody can send it by hand while it is held.'
  return phase === 'due'
    ? 'It is due now and does not go out.'
    : `It does not go out on ${formatChicagoTime(sendAt)}.`
}

/** What happens to an edition that is no longer held. */
export function describeReleased(review: EditionReview): Done {
  const { date, state, departure } = review
  if (departure.why === 'begun') return { words: `Its state is "${state}".` }
  if (departure.why === 'over') {
    return { words: 'Its time has passed.', hint: ` ${describeSteps([{ step: 'send', date }])}` }
  }
  return { words: `It goes out ${describeDeparture(review)}.` }
}

/** What logs kept outside the database changed about an edition. */
export function describeResolved(date: string, resolved: ResolvedByLog & HandedOver): string {
  const { submitted, found, unknown, open, notRecipients, missing, unread, state } = resolved
  return [
    `Resolved by the log: ${formatQuantity(submitted, 'more reader')} had the edition of ${date}. ${
      unknown === 0
        ? 'No delivery is unknown.'
        : `Still unknown: ${formatQuantity(unknown, 'delivery', 'deliveries')}, ${found === 0 ? 'none' : formatCount(found)} of them newly found in the log.`
    }`,
    ...(state === 'paused' ? [`${formatQuantity(open, 'reader')} would get it; it stays paused.`] : []),
    ...(notRecipients === 0
      ? []
      : [
          `Named there and not among its readers here: ${formatCount(notRecipients)}, who joined or were erased after the backup.`,
        ]),
    ...(missing === 0
      ? []
      : [
          `Not noted, since the disk was full: ${formatQuantity(missing, 'letter')}. Who got these is in the mail server’s log alone: look there before it goes on.`,
        ]),
    ...(unread === 0 ? [] : [`Not understood: ${formatQuantity(unread, 'line')}.`]),
  ].join(' ')
}

/** What to do once the logs are read. */
export function listStepsAfterLog(date: string, { unknown, state, isRestored }: ResolvedByLog): NextStep[] {
  return [
    ...listNextSteps({ date, counts: { failed: 0, unknown }, isOver: state === 'cancelled' }),
    ...(state === 'paused' ? ([{ step: 'resume', date, yes: isRestored }] as const) : []),
  ]
}
