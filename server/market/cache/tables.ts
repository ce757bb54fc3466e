export interface MarketTables {
  market_cache: MarketCacheTable
  source_budget: SourceBudgetTable
}

/** The newest answer to each question asked of a source. */
export interface MarketCacheTable {
  key: string
  outcome: 'found' | 'unknown-ticker' | 'failed'
  /** A CacheEntry as JSON. Stored as text, since it is only ever read as a whole. */
  entry: string
  retrieved_at: Date
  keep_until: Date
}

/** When a source was called within the last minute, or on the day in UTC if its calls of a day are limited, over all processes.
 *  What is older is deleted with the next call, or daily. */
export interface SourceBudgetTable {
  source: string
  calls: Date[]
  /** The client each call was made for, as a keyed hash; null for the site itself. */
  askers: (string | null)[]
}
