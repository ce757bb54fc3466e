import { isDatabaseGone } from '../db/database-unavailable.ts'
import type { NoticeTroubles } from '../subscribers/index.ts'
import type { AlarmCause } from '../operator/alarm-words.ts'
import { describeDeparture } from '../operator/edition-words.ts'
import { listNextSteps, type NextStep } from '../sending/editions/edition-refusal.ts'
import type { EditionReview } from '../sending/editions/review-edition.ts'
import type { SendingProgress } from '../sending/editions/edition-status.ts'
import type { Hold, MissedEdition, Edition as StoredEdition } from '../sending/editions/editions.ts'
import type { SourceReport } from '../records/collect-records.ts'
import { REPEAT_HOURS, type Alarm } from './raise-alarms.ts'

/** A shorter outage of the mail server raises no alarm. */
const CIRCUIT_PATIENCE_MS = 10 * 60_000

/** Editions that are or were due and did not go out, and doubts about the coming one. */
export interface UnsentEditions {
  /** Editions of the last weeks that were not sent before their cutoff. */
  readonly missed: readonly MissedEdition[]
  /** The edition that is due now and held. */
  readonly held?: Pick<StoredEdition, 'slotDate' | 'held'> | undefined
  /** Editions held because a restored backup does not know that they went out. */
  readonly restored?: readonly Pick<StoredEdition, 'slotDate' | 'held'>[]
  /** The coming Monday's edition, if it lacks sections. */
  readonly lacking?: {
    readonly date: string
    readonly builtAt: Date
    readonly titles: readonly string[]
    readonly held: Hold | undefined
    readonly isDue: boolean
  }
  /** The coming Monday's edition, if statements were left out because they could not be put into words. */
  readonly shortened?: {
    readonly date: string
    readonly builtAt: Date
    /** The kind of each statement left out. */
    readonly kinds: readonly string[]
    readonly isHeld: boolean
  }
  /** The coming Monday's edition, if its preview came less than an hour before it is due. */
  readonly hurried?: Pick<EditionReview, 'date' | 'builtAt' | 'times' | 'departure'>
  /** The Monday whose edition is due now and is not written. */
  readonly unwritten?: string | undefined
  /** Editions that nothing keeps from going out, or from ending. While all is well a server sees one only for a moment. */
  readonly stuck?: readonly StuckEdition[]
}

/** An edition whose sending should have begun, or ended. */
export interface StuckEdition {
  readonly date: string
  readonly problem: 'not-begun' | 'not-ended'
}

/** Lists the alarms for editions missed, held, incomplete, not written or stuck. */
export function listEditionAlarms({
  missed,
  held,
  restored = [],
  lacking,
  shortened,
  hurried,
  unwritten,
  stuck = [],
}: UnsentEditions): Alarm[] {
  return [
    ...(lacking === undefined ? [] : [lackingAlarm(lacking)]),
    ...(shortened === undefined ? [] : [shortenedAlarm(shortened)]),
    ...(hurried === undefined ? [] : [hurriedAlarm(hurried)]),
    ...missed.map(missedAlarm),
    ...(held === undefined ? [] : [heldAlarm(held)]),
    ...restored.flatMap(restoredAlarm),
    ...(unwritten === undefined ? [] : [unwrittenAlarm(unwritten)]),
    ...stuck.map(stuckAlarm),
  ]
}

/** Lists the alarms for the sending of an edition: paused, unknown outcomes, readers who did not get it, readers left out by
 *  the warm-up. */
