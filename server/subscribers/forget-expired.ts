import { sql } from 'kysely'

import type { Database } from '../db/database.ts'
import { deleteErased } from './erase-address.ts'
import { deleteEndedAllowances } from './mailbox-allowance.ts'
import { databaseNow } from './subscribers.queries.ts'

/** How long a confirmation link works and its unconfirmed address is stored. */
export const LINK_LIFETIME_DAYS = 7

/** Numbers of expired rows. */
export interface Forgotten {
  /** Addresses that were never confirmed. */
  readonly unconfirmed: number
  /** Traces of single mails, after 30 days. */
  readonly notices: number
  /** Erased subscribers that were kept for an edition in progress. */
  readonly erased: number
}

/** Deletes expired data about subscribers. */
export async function forgetExpired(db: Database): Promise<Forgotten> {
  const oldest = sql<Date>`lunchpail_now() - ${LINK_LIFETIME_DAYS} * interval '1 day'`
  const deleted = await db
    .deleteFrom('subscriber')
    .where('confirmed_at', 'is', null)
    .where('email', 'is not', null)
    .where('recorded_at', '<', oldest)
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
    .executeTakeFirst()
  // Earlier readers keep the record of their consent, as after unsubscribing.
  const withdrawn = await db
    .updateTable('subscriber')
    .set({ email: null, withdrawn_at: databaseNow })
    .where('confirmed_at', 'is', null)
    .where('email', 'is not', null)
    .where('recorded_at', '<', oldest)
    .executeTakeFirst()
  const notices = await db
    .deleteFrom('notice')
    .where('state', 'not in', ['queued', 'sending'])
    .where('created_at', '<', sql<Date>`lunchpail_now() - interval '30 days'`)
    .executeTakeFirst()
  await deleteEndedAllowances(db)
  return {
    unconfirmed: Number(deleted.numDeletedRows + withdrawn.numUpdatedRows),
    notices: Number(notices.numDeletedRows),
    erased: await deleteErased(db),
  }
}
