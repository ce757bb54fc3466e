import type {
  AssetKind,
  PriceRange,
  RelatedResponse,
  StatsResponse,
  StockResponse,
} from '../../shared/market-contract.ts'
import type { ErrorCode } from '../../shared/error-codes.ts'

/** What came of asking: the data, or why there is none. A failed source never looks like an unknown ticker. */
export type Answer<Data> =
  | { ok: true; data: Data }
  | { ok: false; status: number; code: ErrorCode; detail: string }

/** What every page shows of the site's settings. */
export interface Site {
  name: string
  url: string
  contactEmail: string
  /** The address the newsletter comes from: the one to whitelist. */
  senderEmail: string
  operatorName: string
  postalAddress: string
  socialLinks: readonly string[]
  /** Whether a new address gets mail only after it followed the link of a first one. */
  confirmsSubscriptions: boolean
  /** The year in Chicago when the page was rendered. */
  year: number
}

export interface AssetQuery {
  kind: AssetKind
  ticker: string
}

/** How a page's loader gets its data: in the same process on the server, by fetch in the browser. */
export interface ApiClient {
  getSite(): Promise<Site>
  getStock(query: AssetQuery & { range: PriceRange }): Promise<Answer<StockResponse>>
  getStats(query: AssetQuery): Promise<Answer<StatsResponse>>
  getRelated(query: AssetQuery): Promise<Answer<RelatedResponse>>
}