export function listSendingAlarms({ date, state, counts, meta }: SendingProgress): Alarm[] {
  const { askedAt, paused, unknownSince, warmUpLeft, finishedAt } = meta
  const alarms: Alarm[] = []
  if (paused !== undefined) {
    const { hours, occasion } = repeatedOccasion(paused.since, askedAt)
    alarms.push({
      about: { kind: 'paused', date, paused, counts, hours },
      next: [
        ...(paused.kind === 'restored' ? ([{ step: 'resolve-by-log', date }] as const) : []),
        { step: 'resume', date, yes: paused.kind === 'restored' },
        { step: 'cancel', date },
      ],
      occasion,
    })
  }
  if (counts.unknown > 0 && unknownSince !== undefined) {
    const { hours, occasion } = repeatedOccasion(unknownSince, askedAt)
    alarms.push({
      about: { kind: 'unknown', date, counts, hours },
      next: listNextSteps({ date, counts: { ...counts, failed: 0 }, isOver: state === 'cancelled' }),
      occasion,
    })
  }
  if (state !== 'finished' || finishedAt === undefined) return alarms
  const occasion = `finished ${finishedAt.toISOString()}`
  if (counts.failed + counts.skipped - warmUpLeft > 0) {
    alarms.push({
      about: { kind: 'not-everyone-reached', problem: 'ended', date, counts },
      next: [
        { step: 'status', date },
        ...listNextSteps({ date, counts: { ...counts, unknown: 0 }, isOver: false }),
      ],
      occasion,
    })
  }
  if (warmUpLeft > 0) alarms.push({ about: { kind: 'warm-up', date, leftCount: warmUpLeft }, occasion })
  return alarms
}

/** @param since  the start of the outage
 *  @returns undefined for the first ten minutes */
export function circuitAlarm(
  { failures, reason }: NonNullable<SendingProgress['meta']['circuit']>,
  since: Date,
  now: Date,
): Alarm | undefined {
  if (now.getTime() - since.getTime() < CIRCUIT_PATIENCE_MS) return undefined
  const { hours, occasion } = repeatedOccasion(since, now)
  return { about: { kind: 'mail-server', failures, reason, hours }, occasion }
}

/** The occasion of an alarm whose cause lasts, and how many hours it has lasted, in steps of six. */
function repeatedOccasion(since: Date, now: Date): { hours: number; occasion: string } {
  const repeats = Math.floor((now.getTime() - since.getTime()) / (REPEAT_HOURS * 3_600_000))
  return { hours: Math.max(0, repeats) * REPEAT_HOURS, occasion: `since ${since.toISOString()}` }
}

/** The alarm for an edition that could not be written, or could not be looked for since the database is down; writing is
 *  retried every few minutes. */
export function unwritableAlarm(error: unknown): Alarm {
  const about: AlarmCause = isDatabaseGone(error)
    ? { kind: 'database', error }
    : { kind: 'not-written', problem: 'failed', error }
  return { about, repeatHours: REPEAT_HOURS }
}

/** The alarm for a job of the timetable that keeps failing.
 *  @param job  its name */
export function failedJobAlarm(job: string, error: unknown): Alarm {
  return { about: { kind: 'timetable', job, error }, repeatHours: REPEAT_HOURS }
}

/** The alarm for sources of public records that failed completely.
 *  @param failed  at least one source */
export function failedSourcesAlarm(failed: readonly Pick<SourceReport, 'source' | 'unread'>[]): Alarm {
  const sources = failed.map(({ source, unread }) => ({ source, reason: unread[0]?.reason }))
  return { about: { kind: 'source-dark', sources }, repeatHours: REPEAT_HOURS }
}

/** The alarm for a mailbox of bounces that cannot be read.
 *  @param reason  names the host */
export function mailboxAlarm(reason: string): Alarm {
  return { about: { kind: 'mailbox', reason }, repeatHours: REPEAT_HOURS }
}

/** Single mails normally go out within seconds. If nothing queued later has gone out, this many that have waited for this long say that
 *  none goes out, and so does any that has waited for longer; fewer may wait for the servers of their own addresses. */
export const NOTICE_PATIENCE_MINUTES = 60
const FEWEST_WAITING_NOTICES = 3
const LONG_WAIT_MS = 6 * 3_600_000
/** The fewest failed single mails of a day, and their fraction, that say something about all of them; many do in any case. */
const FAILED_NOTICES = { fewest: 20, fraction: 0.3, many: 500 }

