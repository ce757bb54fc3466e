import { sql, type Selectable, type SqlBool } from 'kysely'

import type { Database, DatabaseOrTransaction } from '../db/database.ts'
import { databaseNow, type HashedAddress } from './subscribers.queries.ts'
import type { NoticeTable } from './tables.ts'

export type NoticeKind = NoticeTable['kind']
export type ClosedState = Exclude<Selectable<NoticeTable>['state'], 'queued' | 'sending'>

/** A mail claimed by this process. */
export interface ClaimedNotice extends HashedAddress {
  readonly id: string
  readonly kind: NoticeKind
  readonly createdAt: Date
  /** How often it has been claimed, this time included. */
  readonly attempts: number
}

/** Repeatedly unsubscribing an address sends its owner one notice in this time. */
export const NOTICE_WINDOW = '1 day'

/** At least this long, and longer if the mailer may take longer: a notice still `sending` after it belongs to a process that is gone. */
const SENDING_LEASE_MS = 3_600_000

/** For this long a mail that was dropped before it went out may still go out: whoever has one dropped must not keep others from
 *  getting it. */
const DROPPED_WINDOW = sql`interval '1 day'`
const wasDropped = sql<SqlBool>`(notice.state = 'dropped' and notice.created_at > lunchpail_now() - ${DROPPED_WINDOW})`

/** Queues one mail to an address, unless one of its kind is being sent, or was queued within the window and has not been
 *  dropped. One dropped within a day is queued again as the same mail. Any number of simultaneous requests queue one: the unique
 *  row decides.
 *  @param window  e.g. '30 days'
 *  @param turn  mails with a lower one go out first, however many are queued */
export async function queueNotice(
  db: DatabaseOrTransaction,
  kind: NoticeKind,
  { email, emailHash }: HashedAddress,
  window: string,
  turn = 0,
): Promise<'queued' | 'too-soon'> {
  const row = await db
    .insertInto('notice')
    .values({ kind, email, email_hash: emailHash, created_at: databaseNow, next_at: databaseNow, turn })
    .onConflict((conflict) =>
      conflict
        .columns(['email_hash', 'kind'])
        .doUpdateSet({
          email,
          state: 'queued',
          // Otherwise dropped mails could be saved up for longer than their counts last.
          created_at: sql`case when ${wasDropped} then notice.created_at else lunchpail_now() end`,
          // One that was put off, and dropped before it was due, is due no earlier.
          next_at: sql`greatest(notice.created_at, lunchpail_now())`,
          attempts: 0,
          turn,
        })
        .where('notice.state', '!=', 'sending')
        .where((eb) =>
          eb.or([
            // However long ago: what never went out holds nothing back.
            eb('notice.state', '=', 'dropped'),
            eb('notice.created_at', '<=', sql<Date>`lunchpail_now() - ${window}::interval`),
          ]),
        ),
    )
    .returning('id')
    .executeTakeFirst()
  return row === undefined ? 'too-soon' : 'queued'
}

/** @param trx  the transaction of queueNotice, which keeps the row locked */
export async function setTurn(
  trx: DatabaseOrTransaction,
  kind: NoticeKind,
  { emailHash, turn }: { emailHash: string; turn: number },
): Promise<void> {
  await trx
    .updateTable('notice')
    .set({ turn })
    .where('kind', '=', kind)
    .where('email_hash', '=', emailHash)
    .execute()
}

/** Queues a notice of an unsubscription for which queueNotice found it too soon: it is due when NOTICE_WINDOW is over, and is tried
 *  for a day from then. One that is queued already says the same. One that is being sent may have arrived before this unsubscription,
 *  so it is followed by another; its outcome then matters only if it did not go out.
 *  @param trx  the transaction of queueNotice, which keeps the row locked */
export async function putOffUnsubscribedNotice(
  trx: DatabaseOrTransaction,
  { email, emailHash }: HashedAddress,
): Promise<void> {
  const windowEnd = sql<Date>`created_at + ${NOTICE_WINDOW}::interval`
  await trx
    .updateTable('notice')
    .set({ email, state: 'queued', created_at: windowEnd, next_at: windowEnd, attempts: 0 })
    .where('kind', '=', 'unsubscribed')
    .where('email_hash', '=', emailHash)
    .where('state', '!=', 'queued')
    .execute()
}

