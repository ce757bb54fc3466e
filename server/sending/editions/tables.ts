import type { ColumnType, Generated } from 'kysely'

export interface EditionTables {
  edition: EditionTable
  edition_audit: EditionAuditTable
  edition_correction: EditionCorrectionTable
  edition_edit: EditionEditTable
  job_lease: JobLeaseTable
  finished_job: FinishedJobTable
}

/** built: written and replaceable · frozen: its recipients are written down and it is being sent · paused: by us or by a
 *  person, until a person looks at it · finished: every delivery has ended · missed: its time passed unsent. */
export type EditionState = 'built' | 'frozen' | 'paused' | 'finished' | 'missed' | 'cancelled'

/** Why an edition is paused. by-hand: a person's order · policy, bounce, ours, other: too many similar refusals · sign-in, tls:
 *  the mail server · unbalanced: deliveries are missing · restored: the database is a backup, and more may have gone out. */
export type PauseKind =
  | 'by-hand'
  | 'policy'
  | 'bounce'
  | 'ours'
  | 'other'
  | 'sign-in'
  | 'tls'
  | 'unbalanced'
  | 'restored'

/** Why an edition is held. by-hand: a person's order · restored: the database is a backup, and it may have gone out ·
 *  release-required: none goes out unless a person releases it · few-sections: too few of its sections could be written. */
export type HoldKind = 'by-hand' | 'restored' | 'release-required' | 'few-sections'

/** One weekly letter, rendered once and stored before it is sent. */
export interface EditionTable {
  id: Generated<string>
  /** The Monday it is sent on in Chicago, 'YYYY-MM-DD'. */
  slot_date: string
  state: EditionState
  subject: string
  preheader: string
  html: string
  text: string
  facts: ColumnType<unknown, string, string>
  /** `unwritten`: what was left out because it could not be put into words. */
  coverage: ColumnType<unknown, string, string>
  /** The words that html and text were made from, as in shared/edition-contract.ts; null for old editions. */
  content: ColumnType<unknown, string | null, string | null>
  built_at: Date
  /** Since when it has been held; null while it follows the timetable. */
  held_at: Date | null
  held_reason: string | null
  /** Why; null unless it is held. */
  held_kind: HoldKind | null
  /** When a person released it as it is now; null before that, and after a rebuild. */
  released_at: Date | null
  /** How often its sending was noted outside the database. */
  sent_mark: Generated<number>
  /** When its preview was submitted; null before that, and after a rebuild. */
  preview_submitted_at: Date | null
  /** When its recipients were written down. */
  frozen_at: Date | null
  /** The time after which nothing more is tried. */
  expires_at: Date | null
  expected_count: number | null
  finished_at: Date | null
  /** Since when it has been paused, until a person resumes it; null unless it is. */
  paused_at: Date | null
  /** Why; null unless it is paused. */
  pause_kind: PauseKind | null
  /** The words of the server or of the person, without addresses; null if there are none. */
  pause_reason: string | null
  /** When a person marked it as sent; null if it was sent from here. */
  marked_sent_at: Date | null
  /** To how many readers, on that person's word. */
  marked_sent_count: number | null
}

/** How the words of one section of an edition came about. */
export interface EditionAuditTable {
  edition_id: string
  section: string
  /** SHA-256, in hex, of the facts that were offered and which of them were required. */
  facts_hash: string
  outcome: 'model' | 'model after retry' | 'rules'
  /** Why no model's words are used. */
  reason: string | null
  /** Provider and model; null if none was asked. */
  model: string | null
  retries: number
  /** Instructions, prompts, raw outputs, verdicts, and the facts that could not be written. */
  record: ColumnType<unknown, string, string>
}

/** What was wrong in an edition that went out, and what is right. */
export interface EditionCorrectionTable {
  id: Generated<string>
  edition_id: string
  noted_at: Date
  text: string
  /** The figure that was wrong; null if the correction names none. */
  fact_id: string | null
  /** When it was withdrawn; readers no longer see it. */
  withdrawn_at: Date | null
}

/** What a person changed in an edition before it went out. */
export interface EditionEditTable {
  id: Generated<string>
  edition_id: string
  kind: 'headline' | 'note' | 'drop'
  text: string
  made_by: string
  made_at: Date
}

/** Work that one process at a time may do, until `lease_until`. */
export interface JobLeaseTable {
  name: string
  /** Such as 'process 12 on web-1'. */
  holder: string
  /** Distinguishes this lease from every other, even of the same process. */
  token: Generated<string>
  lease_until: Date
}

/** A job that runs until it has succeeded once: its success, while that is remembered. */
export interface FinishedJobTable {
  name: string
  remembered_until: Date
}
