import type { Database } from '../db/database.ts'
import { queueNotice } from './notices.queries.ts'
import {
  findSuppression,
  isActiveAddress,
  liftSuppression,
  saveConsent,
  withAddressLocked,
  type HashedAddress,
} from './subscribers.queries.ts'

/** Sign-ups of one address by whoever it may be send its owner one confirmation link in this time. */
const LINK_WINDOW = '1 hour'
/** After a complaint, a hard bounce or an erasure. */
const LINK_WINDOW_OF_SUPPRESSED = '30 days'

/** Signs an address up. A second sign-up changes nothing; one after an unsubscription is a new consent. Where the owner
 *  must confirm, the address is kept unconfirmed while a link to it is on its way.
 *  @param confirmation  'always' where every sign-up is confirmed by a link
 *  @returns whether a mail was queued */
export async function subscribe(
  db: Database,
  address: HashedAddress,
  { confirmation }: { confirmation: 'always' | 'if-suppressed' },
): Promise<{ queued: boolean }> {
  return withAddressLocked(db, address.emailHash, async (trx) => {
    const suppression = await findSuppression(trx, address.emailHash)
    const isGrave = suppression !== undefined && suppression !== 'unsubscribed'
    if (!isGrave && confirmation === 'if-suppressed') {
      await saveConsent(trx, address, 'confirmed')
      await liftSuppression(trx, address.emailHash)
      return { queued: false }
    }
    if (await isActiveAddress(trx, address.emailHash)) return { queued: false }
    const window = isGrave ? LINK_WINDOW_OF_SUPPRESSED : LINK_WINDOW
    const queued = (await queueNotice(trx, 'confirmation', address, window)) === 'queued'
    // No link, no address: of an erased one nothing is written down again but for the mail that asks.
    if (queued || !isGrave) await saveConsent(trx, address, 'unconfirmed')
    return { queued }
  })
}
