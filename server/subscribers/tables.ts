import type { Generated } from 'kysely'

export interface SubscriberTables {
  subscriber: SubscriberTable
  suppression: SuppressionTable
  notice: NoticeTable
  key_fingerprint: KeyFingerprintTable
  mailbox_allowance: MailboxAllowanceTable
  operator_token: OperatorTokenTable
}

/** One row per address, reused when its owner subscribes again: a letter's unsubscribe link works for good, and nobody is in one
 *  edition twice. Nothing else is known about a subscriber. */
export interface SubscriberTable {
  id: Generated<string>
  /** Trimmed and in lower case, unique. Null once consent is withdrawn. */
  email: string | null
  /** The keyed hash of the address, to join with `suppression`; unique. Null once the address was erased. */
  email_hash: string | null
  /** When its owner agreed, here or elsewhere. Null if the imported file does not say. */
  consented_at: Date | null
  /** Where they agreed: 'site', 'operator', 'import', 'import:ghost', 'api: NAME', or the value in our own export. Null for
   *  consents older than this field. */
  consent_source: string | null
  /** When this consent was recorded here: bounces, and the week of an unconfirmed address, are counted from then. */
  recorded_at: Generated<Date>
  /** Null until the owner confirms. */
  confirmed_at: Date | null
  /** Null exactly as long as there is an address. */
  withdrawn_at: Date | null
}

/** Addresses that get no mail, stored only as keyed hashes. */
export interface SuppressionTable {
  email_hash: string
  /** blocked: it was on another program's list of this kind, without a reason. */
  reason: 'unsubscribed' | 'bounced' | 'complained' | 'blocked' | 'erased'
  suppressed_at: Date
}

/** The latest mail of its kind to an address (a confirmation, a notice of unsubscription, a welcome). Later only a hash and a
 *  time remain, which keep the next one from following too soon. */
export interface NoticeTable {
  id: Generated<string>
  kind: 'confirmation' | 'unsubscribed' | 'welcome'
  /** Null as soon as the mail is submitted or given up. */
  email: string | null
  email_hash: string
  state: Generated<'queued' | 'sending' | 'submitted' | 'failed' | 'unknown' | 'dropped'>
  /** When it was queued; of one that was put off, when it is due. */
  created_at: Date
  /** Queued: when it is due. Sending: when its outcome becomes unknown. */
  next_at: Date
  attempts: Generated<number>
  /** How many its network had caused within the hour: notices with fewer go out first. */
  turn: Generated<number>
}

/** Fingerprints of the keys with which this database is used. */
export interface KeyFingerprintTable {
  key_name: 'SUPPRESSION_KEY' | 'SECRET_KEY'
  fingerprint: string
  noted_at: Date
}

/** Credentials of the operator's programs. */
export interface OperatorTokenTable {
  id: Generated<string>
  name: string
  token_hash: string
  scopes: string[]
  created_at: Date
  /** Null: valid until revoked. */
  expires_at: Date | null
  revoked_at: Date | null
  /** To the minute. */
  last_used_at: Date | null
}

/** How much of its allowance a mailbox, whatever the spelling of its address, or a domain has used. Expires. */
export interface MailboxAllowanceTable {
  /** A keyed hash of what is counted: a domain, or a mailbox, the kind of mail, and for some the requesting network. */
  key: string
  taken: number
  ends_at: Date
}
