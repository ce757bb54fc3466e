import type { ColumnType, Generated } from 'kysely'

export interface EditionTables {
  edition: EditionTable
  job_lease: JobLeaseTable
}

/** built: written and replaceable · frozen: its recipients are written down and it is being sent · paused: by us, for a
 *  person to look · finished: every delivery has come to its end · missed: its time passed unsent. */
export type EditionState = 'built' | 'frozen' | 'paused' | 'finished' | 'missed' | 'cancelled'

/** One weekly letter, rendered once and stored before it is sent. */
export interface EditionTable {
  id: Generated<string>
  /** The Monday it is sent on, 'YYYY-MM-DD', Chicago's date. */
  slot_date: string
  state: EditionState
  subject: string
  preheader: string
  html: string
  text: string
  facts: ColumnType<unknown, string, string>
  /** What each section's sources gave, or that they failed. */
  coverage: ColumnType<unknown, string, string>
  built_at: Date
  /** When its recipients were written down. */
  frozen_at: Date | null
  /** After this nothing more is tried. */
  expires_at: Date | null
  expected_count: number | null
  finished_at: Date | null
}

/** Work that one process at a time may do, until `lease_until`. */
export interface JobLeaseTable {
  name: string
  holder: string
  lease_until: Date
}
