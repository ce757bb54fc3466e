import type { Database } from '../db/database.ts'
import type { Logger } from '../logger.ts'
import type { OperatorAlarm } from '../mail/index.ts'
import type { EditionStatus, MissedEdition, StoredEdition } from '../newsletter/index.ts'
import { runOnce } from './run-once.ts'

/** After an alarm could not be mailed. */
const ALARM_RETRY_SECONDS = 2 * 60

/** What a person should look at, in a sentence; the first words stay the same while the cause does. */
export interface Alarm {
  readonly subject: string
  readonly detail: string
  /** Raised by one process and once for its subject; otherwise every six hours while its cause lasts. */
  readonly isOnce?: true
}

/** What came of looking for editions to send. */
export interface SendingReport {
  /** Editions whose cutoff passed unsent. */
  readonly missed: readonly MissedEdition[]
  /** How far each edition is that was worked on now. */
  readonly statuses: readonly EditionStatus[]
  /** The edition that is due now and that a person holds. */
  readonly held?: Pick<StoredEdition, 'slotDate' | 'held'> | undefined
  /** The Monday whose edition is due now and is not written. */
  readonly unwritten?: string | undefined
}

/** The alarms that a report gives rise to: editions missed, held, not written or paused, and readers who may have got
 *  none. */
export function listEditionAlarms({ missed, statuses, held, unwritten }: SendingReport): Alarm[] {
  return [
    ...missed.map(missedAlarm),
    ...(held === undefined ? [] : [heldAlarm(held)]),
    ...(unwritten === undefined ? [] : [unwrittenAlarm(unwritten)]),
    ...statuses.flatMap(statusAlarms),
  ]
}

/** Raises alarms, each as often as it is to be. */
export async function raiseAlarms(
  { db, logger, alarm }: { db: Database; logger: Logger; alarm: OperatorAlarm },
  alarms: readonly Alarm[],
): Promise<void> {
  for (const { subject, detail, isOnce } of alarms) {
    if (!isOnce) {
      await alarm.raise({ subject, detail })
      continue
    }
    await runOnce(
      { db, logger },
      { name: `alarm: ${subject}`, leaseSeconds: ALARM_RETRY_SECONDS },
      async () => ((await alarm.raise({ subject, detail })) ? 'done' : 'later'),
    )
  }
}

function missedAlarm({ date, isHeld }: MissedEdition): Alarm {
  const release = isHeld ? `lunchpail edition release --date ${date} and then ` : ''
  return {
    subject: `The edition of ${date} was not sent`,
    detail: `It was ${isHeld ? 'held and so ' : ''}not sent before its cutoff, 12 hours after Monday 8:00 in Chicago, and will not be by itself. To send it by hand: ${release}lunchpail edition send --date ${date}`,
  }
}

function heldAlarm({ slotDate, held }: Pick<StoredEdition, 'slotDate' | 'held'>): Alarm {
  const reason = held?.reason === undefined ? '' : ` The reason: ${held.reason}.`
  return {
    subject: `The edition of ${slotDate} is due and held`,
    detail: `It does not go out while it is held.${reason} To let it go out: lunchpail edition release --date ${slotDate}\nReleased before 20:00 in Chicago it goes out at once; after that only by hand.`,
    isOnce: true,
  }
}

function unwrittenAlarm(slotDate: string): Alarm {
  return {
    subject: `The edition of ${slotDate} is due and not written`,
    detail: `It was to go out on Monday 8:00 in Chicago. The timetable goes on trying to write it until 20:00, and sends it as soon as it is written. Why it failed is in the log; to try it by hand: lunchpail edition build --as-of ${slotDate}`,
    isOnce: true,
  }
}

function statusAlarms({ date, state, counts }: EditionStatus): Alarm[] {
  const alarms: Alarm[] = []
  if (state === 'paused') {
    alarms.push({
      subject: `The edition of ${date} is paused`,
      detail: `Too many messages were refused for reasons of policy. ${sentences(counts)} Once that is settled: lunchpail edition send --date ${date}`,
    })
  }
  if (counts.unknown > 0) {
    alarms.push({
      subject: `The edition of ${date} has deliveries whose outcome is unknown`,
      detail: `The mail server may or may not have taken them. ${sentences(counts)} To settle them: lunchpail edition resolve --date ${date} --resend or --assume-submitted`,
    })
  }
  if (state === 'finished' && counts.failed + counts.skipped > 0) {
    alarms.push({
      subject: `The edition of ${date} did not reach everyone`,
      detail: sentences(counts),
    })
  }
  return alarms
}

const sentences = (counts: EditionStatus['counts']) =>
  `Submitted: ${counts.submitted}. Unknown: ${counts.unknown}. Failed: ${counts.failed}. Skipped: ${counts.skipped}. Open: ${counts.pending + counts.claimed + counts.sending + counts.deferred}.`
