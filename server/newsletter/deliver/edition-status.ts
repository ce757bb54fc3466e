import { sql } from 'kysely'

import type { DatabaseOrTransaction } from '../../db/database.ts'
import type { EditionState } from '../tables.ts'
import { findEdition } from './editions.ts'
import type { DeliveryState } from './tables.ts'

export interface EditionStatus {
  /** 'YYYY-MM-DD' */
  readonly date: string
  readonly state: EditionState
  readonly counts: Readonly<Record<DeliveryState, number>>
}

const NO_DELIVERIES: Readonly<Record<DeliveryState, number>> = {
  pending: 0,
  claimed: 0,
  sending: 0,
  submitted: 0,
  deferred: 0,
  failed: 0,
  skipped: 0,
  unknown: 0,
}

/** How far an edition is, undefined when there is none of that date. */
export async function getEditionStatus(
  db: DatabaseOrTransaction,
  slotDate: string,
): Promise<EditionStatus | undefined> {
  const edition = await findEdition(db, slotDate)
  if (edition === undefined) return undefined
  const rows = await db
    .selectFrom('delivery')
    .select(['state', sql<number>`count(*)::integer`.as('count')])
    .where('edition_id', '=', edition.id)
    .groupBy('state')
    .execute()
  const counts = Object.fromEntries(rows.map((row) => [row.state, row.count]))
  return { date: slotDate, state: edition.state, counts: { ...NO_DELIVERIES, ...counts } }
}
