import type { Database } from '../db/database.ts'
import { queueAllowedNotice, type StrangersAddress } from './mailbox-allowance.ts'
import { dropQueuedNotices } from './notices.queries.ts'
import { findEmailHash, saveSuppression, withAddressLocked, withdrawConsent } from './subscribers.queries.ts'

/** Somebody who unsubscribes another's address again and again gives them one notice in this time. */
const NOTICE_WINDOW = '1 day'

/** Unsubscribes on somebody's word alone, which is why a subscriber is told so, once.
 *  @returns whether a mail was queued */
export async function unsubscribeByAddress(
  db: Database,
  address: StrangersAddress,
): Promise<{ queued: boolean }> {
  return withAddressLocked(db, address.emailHash, async (trx) => {
    const before = await withdrawConsent(trx, address.emailHash)
    if (before === 'none') return { queued: false }
    await dropQueuedNotices(trx, address.emailHash)
    await saveSuppression(trx, address.emailHash, 'unsubscribed')
    const queued =
      before === 'subscribed' &&
      (await queueAllowedNotice(trx, 'unsubscribed', address, NOTICE_WINDOW)) === 'queued'
    return { queued }
  })
}

/** Unsubscribes by the signed link of a letter, without a notice. Once more is the same.
 *  @param subscriberId  from a genuine token
 *  @param emailHash  of the address that came beside the token, if any did
 *  @returns 'other-address' where that is not the subscriber's: then nothing was done */
export async function unsubscribeById(
  db: Database,
  subscriberId: string,
  { emailHash }: { emailHash?: string | undefined } = {},
): Promise<'unsubscribed' | 'other-address'> {
  const known = await findEmailHash(db, subscriberId)
  // Erased, or a row that was deleted: there is nobody left to unsubscribe.
  if (typeof known !== 'string') return 'unsubscribed'
  if (emailHash !== undefined && emailHash !== known) return 'other-address'
  await unsubscribeHash(db, known)
  return 'unsubscribed'
}

/** Unsubscribes without a notice.
 *  @returns whether the address was subscribed */
export async function unsubscribeHash(db: Database, emailHash: string): Promise<boolean> {
  return withAddressLocked(db, emailHash, async (trx) => {
    const before = await withdrawConsent(trx, emailHash)
    if (before === 'none') return false
    await dropQueuedNotices(trx, emailHash)
    await saveSuppression(trx, emailHash, 'unsubscribed')
    return before === 'subscribed'
  })
}
