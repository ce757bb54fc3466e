import type { Config } from '../config/config.ts'
import type { Database } from '../db/database.ts'
import type { Logger } from '../lib/logger.ts'
import { describeAlarm, type AlarmCause } from '../operator/alarm-words.ts'
import { keepAlarm } from '../operator/raised-alarms.ts'
import type { ReviewRules } from '../sending/editions/await-person.ts'
import type { NextStep } from '../sending/editions/edition-refusal.ts'
import type { OperatorAlarm, WordedAlarm } from '../sending/mail/index.ts'
import { runOnce } from './run-once.ts'

/** How long to wait before retrying an alarm that could not be mailed or posted. */
const ALARM_RETRY_SECONDS = 2 * 60
/** How often an alarm is repeated while its cause lasts. */
export const REPEAT_HOURS = 6

/** Something a person should look at, and what can be done about it. */
export interface Alarm {
  readonly about: AlarmCause
  readonly next?: readonly NextStep[]
  /** Distinguishes occasions with the same subject, for example by their start; left out if there is only one. */
  readonly occasion?: string
  /** Hours after which the same alarm is raised again, for causes without a known start; never if left out. */
  readonly repeatHours?: number
}

export interface AlarmDeps {
  readonly db: Database
  readonly logger: Logger
  readonly alarm: OperatorAlarm
  /** When an edition waits for a person; never if left out. */
  readonly rules?: ReviewRules
  /** How fast letters may go out; if left out, nobody is told that an edition is too slow. */
  readonly sending?: Pick<Config['sending'], 'perSecond' | 'warmUp'> | undefined
}

/** Raises each alarm once per occasion over all processes, as recorded in the database; while that is down, each process
 *  raises it every six hours. Never throws, since it is called when something else has gone wrong.
 *  @returns false if one could not be mailed or posted; raising it again retries that channel */
export async function raiseAlarms(deps: AlarmDeps, alarms: readonly Alarm[]): Promise<boolean> {
  const { alarm } = deps
  let areAllDelivered = true
  for (const { about, next, occasion, repeatHours: rememberedHours } of alarms) {
    const { kind, subject, detail } = describeAlarm(about, next)
    const name = `alarm: ${subject}${occasion === undefined ? '' : `, ${occasion}`}`
    // In parallel: the mail server may take ten minutes to fail, which is what the other channel is for.
    const delivered = await Promise.all([
      deliverOnce(deps, { name, rememberedHours }, (quietMs) =>
        alarm.raise({ kind, subject, detail, quietMs }),
      ),
      alarm.post === undefined ||
        deliverOnce(
          deps,
          { name: `posted ${name}`, rememberedHours },
          (quietMs) => alarm.post?.({ kind, subject, detail, quietMs }) ?? Promise.resolve(true),
        ),
    ])
    areAllDelivered &&= delivered.every(Boolean)
    await keepOnce(deps, { name, rememberedHours }, { kind, subject, detail })
  }
  return areAllDelivered
}

/** Stores the alarm for the operator's desk, once per occasion. */
async function keepOnce(
  deps: Pick<AlarmDeps, 'db' | 'logger'>,
  job: { name: string; rememberedHours: number | undefined },
  words: WordedAlarm,
): Promise<void> {
  try {
    await runOnce(deps, { ...job, name: `kept ${job.name}`, leaseSeconds: ALARM_RETRY_SECONDS }, async () => {
      await keepAlarm(deps.db, words)
      return 'done'
    })
  } catch (error) {
    deps.logger.warn({ err: error, alarm: job.name }, 'The database could not keep an alarm')
  }
}

/** Delivers to one channel once per occasion; never throws, so that one channel holds up neither the other nor later alarms. */
async function deliverOnce(
  deps: Pick<AlarmDeps, 'db' | 'logger'>,
  job: { name: string; rememberedHours: number | undefined },
  send: (quietMs: number) => Promise<boolean>,
): Promise<boolean> {
  const trySend = async (quietMs: number) => {
    try {
      return await send(quietMs)
    } catch (error) {
      deps.logger.error({ err: error, alarm: job.name }, 'An alarm could not be delivered')
      return false
    }
  }
  try {
    return await runOnce(deps, { ...job, leaseSeconds: ALARM_RETRY_SECONDS }, async () =>
      (await trySend(0)) ? 'done' : 'later',
    )
  } catch (error) {
    deps.logger.warn({ err: error, alarm: job.name }, 'The database could not remember an alarm')
    await trySend(REPEAT_HOURS * 3_600_000)
    return false
  }
}
