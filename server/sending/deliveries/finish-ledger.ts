import { sql } from 'kysely'

import type { Database, DatabaseOrTransaction } from '../../db/database.ts'
import { isAllowanceSpentAt, type WarmUp } from './warm-up.ts'

/** Deliveries not handed to a mail server. */
export const isUntried = sql`state in ('pending', 'claimed', 'deferred')`
/** Deliveries that have not ended. */
const isOpen = sql`state in ('pending', 'claimed', 'sending', 'deferred')`

/** Expires leases of dead processes in any edition: claimed deliveries become pending, sending ones unknown. Skips rows that
 *  another connection is writing, since waiting for them would deadlock; the next call gets them.
 *  @returns how many became unknown */
export async function expireLeases(db: DatabaseOrTransaction, editionId: string): Promise<number> {
  const { rows } = await sql<{ state: string }>`
    update delivery set
      state = case state when 'claimed' then 'pending' else 'unknown' end,
      reason = case state when 'sending' then 'process-ended' else reason end,
      reply = case state when 'sending' then null else reply end,
      lease_until = null, updated_at = lunchpail_now()
    where edition_id = ${editionId} and subscriber_id in (
      select subscriber_id from delivery
      where edition_id = ${editionId} and state in ('claimed', 'sending') and lease_until < lunchpail_now()
      for update skip locked
    )
    returning state`.execute(db)
  return rows.filter((row) => row.state === 'unknown').length
}

/** Closes the remaining deliveries of an expired edition: untried ones are skipped, deferred ones fail.
 *  @returns how many, and how many the warm-up skipped; none while the edition has time */
export async function closeExpired(
  db: DatabaseOrTransaction,
  editionId: string,
  warmUp: WarmUp | undefined,
): Promise<{ closed: number; leftForWarmUp: number }> {
  const isSpent = warmUp === undefined ? sql`false` : isAllowanceSpentAt(warmUp, sql`expires_at`)
  const isLeftOver = sql`over.is_spent and delivery.state = 'pending' and delivery.attempts = 0`
  const { rows } = await sql<{ closed: number; leftForWarmUp: number }>`
    with over as materialized (
      select id, ${isSpent} as is_spent from edition
      where id = ${editionId} and state = 'frozen' and expires_at <= lunchpail_now()
    ), closed as (
      update delivery set
        state = case delivery.state when 'pending' then 'skipped' else 'failed' end,
        reason = case when ${isLeftOver} then 'warm-up' else coalesce(reason, 'expired') end,
        reply = case when ${isLeftOver} then null else reply end,
        next_at = null, updated_at = lunchpail_now()
      from over
      where delivery.edition_id = over.id and delivery.state in ('pending', 'deferred')
      returning delivery.state, delivery.reason
    )
    select count(*)::integer as closed,
      count(*) filter (where state = 'skipped' and reason = 'warm-up')::integer as "leftForWarmUp"
    from closed`.execute(db)
  return rows[0] ?? { closed: 0, leftForWarmUp: 0 }
}

/** Closes the remaining deliveries of a cancelled edition, except those at a mail server, and later those that come back to be
 *  retried. Skips rows that another connection is writing; the next call gets them.
 *  @returns how many */
export async function closeCancelled(db: DatabaseOrTransaction, editionId: string): Promise<number> {
  const { numAffectedRows } = await sql`
    update delivery set state = 'skipped', reason = 'cancelled', reply = null, next_at = null,
      lease_until = null, updated_at = lunchpail_now()
    where edition_id = ${editionId} and subscriber_id in (
      select subscriber_id from delivery
      where edition_id = ${editionId} and ${isUntried}
        and exists (select from edition where id = ${editionId} and state = 'cancelled')
      for update skip locked
    )`.execute(db)
  return Number(numAffectedRows ?? 0)
}

/** Finishes an edition once every delivery has ended.
 *  @returns 'unbalanced' if nothing is open but rows are missing: a person must look; 'closed' if it is not being sent */
export async function finishIfBalanced(
  db: Database,
  editionId: string,
): Promise<'finished' | 'open' | 'unbalanced' | 'closed'> {
  if (await hasOpenDeliveries(db, editionId)) return 'open'
  return db.transaction().execute(async (trx) => {
    // Reopening deliveries changes the edition in the same transaction, so one of the two waits for the other.
    const { rows } = await sql<{ state: string; expected: number }>`
      select state, expected_count as expected from edition where id = ${editionId} for update`.execute(trx)
    if (rows[0]?.state !== 'frozen') return 'closed'
    if (await hasOpenDeliveries(trx, editionId)) return 'open'
    const counted = await sql<{ count: number }>`
      select count(*)::integer as count from delivery where edition_id = ${editionId}`.execute(trx)
    if (counted.rows[0]?.count !== rows[0].expected) return 'unbalanced'
    await sql`
      update edition set state = 'finished', finished_at = lunchpail_now() where id = ${editionId}`.execute(
      trx,
    )
    return 'finished'
  })
}

async function hasOpenDeliveries(db: DatabaseOrTransaction, editionId: string): Promise<boolean> {
  // Ordered like the index: otherwise the planner scans the table, all of it at the end, when no row is open.
  const { rows } = await sql`
    select 1 from delivery
    where edition_id = ${editionId} and ${isOpen}
    order by edition_id, state, position limit 1`.execute(db)
  return rows.length > 0
}

/** @returns milliseconds until something is due again: a retry, another process's lease, the expiry */
export async function millisecondsUntilDue(db: DatabaseOrTransaction, editionId: string): Promise<number> {
  const { rows } = await sql<{ milliseconds: number | null }>`
    select (extract(epoch from least(
      (select next_at from delivery where edition_id = ${editionId} and state = 'deferred' order by next_at, position limit 1),
      (select min(lease_until) from delivery where edition_id = ${editionId} and state in ('claimed', 'sending')),
      (select expires_at from edition where id = ${editionId})
    ) - lunchpail_now()) * 1000)::float8 as milliseconds`.execute(db)
  return Math.max(0, rows[0]?.milliseconds ?? 0)
}

/** Lists editions that are not being sent but have deliveries that are: from a dead process, or from one about to notice the
 *  pause or cancellation.
 *  @returns dates, oldest first */
export async function listEditionsLeft(db: DatabaseOrTransaction): Promise<string[]> {
  const { rows } = await sql<{ slotDate: string }>`
    select slot_date as "slotDate" from edition
    where (state in ('paused', 'finished') and exists (
        select from delivery where edition_id = edition.id and state in ('claimed', 'sending')
      )) or (state = 'cancelled' and exists (
        select from delivery where edition_id = edition.id and ${isOpen}
      ))
    order by slot_date`.execute(db)
  return rows.map((row) => row.slotDate)
}
