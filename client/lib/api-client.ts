import type {
  CorrectionList,
  EditionFigures,
  EditionList,
  PublishedEdition,
} from '../../shared/edition-contract.ts'
import type {
  AssetKind,
  DayResponse,
  FoundAsset,
  PriceRange,
  RelatedResponse,
  SearchResponse,
  StatsResponse,
  StockResponse,
} from '../../shared/market-contract.ts'
import type { ErrorCode } from '../../shared/problem-contract.ts'
import type { Overview, QuotesResponse } from '../../shared/overview-contract.ts'
import type { TradesResponse, TradesWindow } from '../../shared/trades-contract.ts'

/** The outcome of a request: the data, or why there is none. A failed source never looks like an unknown ticker. */
export type Answer<Data> =
  | { ok: true; data: Data }
  | {
      ok: false
      status: number
      code: ErrorCode
      detail: string
      /** Whole seconds after which to try again. */
      retryAfterSeconds?: number
      suggestions?: readonly FoundAsset[]
    }

/** The site's settings that every page shows. */
export interface Site {
  name: string
  url: string
  contactEmail: string
  /** The address the newsletter comes from, which readers should whitelist. */
  senderEmail: string
  operatorName: string
  postalAddress: string
  socialLinks: readonly string[]
  /** Whether a new address gets mail only after following the link in a first one. */
  confirmsSubscriptions: boolean
  /** The year in Chicago when the page was rendered. */
  year: number
}

export interface AssetQuery {
  kind: AssetKind
  ticker: string
}

/** The data that follows the prices of an asset. */
export interface PageParts {
  stats?: StatsResponse | undefined
  related?: RelatedResponse | undefined
}

/** How the browser asks for what its page came without, by fetch. */
export interface ApiClient {
  /** @param query.only  leaves the profile out
   *  @returns undefined if a page is sent without it because its source is slow: only on the server */
  getStock(
    query: AssetQuery & { range: PriceRange; only?: 'prices' },
  ): Promise<Answer<StockResponse> | undefined>
  /** The prices within the newest session.
   *  @returns undefined as for getStock */
  getDay(query: AssetQuery): Promise<Answer<DayResponse> | undefined>
  getStats(query: AssetQuery): Promise<Answer<StatsResponse>>
  getRelated(query: AssetQuery): Promise<Answer<RelatedResponse>>
  /** What public records say about the trades of insiders and members of Congress in a company.
   *  @param query.window  by default twelve months */
  getTrades(query: { ticker: string; window?: TradesWindow }): Promise<Answer<TradesResponse>>
  /** Cached quotes only.
   *  @param assets  at most 20 */
  getQuotes(query: { assets: readonly AssetQuery[] }): Promise<Answer<QuotesResponse>>
  /** The editions that went out, newest first.
   *  @param before  only those of earlier Mondays, 'YYYY-MM-DD'
   *  @param ticker  only those that mention trades in it */
  listEditions(query: {
    limit: number
    before?: string | undefined
    ticker?: string | undefined
  }): Promise<Answer<EditionList>>
  /** @param text  part of a ticker or of a name, 1 to 60 characters */
  searchAssets(query: { text: string }, signal?: AbortSignal): Promise<Answer<SearchResponse>>
}

/** How a page's loader gets its data, within the process on the server. */
export interface PageApi extends Pick<ApiClient, 'getStock' | 'getDay' | 'getTrades' | 'listEditions'> {
  getSite(): Promise<Site>
  /** The data that follows a page's prices, as far as it arrives in time: the browser requests the rest, and reports what could not
   *  be loaded.
   *  @param query.waitedMs  how long the page has already waited */
  getPageParts?(query: AssetQuery & { waitedMs: number }): Promise<PageParts>
  /** Waits until a page whose data are there may be rendered, however many others got theirs at the same moment; throws if nobody
   *  waits for it any more. */
  takeTurn?(this: void): Promise<void>
  /** What the search page shows before any search. */
  getOverview(query: { kind: AssetKind }): Promise<Answer<Overview>>
  getEdition(query: { date: string }): Promise<Answer<PublishedEdition>>
  getEditionFigures(query: { date: string }): Promise<Answer<EditionFigures>>
  listCorrections(): Promise<Answer<CorrectionList>>
}

/** A page made from these answers, as it is sent; `html` is empty if it redirects. */
export interface RenderedPage {
  readonly status: number
  readonly html: string
  /** Set if the status is a redirect. */
  readonly location: string | undefined
  /** Seconds, if the page knows when to try again. */
  readonly retryAfter?: string | undefined
  /** True if the page says that data is still loading, or lacks a part of it. */
  readonly isUnfinished?: boolean
}
