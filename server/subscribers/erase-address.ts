import { sql } from 'kysely'

import type { Database, DatabaseOrTransaction } from '../db/database.ts'
import { databaseNow, findSuppression, saveSuppression, withAddressLocked } from './subscribers.queries.ts'

/** What an erasure found. */
export interface Erasure {
  readonly hadSubscriber: boolean
  readonly notices: number
  readonly deliveries: number
  /** Deliveries of editions still being sent, whose counts must balance: kept anonymously until the edition is over and
   *  forgetExpired runs. */
  readonly openDeliveries: number
  /** The address was erased before, and has not come back since. */
  readonly wasErased: boolean
}

/** Forgets an address at its owner's request, known or not: only the hash that keeps mail from it remains, linked to nothing.
 *  One transaction; idempotent. While an edition with this recipient is being frozen, waits for that. */
export async function eraseAddress(db: Database, emailHash: string): Promise<Erasure> {
  // The freeze holds the row. Wait for it before locking the address, or its owner's requests would wait as well.
  await db.selectFrom('subscriber').select('id').where('email_hash', '=', emailHash).forUpdate().execute()
  return withAddressLocked(db, emailHash, async (trx) => {
    const wasErased = (await findSuppression(trx, emailHash)) === 'erased'
    if (!wasErased) await saveSuppression(trx, emailHash, 'erased')
    const notices = await trx.deleteFrom('notice').where('email_hash', '=', emailHash).executeTakeFirst()
    // A sending process holds only ids, and finds no address for this one any more.
    const subscribers = await trx
      .updateTable('subscriber')
      .set((eb) => ({
        email: null,
        email_hash: null,
        consent_source: null,
        withdrawn_at: eb.fn.coalesce('withdrawn_at', databaseNow),
      }))
      .where('email_hash', '=', emailHash)
      .returning('id')
      .execute()
    const { deleted, open } = await deleteWithDeliveries(
      trx,
      subscribers.map(({ id }) => id),
    )
    return {
      hadSubscriber: subscribers.length > 0,
      notices: Number(notices.numDeletedRows),
      deliveries: deleted,
      openDeliveries: open,
      wasErased,
    }
  })
}

const SWEEP = 500

/** Deletes what an erasure had to keep while an edition was being sent.
 *  @returns the number of subscribers deleted */
export async function deleteErased(db: Database): Promise<number> {
  let last = '0'
  let gone = 0
  for (;;) {
    const rows = await db
      .selectFrom('subscriber')
      .select('id')
      .where('email_hash', 'is', null)
      .where('id', '>', last)
      .orderBy('id')
      .limit(SWEEP)
      .execute()
    const ids = rows.map(({ id }) => id)
    if (ids.length > 0) {
      const swept = await db.transaction().execute((trx) => deleteWithDeliveries(trx, ids))
      gone += swept.subscribers
    }
    if (ids.length < SWEEP) return gone
    last = ids.at(-1) ?? last
  }
}

/** Deletes erased subscribers with their deliveries, except deliveries of editions that may still be sent: there a missing row
 *  would look like a lost reader.
 *  @param trx  a transaction */
async function deleteWithDeliveries(
  trx: DatabaseOrTransaction,
  subscriberIds: readonly string[],
): Promise<{ deleted: number; open: number; subscribers: number }> {
  const isTheirs = sql`delivery.subscriber_id = any(${subscriberIds}::bigint[])`
  // Locks the editions, so that none of them is sent again before its count is corrected.
  const { rows: over } = await sql<{ id: string }>`
    select id from edition
    where state not in ('frozen', 'paused')
      and exists (select from delivery where delivery.edition_id = edition.id and ${isTheirs})
    order by id for update`.execute(trx)
  const { rows: deleted } = await sql<{ count: number }>`
    with gone as (
      delete from delivery where ${isTheirs} and edition_id = any(${over.map(({ id }) => id)}::bigint[])
      returning edition_id
    ), counted as (
      select edition_id, count(*)::integer as count from gone group by edition_id
    )
    update edition set expected_count = expected_count - counted.count
    from counted where edition.id = counted.edition_id
    returning counted.count`.execute(trx)
  // Bounces belong to the deleted deliveries.
  await sql`
    delete from bounce using delivery
    where bounce.edition_id = delivery.edition_id and bounce.subscriber_id = delivery.subscriber_id
      and ${isTheirs}`.execute(trx)
  const { rows: open } = await sql`update delivery set reply = null where ${isTheirs} returning 1`.execute(
    trx,
  )
  const { rows: subscribers } = await sql`
    delete from subscriber
    where id = any(${subscriberIds}::bigint[])
      and not exists (select from delivery where delivery.subscriber_id = subscriber.id)
    returning 1`.execute(trx)
  return {
    deleted: deleted.reduce((sum, { count }) => sum + count, 0),
    open: open.length,
    subscribers: subscribers.length,
  }
}
