import type { AssetKind, AssetType, FoundAsset } from '../../../shared/market-contract.ts'

/** One security, as the sources name it. */
export interface Asset {
  readonly kind: AssetKind
  /** As people know it: AAPL, OCDO.L, BTC. */
  readonly ticker: string
  /** As Yahoo knows it: BTC is BTC-USD there. Other sources go by kind and ticker. */
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
  /** Shares traded that day, adjusted for splits; left out where the source does not say, as for most indexes. */
  readonly volume?: number
}

/** When the regular session runs, on the weekdays that are no holidays. */
export interface ExchangeHours {
  /** IANA name, such as America/New_York. */
  readonly timeZone: string
  /** Local wall time, 'HH:MM'. */
  readonly opens: string
  readonly closes: string
}

/** Spreads that the newest price lies in, in the currency of the series: each pair is there whole or not at all. */
export interface LatestQuote {
  readonly dayLow?: number
  readonly dayHigh?: number
  /** Of 52 weeks. */
  readonly yearLow?: number
  readonly yearHigh?: number
}

export interface PriceSeries {
  /** Oldest first, one a day, at least one. */
  readonly closes: readonly DailyClose[]
  /** The last `date` on which a split had not happened yet is the day before; `factor` is 4 for 4:1. */
  readonly splits: readonly { readonly date: string; readonly factor: number }[]
  /** What was paid on a share, by the first day without it; left out where the source tells none. */
  readonly dividends?: readonly { readonly date: string; readonly amount: number }[]
  /** As the source gives it, minor units (GBp) included. */
  readonly currency?: string | undefined
  /** After the decimal point, where the source says how many say something. */
  readonly priceDigits?: number | undefined
  readonly name?: string | undefined
  readonly exchange?: string | undefined
  /** What the source says the symbol is; undefined where it does not say. */
  readonly type?: AssetType | undefined
  /** Undefined where the source does not tell them: a coin is traded always. */
  readonly hours?: ExchangeHours | undefined
  /** The first day that this source would tell of, whatever is asked for; undefined where it holds nothing back. */
  readonly reachesBackTo?: string | undefined
  /** When the newest price was true, ISO 8601 with Z. */
  readonly asOf: string
  /** Of the newest day; undefined where the source does not tell. */
  readonly latest?: LatestQuote | undefined
  /** What the source says the price is, beside its closes; undefined where it does not say. */
  readonly quoted?: number | undefined
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

/** The parts of what we show, each asked for and failing by itself. */
export type MarketPart = 'prices' | 'profile' | 'stats' | 'related'

export type SourceId = 'yahoo' | 'coingecko' | 'twelve-data' | 'wikidata' | 'sec' | 'nasdaq' | 'sample'

/** A source of market data. It has the parts whose method it has, for the assets that it covers.
 *  Every method throws AppError 'unknown-ticker' only where the source itself says that the asset does not exist, and
 *  SourceError for everything else that keeps it from answering. Answers are plain JSON, so that any cache can hold
 *  them. */
export interface MarketProvider {
  readonly id: SourceId
  readonly name: string
  /** Whether its terms let whole series leave this site. */
  readonly republishable: boolean
  /** True where "unknown" from this source means that the asset does not exist. */
  readonly knowsEveryAsset: boolean
  covers(asset: Asset): boolean
  /** The page where a reader can check what is shown. */
  pageUrl(asset: Asset): string
  /** Whether getPrices tells every split, so that closes can be had as they were traded. */
  readonly tellsSplits?: boolean
  readonly getPrices?: (asset: Asset, period: { from: Date; to: Date }) => Promise<PriceSeries>
  readonly getProfile?: (asset: Asset) => Promise<Profile>
  readonly getStats?: (asset: Asset) => Promise<StatsSheet>
  readonly getRelated?: (asset: Asset) => Promise<RelatedSheet>
}

/** A source that finds assets by part of their ticker or name. */
export interface AssetFinder {
  readonly id: SourceId
  readonly name: string
  readonly url: string
  /** @returns the best first, none for a text that nothing is known by
   *  @throws SourceError */
  findAssets(text: string): Promise<readonly FoundAsset[]>
}

/** Facts that another source's profile lacks. */
export interface SupplementedFacts {
  readonly founded?: string | undefined
  readonly ceo?: string | undefined
  readonly headquarters?: string | undefined
  /** The page where a reader can check them. */
  readonly url: string
}

export interface ProfileSupplement {
  readonly id: SourceId
  readonly name: string
  /** @param known  what tells which company is meant
   *  @returns undefined where it has no record that is surely the same company
   *  @throws SourceError */
  findFacts(known: {
    readonly asset: Asset
    readonly name: string
    readonly website: string | undefined
  }): Promise<SupplementedFacts | undefined>
}
