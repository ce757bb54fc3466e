import type { Transaction } from 'kysely'

import type { DatabaseOrTransaction, Tables } from '../db/database.ts'
import { dropQueuedNotices } from './notices.queries.ts'
import { findEmailHash, lockAddress, saveSuppression, withdrawConsent } from './subscribers.queries.ts'

/** No more mail to a subscriber whose address bounced for good, or who complained. Takes a transaction, so that it is
 *  written together with the delivery's outcome. An unknown id is nothing.
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

/** Has all that is done elsewhere about a subscriber's address wait for the end of this transaction.
 *  @returns since when its owner wants mail, or last did; undefined for an unknown or erased one */
export async function lockSubscriber(
  trx: Transaction<Tables>,
  subscriberId: string,
): Promise<{ consentedAt: Date } | undefined> {
  const emailHash = await findEmailHash(trx, subscriberId)
  if (typeof emailHash !== 'string') return undefined
  await lockAddress(trx, emailHash)
  const row = await trx
    .selectFrom('subscriber')
    .select('consented_at')
    .where('id', '=', subscriberId)
    .where('email_hash', '=', emailHash)
    .executeTakeFirst()
  return row && { consentedAt: row.consented_at }
}

/** @param trx  a transaction: the address stays locked until its end */
export async function suppressHash(
  trx: DatabaseOrTransaction,
  emailHash: string,
  reason: 'bounced' | 'complained',
): Promise<void> {
  await lockAddress(trx, emailHash)
  await withdrawConsent(trx, emailHash)
  await dropQueuedNotices(trx, emailHash)
  await saveSuppression(trx, emailHash, reason)
}
