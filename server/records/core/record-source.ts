import type { Clock } from '../../lib/clock.ts'
import type { Database } from '../../db/database.ts'
import type { SourceClient } from './source-client.ts'
import type { Unread } from './unread-reason.ts'

/** complete: everything listed was read · partial: some of it · failed: none of it, or the list itself could not be fetched
 *  · off: disabled by a setting. */
export type CollectOutcome = 'complete' | 'partial' | 'failed' | 'off'

/** A record that is listed but was not read. */
export interface UnreadRecord extends Unread {
  /** A label people can search for: 'UNRATE, Unemployment rate'. */
  readonly what: string
}

/** A record filed on paper: shown with its link, never guessed at. */
export interface PaperRecord {
  /** A label people can search for: '8220796, Jane Doe, CA01, filed 2025-01-28'. */
  readonly what: string
  readonly url: string
}

/** What a source listed and how much of it was read. `listed` = `read` + `unread`. */
export interface Coverage {
  readonly listed: number
  /** Includes those on paper. */
  readonly read: number
  readonly unread: readonly UnreadRecord[]
  /** Defaults to none. */
  readonly onPaper?: readonly PaperRecord[]
  /** Further remarks on the run, in sentences: which records were left out, which names match nobody. */
  readonly notes?: readonly string[]
}

/** A year, which an edition's week is compared with, and that week. */
export const BACK_FILL_DAYS = 373

/** How a source may be requested. */
export interface SourceLimits {
  /** Evenly spaced; per process. */
  readonly requestsPerSecond: number
  /** For one response, including redirects and body. */
  readonly timeoutMs: number
  /** Of one response, decompressed. */
  readonly maxBytes: number
  /** Attempts per document; default 4. */
  readonly attempts?: number
  /** Wait between attempts: the first (roughly) and the longest; default 1 and 30 seconds. */
  readonly backoffMs?: { readonly first: number; readonly most: number }
  /** Consecutive failed attempts, over all documents, after which the source is paused for a minute; default 6. */
  readonly failuresToPause?: number
}

/** A publisher of public records. */
export interface RecordSource {
  /** The id used in commands: 'fred'. */
  readonly id: string
  /** The name people know it by. */
  readonly name: string
  /** The terms of use of its documents, in words; stored with each document. */
  readonly licence: string
  /** Whether whole documents may be republished; parts of them may have terms of their own. */
  readonly republishable: boolean
  readonly limits: SourceLimits
  /** Days to request by default; 7 if left out. */
  readonly usualDays?: number
  /** Days to request as a baseline to compare a week with, if that is cheap; defaults to `usualDays`. */
  readonly backFillDays?: number
  /** Why the source is disabled; undefined if it is enabled. */
  readonly off?: string
  /** Reads and stores what is public up to a day. Commits document by document, so that a process that dies loses only the
   *  current one.
   *  @throws SourceError if the list itself cannot be fetched, which fails the whole source */
  collect(context: SourceContext): Promise<Coverage>
}

export interface SourceContext {
  readonly db: Database
  readonly clock: Clock
  readonly client: SourceClient
  /** Name and contact address, sent to the source. */
  readonly userAgent: string
  readonly signal: AbortSignal
  /** The last day to request, 'YYYY-MM-DD'. */
  readonly asOf: string
  /** How many days up to `asOf` to request, for a source that publishes by the day. */
  readonly days: number
  /** Called with other progress, in a sentence. */
  readonly onMessage: (line: string) => void
  /** Called after each attempted record. */
  readonly onProgress: (progress: { done: number; listed: number; unread: number }) => void
}
