import type { ColumnType, Generated } from 'kysely'

export interface EditionTables {
  edition: EditionTable
}

/** One weekly letter, rendered once and stored before it is sent. */
export interface EditionTable {
  id: Generated<string>
  /** The Monday it is sent on, 'YYYY-MM-DD', Chicago's date. */
  slot_date: string
  state: 'built' | 'frozen' | 'paused' | 'finished' | 'missed' | 'cancelled'
  subject: string
  preheader: string
  html: string
  text: string
  facts: ColumnType<unknown, string, string>
  built_at: Date
  /** When its recipients were written down. */
  frozen_at: Date | null
  /** After this nothing more is tried. */
  expires_at: Date | null
  expected_count: number | null
  finished_at: Date | null
}
