import type { Generated } from 'kysely'

export interface SubscriberTables {
  subscriber: SubscriberTable
  suppression: SuppressionTable
  notice: NoticeTable
  key_fingerprint: KeyFingerprintTable
  mailbox_allowance: MailboxAllowanceTable
  operator_token: OperatorTokenTable
}

/** One row for each address, revived when its owner subscribes again: a letter's unsubscribe link works for good, and
 *  nobody is in one edition twice. Nothing else is known about a subscriber. */
export interface SubscriberTable {
  id: Generated<string>
  /** Trimmed and lower-cased, unique. Null from the moment that consent is withdrawn. */
  email: string | null
  /** The keyed hash of the address, to be joined with `suppression`; unique. Null once the address was erased. */
  email_hash: string | null
  /** When its owner agreed, here or elsewhere. Null where the file that brought it does not say. */
  consented_at: Date | null
  /** Where: 'site', 'operator', 'import', 'import:ghost', 'api: NAME', or what our own export said. Null from before this was kept. */
  consent_source: string | null
  /** When this consent was recorded here: bounces and the last week of an unconfirmed address count from then. */
  recorded_at: Generated<Date>
  /** Null until the owner confirms. */
  confirmed_at: Date | null
  /** Null exactly while there is an address. */
  withdrawn_at: Date | null
}

/** Addresses that get no mail, kept only as keyed hashes. */
export interface SuppressionTable {
  email_hash: string
  /** blocked: another program had it on such a list without saying why. */
  reason: 'unsubscribed' | 'bounced' | 'complained' | 'blocked' | 'erased'
  suppressed_at: Date
}

/** The latest mail of its kind to one address (a confirmation, a notice of unsubscription, a welcome). Afterwards a hash
 *  and a time remain, which keep the next one from coming too soon. */
export interface NoticeTable {
  id: Generated<string>
  kind: 'confirmation' | 'unsubscribed' | 'welcome'
  /** Null as soon as the mail is submitted or given up. */
  email: string | null
  email_hash: string
  state: Generated<'queued' | 'sending' | 'submitted' | 'failed' | 'unknown' | 'dropped'>
  created_at: Date
  /** Queued: when it is due. Sending: when its outcome counts as unknown. */
  next_at: Date
  attempts: Generated<number>
}

/** Fingerprints of the keys that this database is used with. */
export interface KeyFingerprintTable {
  key_name: 'SUPPRESSION_KEY' | 'SECRET_KEY'
  fingerprint: string
  noted_at: Date
}

/** What a program of the operator's proves itself with. */
export interface OperatorTokenTable {
  id: Generated<string>
  name: string
  token_hash: string
  scopes: string[]
  created_at: Date
  /** Null: until it is revoked. */
  expires_at: Date | null
  revoked_at: Date | null
  /** To the minute. */
  last_used_at: Date | null
}

/** How much of its allowance one mailbox has used up, however its address is spelt. Expires. */
export interface MailboxAllowanceTable {
  /** A keyed hash of what is counted: a mailbox, the kind of what it gets, and for some the network that asked. */
  key: string
  taken: number
  ends_at: Date
}
