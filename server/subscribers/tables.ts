import type { Generated } from 'kysely'

export interface SubscriberTables {
  subscriber: SubscriberTable
  suppression: SuppressionTable
  notice: NoticeTable
}

/** Nothing else is known of a subscriber. The address is gone (null) once consent is withdrawn. */
export interface SubscriberTable {
  id: Generated<string>
  /** Trimmed and lower-cased; unique among those that are not null. */
  email: string | null
  consented_at: Date
  /** Null while a confirmation is asked for and has not come. */
  confirmed_at: Date | null
  withdrawn_at: Date | null
}

/** Addresses that get no mail, kept only as keyed hashes. */
export interface SuppressionTable {
  email_hash: string
  reason: 'unsubscribed' | 'bounced' | 'complained' | 'erased'
  suppressed_at: Date
}

/** One-off mail to a single address (a confirmation, a notice of unsubscription), queued until a server took it. */
export interface NoticeTable {
  id: Generated<string>
  kind: 'confirmation' | 'unsubscribed'
  email: string
  email_hash: string
  created_at: Date
  next_at: Date
  attempts: Generated<number>
  submitted_at: Date | null
}
