import type { Database, DatabaseOrTransaction, Tables } from '../db/database.ts'
import { queueAllowedNotice, type UnverifiedAddress } from './mailbox-allowance.ts'
import { dropQueuedNotices, NOTICE_WINDOW, putOffUnsubscribedNotice, queueNotice } from './notices.queries.ts'
import {
  findEmailHash,
  saveSuppression,
  withAddressLocked,
  withdrawConsent,
  lockAddress,
  type HashedAddress,
} from './subscribers.queries.ts'
import { sql, type Transaction } from 'kysely'

/** How somebody left: with the page of a letter's link; with their mail program's button (one click); by mail; with the form on
 *  the site; through the mail provider. */
export type Way = 'link' | 'one-click' | 'mail' | 'form' | 'provider'

/** The turn of a notice to somebody who used their own link, which is not limited. */
const AFTER_OTHERS = 100

/** Counts an unsubscription for the newest edition that the subscriber got; does nothing without one, or if they have signed up
 *  since it was sent: then an earlier departure has been counted. Cannot be traced to a person.
 *  @param trx  with the address locked */
async function countDeparture(trx: DatabaseOrTransaction, emailHash: string, way: Way): Promise<void> {
  await sql`
    insert into edition_departure (edition_id, way, readers)
    select delivery.edition_id, ${way}, 1
    from subscriber join delivery on delivery.subscriber_id = subscriber.id
      join edition on edition.id = delivery.edition_id
    where subscriber.email_hash = ${emailHash} and delivery.state in ('submitted', 'unknown')
      and subscriber.recorded_at <= edition.frozen_at
    order by edition.slot_date desc limit 1
    on conflict (edition_id, way) do update set readers = edition_departure.readers + 1`.execute(trx)
}

/** Unsubscribes without proof of ownership, which is why the subscriber is notified.
 *  @returns whether a mail was queued */
export async function unsubscribeByAddress(
  db: Database,
  address: UnverifiedAddress,
): Promise<{ queued: boolean }> {
  return withAddressLocked(db, address.emailHash, async (trx) => {
    const before = await withdrawConsent(trx, address.emailHash)
    if (before === 'none') return { queued: false }
    if (before === 'subscribed') await countDeparture(trx, address.emailHash, 'form')
    // A notice of an earlier unsubscription stays: the address may have been signed up and unsubscribed again to stop it.
    await dropQueuedNotices(trx, address.emailHash, 'of-sign-ups')
    await saveSuppression(trx, address.emailHash, 'unsubscribed')
    if (before !== 'subscribed') return { queued: false }
    const outcome = await queueAllowedNotice(trx, 'unsubscribed', address, NOTICE_WINDOW)
    if (outcome !== 'queued') await putOffUnsubscribedNotice(trx, address)
    return { queued: outcome === 'queued' }
  })
}

/** Unsubscribes with the signed link of a letter. Idempotent.
 *  @param subscriberId  from a genuine token
 *  @param address  that came with the token, if any; it gets a notice if it was subscribed, since programs that check mails for
 *                  companies open links in real browsers
 *  @param way  how they left
 *  @returns 'other-address' if that is not the subscriber's; then nothing is done; and whether a mail was queued */
export async function unsubscribeById(
  db: Database,
  subscriberId: string,
  { address, way }: { address?: HashedAddress | undefined; way: Way },
): Promise<{ outcome: 'unsubscribed' | 'other-address'; queued: boolean }> {
  const known = await findEmailHash(db, subscriberId)
  // Erased, or a deleted row: there is nobody to unsubscribe.
  if (typeof known !== 'string') return { outcome: 'unsubscribed', queued: false }
  if (address !== undefined && address.emailHash !== known) return { outcome: 'other-address', queued: false }
  const { queued } = await unsubscribeHash(db, known, { way, notify: address })
  return { outcome: 'unsubscribed', queued }
}

/** Unsubscribes an address.
 *  @param way  undefined: an operator did it, which is not counted
 *  @param notify  the same address, if it gets a notice
 *  @returns whether it was subscribed, and whether a mail was queued */
export async function unsubscribeHash(
  db: Database,
  emailHash: string,
  { way, notify }: { way?: Way; notify?: HashedAddress | undefined } = {},
): Promise<{ wasSubscribed: boolean; queued: boolean }> {
  return withAddressLocked(db, emailHash, async (trx) => {
    const before = await withdrawConsent(trx, emailHash)
    if (before === 'none') return { wasSubscribed: false, queued: false }
    const wasSubscribed = before === 'subscribed'
    if (wasSubscribed && way !== undefined) await countDeparture(trx, emailHash, way)
    await dropQueuedNotices(trx, emailHash, 'of-sign-ups')
    await saveSuppression(trx, emailHash, 'unsubscribed')
    if (!wasSubscribed || notify === undefined) return { wasSubscribed, queued: false }
    // Strangers have no such link, so the mails that they caused do not count here.
    const outcome = await queueNotice(trx, 'unsubscribed', notify, NOTICE_WINDOW, AFTER_OTHERS)
    if (outcome !== 'queued') await putOffUnsubscribedNotice(trx, notify)
    return { wasSubscribed, queued: outcome === 'queued' }
  })
}

/** Suppresses a subscriber whose address bounced for good, or who complained. Takes a transaction, so that it is written together
 *  with the outcome of the delivery. Ignores an unknown id.
 *  @param db  a transaction, or the database */
export async function suppressSubscriber(
  db: DatabaseOrTransaction,
  subscriberId: string,
  reason: 'bounced' | 'complained',
): Promise<void> {
  const emailHash = await findEmailHash(db, subscriberId)
  if (typeof emailHash !== 'string') return
  if (db.isTransaction) {
    await suppressHash(db, emailHash, reason)
    return
  }
  await db.transaction().execute((trx) => suppressHash(trx, emailHash, reason))
}

/** Locks a subscriber's address until this transaction ends.
 *  @returns when its current or last consent was recorded here; undefined if unknown or erased */
export async function lockSubscriber(
  trx: Transaction<Tables>,
  subscriberId: string,
): Promise<{ recordedAt: Date } | undefined> {
  const emailHash = await findEmailHash(trx, subscriberId)
  if (typeof emailHash !== 'string') return undefined
  await lockAddress(trx, emailHash)
  const row = await trx
    .selectFrom('subscriber')
    .select('recorded_at')
    .where('id', '=', subscriberId)
    .where('email_hash', '=', emailHash)
    .executeTakeFirst()
  return row && { recordedAt: row.recorded_at }
}

/** @param trx  a transaction: the address stays locked until it ends */
export async function suppressHash(
  trx: DatabaseOrTransaction,
  emailHash: string,
  reason: 'bounced' | 'complained',
): Promise<void> {
  await lockAddress(trx, emailHash)
  await withdrawConsent(trx, emailHash)
  await dropQueuedNotices(trx, emailHash, 'all')
  await saveSuppression(trx, emailHash, reason)
}
