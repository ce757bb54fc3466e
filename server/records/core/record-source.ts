import type { Clock } from '../../lib/clock.ts'
import type { Database } from '../../db/database.ts'
import type { SourceClient } from './source-client.ts'
import type { Unread } from './unread-reason.ts'

/** complete: all that was listed is read · partial: some of it · failed: none of it, or the list itself could not be
 *  had · off: not asked, by a setting. */
export type CollectOutcome = 'complete' | 'partial' | 'failed' | 'off'

/** Listed, and not read. */
export interface UnreadRecord extends Unread {
  /** As people find it: 'UNRATE, Unemployment rate'. */
  readonly what: string
}

/** Listed, and filed on paper: shown with its link, never guessed at. */
export interface PaperRecord {
  /** As people find it: '8220796, Jane Doe, CA01, filed 2025-01-28'. */
  readonly what: string
  readonly url: string
}

/** What a source listed and what of it was read. `listed` is `read` and `unread` together. */
export interface Coverage {
  readonly listed: number
  /** Those on paper among them. */
  readonly read: number
  readonly unread: readonly UnreadRecord[]
  /** None when left out. */
  readonly onPaper?: readonly PaperRecord[]
  /** What else there is to say of the run, in sentences: records left out by name, names that match nobody. */
  readonly notes?: readonly string[]
}

/** A year and a week: what an edition's week is held against. */
export const BACK_FILL_DAYS = 373

/** How a source is asked. */
export interface SourceLimits {
  /** Evenly spaced, of this process. */
  readonly requestsPerSecond: number
  /** For one answer, redirects and body included. */
  readonly timeoutMs: number
  /** Of one answer, decompressed. */
  readonly maxBytes: number
  /** Tries of one document; 4 when left out. */
  readonly attempts?: number
  /** Between the tries: the first wait, about, and the longest; 1 and 30 seconds when left
   *  out. */
  readonly backoffMs?: { readonly first: number; readonly most: number }
  /** So many failed tries in a row, of whatever documents, and it is left alone for a minute; 6 when left out. */
  readonly failuresToPause?: number
  /** Other hosts of the source, to which its own may redirect; none when left out. */
  readonly redirectHosts?: readonly string[]
}

/** Where public records come from. */
export interface RecordSource {
  /** As typed in commands: 'fred'. */
  readonly id: string
  /** As people know it. */
  readonly name: string
  /** The terms of what it gives, in words; kept with each document. */
  readonly licence: string
  /** Whether whole documents may be passed on; a part of them may have terms of its own. */
  readonly republishable: boolean
  readonly limits: SourceLimits
  /** Days that are asked for when nothing is said; 7 when left out. */
  readonly usualDays?: number
  /** Days that make a base to hold a week against, where asking for them is cheap; as usual when left out. */
  readonly backFillDays?: number
  /** Why it is not asked; undefined when it is. */
  readonly off?: string
  /** Reads what is public up to a day and keeps it. What is kept is committed document by document, so that a process
   *  that ends in the middle loses only the one in its hands.
   *  @throws SourceError when the list itself cannot be had, which fails the whole source */
  collect(context: SourceContext): Promise<Coverage>
}

export interface SourceContext {
  readonly db: Database
  readonly clock: Clock
  readonly client: SourceClient
  /** Name and contact, as the source sees them. */
  readonly userAgent: string
  readonly signal: AbortSignal
  /** The last day asked for, 'YYYY-MM-DD'. */
  readonly asOf: string
  /** How many days up to `asOf` are asked for, where a source has its records by the day. */
  readonly days: number
  /** Told, in a sentence, how far else it is. */
  readonly tell: (line: string) => void
  /** Told after each record that was tried. */
  readonly onProgress: (progress: { done: number; listed: number; unread: number }) => void
}
