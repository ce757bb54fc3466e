import {
  deliverEdition,
  findEditionHead,
  freezeEdition,
  storeEdition,
  type BuiltEdition,
  type DeliveryDeps,
  type EditionStatus,
} from './index.ts'

export interface WeeklyEditionDeps extends DeliveryDeps {
  /** Collects, analyses, writes and composes; touches neither subscribers nor the edition's table.
   *  @param week  asOf: a Monday, 'YYYY-MM-DD'; the signal ends it */
  readonly buildEdition: (week: { asOf: string; signal?: AbortSignal }) => Promise<BuiltEdition>
}

/** The weekly letter from beginning to end. Every step may be done again: what is written is not written twice, who is to
 *  get it is decided once, and nobody is sent it twice.
 *  @param slotDate  a Monday, 'YYYY-MM-DD'
 *  @param by  a person's edition has 48 hours from now; the timetable's ends 12 hours after Monday 08:00 in Chicago
 *  @returns how far it is when all have been sent to, or when the signal said stop
 *  @throws EditionStateError when it was cancelled; whatever buildEdition throws */
export async function runWeeklyEdition(
  deps: WeeklyEditionDeps,
  { slotDate, by, signal }: { slotDate: string; by: 'timetable' | 'hand'; signal: AbortSignal },
): Promise<EditionStatus> {
  const { db } = deps
  const isWritten = (await findEditionHead(db, slotDate)) !== undefined
  if (!isWritten) await writeEdition(deps, slotDate, signal)
  // If it is due by the database's clock, and nobody holds it: who is subscribed now is to get it.
  await freezeEdition(db, slotDate, { by })
  // To each of them once; it is finished when every delivery has come to its end. The timetable asks again in half a
  // minute: a retry in an hour keeps no other edition waiting.
  return deliverEdition(deps, slotDate, { signal, whenIdle: by === 'hand' ? 'wait' : 'leave' })
}

/** Builds and stores the edition of a Monday; nobody gets it yet.
 *  @throws EditionStateError when it is already being sent */
export async function writeEdition(
  { db, buildEdition }: Pick<WeeklyEditionDeps, 'db' | 'buildEdition'>,
  slotDate: string,
  signal?: AbortSignal,
): Promise<void> {
  await storeEdition(db, await buildEdition({ asOf: slotDate, ...(signal && { signal }) }))
}
