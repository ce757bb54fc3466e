import type {
  Info,
  Meta,
  PriceRange,
  RelatedResponse,
  StatsResponse,
  StockResponse,
} from '../../shared/market-contract.ts'
import type { Loaded } from './cache/read-through.ts'
import type { Asset, PriceSeries, Profile, RelatedSheet, StatsSheet } from './providers/provider.ts'

const MAX_RELATED = 8
/** A price older than this is not a live one. */
const LIVE_MS = 60_000

/** Whose answer it is, and when it is given. */
export interface Context {
  readonly asset: Asset
  readonly source: { readonly name: string; readonly url: string }
  readonly isSample: boolean
  readonly now: Date
}

/** @param profile  undefined where its source failed */
export function composeStock(
  context: Context,
  range: PriceRange,
  prices: Loaded<PriceSeries>,
  profile: Profile | undefined,
): StockResponse {
  const { closes, currency, asOf, kind } = prices.value
  return {
    ticker: context.asset.ticker,
    dates: closes.map(({ date }) => date),
    prices: closes.map(({ adjustedClose }) => adjustedClose),
    info: composeInfo(context.asset, prices.value, profile ?? {}),
    meta: {
      ...composeMeta(context, prices, { asOf, currency }),
      // The source knows better than the address: BTC-USD is a coin on /stocks too.
      kind: kind ?? context.asset.kind,
      range,
      profileAvailable: profile !== undefined,
    },
  }
}

export function composeStats(context: Context, sheet: Loaded<StatsSheet>): StatsResponse {
  return { stats: { ...sheet.value.stats }, meta: composeMeta(context, sheet, sheet.value) }
}

export function composeRelated(context: Context, sheet: Loaded<RelatedSheet>): RelatedResponse {
  const highestFirst = sheet.value.quotes.toSorted((a, b) => b.changePercent - a.changePercent)
  return {
    related: highestFirst.slice(0, MAX_RELATED).map(composeRelatedItem),
    meta: composeMeta(context, sheet, { asOf: sheet.value.asOf }),
  }
}

function composeRelatedItem(quote: RelatedSheet['quotes'][number]): RelatedResponse['related'][number] {
  const { ticker, name, price, changePercent, kind, currency } = quote
  const item = { ticker, company_name: name, price, change: formatChange(changePercent), kind }
  return currency === undefined ? item : { ...item, currency }
}

/** @param percent  1.24 is +1.24 %
 *  @returns two decimals and always a sign, '+0.00%' for what rounds to zero */
export function formatChange(percent: number): string {
  const digits = Math.abs(percent).toFixed(2)
  return `${percent < 0 && Number(digits) !== 0 ? '-' : '+'}${digits}%`
}

function composeInfo(asset: Asset, prices: PriceSeries, profile: Profile): Info {
  return {
    'Company Name': profile.name ?? prices.name ?? asset.ticker,
    Ticker: asset.ticker,
    ...leaveOutMissing({
      About: profile.about,
      Founded: profile.founded,
      Website: profile.website,
      Headquarters: profile.headquarters,
      CEO: profile.ceo,
      Employees: profile.employees,
      'Primary exchange': prices.exchange ?? profile.exchange,
    }),
  }
}

function composeMeta(
  context: Context,
  loaded: Loaded<unknown>,
  data: { asOf?: string | undefined; currency?: string | undefined },
): Meta {
  const asOf = data.asOf ?? loaded.retrievedAt
  return {
    kind: context.asset.kind,
    source: { ...context.source },
    asOf,
    retrievedAt: loaded.retrievedAt,
    delayed: context.now.getTime() - Date.parse(asOf) > LIVE_MS,
    stale: loaded.isStale,
    sample: context.isSample,
    // Yahoo's terms forbid passing series on; what is made up is of no use elsewhere.
    republishable: false,
    ...(data.currency === undefined ? {} : { currency: data.currency }),
  }
}

function leaveOutMissing<Fields extends object>(
  fields: Fields,
): { [Key in keyof Fields]?: Exclude<Fields[Key], undefined> } {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as {
    [Key in keyof Fields]?: Exclude<Fields[Key], undefined>
  }
}
