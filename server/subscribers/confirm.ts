import type { Database } from '../db/database.ts'
import { databaseNow, findEmailHash, liftSuppression, withAddressLocked } from './subscribers.queries.ts'

/** The owner's yes: it lifts every suppression. A link followed twice is confirmed twice.
 *  @param subscriberId  from a genuine, unexpired token */
export async function confirmSubscription(
  db: Database,
  subscriberId: string,
): Promise<'confirmed' | 'no-longer-asked'> {
  const emailHash = await findEmailHash(db, subscriberId)
  if (typeof emailHash !== 'string') return 'no-longer-asked'
  return withAddressLocked(db, emailHash, async (trx) => {
    const row = await trx
      .updateTable('subscriber')
      .set((eb) => ({ confirmed_at: eb.fn.coalesce('confirmed_at', databaseNow) }))
      .where('id', '=', subscriberId)
      .where('email', 'is not', null)
      .returning('id')
      .executeTakeFirst()
    if (row === undefined) return 'no-longer-asked'
    await liftSuppression(trx, emailHash)
    return 'confirmed'
  })
}
