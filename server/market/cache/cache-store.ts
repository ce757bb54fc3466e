/** What a cache keeps of one answer: plain JSON. */
export type CacheEntry =
  | { readonly outcome: 'found'; readonly value: unknown; readonly retrievedAt: string }
  | { readonly outcome: 'unknown-ticker'; readonly message: string; readonly retrievedAt: string }

/** Where answers are kept. Losing an entry is allowed; giving back another key's is not. */
export interface CacheStore {
  get(key: string): Promise<CacheEntry | undefined>
  /** @param keepMs  after which the entry is of no use, not even as an old answer */
  set(key: string, entry: CacheEntry, keepMs: number): Promise<void>
}
