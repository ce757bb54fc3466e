import { hostname } from 'node:os'

import { sql } from 'kysely'

import type { Database } from '../db/database.ts'
import { isDatabaseGone } from '../db/database-unavailable.ts'
import { isWithin, type Clock } from '../lib/clock.ts'
import { FEWEST_FREE_BYTES, findFreeBytes } from '../lib/folders.ts'
import { findSendingProgress, type SendingProgress } from '../sending/editions/edition-status.ts'
import { GATE_NAME } from '../sending/deliveries/gate.ts'
import { MailboxError } from '../sending/mailbox/fetch-mailbox.ts'
import { findNoticeTroubles } from '../subscribers/index.ts'
import { listPaceAlarms, watchComplaints } from './delivery-alarms.ts'
import { findUnsentEditions } from './due-editions.ts'
import {
  circuitAlarm,
  diskAlarm,
  failedJobAlarm,
  listEditionAlarms,
  listNoticeAlarms,
  listSendingAlarms,
  NOTICE_PATIENCE_MINUTES,
  unwritableAlarm,
  type StuckEdition,
} from './edition-alarms.ts'
import { raiseAlarms, type Alarm, type AlarmDeps } from './raise-alarms.ts'
import { runOnce } from './run-once.ts'
import type { JobName, Jobs } from './timetable.ts'

/** A check whose alarm could not be mailed is repeated after this. */
const CHECK_RETRY_SECONDS = 60

/** In how many looks in a row, one a minute, an edition must be stuck. A server that has just come up, or an edition just released,
 *  needs half a minute. */
const STUCK_LOOKS = 15

/** Raises an alarm while the disk of DATA_DIR has no room, or if it had none when a letter had to be recorded. Each process
 *  checks its own disk.
 *  @param about.unnoted  why a letter could not be recorded there since the last check; undefined if all were */
export async function watchDisk(
  deps: AlarmDeps,
  {
    folder,
    unnoted,
    findFree = findFreeBytes,
  }: { folder: string; unnoted: unknown; findFree?: typeof findFreeBytes },
): Promise<void> {
  const freeBytes = await findFree(folder)
  if (freeBytes >= FEWEST_FREE_BYTES && unnoted === undefined) return
  const reason = unnoted instanceof Error ? unnoted.message : undefined
  await raiseAlarms(deps, [diskAlarm({ host: hostname(), folder, freeBytes, reason })])
}

/** How often the single mails are looked at, over all processes. */
const NOTICES_SECONDS = 10 * 60

/** Raises an alarm if single mails do not go out, or if many of them fail. */
export async function watchNotices(deps: AlarmDeps, signal: AbortSignal): Promise<void> {
  if (signal.aborted) return
  const name = 'look at the single mails'
  await runOnce(deps, { name, leaseSeconds: NOTICES_SECONDS }, async () => {
    const troubles = await findNoticeTroubles(deps.db, NOTICE_PATIENCE_MINUTES)
    if (troubles !== undefined) await raiseAlarms(deps, listNoticeAlarms(troubles))
    return 'later'
  })
}

/** Wraps the job that writes the edition, and raises an alarm when it fails. One lost connection raises none: the next run, half
 *  a minute later, uses another, since the pool drops lost connections and those idle for ten seconds. Only if that run fails
 *  too is the database itself down.
 *  @returns the job, which fails as before */
export function watchWriting(
  deps: AlarmDeps,
  write: (signal: AbortSignal) => Promise<void>,
): (signal: AbortSignal) => Promise<void> {
  let isLost = false
  return async (signal) => {
    try {
      await write(signal)
      isLost = false
    } catch (error) {
      const wasLost = isLost
      isLost = isDatabaseGone(error)
      if (wasLost || !isLost) await raiseAlarms(deps, [unwritableAlarm(error)])
      throw error
    }
  }
}

/** Failures of a job are in a row if less time lies between them: a daily job that has failed is not due for an hour, and
 *  the same one on another day may have succeeded elsewhere. */
const IN_A_ROW_MS = 3 * 3_600_000

/** Wraps the jobs of the timetable: one that fails twice in a row in this process raises an alarm, unless its failure raises
 *  another one, of the database or of the mailbox, or another job has just raised one for the same reason. Each fails as before. */
export function watchJobs(deps: AlarmDeps & { readonly clock: Clock }, jobs: Jobs): Jobs {
  const failures = new Map<JobName, { atMs: number; reason: string; isRaised: boolean }>()
  const watch =
    (job: JobName): Jobs[JobName] =>
    async (signal) => {
      try {
        const outcome = await jobs[job](signal)
        if (outcome !== 'not due') failures.delete(job)
        return outcome
      } catch (error) {
        const before = failures.get(job)
        const atMs = deps.clock.now().getTime()
        const reason = error instanceof Error ? error.message : String(error)
        const isTold =
          isDatabaseGone(error) ||
          error instanceof MailboxError ||
          [...failures].some(
            ([other, failure]) =>
              other !== job &&
              failure.isRaised &&
              failure.reason === reason &&
              isWithin(atMs, failure.atMs, IN_A_ROW_MS),
          )
        const isSecond = before !== undefined && isWithin(atMs, before.atMs, IN_A_ROW_MS)
        const isRaised = isSecond && !isTold && !signal.aborted
        failures.set(job, { atMs, reason, isRaised })
        if (isRaised) await raiseAlarms(deps, [failedJobAlarm(job, error)])
        throw error
      }
    }
  return {
    collect: watch('collect'),
    'write-edition': watch('write-edition'),
    'send-edition': watch('send-edition'),
    'watch-sending': watch('watch-sending'),
    notices: watch('notices'),
    'fetch-mailbox': watch('fetch-mailbox'),
    clean: watch('clean'),
  }
}

