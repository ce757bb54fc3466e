import type { Database } from '../db/database.ts'
import type { Logger } from '../lib/logger.ts'
import type { AlarmKind, OperatorAlarm } from '../sending/mail/index.ts'
import type { MissedEdition, Edition as StoredEdition } from '../sending/editions/editions.ts'
import type { SourceReport } from '../records/collect-records.ts'
import { runOnce } from './run-once.ts'

/** After an alarm could not be mailed, or posted. */
const ALARM_RETRY_SECONDS = 2 * 60
/** So often an alarm is raised again while its cause lasts. */
export const REPEAT_HOURS = 6

/** What a person should look at, in a sentence. */
export interface Alarm {
  readonly kind: AlarmKind
  readonly subject: string
  readonly detail: string
  /** Which of several causes with the same subject it is, such as since when; left out: there is one. */
  readonly cause?: string
  /** The same is raised again after so long; left out: never. For what has no beginning that could be told as a cause. */
  readonly repeatHours?: number
}

export interface AlarmDeps {
  readonly db: Database
  readonly logger: Logger
  readonly alarm: OperatorAlarm
}

/** Editions that do not go out though it is, or was, their time. */
export interface UnsentEditions {
  /** Editions whose cutoff passed unsent, of the last weeks. */
  readonly missed: readonly MissedEdition[]
  /** The edition that is due now and that a person holds. */
  readonly held?: Pick<StoredEdition, 'slotDate' | 'held'> | undefined
  /** The Monday whose edition is due now and is not written. */
  readonly unwritten?: string | undefined
}

/** The alarms of editions missed, held, or not written. */
export function listEditionAlarms({ missed, held, unwritten }: UnsentEditions): Alarm[] {
  return [
    ...missed.map(missedAlarm),
    ...(held === undefined ? [] : [heldAlarm(held)]),
    ...(unwritten === undefined ? [] : [unwrittenAlarm(unwritten)]),
  ]
}

/** Raises each alarm once for its cause, in one process. That is remembered in the database alone; where it does not
 *  answer, this process raises it, and again every six hours. Never throws, since it is called where something else went
 *  wrong.
 *  @returns false when one could not be mailed or posted: raised again, it is tried again there */
export async function raiseAlarms(deps: AlarmDeps, alarms: readonly Alarm[]): Promise<boolean> {
  const { alarm } = deps
  let areAllTold = true
  for (const { kind, subject, detail, cause, repeatHours: rememberedHours } of alarms) {
    const name = `alarm: ${subject}${cause === undefined ? '' : `, ${cause}`}`
    // Together: the mail server may take ten minutes to fail, and the other channel is there for just that.
    const told = await Promise.all([
      tellOnce(deps, { name, rememberedHours }, (quietMs) => alarm.raise({ kind, subject, detail, quietMs })),
      alarm.post === undefined ||
        tellOnce(
          deps,
          { name: `posted ${name}`, rememberedHours },
          (quietMs) => alarm.post?.({ kind, subject, detail, quietMs }) ?? Promise.resolve(true),
        ),
    ])
    areAllTold &&= told.every(Boolean)
  }
  return areAllTold
}

/** Tells one channel once. */
async function tellOnce(
  deps: Pick<AlarmDeps, 'db' | 'logger'>,
  job: { name: string; rememberedHours: number | undefined },
  send: (quietMs: number) => Promise<boolean>,
): Promise<boolean> {
  try {
    return await runOnce(deps, { ...job, leaseSeconds: ALARM_RETRY_SECONDS }, async () =>
      (await send(0)) ? 'done' : 'later',
    )
  } catch (error) {
    deps.logger.warn({ err: error, alarm: job.name }, 'The database could not remember an alarm')
    await send(REPEAT_HOURS * 3_600_000)
    return false
  }
}

/** Writing the edition failed, and is tried again every few minutes. */
export function unwritableAlarm(error: unknown): Alarm {
  return {
    kind: 'not-written',
    subject: 'The weekly edition could not be written',
    detail: `It is tried again. ${error instanceof Error ? error.message : String(error)}`,
    repeatHours: REPEAT_HOURS,
  }
}

/** Public records could not be read at all.
 *  @param dark  at least one */
export function darkSourcesAlarm(dark: readonly Pick<SourceReport, 'source' | 'unread'>[]): Alarm {
  const lines = dark.map(({ source, unread }) => `${source}: ${unread[0]?.reason ?? 'nothing could be read'}`)
  return {
    kind: 'source-dark',
    subject: `Public records could not be read: ${dark.map(({ source }) => source).join(', ')}`,
    detail: `${lines.join('\n')}\nThey are read again tomorrow at 17:00 in Chicago, or by hand with "collect".`,
    repeatHours: REPEAT_HOURS,
  }
}

function missedAlarm({ date, isHeld }: MissedEdition): Alarm {
  const release = isHeld ? `lunchpail edition release --date ${date} and then ` : ''
  return {
    kind: 'missed',
    subject: `The edition of ${date} was not sent`,
    detail: `It was ${isHeld ? 'held and so ' : ''}not sent before its cutoff, 12 hours after Monday 8:00 in Chicago, and will not be by itself. To send it by hand: ${release}lunchpail edition send --date ${date}`,
  }
}

function heldAlarm({ slotDate, held }: Pick<StoredEdition, 'slotDate' | 'held'>): Alarm {
  const reason = held?.reason === undefined ? '' : ` The reason: ${held.reason}.`
  return {
    kind: 'held',
    subject: `The edition of ${slotDate} is due and held`,
    detail: `It does not go out while it is held.${reason} To let it go out: lunchpail edition release --date ${slotDate}\nReleased before 20:00 in Chicago it goes out at once; after that only by hand.`,
    ...(held === undefined ? {} : { cause: `since ${held.since.toISOString()}` }),
  }
}

function unwrittenAlarm(slotDate: string): Alarm {
  return {
    kind: 'not-written',
    subject: `The edition of ${slotDate} is due and not written`,
    detail: `It was to go out on Monday 8:00 in Chicago. The timetable goes on trying to write it until 20:00, and sends it as soon as it is written. Why it failed is in the log; to try it by hand: lunchpail edition build --as-of ${slotDate}\nOne that was built before Sunday 18:00, when its week was not over, goes out by hand alone: lunchpail edition send --date ${slotDate}`,
  }
}
