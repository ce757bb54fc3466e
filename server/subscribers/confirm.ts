import type { Database } from '../db/database.ts'
import { queueNotice } from './notices.queries.ts'
import { WELCOME_WINDOW, type SignUpRules } from './subscribe.ts'
import {
  databaseNow,
  findEmailHash,
  isActiveAddress,
  liftSuppression,
  withAddressLocked,
} from './subscribers.queries.ts'

/** The owner's yes: it lifts every suppression. A link followed twice is confirmed twice.
 *  @param subscriberId  from a genuine, unexpired token
 *  @returns and whether a mail was queued */
export async function confirmSubscription(
  db: Database,
  subscriberId: string,
  rules: Pick<SignUpRules, 'welcome'>,
): Promise<{ outcome: 'confirmed' | 'no-longer-asked'; queued: boolean }> {
  const nothing = { outcome: 'no-longer-asked', queued: false } as const
  const emailHash = await findEmailHash(db, subscriberId)
  if (typeof emailHash !== 'string') return nothing
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
    // Who follows a link reads the mailbox: no stranger's mails count here.
    const queued = await queueNotice(trx, 'welcome', { email: row.email, emailHash }, WELCOME_WINDOW)
    return { outcome: 'confirmed', queued: queued === 'queued' }
  })
}
