import { formatChicagoTime } from '../lib/dates.ts'
import { formatCount } from '../lib/text.ts'
import type { EditionReview } from '../sending/editions/review-edition.ts'
import type { Hold } from '../sending/editions/editions.ts'
import type { HoldKind } from '../sending/editions/tables.ts'
import type { EditionOrder, EditionRefusal, NextStep, ReasonOf } from '../sending/editions/edition-refusal.ts'

/** The command that takes a step, to be copied into a shell. */
export function commandOf(next: NextStep): string {
  const { step, date } = next
  if (step === 'build') return `lunchpail edition build --as-of ${date}`
  if (step === 'resolve-by-log') return `lunchpail edition resolve --date ${date} --from-log`
  if (step === 'resolve') {
    return `lunchpail edition resolve --date ${date} ${next.decisions.map((one) => `--${one}`).join(' or ')}`
  }
  return `lunchpail edition ${step} --date ${date}${ARGUMENTS[step] ?? ''}${next.yes === true ? ' --yes' : ''}`
}

/** What a command needs besides the date. */
const ARGUMENTS: Partial<Record<NextStep['step'], string>> = {
  cancel: ' --yes',
  correct: ' --text TEXT',
  preview: ' --to ADDRESS',
}

const PURPOSES: Readonly<Record<NextStep['step'], string>> = {
  build: 'To build it now',
  preview: 'To send a preview by hand',
  hold: 'To keep it from going out',
  release: 'To let it go out',
  send: 'To send it now',
  status: 'What came of it',
  pause: 'To stop the rest of it for now',
  resume: 'To let it go on',
  cancel: 'To end it for good',
  retry: 'To try again what failed',
  resolve: 'To resolve what is unknown',
  'resolve-by-log': 'To take over who has it from the log of the machine that sent it',
  correct: 'What was wrong in it',
  'mark-sent': 'If it went out all the same, before a backup was restored',
}

/** Next steps for an operator: one per line, with its purpose and command. */
export function describeSteps(steps: readonly NextStep[]): string {
  return steps.map((next) => `${PURPOSES[next.step]}: ${commandOf(next)}`).join('\n')
}

const HOLDS: Readonly<Record<HoldKind, string | undefined>> = {
  'by-hand': undefined,
  restored:
    'it may have gone out: this database is a restored backup, and does not know what went out after it',
  'release-required': 'a person has to release each edition before it goes out: REQUIRE_RELEASE',
  'few-sections': 'too few of its sections could be written: MIN_SECTIONS',
}

/** Why an edition is held; undefined if nobody said. */
export function describeHoldReason({ kind, reason }: Hold): string | undefined {
  const words = [HOLDS[kind], reason].filter((part) => part !== undefined)
  return words.length === 0 ? undefined : words.join('; ')
}

/** A hold, following "The edition is" or "It is": 'held since Sunday, Nov 22, 7:00 PM Chicago (look at housing)'.
 *  @param now  if given, the year is named unless it is the current one */
export function describeHold(held: Hold, now?: Date): string {
  const why = describeHoldReason(held)
  return `held since ${formatChicagoTime(held.since, now)}${why === undefined ? '' : ` (${why})`}`
}

/** When an edition would go out if it were not held; follows "It goes out". */
export function describeDeparture({
  times: { askedAt, sendAt, cutoffAt, phase },
  departure: { at, isNow, why },
}: Pick<EditionReview, 'times' | 'departure'>): string {
  const early = 'its week was not over when it was built'
  if (why === 'rewritten') {
    return phase === 'ahead'
      ? `${formatChicagoTime(sendAt, askedAt)}, and is written again before: ${early}`
      : `once it is written again: ${early}`
  }
  if (why === 'too-late') {
    return `when it is released, before ${formatChicagoTime(cutoffAt, askedAt)}: an hour after its preview its time is over`
  }
  if (at === undefined) return 'only if a person sends it'
  if (isNow) return 'within a minute, by a running server'
  if (why === 'slot') return formatChicagoTime(at, askedAt)
  const soonest = phase === 'ahead' ? formatChicagoTime(sendAt, askedAt) : 'at once'
  return `${formatChicagoTime(at, askedAt)}, an hour after its preview, or ${soonest} if it is released`
}

type Words = string | ((refusal: EditionRefusal) => string)