/** @returns whether the latest mail of this kind was dropped within a day: it is counted already, but never went out */
export async function hasDroppedNotice(
  db: DatabaseOrTransaction,
  kind: NoticeKind,
  emailHash: string,
): Promise<boolean> {
  const row = await db
    .selectFrom('notice')
    .select('id')
    .where('kind', '=', kind)
    .where('email_hash', '=', emailHash)
    .where(wasDropped)
    .executeTakeFirst()
  return row !== undefined
}

/** Selects the latest confirmation link to an address that is stored. */
const selectLink = (db: DatabaseOrTransaction, emailHash: string) =>
  db
    .selectFrom('subscriber')
    .innerJoin('notice', 'notice.email_hash', 'subscriber.email_hash')
    .select('notice.id')
    .where('subscriber.email_hash', '=', emailHash)
    .where('notice.kind', '=', 'confirmation')

/** @param window  e.g. '1 hour'
 *  @returns whether the address is stored unconfirmed, and a link to it was queued within the window and not given up */
export async function isAwaitingConfirmation(
  db: DatabaseOrTransaction,
  emailHash: string,
  window: string,
): Promise<boolean> {
  const row = await selectLink(db, emailHash)
    .where('subscriber.email', 'is not', null)
    .where('subscriber.confirmed_at', 'is', null)
    .where('notice.state', '!=', 'dropped')
    .where('notice.created_at', '>', sql<Date>`lunchpail_now() - ${window}::interval`)
    .executeTakeFirst()
  return row !== undefined
}

/** @returns whether the latest confirmation link to an address was followed; still true after the consent is withdrawn, until
 *           the next sign-up */
export async function isLinkFollowed(db: DatabaseOrTransaction, emailHash: string): Promise<boolean> {
  const followed = selectLink(db, emailHash).whereRef('subscriber.confirmed_at', '>=', 'notice.created_at')
  return (await followed.executeTakeFirst()) !== undefined
}

/** Drops queued mails to an address that have not gone out.
 *  @param which  'of-sign-ups': not the notice that somebody unsubscribed it */
export async function dropQueuedNotices(
  db: DatabaseOrTransaction,
  emailHash: string,
  which: 'all' | 'of-sign-ups',
): Promise<void> {
  await db
    .updateTable('notice')
    .set({ state: 'dropped', email: null })
    .where('email_hash', '=', emailHash)
    .where('state', '=', 'queued')
    .$if(which === 'of-sign-ups', (update) => update.where('kind', '!=', 'unsubscribed'))
    .execute()
}

/** Claims the due notice with the lowest turn, and of several the one that has been due longest. It becomes `sending` before a
 *  byte of it goes out, so that a crash leaves it unknown and it is never sent twice.
 *  @param longestMs  how long its process may take to submit it, in milliseconds
 *  @param onlyFirst  only one whose turn is the first */
export async function claimDueNotice(
  db: Database,
  { longestMs = 0, onlyFirst = false }: { longestMs?: number | undefined; onlyFirst?: boolean } = {},
): Promise<ClaimedNotice | undefined> {
  const leaseSeconds = Math.max(SENDING_LEASE_MS, longestMs) / 1_000
  const row = await db
    .updateTable('notice')
    .set((eb) => ({
      state: 'sending',
      attempts: eb('attempts', '+', 1),
      next_at: sql<Date>`lunchpail_now() + ${leaseSeconds}::float8 * interval '1 second'`,
    }))
    .where('id', '=', (eb) =>
      eb
        .selectFrom('notice')
        .select('id')
        .where('state', '=', 'queued')
        .where('next_at', '<=', databaseNow)
        .$if(onlyFirst, (due) => due.where('turn', '=', 0))
        .orderBy('turn')
        .orderBy('next_at')
        .limit(1)
        .forUpdate()
        .skipLocked(),
    )
    .returning(['id', 'kind', 'email', 'email_hash', 'created_at', 'attempts'])
    .executeTakeFirst()
  if (row === undefined || row.email === null) return undefined
  const { id, kind, email, email_hash: emailHash, created_at: createdAt, attempts } = row
  return { id, kind, email, emailHash, createdAt, attempts }
}

/** Condition: this claim holds. If it has been given up since, another process may have claimed the notice again, whose outcome is
 *  not this one's. */
const isHeld = ({ id, createdAt, attempts }: ClaimedNotice) =>
  // A Date has milliseconds, the column more digits.
  sql<SqlBool>`(notice.id = ${id} and notice.state = 'sending' and notice.attempts = ${attempts}
    and date_trunc('milliseconds', notice.created_at) = ${createdAt}::timestamptz)`

