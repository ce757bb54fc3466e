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

/** Why a delivery came to its state where no server said so. not-subscribed: left since the freeze · expired: its
 *  edition's time ended first · process-ended: the process that sent it ended before the answer was kept. */
export type DeliveryReason = 'warm-up' | 'cancelled' | 'not-subscribed' | 'expired' | 'process-ended'

/** One edition for one subscriber; the primary key (edition_id, subscriber_id) is what makes it once. */
export interface DeliveryTable {
  edition_id: string
  subscriber_id: string
  state: Generated<DeliveryState>
  attempts: Generated<number>
  /** Its turn within the edition: who was left out for the warm-up last time comes first. */
  position: Generated<string>
  /** Fencing token: grows with each claim, so that a late owner's writes find nothing. */
  claim: Generated<number>
  lease_until: Date | null
  next_at: Date | null
  /** What we know of its end by ourselves; null where a server's reply says it. */
  reason: DeliveryReason | null
  /** The server's last answer, or the words of our own fault, addresses masked. */
  reply: string | null
  updated_at: Date
}

/** What all processes share of the mail server: the pace and the circuit, in one row, 'newsletter'. */
export interface MailGateTable {
  name: string
  /** When the next message may go. */
  next_at: Date
  /** Grows with each change of the circuit, so that what was seen before it changes nothing. */
  generation: Generated<number>
  /** Since the server last answered. */
  failures: Generated<number>
  /** Until then the server is left alone; null while the circuit is closed. */
  open_until: Date | null
  /** The server's last words, addresses masked; null once it has answered. */
  reason: string | null
  /** Since when whoever watches the sending has seen it without an answer. */
  unanswered_since: Date | null
}

/** What came of a letter that was taken, or refused for good. policy: for what we are · bounce: the reader is said not to
 *  exist · ours: we could not write the letter · other: it is too large, for instance. */
export type RecentOutcome = 'submitted' | 'policy' | 'bounce' | 'ours' | 'other'

/** The last hundred outcomes of an edition that is being sent, over all processes; the oldest first. */
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
