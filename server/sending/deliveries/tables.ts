import type { Generated } from 'kysely'

export interface DeliveryTables {
  delivery: DeliveryTable
  mail_gate: MailGateTable
  mail_day: MailDayTable
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
  /** Its turn within the edition: who was left out for the warm-up last time comes first. */
  position: Generated<string>
  /** Fencing token: grows with each claim, so that a late owner's writes find nothing. */
  claim: Generated<number>
  lease_until: Date | null
  next_at: Date | null
  /** The server's answer, addresses masked. */
  reply: string | null
  updated_at: Date
}

/** What all processes share of the mail server: the pace and the circuit, in one row, 'newsletter'; and of an edition that
 *  is being sent the last hundred outcomes, in a row of its own, where `reason` holds one sign an outcome. */
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
  reason: string | null
}

/** Messages handed over on a day in Chicago, counted while there is a warm-up. */
export interface MailDayTable {
  /** 'YYYY-MM-DD' */
  day: string
  messages: number
}
