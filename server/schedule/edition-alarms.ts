import type { Database } from '../db/database.ts'
import type { Logger } from '../logger.ts'
import type { OperatorAlarm } from '../mail/index.ts'
import type { EditionStatus, MissedEdition, StoredEdition } from '../newsletter/index.ts'
import { runOnce } from './run-once.ts'

/** After an alarm could not be mailed. */
const ALARM_RETRY_SECONDS = 2 * 60

/** What a person should look at, in a sentence. */
export interface Alarm {
  readonly subject: string
  readonly detail: string
  /** Which of several causes with the same subject it is, such as since when; left out: there is one. */
  readonly cause?: string
}

export interface AlarmDeps {
  readonly db: Database
  readonly logger: Logger
  readonly alarm: OperatorAlarm
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

/** The alarms that a report gives rise to: editions missed, held, or not written. What goes wrong while one is sent is
 *  looked at apart (watch-sending): a sending may last for hours. */
export function listEditionAlarms({
  missed,
  held,
  unwritten,
}: Pick<SendingReport, 'missed' | 'held' | 'unwritten'>): Alarm[] {
  return [
    ...missed.map(missedAlarm),
    ...(held === undefined ? [] : [heldAlarm(held)]),
    ...(unwritten === undefined ? [] : [unwrittenAlarm(unwritten)]),
  ]
}

/** Raises each alarm once for its cause, in one process.
 *  @returns false when one could not be mailed: raised again, it is tried again */
export async function raiseAlarms(
  { db, logger, alarm }: AlarmDeps,
  alarms: readonly Alarm[],
): Promise<boolean> {
  let areAllRaised = true
  for (const { subject, detail, cause } of alarms) {
    const name = `alarm: ${subject}${cause === undefined ? '' : `, ${cause}`}`
    const isRaised = await runOnce({ db, logger }, { name, leaseSeconds: ALARM_RETRY_SECONDS }, async () =>
      (await alarm.raise({ subject, detail })) ? 'done' : 'later',
    )
    areAllRaised &&= isRaised
  }
  return areAllRaised
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
  }
}

function unwrittenAlarm(slotDate: string): Alarm {
  return {
    subject: `The edition of ${slotDate} is due and not written`,
    detail: `It was to go out on Monday 8:00 in Chicago. The timetable goes on trying to write it until 20:00, and sends it as soon as it is written. Why it failed is in the log; to try it by hand: lunchpail edition build --as-of ${slotDate}`,
  }
}
