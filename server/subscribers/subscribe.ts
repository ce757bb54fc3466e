import type { Database, DatabaseOrTransaction } from '../db/database.ts'
import { isAwaitingConfirmation, isLinkFollowed, queueNotice } from './notices.queries.ts'
import {
  findSuppression,
  isActiveAddress,
  liftSuppression,
  saveConsent,
  withAddressLocked,
  type HashedAddress,
} from './subscribers.queries.ts'

/** Sign-ups of one address by whoever it may be send its owner one confirmation link in this time, until one is
 *  followed: that was the owner, and who leaves then and comes back gets the next at once. */
const LINK_WINDOW = '1 hour'
const NO_WINDOW = '0 seconds'
/** After a complaint, a hard bounce or an erasure. */
const LINK_WINDOW_OF_SUPPRESSED = '30 days'

/** Whoever comes, leaves and comes again is welcomed once in this time. */
const WELCOME_WINDOW = '30 days'

/** What a sign-up leads to. */
export interface SignUpRules {
  /** 'always' where every sign-up is confirmed by a link. */
  readonly confirmation: 'always' | 'if-suppressed'
  /** Whether a new subscriber gets a mail that says so. */
  readonly welcome: boolean
}

/** Signs an address up. A second sign-up changes nothing; one after an unsubscription is a new consent. Where the owner
 *  must confirm, the address is kept unconfirmed while a link to it is on its way.
 *  @returns whether a mail was queued */
export async function subscribe(
  db: Database,
  address: HashedAddress,
  rules: SignUpRules,
): Promise<{ queued: boolean }> {
  // Before the lock, which a flood of sign-ups of one address would keep from everybody else about it.
  if (await isSettled(db, address.emailHash, rules)) return { queued: false }
  return withAddressLocked(db, address.emailHash, async (trx) => {
    if (await isActiveAddress(trx, address.emailHash)) return { queued: false }
    const suppression = await findSuppression(trx, address.emailHash)
    const isGrave = suppression !== undefined && suppression !== 'unsubscribed'
    if (!isGrave && rules.confirmation === 'if-suppressed') {
      await saveConsent(trx, address, 'confirmed')
      await liftSuppression(trx, address.emailHash)
      return welcome(trx, address, rules)
    }
    const window = isGrave ? LINK_WINDOW_OF_SUPPRESSED : await linkWindow(trx, address.emailHash)
    const queued = (await queueNotice(trx, 'confirmation', address, window)) === 'queued'
    // No link, no address: of an erased one nothing is written down again but for the mail that asks.
    if (queued || !isGrave) await saveConsent(trx, address, 'unconfirmed')
    return { queued }
  })
}

/** Queues the mail to who has just become a subscriber, in the transaction that made them one.
 *  @returns whether one was queued */
export async function welcome(
  trx: DatabaseOrTransaction,
  address: HashedAddress,
  rules: Pick<SignUpRules, 'welcome'>,
): Promise<{ queued: boolean }> {
  return {
    queued: rules.welcome && (await queueNotice(trx, 'welcome', address, WELCOME_WINDOW)) === 'queued',
  }
}

async function linkWindow(trx: DatabaseOrTransaction, emailHash: string): Promise<string> {
  return (await isLinkFollowed(trx, emailHash)) ? NO_WINDOW : LINK_WINDOW
}

/** @returns whether one more sign-up would change nothing: subscribed already, or asked to confirm within the hour */
async function isSettled(db: Database, emailHash: string, { confirmation }: SignUpRules): Promise<boolean> {
  if (await isActiveAddress(db, emailHash)) return true
  return confirmation === 'always' && isAwaitingConfirmation(db, emailHash, LINK_WINDOW)
}
