import { sql } from 'kysely'

import type { Database } from '../db/database.ts'
import { databaseNow } from './subscribers.queries.ts'

/** How long a confirmation link works, and how long its address is kept unconfirmed. */
export const LINK_LIFETIME_DAYS = 7

/** Forgets addresses whose confirmation never came, and the traces of single messages after 30 days. */
export async function forgetExpired(db: Database): Promise<void> {
  const oldest = sql<Date>`lunchpail_now() - ${LINK_LIFETIME_DAYS} * interval '1 day'`
  const expired = db
    .selectFrom('subscriber')
    .select('id')
    .where('confirmed_at', 'is', null)
    .where('email', 'is not', null)
    .where('consented_at', '<', oldest)
  await db
    .deleteFrom('subscriber')
    .where('id', 'in', expired)
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('delivery')
            .select('edition_id')
            .whereRef('delivery.subscriber_id', '=', 'subscriber.id'),
        ),
      ),
    )
    .execute()
  // Those who had letters before: their record of past consent stays, as after an unsubscription.
  await db
    .updateTable('subscriber')
    .set({ email: null, withdrawn_at: databaseNow })
    .where('id', 'in', expired)
    .execute()
  await db
    .deleteFrom('notice')
    .where('state', 'not in', ['queued', 'sending'])
    .where('created_at', '<', sql<Date>`lunchpail_now() - interval '30 days'`)
    .execute()
}
