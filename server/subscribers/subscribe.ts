import type { Database, DatabaseOrTransaction } from '../db/database.ts'
import { queueAllowedNotice, takeConsent, type UnverifiedAddress } from './mailbox-allowance.ts'
import { isAwaitingConfirmation, isLinkFollowed, queueNotice } from './notices.queries.ts'
import {
  findSuppression,
  isActiveAddress,
  liftSuppression,
  saveConsent,
  withAddressLocked,
  databaseNow,
  findEmailHash,
} from './subscribers.queries.ts'

/** Sign-ups for one address, by anybody, send its owner one confirmation link in this time until one is followed: that was the
 *  owner, who gets the next link at once after leaving and coming back. */
const LINK_WINDOW = '1 hour'
const NO_WINDOW = '0 seconds'
/** After a complaint, a hard bounce or an erasure. */
const LINK_WINDOW_OF_SUPPRESSED = '30 days'

/** Someone who joins, leaves and rejoins is welcomed once in this time. */
const WELCOME_WINDOW = '30 days'

/** How a sign-up is handled. */
export interface SignUpRules {
  /** 'always': every sign-up must be confirmed by a link, whatever is known about its address. */
  readonly confirmation: 'always' | 'if-suppressed'
  /** Whether a new subscriber gets a welcome mail. */
  readonly welcome: boolean
  /** Where the address was signed up; stored with its consent. */
  readonly source: string
}

/** Signs an address up. A second sign-up changes nothing; one after an unsubscription is a new consent. If the owner must
 *  confirm, the address is stored unconfirmed even if its mailbox may get no further link today: an earlier link works again.
 *  @returns whether a mail was queued */
export async function subscribe(
  db: Database,
  address: UnverifiedAddress,
  rules: SignUpRules,
): Promise<{ queued: boolean }> {
  // Checked before locking: otherwise a flood of sign-ups for one address would keep its lock from everybody else.
  if (await wouldChangeNothing(db, address.emailHash, rules)) return { queued: false }
  return withAddressLocked(db, address.emailHash, async (trx) => {
    if (await isActiveAddress(trx, address.emailHash)) return { queued: false }
    const suppression = await findSuppression(trx, address.emailHash)
    const isGrave = suppression !== undefined && suppression !== 'unsubscribed'
    if (!isGrave && rules.confirmation === 'if-suppressed' && (await takeConsent(trx, address))) {
      await saveConsent(trx, address, { as: 'confirmed', source: rules.source })
      await liftSuppression(trx, address.emailHash)
      const outcome = rules.welcome && (await queueAllowedNotice(trx, 'welcome', address, WELCOME_WINDOW))
      return { queued: outcome === 'queued' }
    }
    const window = isGrave ? LINK_WINDOW_OF_SUPPRESSED : await linkWindow(trx, address.emailHash)
    const queued = (await queueAllowedNotice(trx, 'confirmation', address, window)) === 'queued'
    // An erased address is only stored again together with a mail that asks its owner.
    if (queued || !isGrave) await saveConsent(trx, address, { as: 'unconfirmed', source: rules.source })
    return { queued }
  })
}

async function linkWindow(trx: DatabaseOrTransaction, emailHash: string): Promise<string> {
  return (await isLinkFollowed(trx, emailHash)) ? NO_WINDOW : LINK_WINDOW
}

/** @returns whether one more sign-up would change nothing: already subscribed, or asked to confirm within the hour */
async function wouldChangeNothing(
  db: Database,
  emailHash: string,
  { confirmation }: SignUpRules,
): Promise<boolean> {
  if (await isActiveAddress(db, emailHash)) return true
  return confirmation === 'always' && isAwaitingConfirmation(db, emailHash, LINK_WINDOW)
}

/** Confirms a subscription, which lifts every suppression. A link followed twice is confirmed twice.
 *  @param subscriberId  from a genuine, unexpired token
 *  @returns the outcome, and whether a mail was queued */
export async function confirmSubscription(
  db: Database,
  subscriberId: string,
  rules: Pick<SignUpRules, 'welcome'>,
): Promise<{ outcome: 'confirmed' | 'no-longer-asked'; queued: boolean }> {
  const nothing = { outcome: 'no-longer-asked', queued: false } as const
  const emailHash = await findEmailHash(db, subscriberId)
  if (typeof emailHash !== 'string') return nothing
  // Checked before locking too: a link stays valid for a week, and following it again would take the lock and write each time.
  if (await isActiveAddress(db, emailHash)) return { outcome: 'confirmed', queued: false }
  return withAddressLocked(db, emailHash, async (trx) => {
    const wasActive = await isActiveAddress(trx, emailHash)
    const row = await trx
      .updateTable('subscriber')
      .set((eb) => ({ confirmed_at: eb.fn.coalesce('confirmed_at', databaseNow) }))
      .where('id', '=', subscriberId)
      .where('email', 'is not', null)
      .returning('email')
      .executeTakeFirst()
    if (row === undefined || row.email === null) return nothing
    await liftSuppression(trx, emailHash)
    if (wasActive || !rules.welcome) return { outcome: 'confirmed', queued: false }
    // Whoever follows a link reads the mailbox, so mails caused by strangers do not count here.
    const queued = await queueNotice(trx, 'welcome', { email: row.email, emailHash }, WELCOME_WINDOW)
    return { outcome: 'confirmed', queued: queued === 'queued' }
  })
}
