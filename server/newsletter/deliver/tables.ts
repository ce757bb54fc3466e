import type { Generated } from 'kysely'

export interface DeliveryTables {
  delivery: DeliveryTable
}

export type DeliveryState =
  | 'pending'
  | 'claimed'
  | 'sending'
  | 'submitted'
  | 'deferred'
  | 'failed'
  | 'skipped'
  | 'unknown'

/** One edition for one subscriber; the primary key (edition_id, subscriber_id) is what makes it once. */
export interface DeliveryTable {
  edition_id: string
  subscriber_id: string
  state: Generated<DeliveryState>
  attempts: Generated<number>
  /** Fencing token: grows with each claim, so that a late owner's writes find nothing. */
  claim: Generated<number>
  lease_until: Date | null
  next_at: Date | null
  /** The server's answer, addresses masked. */
  reply: string | null
  updated_at: Date
}
