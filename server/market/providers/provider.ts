import type { AssetKind } from '../../../shared/market-contract.ts'

/** One security, as the sources name it. */
export interface Asset {
  readonly kind: AssetKind
  /** As people know it: AAPL, OCDO.L, BTC. */
  readonly ticker: string
  /** As the source knows it: BTC is BTC-USD there. */
  readonly symbol: string
}

/** One session's close. */
export interface DailyClose {
  /** The exchange's local day, 'YYYY-MM-DD'. */
  readonly date: string
  /** In the currency of the series, adjusted for splits as of today. */
  readonly close: number
  /** Adjusted for splits and dividends. */
  readonly adjustedClose: number
}

export interface PriceSeries {
  /** Oldest first, one a day, at least one. */
  readonly closes: readonly DailyClose[]
  /** The last `date` on which a split had not happened yet is the day before; `factor` is 4 for 4:1. */
  readonly splits: readonly { readonly date: string; readonly factor: number }[]
  /** As the source gives it, minor units (GBp) included. */
  readonly currency?: string | undefined
  readonly name?: string | undefined
  readonly exchange?: string | undefined
  /** What the source says the symbol is; undefined where it does not say. */
  readonly kind?: AssetKind | undefined
  /** When the newest price was true, ISO 8601 with Z. */
  readonly asOf: string
}

/** What a source knows of a company, fund or coin; empty where it legitimately has nothing. */
export interface Profile {
  readonly name?: string | undefined
  readonly about?: string | undefined
  readonly founded?: string | undefined
  readonly website?: string | undefined
  readonly headquarters?: string | undefined
  readonly ceo?: string | undefined
  readonly employees?: number | undefined
  readonly exchange?: string | undefined
}

export interface StatsSheet {
  /** Under the source's own names. */
  readonly stats: Readonly<Record<string, number | string>>
  readonly currency?: string | undefined
  /** ISO 8601 with Z; undefined where the source does not say. */
  readonly asOf?: string | undefined
}

export interface RelatedSheet {
  readonly quotes: readonly {
    readonly kind: AssetKind
    readonly ticker: string
    readonly name: string
    readonly price: number
    /** 1.24 is +1.24 %. */
    readonly changePercent: number
    readonly currency?: string | undefined
  }[]
  readonly asOf?: string | undefined
}

/** A source of market data. Each part fails by itself.
 *  Every part throws AppError 'unknown-ticker' only where the source itself says that the symbol does not exist, and
 *  SourceError for everything else that keeps it from answering. Answers are plain JSON, so that any cache can hold
 *  them. */
export interface MarketProvider {
  readonly name: string
  /** The page where a reader can check what is shown. */
  pageUrl(asset: Asset): string
  getPrices(asset: Asset, period: { from: Date; to: Date }): Promise<PriceSeries>
  getProfile(asset: Asset): Promise<Profile>
  getStats(asset: Asset): Promise<StatsSheet>
  getRelated(asset: Asset): Promise<RelatedSheet>
}