/** The alarms about confirmations, welcomes and notices of unsubscription. */
export function listNoticeAlarms(troubles: NoticeTroubles): Alarm[] {
  const { waiting, waitingSince, failed, ended, askedAt } = troubles
  const alarms: Alarm[] = []
  const isLong = waitingSince !== undefined && askedAt.getTime() - waitingSince.getTime() >= LONG_WAIT_MS
  if (waitingSince !== undefined && (waiting >= FEWEST_WAITING_NOTICES || isLong)) {
    const about = { kind: 'single-mails', problem: 'waiting', count: waiting, since: waitingSince } as const
    alarms.push({ about, repeatHours: REPEAT_HOURS })
  }
  const { fewest, fraction, many } = FAILED_NOTICES
  if (failed >= fewest && failed >= Math.min(fraction * ended, many)) {
    const about = { kind: 'single-mails', problem: 'failing', failed, ended } as const
    alarms.push({ about, repeatHours: REPEAT_HOURS })
  }
  return alarms
}

/** The alarm for a disk that has no room, or had none for a while.
 *  @param about.host  the machine whose disk it is
 *  @param about.reason  why a letter could not be recorded there */
export function diskAlarm(about: {
  host: string
  folder: string
  freeBytes: number
  reason: string | undefined
}): Alarm {
  return { about: { kind: 'disk', ...about }, repeatHours: REPEAT_HOURS }
}

function missedAlarm({ date, isHeld, isRestored, isUnwritten }: MissedEdition): Alarm {
  const send: NextStep = { step: 'send', date }
  if (isUnwritten === true) {
    return { about: { kind: 'missed', date, isHeld, isUnwritten }, next: [{ step: 'build', date }, send] }
  }
  return {
    about: { kind: 'missed', date, isHeld },
    next: isHeld ? [{ step: 'release', date, yes: isRestored }, send] : [send],
  }
}

function heldAlarm({ slotDate: date, held }: Pick<StoredEdition, 'slotDate' | 'held'>): Alarm {
  return {
    about: { kind: 'held', date, held },
    // It is due, so it would go out at once.
    next: [{ step: 'release', date, yes: true }],
    ...(held === undefined ? {} : { occasion: `since ${held.since.toISOString()}` }),
  }
}

function shortenedAlarm({ date, builtAt, kinds, isHeld }: NonNullable<UnsentEditions['shortened']>): Alarm {
  return {
    about: { kind: 'not-written', problem: 'statements', date, kinds },
    next: isHeld ? [] : [{ step: 'hold', date }],
    occasion: `built ${builtAt.toISOString()}`,
  }
}

function lackingAlarm({ date, builtAt, titles, held, isDue }: NonNullable<UnsentEditions['lacking']>): Alarm {
  return {
    about: { kind: 'sections', date, titles, held },
    next: [
      { step: 'build', date },
      held === undefined ? { step: 'hold', date } : { step: 'release', date, yes: isDue },
    ],
    occasion: `built ${builtAt.toISOString()}`,
  }
}

function hurriedAlarm({ date, builtAt, times, departure }: NonNullable<UnsentEditions['hurried']>): Alarm {
  const isDue = times.phase === 'due'
  return {
    about: { kind: 'short-notice', date, isDue, goesOut: describeDeparture({ times, departure }) },
    next: [
      { step: 'release', date, yes: isDue },
      { step: 'hold', date },
    ],
    occasion: `built ${builtAt.toISOString()}`,
  }
}

function restoredAlarm({ slotDate: date, held }: Pick<StoredEdition, 'slotDate' | 'held'>): Alarm[] {
  if (held === undefined) return []
  return [
    {
      about: { kind: 'restored', date, held },
      next: [
        { step: 'resolve-by-log', date },
        { step: 'mark-sent', date },
        { step: 'release', date, yes: true },
      ],
      occasion: `since ${held.since.toISOString()}`,
    },
  ]
}

function stuckAlarm({ date, problem }: StuckEdition): Alarm {
  const step = problem === 'not-begun' ? 'send' : 'retry'
  return {
    about: { kind: 'not-sent', date, problem },
    next: [
      { step: 'status', date },
      { step, date },
    ],
    repeatHours: REPEAT_HOURS,
  }
}

function unwrittenAlarm(date: string): Alarm {
  return {
    about: { kind: 'not-written', problem: 'due', date },
    next: [
      { step: 'build', date },
      { step: 'send', date },
    ],
  }
}
