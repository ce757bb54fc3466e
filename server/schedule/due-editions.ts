import type { Database } from '../db/database.ts'
import type { WeeklyEditionDeps } from '../letter/index.ts'
import { deliverEdition } from '../sending/deliveries/deliver-edition.ts'
import { freezeEdition } from '../sending/editions/freeze-edition.ts'
import { findDueSlots, findUnwrittenSlot, isEditionWritten } from '../sending/editions/edition-slots.ts'
import {
  findEditionHead,
  listFrozenEditions,
  listRestored,
  listUnendedEditions,
  markMissedEditions,
} from '../sending/editions/editions.ts'
import { finishLeftEditions } from '../sending/deliveries/finish-edition.ts'
import { holdForReview, type ReviewRules } from '../sending/editions/await-person.ts'
import { reviewEdition } from '../sending/editions/review-edition.ts'
import { holdRestored, whileNoted } from '../sending/editions/sent-record.ts'
import type { EditionStatus } from '../sending/editions/edition-status.ts'
import type { UnsentEditions } from './edition-alarms.ts'
import { runUnderLease, createJobLocks } from './job-locks.ts'

/** How long to leave the sources alone after a failure. */
const WRITE_LEASE_SECONDS = 10 * 60

/** Writes the coming Monday's edition after Sunday 18:00 in Chicago, in one process, unless it is already written. Rebuilds an
 *  edition that a person built before that time, when its week was not over. On Monday it keeps trying until the cutoff: a
 *  letter in the afternoon is better than none. */
export async function writeDueEdition(
  deps: Pick<WeeklyEditionDeps, 'db' | 'logger' | 'buildEdition'>,
  signal: AbortSignal,
): Promise<void> {
  const { toWrite } = await findDueSlots(deps.db)
  if (toWrite === undefined || (await isEditionWritten(deps.db, toWrite))) return
  const lease = { name: `write the edition of ${toWrite}`, leaseSeconds: WRITE_LEASE_SECONDS }
  await runUnderLease(deps, lease, async () => {
    if (await isEditionWritten(deps.db, toWrite)) return
    let isWritten = false
    const write = async () => {
      // Collecting takes minutes, and a process that must stop does not wait for it: the next one starts over.
      const built = deps.buildEdition({ asOf: toWrite, signal })
      await Promise.race([built, untilAborted(signal)])
      isWritten = !signal.aborted
    }
    try {
      // A person may be building it by hand: check again in half a minute.
      await createJobLocks(deps).build(toWrite).runExclusively(write)
    } catch (error) {
      // If a person has sent or cancelled the earlier build meanwhile, there is nothing left to write.
      if (!(await isEditionWritten(deps.db, toWrite))) throw error
      deps.logger.info({ edition: toWrite, err: error }, 'The edition went out, or was cancelled, as it was')
    }
    if (isWritten) deps.logger.info({ edition: toWrite }, 'The edition is written')
  })
}

/** Sends what is due: the edition whose Monday 08:00 has passed, before its cutoff, unless it is held or must still be
 *  rebuilt; and any edition that was being sent, by the timetable or by hand, when its process died. Also takes back deliveries
 *  that such a process left in an edition that was paused or cancelled since. All processes may call this at once.
 *  @returns the status of each edition it worked on */
export async function sendDueEditions(
  deps: WeeklyEditionDeps,
  signal: AbortSignal,
): Promise<EditionStatus[]> {
  const { db } = deps
  const { due } = await findDueEdition(db)
  // Only after findDueEdition: an edition written at this moment may have gone out before a backup was restored.
  await holdRestored(deps)
  const statuses: EditionStatus[] = await finishLeftEditions(deps)
  const frozen = await listFrozenEditions(db)
  const toSend: { slotDate: string; builtAt?: Date }[] = frozen.map((slotDate) => ({ slotDate }))
  if (due?.state === 'built' && due.held === undefined) {
    await holdForReview(db, due.slotDate, { rules: deps.rules, by: 'timetable' })
    const review = await reviewEdition(db, due.slotDate, deps.rules)
    if (review?.held === undefined && review?.departure.isNow === true) {
      toSend.push({ slotDate: due.slotDate, builtAt: review.builtAt })
    }
  }
  for (const { slotDate, builtAt } of toSend) {
    if (signal.aborted) break
    // If it is due by the database's clock and not held, it goes to everyone who is subscribed at this moment.
    await freezeEdition(db, slotDate, { by: 'timetable', builtAt })
    // Leave when idle: the timetable calls again in half a minute, and a retry due in an hour must not hold up another
    // edition.
    statuses.push(
      await whileNoted(deps, slotDate, () => deliverEdition(deps, slotDate, { signal, onIdle: 'leave' })),
    )
  }
  return statuses
}

