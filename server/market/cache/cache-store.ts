import type { SourceError } from '../../lib/errors.ts'

interface KeptAnswer {
  /** When the source said so, ISO 8601 with Z. */
  readonly retrievedAt: string
  /** Until when the source is not asked again, ISO 8601 with Z. */
  readonly freshUntil: string
}

export interface FoundEntry extends KeptAnswer {
  readonly outcome: 'found'
  /** Plain JSON. */
  readonly value: unknown
}

export interface UnknownTickerEntry extends KeptAnswer {
  readonly outcome: 'unknown-ticker'
  readonly message: string
}

/** A source's failure: every process leaves it alone until `freshUntil`. */
export interface FailedEntry extends KeptAnswer {
  readonly outcome: 'failed'
  readonly code: 'source-unavailable' | 'source-failed'
  /** Missing in entries of earlier releases. */
  readonly fault?: SourceError['fault'] | undefined
  readonly source: string
  readonly concerns: SourceError['concerns']
  readonly message: string
  readonly retryAfterSeconds?: number | undefined
}

/** A key, and when its answer was retrieved, ISO 8601 with Z. */
export interface KeptKey {
  readonly key: string
  readonly retrievedAt: string
}

/** What a cache keeps for one question: plain JSON. Failures have their own keys (`failureKeyOf`), so that the last good
 *  answer outlives them. */
export type CacheEntry = FoundEntry | UnknownTickerEntry | FailedEntry

/** @returns the key under which a failure to answer `key` is kept */
export const failureKeyOf = (key: string): string => `failed:${key}`

/** A century of days has 1.5 million, a list of all tickers 3 million. What is longer is given to who asked, and kept nowhere. */
export const MOST_CHARACTERS = 4_000_000

const sizes = new WeakMap<CacheEntry, number>()

/** @returns the entry as JSON, for `parseEntry` */
export function stringifyEntry(entry: CacheEntry): string {
  const text = JSON.stringify(entry)
  sizes.set(entry, text.length)
  return text
}

/** @param text  out of `stringifyEntry` */
export function parseEntry(text: string): CacheEntry {
  const entry = JSON.parse(text) as CacheEntry
  sizes.set(entry, text.length)
  return entry
}

/** How many characters the entry has as JSON. A long history has a million of them: they are written for that alone only
 *  where the entry has never been text. */
export const charactersOf = (entry: CacheEntry): number => sizes.get(entry) ?? stringifyEntry(entry).length

/** Whether anybody can create any number of such entries: tickers that do not exist, texts typed into a search. Each store
 *  keeps a bounded number of them. */
export const isEndless = (key: string, { outcome }: CacheEntry): boolean =>
  outcome !== 'found' || key.startsWith('search:')

/** Where answers are kept. Losing an entry is allowed; giving back another key's is not, nor is an older answer after
 *  a newer one. Keys are ASCII, about 80 characters at most; an entry may be 4 MB of JSON. */
export interface CacheStore {
  /** @param options.newerThan  ISO 8601: an entry that was not retrieved later is not worth carrying over */
  get(key: string, options?: { newerThan?: string | undefined }): Promise<CacheEntry | undefined>
  /** Does nothing if a newer answer is already kept.
   *  @param keepMs  after which the entry is useless, even as an old answer */
  set(key: string, entry: CacheEntry, keepMs: number): Promise<void>
  /** Found entries under keys that begin with `prefix`, the newest answer first. */
  listKeys(query: { prefix: string; limit: number }): Promise<KeptKey[]>
}
