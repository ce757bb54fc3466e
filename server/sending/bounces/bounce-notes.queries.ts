import { sql } from 'kysely'
import type { DatabaseOrTransaction } from '../../db/database.ts'
import type { DeliveryId } from '../tokens.ts'

export type BounceKind = BounceTable['kind']

/** A delivery that something came back about. */
export interface KnownDelivery {
  /** 'YYYY-MM-DD' */
  readonly slotDate: string
  /** When its state was last written: in practice, when it was submitted. */
  readonly updatedAt: Date
}

/** @returns undefined if there is none, or it no longer exists */
export async function findDelivery(
  db: DatabaseOrTransaction,
  { editionId, subscriberId }: DeliveryId,
): Promise<KnownDelivery | undefined> {
  const row = await db
    .selectFrom('delivery')
    .innerJoin('edition', 'edition.id', 'delivery.edition_id')
    .select(['delivery.updated_at', sql<string>`edition.slot_date::text`.as('slot_date')])
    .where('delivery.edition_id', '=', editionId)
    .where('delivery.subscriber_id', '=', subscriberId)
    .executeTakeFirst()
  return row && { slotDate: row.slot_date, updatedAt: row.updated_at }
}

/** Records that a delivery came back.
 *  @returns false if that was already recorded */
export async function saveBounce(
  db: DatabaseOrTransaction,
  { editionId, subscriberId }: DeliveryId,
  { kind, status }: { kind: BounceKind; status: string | null },
): Promise<boolean> {
  const row = await db
    .insertInto('bounce')
    .values({
      edition_id: editionId,
      subscriber_id: subscriberId,
      kind,
      status,
      received_at: sql<Date>`lunchpail_now()`,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('kind')
    .executeTakeFirst()
  return row !== undefined
}

/** How many of a subscriber's latest editions since a consent came back as transient, in a row. Editions not tried, or
 *  refused at once, are left out; one that has not come back ends the count.
 *  @param most  the count stops there */
export async function countTransientInARow(
  db: DatabaseOrTransaction,
  subscriberId: string,
  { since, most }: { since: Date; most: number },
): Promise<number> {
  const { rows } = await sql<{ came_back: boolean }>`
    select exists (
      select from bounce
      where bounce.edition_id = delivery.edition_id and bounce.subscriber_id = delivery.subscriber_id
        and bounce.kind = 'transient'
    ) as came_back
    from edition join delivery on delivery.edition_id = edition.id
    where delivery.subscriber_id = ${subscriberId} and delivery.state in ('submitted', 'unknown')
      and delivery.updated_at >= ${since}
    order by edition.slot_date desc
    limit ${most}`.execute(db)
  const first = rows.findIndex((row) => !row.came_back)
  return first === -1 ? rows.length : first
}

/** @returns whether a subscriber's address is suppressed for this reason */
export async function isSuppressedAs(
  db: DatabaseOrTransaction,
  subscriberId: string,
  reason: 'bounced' | 'complained',
): Promise<boolean> {
  const row = await db
    .selectFrom('subscriber')
    .innerJoin('suppression', 'suppression.email_hash', 'subscriber.email_hash')
    .select('subscriber.id')
    .where('subscriber.id', '=', subscriberId)
    .where('suppression.reason', '=', reason)
    .executeTakeFirst()
  return row !== undefined
}

export interface BounceTables {
  bounce: BounceTable
}

/** A bounce of a delivery, or a complaint about it: one of each kind. Deleted with the delivery. */
export interface BounceTable {
  edition_id: string
  subscriber_id: string
  /** 'policy' is about us or the letter and says nothing about the address. */
  kind: 'permanent' | 'transient' | 'policy' | 'complaint'
  /** The enhanced code of RFC 3463, such as '5.1.1'; null where none came. */
  status: string | null
  received_at: Date
}