/** Raises alarms for editions that do not go out, for those that are being sent, are paused or have just ended, whichever process
 *  sends them, and for those that readers report as spam. All processes may call this at once.
 *  @param looks  in how many looks in a row this process has found each edition stuck, by date; kept up to date */
export async function watchSending(
  deps: AlarmDeps,
  signal: AbortSignal,
  looks = new Map<string, number>(),
): Promise<void> {
  const { db } = deps
  const { stuck = [], ...unsent } = await findUnsentEditions(db, deps.rules)
  await raiseAlarms(deps, listEditionAlarms({ ...unsent, stuck: listLongStuck(stuck, looks) }))
  let circuit: SendingProgress['meta']['circuit']
  for (const { date, end } of await listWatchedEditions(db)) {
    if (signal.aborted) return
    if (end === undefined) {
      const { progress } = await checkEdition(deps, date)
      if (progress?.state === 'frozen') circuit ??= progress.meta.circuit
    } else {
      // An ended edition no longer changes, so one query over a million deliveries is enough.
      const name = `look at the edition of ${date}, ${end}`
      await runOnce(deps, { name, leaseSeconds: CHECK_RETRY_SECONDS }, async () =>
        (await checkEdition(deps, date)).areAlarmsDelivered ? 'done' : 'later',
      )
    }
  }
  await watchCircuit(deps, circuit)
  await watchComplaints(deps)
}

function listLongStuck(stuck: readonly StuckEdition[], looks: Map<string, number>): StuckEdition[] {
  const counted = stuck.map((edition) => ({ edition, count: (looks.get(edition.date) ?? 0) + 1 }))
  looks.clear()
  for (const { edition, count } of counted) looks.set(edition.date, count)
  return counted.flatMap(({ edition, count }) => (count < STUCK_LOOKS ? [] : [edition]))
}

/** @returns its progress, and whether all its alarms were delivered */
async function checkEdition(
  deps: AlarmDeps,
  date: string,
): Promise<{ progress: SendingProgress | undefined; areAlarmsDelivered: boolean }> {
  const { sending } = deps
  const progress = await findSendingProgress(deps.db, date, sending?.warmUp)
  if (progress === undefined) return { progress, areAlarmsDelivered: true }
  if (progress.state === 'finished' && progress.meta.expectedCount === 0) {
    deps.logger.info({ edition: date }, 'Nobody is subscribed: the edition went to nobody')
  }
  const alarms = [
    ...listSendingAlarms(progress),
    ...(sending === undefined ? [] : listPaceAlarms(progress, sending)),
  ]
  return { progress, areAlarmsDelivered: await raiseAlarms(deps, alarms) }
}

/** Lists editions that are not over or ended within a week. A cancelled one is over once no delivery is open; it is watched
 *  until a week after it would have expired.
 *  @returns `end`: how it ended; undefined while it is not over */
async function listWatchedEditions(db: Database): Promise<{ date: string; end: string | undefined }[]> {
  const { rows } = await sql<{
    date: string
    state: SendingProgress['state']
    finishedAt: Date | null
    isOpen: boolean
  }>`
    select slot_date as date, state, finished_at as "finishedAt", exists (
        select from delivery where edition_id = edition.id and state in ('pending', 'claimed', 'sending', 'deferred')
      ) as "isOpen"
    from edition
    where state in ('frozen', 'paused')
      or (state = 'finished' and finished_at > lunchpail_now() - interval '7 days')
      or (state = 'cancelled' and expires_at > lunchpail_now() - interval '7 days')
    order by slot_date`.execute(db)
  return rows.map(({ date, state, finishedAt, isOpen }) => {
    if (state === 'finished' && finishedAt !== null) {
      return { date, end: `finished ${finishedAt.toISOString()}` }
    }
    return { date, end: state === 'cancelled' && !isOpen ? 'cancelled' : undefined }
  })
}

/** Records for all processes since when the mail server is down: the gate only knows until when the circuit is open. */
async function watchCircuit(deps: AlarmDeps, circuit: SendingProgress['meta']['circuit']): Promise<void> {
  const { db } = deps
  if (circuit === undefined) {
    await sql`update mail_gate set unanswered_since = null where unanswered_since is not null`.execute(db)
    return
  }
  await sql`
    update mail_gate set unanswered_since = lunchpail_now()
    where name = ${GATE_NAME} and unanswered_since is null`.execute(db)
  const { rows } = await sql<{ since: Date; now: Date }>`
    select unanswered_since as since, lunchpail_now() as now from mail_gate
    where name = ${GATE_NAME} and unanswered_since is not null`.execute(db)
  const alarms: (Alarm | undefined)[] = rows.map(({ since, now }) => circuitAlarm(circuit, since, now))
  await raiseAlarms(
    deps,
    alarms.filter((alarm) => alarm !== undefined),
  )
}
