import type { ColumnType, Generated } from 'kysely'

import type { CollectOutcome, PaperRecord, UnreadRecord } from './record-source.ts'
import type { TradeTables } from './trade-tables.ts'

export interface RecordTables extends TradeTables {
  source_document: SourceDocumentTable
  series_observation: SeriesObservationTable
  collect_run: CollectRunTable
  collected_span: CollectedSpanTable
}

/** What a source sent, as it came; unique by source, address and hash. */
export interface SourceDocumentTable {
  id: Generated<string>
  source: string
  url: string
  /** Of the bytes before compression, in hex. */
  sha256: string
  /** When these bytes first came. */
  retrieved_at: Date
  /** When they last came. */
  last_seen_at: Date
  licence: string
  republishable: boolean
  /** The source's headers ETag and Last-Modified, as they last came. */
  etag: string | null
  last_modified: string | null
  /** gzip */
  bytes: Buffer
}

/** One value of a series as it was first read; a revision is a row of its own under a later vintage. */
export interface SeriesObservationTable {
  series_id: string
  /** First day of its period, 'YYYY-MM-DD'; of a day or week, the day that the source names. */
  date: string
  /** New York's date of the day on which this value was first read. */
  vintage_date: string
  /** In the source's own digits. */
  value: string
  is_preliminary: boolean
  document_id: string
}

/** Between which days, both included, all that a source lists was asked for. */
export interface CollectedSpanTable {
  source: string
  /** Whose records: everybody's (''), or those of one owner, by the CIK. */
  subject: string
  from_day: string
  to_day: string
}

/** One run of one source; without an outcome it is under way, or its process ended before it did. */
export interface CollectRunTable {
  id: Generated<string>
  source: string
  /** The day up to which was asked, 'YYYY-MM-DD'. */
  as_of: string
  started_at: Date
  finished_at: Date | null
  outcome: CollectOutcome | null
  listed: Generated<number>
  read: Generated<number>
  /** A process of an earlier program, under way while this one starts, leaves out the code. */
  unread: ColumnType<
    readonly (Omit<UnreadRecord, 'code'> & Partial<UnreadRecord>)[],
    string | undefined,
    string
  >
  on_paper: ColumnType<readonly PaperRecord[], string | undefined, string>
  notes: ColumnType<readonly string[], string | undefined, string>
}
