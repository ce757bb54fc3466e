import { sql } from 'kysely'

import type { Database } from '../db/database.ts'
import { sweepErased } from './erase-address.ts'
import { deleteEndedAllowances } from './mailbox-allowance.ts'
import { databaseNow } from './subscribers.queries.ts'

/** How long a confirmation link works, and how long its address is kept unconfirmed. */
export const LINK_LIFETIME_DAYS = 7

/** How many rows were past their time. */
export interface Forgotten {
  /** Addresses whose confirmation never came. */
  readonly unconfirmed: number
  /** Traces of single messages, after 30 days. */
  readonly notices: number
  /** What an edition under way had kept of erased subscribers. */
  readonly erased: number
}

/** Forgets what may no longer be kept about subscribers. */
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
  // Earlier readers keep their record of past consent, as after an unsubscription.
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
    erased: await sweepErased(db),
  }
}
