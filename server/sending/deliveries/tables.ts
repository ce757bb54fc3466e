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

/** Why a delivery is in its state, if no server said so. not-subscribed: left since the freeze · expired: its edition ended
 *  first · process-ended: the sending process died before the answer was kept. */
export type DeliveryReason = 'warm-up' | 'cancelled' | 'not-subscribed' | 'expired' | 'process-ended'

/** One edition for one subscriber; the primary key (edition_id, subscriber_id) keeps it to one. */
export interface DeliveryTable {
  edition_id: string
  subscriber_id: string
  state: Generated<DeliveryState>
  attempts: Generated<number>
  /** Its place in the edition: those whom the warm-up left out last time come first. */
  position: Generated<string>
  /** Fencing token: grows with each claim, so that a late owner's writes find no row. */
  claim: Generated<number>
  lease_until: Date | null
  next_at: Date | null
  /** Our own reason for its state; null where the server's reply says it. */
  reason: DeliveryReason | null
  /** The server's last answer or our own error, addresses masked. */
  reply: string | null
  updated_at: Date
}

/** The pace and the circuit that all processes share, in one row, 'newsletter'. */
export interface MailGateTable {
  name: string
  /** When the next message may go. */
  next_at: Date
  /** Grows with each change of the circuit, so that older observations are ignored. */
  generation: Generated<number>
  /** Since the server last answered. */
  failures: Generated<number>
  /** The circuit is open until then; null while it is closed. */
  open_until: Date | null
  /** The server's last words, addresses masked; null once it has answered. */
  reason: string | null
  /** Since when the watch has seen the server not answering. */
  unanswered_since: Date | null
}

/** The end of a letter that was taken or refused for good. policy: for what we are · bounce: the reader is said not to
 *  exist · ours: we could not write the letter · other: such as too large. */
export type RecentOutcome = 'submitted' | 'policy' | 'bounce' | 'ours' | 'other'

/** The last hundred outcomes of an edition being sent, over all processes; the oldest first. */
export interface RecentOutcomesTable {
  edition_id: string
  outcomes: RecentOutcome[]
}

/** Messages handed over on a day in Chicago, counted while there is a warm-up. */
export interface MailDayTable {
  /** 'YYYY-MM-DD' */
  day: string
  messages: number
}
