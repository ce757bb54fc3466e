import type { Generated } from 'kysely'

export interface DeliveryTables {
  delivery: DeliveryTable
  mail_gate: MailGateTable
  mail_day: MailDayTable
  recent_outcomes: RecentOutcomesTable
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

/** Why a delivery is in its state, unless the server's reply says it. not-subscribed: left since the freeze · expired: its
 *  edition ended first · process-ended: the sending process died before the answer was stored. */
export type DeliveryReason = 'warm-up' | 'cancelled' | 'not-subscribed' | 'expired' | 'process-ended'

/** One edition for one subscriber, which the primary key (edition_id, subscriber_id) keeps unique. */
export interface DeliveryTable {
  edition_id: string
  subscriber_id: string
  state: Generated<DeliveryState>
  attempts: Generated<number>
  /** Its place in the edition: readers skipped by the last warm-up come first, newcomers last. */
  position: Generated<string>
  /** Fencing token: increases with each claim, so that a late owner's writes match no row. */
  claim: Generated<number>
  lease_until: Date | null
  next_at: Date | null
  /** Our own reason for its state; null if the server's reply gives it. */
  reason: DeliveryReason | null
  /** The server's last answer or our own error, addresses masked; null if it was later decided to be submitted. */
  reply: string | null
  updated_at: Date
}

/** The pace and the circuit shared by all processes, in one row, 'newsletter'. */
export interface MailGateTable {
  name: string
  /** When the next message may be sent. */
  next_at: Date
  /** Increases with each change of the circuit, so that older observations are ignored. */
  generation: Generated<number>
  /** Failures since the server last answered. */
  failures: Generated<number>
  /** Until then the circuit is open; null while it is closed. */
  open_until: Date | null
  /** The server's last words, addresses masked; null once it has answered. */
  reason: string | null
  /** When the alarms watch first saw the server not answering. */
  unanswered_since: Date | null
}

/** Outcome of a letter that was accepted or refused for good. policy: because of the sender · bounce: the reader is said not to
 *  exist · ours: the letter could not be composed · other: such as too large. */
export type RecentOutcome = 'submitted' | 'policy' | 'bounce' | 'ours' | 'other'

/** The last hundred outcomes of an edition being sent, over all processes; oldest first. */
export interface RecentOutcomesTable {
  edition_id: string
  outcomes: RecentOutcome[]
}

/** Messages handed over on a day in Chicago, counted during a warm-up. */
export interface MailDayTable {
  /** 'YYYY-MM-DD' */
  day: string
  messages: number
}