/** Follows "The edition of 2026-11-23". If there is no such edition, all orders but one say so in the same words. */
const WORDS: {
  readonly [Order in EditionOrder]: Readonly<Record<Exclude<ReasonOf<Order>, 'absent'>, Words>>
} = {
  build: {
    frozen: 'is being sent: it can no longer be replaced.',
    paused: 'is paused in the middle of its sending: it can no longer be replaced.',
    finished: 'was sent: it can no longer be replaced.',
    cancelled: 'was cancelled, for good: it can no longer be replaced.',
  },
  hold: {
    changed: 'changed in the meantime. Hold it again.',
    frozen: 'is being sent: it can no longer be held.',
    paused: 'is paused in the middle of its sending: nothing more of it goes out until a person resumes it.',
    finished: 'was sent: it can no longer be held.',
    cancelled: 'was cancelled: it does not go out.',
  },
  release: {
    changed: 'is no longer the one of this preview, or waits for a decision that is made by a command.',
    frozen: 'is being sent: it is not held.',
    paused: 'is not held: it is paused in the middle of its sending.',
    finished: 'was sent: it is not held.',
    cancelled: 'was cancelled, for good: nothing more of it goes out.',
  },
  send: {
    cancelled: 'was cancelled.',
    held: ({ held }) => `is ${held === undefined ? 'held' : describeHold(held)}.`,
    marked: 'is marked as sent: nothing more of it is mailed.',
    restored: ({ held }) => `is ${held === undefined ? 'held' : describeHold(held)}. Nothing was sent.`,
    'half-sent':
      'is paused: more of it may have gone out than this database, a restored backup, knows. Nothing was sent. If the others have it too, cancel it, then: edition mark-sent.',
  },
  pause: {
    built: 'is not being sent yet.',
    missed: 'was not sent in time, and goes out only by hand.',
    finished: 'is finished: there is nothing left to pause.',
    cancelled: 'was cancelled: nothing more of it goes out.',
  },
  resume: {
    built: 'is not paused: it has not gone out yet.',
    missed: 'is not paused: it was not sent in time.',
    finished: 'is not paused: it is finished.',
    cancelled: 'was cancelled, for good: it cannot go on.',
    marked: 'is marked as sent: nothing more of it is mailed.',
  },
  cancel: { finished: 'is finished: it can no longer be cancelled.' },
  retry: {
    built: 'has not gone out yet.',
    missed: 'was not sent in time.',
    cancelled: 'was cancelled, for good: nothing more of it goes out.',
    marked: 'is marked as sent: nothing more of it is mailed.',
  },
  resolve: {
    cancelled: 'was cancelled: nothing more of it goes out.',
    'not-due': 'is not due yet: nobody can have it.',
    marked: 'is marked as sent: nothing more of it is mailed.',
  },
  'mark-sent': {
    frozen: 'is being sent from here. If its readers have it already, end that first, then mark it.',
    paused:
      'is paused in the middle of its sending from here. If the rest of its readers have it already, end it first, then mark it.',
    finished: 'was sent from here: there is nothing to mark.',
    marked: ({ marked }) =>
      `is marked as sent${marked === undefined ? '' : describeMarked(marked)} already: that stays.`,
    'not-due': ({ dueAt }) =>
      `is due${dueAt === undefined ? '' : ` on ${formatChicagoTime(dueAt)}`}: nobody has it yet. If it was sent by hand before, say when: --at.`,
    'under-way': 'is still partly with a mail server. Try again in a few minutes.',
  },
  correct: {
    built: 'has not gone out: build it again instead.',
    missed: 'has not gone out: build it again instead.',
    cancelled: 'was cancelled before it went out.',
  },
}

/** Why an order was not carried out, and the alternatives, each with its command. */
export function describeRefusal(refusal: EditionRefusal): string {
  const { date, order, reason, next } = refusal
  if (reason === 'absent') {
    if (order === 'correct') return `There is no edition of ${date}.`
    if (order !== 'hold') return `There is no edition of ${date}. Build it first.`
    return `There is no edition of ${date} to hold. The timetable writes it on Sunday at 6:00 PM Chicago. ${describeSteps(next)}`
  }
  const words: Partial<Record<EditionRefusal['reason'], Words>> = WORDS[order]
  const found = words[reason] ?? `is ${reason}.`
  const sentence = typeof found === 'string' ? found : found(refusal)
  return `The edition of ${date} ${[sentence, ...(next.length > 0 ? [describeSteps(next)] : [])].join(' ')}`
}

function describeMarked({ at, count }: NonNullable<EditionRefusal['marked']>): string {
  return ` ${formatChicagoTime(at)}${count === undefined ? '' : ` to ${formatCount(count)}`}`
}