/** Puts back a claimed notice. */
export async function putBackNotice(db: Database, claimed: ClaimedNotice): Promise<void> {
  const queued = { state: 'queued', next_at: databaseNow } as const
  await db.updateTable('notice').set(queued).where(isHeld(claimed)).execute()
}

/** Records the outcome of a claimed notice, and drops its address. */
export async function closeNotice(
  db: DatabaseOrTransaction,
  claimed: ClaimedNotice,
  state: ClosedState,
): Promise<void> {
  await db.updateTable('notice').set({ state, email: null }).where(isHeld(claimed)).execute()
}

/** Condition: the notice was put off while this claim was being sent. */
const wasPutOff = ({ id, createdAt }: ClaimedNotice) =>
  sql<SqlBool>`(notice.id = ${id} and notice.state = 'queued' and notice.attempts = 0
    and date_trunc('milliseconds', notice.created_at) = ${createdAt}::timestamptz + ${NOTICE_WINDOW}::interval)`

/** Puts a claimed notice back for 2, 4, 8 ... minutes, at most an hour; gives up after a day. One that was put off meanwhile need
 *  not wait for its window, since nothing has gone out.
 *  @returns 'deferred' if it will be tried again; 'given-up' if the claim no longer holds */
export async function deferNotice(
  db: DatabaseOrTransaction,
  claimed: ClaimedNotice,
): Promise<'deferred' | 'failed' | 'given-up'> {
  const isTooLate = sql<boolean>`created_at < lunchpail_now() - interval '1 day'`
  const row = await db
    .updateTable('notice')
    .set({
      state: sql`case when ${isTooLate} then 'failed' else 'queued' end`,
      email: sql`case when ${isTooLate} then null else email end`,
      created_at: sql`least(created_at, lunchpail_now())`,
      next_at: sql`lunchpail_now() + least(power(2, least(attempts, 10)), 60) * interval '1 minute'`,
      // Whatever may hold up the others goes after them.
      turn: sql`turn + 1`,
    })
    .where((eb) => eb.or([isHeld(claimed), wasPutOff(claimed)]))
    .returning('state')
    .executeTakeFirst()
  if (row === undefined) return 'given-up'
  return row.state === 'queued' ? 'deferred' : 'failed'
}

/** Marks what a stopped process was sending as unknown, since it may have gone out.
 *  @returns the number of notices */
export async function closeAbandonedNotices(db: DatabaseOrTransaction): Promise<number> {
  const { numUpdatedRows } = await db
    .updateTable('notice')
    .set({ state: 'unknown', email: null })
    .where((eb) => eb('state', '=', 'sending').and('next_at', '<=', databaseNow))
    .executeTakeFirst()
  return Number(numUpdatedRows)
}

/** What a person should know about single mails. */
export interface NoticeTroubles {
  /** How many of those queued since the newest that has gone out wait for longer than the patience, and since when the first has. */
  readonly waiting: number
  readonly waitingSince: Date | undefined
  /** Of the last 24 hours: how many were refused, came back or ended without an answer, of all that do not wait. */
  readonly failed: number
  readonly ended: number
  readonly askedAt: Date
}

export async function findNoticeTroubles(
  db: DatabaseOrTransaction,
  patienceMinutes: number,
): Promise<NoticeTroubles | undefined> {
  // One that has ended keeps the end of its claim, or its last try, in next_at.
  const { rows } = await sql<NoticeTroubles & { readonly waitingSince: Date | null }>`
    with ended as (
      select count(*)::integer as ended,
        max(notice.created_at) filter (where state = 'submitted') as newest,
        count(*) filter (where state in ('failed', 'unknown') or suppression.email_hash is not null)::integer as failed
      from notice left join suppression on suppression.email_hash = notice.email_hash
        and suppression.reason = 'bounced' and suppression.suppressed_at >= notice.created_at
      where state in ('submitted', 'failed', 'unknown') and next_at > lunchpail_now() - interval '1 day'
    )
    select ended, failed, lunchpail_now() as "askedAt",
      count(notice.id)::integer as waiting, min(notice.created_at) as "waitingSince"
    from ended left join notice on notice.state = 'queued'
      and notice.created_at < lunchpail_now() - ${patienceMinutes}::integer * interval '1 minute'
      and notice.created_at > coalesce(newest, '-infinity')
    group by ended, failed`.execute(db)
  const [troubles] = rows
  return troubles && { ...troubles, waitingSince: troubles.waitingSince ?? undefined }
}
