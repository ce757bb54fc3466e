import type { AssetKind, AssetType, FoundAsset } from '../../../shared/market-contract.ts'

/** A security, with its names at the sources. */
export interface Asset {
  readonly kind: AssetKind
  /** As people write it: AAPL, OCDO.L, BTC. */
  readonly ticker: string
  /** Yahoo's symbol: BTC is BTC-USD there. Other sources use kind and ticker. */
  readonly symbol: string
}

/** The close of one session. */
export interface DailyClose {
  /** The exchange's local day, 'YYYY-MM-DD'. */
  readonly date: string
  /** In the currency of the series, adjusted for splits as of today. */
  readonly close: number
  /** Adjusted for splits and dividends. */
  readonly adjustedClose: number
  /** Shares traded that day, adjusted for splits; missing if the source does not give it, as for most indexes. */
  readonly volume?: number
}

/** The hours of the regular session, on weekdays that are not holidays. */
export interface ExchangeHours {
  /** IANA name, such as America/New_York. */
  readonly timeZone: string
  /** Local wall time, 'HH:MM'. */
  readonly opens: string
  readonly closes: string
}

/** Ranges that contain the newest price, in the currency of the series; each pair is complete or missing. */
export interface LatestQuote {
  /** Ranges that the source gives but that do not contain the newest price. */
  readonly outside?: readonly ('day' | 'year')[]
  readonly dayLow?: number
  readonly dayHigh?: number
  /** Over 52 weeks. */
  readonly yearLow?: number
  readonly yearHigh?: number
}

export interface PriceSeries {
  /** Oldest first, one per day, at least one. */
  readonly closes: readonly DailyClose[]
  /** `date` is the first day after the split; `factor` is 4 for 4:1. */
  readonly splits: readonly { readonly date: string; readonly factor: number }[]
  /** Paid per share, by ex-dividend date; missing if the source gives none. */
  readonly dividends?: readonly { readonly date: string; readonly amount: number }[]
  /** As the source gives it, including minor units (GBp). */
  readonly currency?: string | undefined
  /** Significant digits after the decimal point, if the source gives them. */
  readonly priceDigits?: number | undefined
  readonly name?: string | undefined
  readonly exchange?: string | undefined
  /** The source's type of the symbol; undefined if it gives none. */
  readonly type?: AssetType | undefined
  /** Undefined if the source does not give them; a coin trades at all hours. */
  readonly hours?: ExchangeHours | undefined
  /** The earliest day this source offers, whatever is requested; undefined without such a limit. */
  readonly reachesBackTo?: string | undefined
  /** Days whose close was left out, since it cannot be right; oldest first. */
  readonly leftOut?: readonly string[]
  /** The first day, if what came before it cannot be right. */
  readonly cutAt?: string
  /** The time of the newest price, ISO 8601 with Z. */
  readonly asOf: string
  /** For the newest day; undefined if the source does not give it. */
  readonly latest?: LatestQuote | undefined
  /** The price the source quotes in addition to its closes; undefined if there is none. */
  readonly quoted?: number | undefined
}

/** The prices of one session, some minutes apart, as traded. */
export interface DaySeries extends Pick<
  PriceSeries,
  'currency' | 'priceDigits' | 'type' | 'hours' | 'quoted'
> {
  /** `at` is ISO 8601 with Z. Oldest first; empty if the source has none. */
  readonly prices: readonly { readonly at: string; readonly price: number; readonly volume?: number }[]
  /** Moments whose price was left out, since it cannot be right. */
  readonly leftOut?: readonly string[]
  /** The session of these prices; missing without any. */
  readonly session?: {
    /** The exchange's local day, 'YYYY-MM-DD'. */
    readonly day: string
    /** What the exchange's clocks showed, such as EDT, and how far ahead of UTC they were. */
    readonly zone: { readonly name: string; readonly offsetMinutes: number }
    /** The close before it, as traded; undefined if it is not known or, as for coins, there is no session. */
    readonly previousClose?: number | undefined
  }
  /** Listed for these days. */
  readonly splits?: PriceSeries['splits']
  /** Why there are no prices: the source gives none within the day, or none of this session yet. */
  readonly lacking?: 'not-given' | 'none-yet'
  /** The time of the newest price, ISO 8601 with Z; undefined if the source does not give it. */
  readonly asOf?: string | undefined
}

/** A source's facts about a company, fund or coin; empty if it legitimately has none. */
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
  /** Whose they are, from a source that may mean another coin by a symbol than the source of its prices. */
  readonly coinName?: string
  /** ISO 8601 with Z; undefined if the source does not give it. */
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

/** The parts of an answer, each requested, and failing, separately. */
export type MarketPart = 'prices' | 'day' | 'profile' | 'stats' | 'related'

export type SourceId = 'yahoo' | 'coingecko' | 'twelve-data' | 'wikidata' | 'sec' | 'nasdaq' | 'sample'

/** A source of market data. It has the parts whose method it has, for the assets it covers.
 *  Every method throws AppError 'unknown-ticker' only if the source itself says that the asset does not exist, and
 *  SourceError for anything else that keeps it from answering. Answers are plain JSON, so that any cache can store them. */
export interface MarketProvider {
  readonly id: SourceId
  readonly name: string
  /** Whether its terms allow whole series to be passed on. */
  readonly republishable: boolean
  /** True if "unknown" from this source means that the asset does not exist. */
  readonly knowsEveryAsset: boolean
  covers(asset: Asset): boolean
  /** The page where a reader can check what is shown. */
  pageUrl(asset: Asset): string
  /** Whether getPrices lists every split, so that closes can be restored to what was paid. */
  readonly tellsSplits?: boolean
  /** @param isForLacking  whether the sources asked before work and merely lack the asset (see AskInOrder) */
  readonly getPrices?: (
    asset: Asset,
    period: { from: Date; to: Date },
    isForLacking?: boolean,
  ) => Promise<PriceSeries>
  /** The newest session, some minutes apart. */
  readonly getDay?: (asset: Asset) => Promise<DaySeries>
  readonly getProfile?: (asset: Asset) => Promise<Profile>
  readonly getStats?: (asset: Asset) => Promise<StatsSheet>
  readonly getRelated?: (asset: Asset) => Promise<RelatedSheet>
}

/** A source that finds assets by part of their ticker or name. */
export interface AssetFinder {
  readonly id: SourceId
  readonly name: string
  readonly url: string
  /** @returns best first; empty for a text that matches nothing
   *  @throws SourceError */
  findAssets(text: string): Promise<readonly FoundAsset[]>
}

/** Facts missing from another source's profile. */
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
  /** @param known  what identifies the company
   *  @returns undefined if it has no record that is certainly of the same company
   *  @throws SourceError */
  findFacts(known: {
    readonly asset: Asset
    readonly name: string
    readonly website: string | undefined
  }): Promise<SupplementedFacts | undefined>
}
