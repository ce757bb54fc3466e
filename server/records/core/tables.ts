import type { ColumnType, Generated } from 'kysely'

import type { CollectOutcome, PaperRecord, UnreadRecord } from './record-source.ts'
import type { TradeTables } from './trade-tables.ts'

export interface RecordTables extends TradeTables {
  source_document: SourceDocumentTable
  series_observation: SeriesObservationTable
  collect_run: CollectRunTable
  collected_span: CollectedSpanTable
}

/** A document as a source sent it; unique by source, URL and hash. */
export interface SourceDocumentTable {
  id: Generated<string>
  source: string
  url: string
  /** Hash of the uncompressed bytes, in hex. */
  sha256: string
  /** When these bytes first arrived. */
  retrieved_at: Date
  /** When they last arrived. */
  last_seen_at: Date
  licence: string
  republishable: boolean
  /** The ETag and Last-Modified headers of the latest response. */
  etag: string | null
  last_modified: string | null
  /** gzip */
  bytes: Buffer
}

/** One value of a series as first read; a revision is a separate row with a later vintage. */
export interface SeriesObservationTable {
  series_id: string
  /** First day of the period, 'YYYY-MM-DD'; for a daily or weekly series, the day the source names. */
  date: string
  /** New York date on which this value was first read. */
  vintage_date: string
  /** In the source's own digits, unrounded. */
  value: string
  is_preliminary: boolean
  document_id: string
}

/** The range of days, both ends inclusive, for which everything a source lists was requested. */
export interface CollectedSpanTable {
  source: string
  /** Everybody's records ('') or one owner's, by CIK. */
  subject: string
  from_day: string
  to_day: string
}

/** One run of one source; without an outcome it is still running, or its process died. */
export interface CollectRunTable {
  id: Generated<string>
  source: string
  /** The last day requested, 'YYYY-MM-DD'. */
  as_of: string
  started_at: Date
  finished_at: Date | null
  outcome: CollectOutcome | null
  listed: Generated<number>
  read: Generated<number>
  /** A process of an older version that is still running omits the code. */
  unread: ColumnType<
    readonly (Omit<UnreadRecord, 'code'> & Partial<UnreadRecord>)[],
    string | undefined,
    string
  >
  on_paper: ColumnType<readonly PaperRecord[], string | undefined, string>
  notes: ColumnType<readonly string[], string | undefined, string>
}
