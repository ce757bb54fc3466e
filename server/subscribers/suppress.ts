import type { Database, DatabaseOrTransaction } from '../db/database.ts'
import { dropQueuedNotices } from './notices.queries.ts'
import {
  findEmailHash,
  lockAddress,
  saveSuppression,
  withAddressLocked,
  withdrawConsent,
} from './subscribers.queries.ts'

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

/** Forgets an address at its owner's request, known or not: what is left is the hash that keeps mail from it, tied to
 *  no row about a subscriber, and times without a name. */
export async function eraseAddress(db: Database, emailHash: string): Promise<void> {
  await withAddressLocked(db, emailHash, async (trx) => {
    await withdrawConsent(trx, emailHash)
    await trx
      .updateTable('subscriber')
      .set({ email_hash: null })
      .where('email_hash', '=', emailHash)
      .execute()
    await dropQueuedNotices(trx, emailHash)
    await saveSuppression(trx, emailHash, 'erased')
  })
}