/** Holds the coming Monday's edition if a person must release it, so that its preview says so. */
export async function holdDueEdition(db: Database, rules: ReviewRules): Promise<void> {
  const { toWrite } = await findDueSlots(db)
  if (toWrite !== undefined && (await isEditionWritten(db, toWrite))) {
    await holdForReview(db, toWrite, { rules, by: 'timetable' })
  }
}

/** Marks editions not sent in time as missed, and finds those that are due but do not go out. It is separate from the sending,
 *  which may take hours or fail before it raises an alarm. */
export async function findUnsentEditions(db: Database, rules?: ReviewRules): Promise<UnsentEditions> {
  const missed = await markMissedEditions(db)
  const unwrittenSlot = await findUnwrittenSlot(db)
  const { toSend, due, isWritten } = await findDueEdition(db)
  const held =
    due?.state === 'built' && due.held !== undefined && due.held.kind !== 'restored' ? due : undefined
  const { overdue, ...doubtful } = await findDoubtful(db, rules)
  const unended = await listUnendedEditions(db)
  return {
    missed:
      unwrittenSlot === undefined
        ? missed
        : [...missed, { date: unwrittenSlot, isUnwritten: true, isHeld: false, isRestored: false }],
    held,
    restored: await listRestored(db),
    unwritten: isWritten || due?.held !== undefined ? undefined : toSend,
    stuck: [
      ...(overdue === undefined ? [] : [{ date: overdue, problem: 'not-begun' as const }]),
      ...unended.map((date) => ({ date, problem: 'not-ended' as const })),
    ],
    ...doubtful,
  }
}

/** Finds what a person should know about the coming Monday's edition before it goes out.
 *  @returns overdue: its date if it should be going out by now */
async function findDoubtful(
  db: Database,
  rules: ReviewRules | undefined,
): Promise<Pick<UnsentEditions, 'lacking' | 'shortened' | 'hurried'> & { overdue?: string }> {
  const { toWrite: date } = await findDueSlots(db)
  const review = date === undefined ? undefined : await reviewEdition(db, date, rules)
  if (date === undefined || review?.state !== 'built') return {}
  const { builtAt, held, sections, unwritten, departure, times } = review
  const isDue = times.phase === 'due'
  const titles = (sections ?? []).flatMap(({ state, title }) => (state === 'unavailable' ? [title] : []))
  const { isNow, why } = departure
  const isHurried = held === undefined && !isNow && (why === 'preview' || why === 'too-late')
  return {
    ...(titles.length > 0 ? { lacking: { date, builtAt, titles, held, isDue } } : {}),
    ...(unwritten.length > 0
      ? { shortened: { date, builtAt, kinds: unwritten.map(({ kind }) => kind), isHeld: held !== undefined } }
      : {}),
    ...(isHurried ? { hurried: { date, builtAt, times, departure } } : {}),
    ...(held === undefined && isNow ? { overdue: date } : {}),
  }
}

/** Finds the edition that is due to go out now.
 *  @returns `isWritten` is also false if a person built it before its week was over, since it must be rebuilt */
async function findDueEdition(db: Database): Promise<{
  toSend: string | undefined
  due: Awaited<ReturnType<typeof findEditionHead>>
  isWritten: boolean
}> {
  const { toSend } = await findDueSlots(db)
  if (toSend === undefined) return { toSend, due: undefined, isWritten: false }
  return { toSend, due: await findEditionHead(db, toSend), isWritten: await isEditionWritten(db, toSend) }
}

function untilAborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve()
    signal.addEventListener('abort', () => resolve(), { once: true })
  })
}
