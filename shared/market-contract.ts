import { z } from 'zod'

import { PRICE_RANGES } from './asset-address.ts'

export { DEFAULT_PRICE_RANGE, type PriceRange } from './asset-address.ts'

/** Which asset a ticker means: BTC is a fund on /stocks and Bitcoin on /crypto. */
export const assetKindSchema = z.enum(['stock', 'crypto'])
export type AssetKind = z.infer<typeof assetKindSchema>

export const priceRangeSchema = z.enum(PRICE_RANGES)

/** What an asset is, as its source tells; a coin is of kind 'crypto', everything else of kind 'stock'. */
export const assetTypeSchema = z.enum(['equity', 'etf', 'fund', 'index', 'currency', 'future', 'coin'])
export type AssetType = z.infer<typeof assetTypeSchema>

/** Whom to credit for data: its name, and the page where a reader can check it. */
export const sourceSchema = z.object({ name: z.string(), url: z.url() })
export type Source = z.infer<typeof sourceSchema>

/** Where a block of data comes from and how old it is; stands beside the specified fields. */
export const metaSchema = z.object({
  kind: assetKindSchema,
  source: sourceSchema,
  /** When the newest value was true, ISO 8601 with Z. */
  asOf: z.iso.datetime(),
  /** When we got it from the source. */
  retrievedAt: z.iso.datetime(),
  /** ISO 4217, or the source's own minor unit code such as GBp; left out where the source gives none, and for an index,
   *  which is counted in points. */
  currency: z.string().optional(),
  /** True where the source delays its quotes or the exchange is closed: the last price is not a live one. */
  delayed: z.boolean(),
  /** Whether the exchange trades at the moment; left out where its hours are not known. */
  session: z.enum(['open', 'closed']).optional(),
  /** True where the source failed and an older answer is shown. */
  stale: z.boolean(),
  /** True for generated prices: never real ones. */
  sample: z.boolean(),
  /** Whether the figures may leave this site as a whole (CSV, other origins). */
  republishable: z.boolean(),
})
export type Meta = z.infer<typeof metaSchema>

/** A company's facts under the keys of the contract; a fact the sources do not have is left out. */
export const infoSchema = z.object({
  'Company Name': z.string(),
  About: z.string().optional(),
  Founded: z.string().optional(),
  Website: z.string().optional(),
  Headquarters: z.string().optional(),
  CEO: z.string().optional(),
  Employees: z.number().optional(),
  Ticker: z.string(),
  'Primary exchange': z.string().optional(),
})
export type Info = z.infer<typeof infoSchema>

/** Where the facts of a profile come from, and when we got them. */
const profileMetaSchema = z.object({
  sources: z.array(sourceSchema).min(1),
  retrievedAt: z.iso.datetime(),
  /** True where the source failed and an older answer is shown. */
  stale: z.boolean(),
  /** Whether all of them let their facts leave this site. */
  republishable: z.boolean(),
})

const spreadSchema = z.object({ low: z.number(), high: z.number() })

/** GET /api/stocks/:ticker. `dates` are the exchange's local days 'YYYY-MM-DD', oldest first, one price each;
 *  `prices` are closes adjusted for splits and dividends, in `meta.currency`. */
export const stockResponseSchema = z.object({
  ticker: z.string(),
  dates: z.array(z.iso.date()),
  prices: z.array(z.number()),
  info: infoSchema,
  meta: metaSchema.extend({
    range: priceRangeSchema,
    /** False where prices came but the profile's source failed: the info is short for that reason alone. */
    profileAvailable: z.boolean(),
    /** Whose facts `info` holds; left out where profileAvailable is false. */
    profile: profileMetaSchema.optional(),
    type: assetTypeSchema.optional(),
    /** The asset of the other kind under the same ticker, where there is one: BTC the fund, BTC the coin. */
    counterpart: z.object({ kind: assetKindSchema, ticker: z.string(), name: z.string() }).optional(),
    /** Digits after the decimal point that say something, where the source tells: 4 for rates of exchange. */
    priceDigits: z.int().min(0).max(12).optional(),
    /** Shares traded on each of `dates`, adjusted for splits; null where the source does not say. Left out where it says
     *  nothing of any day, and of ranges over five years, whose days nobody could tell apart. */
    volumes: z.array(z.number().min(0).nullable()).optional(),
    /** Of the range: what was paid on a share, in `currency`, by the first day without it ('YYYY-MM-DD'). Left out where
     *  none is known, as are splits. */
    dividends: z.array(z.object({ date: z.iso.date(), amount: z.number().positive() })).optional(),
    /** Of the range, by the first day after it; `factor` is 4 for 4:1, 0.1 for 1:10. */
    splits: z.array(z.object({ date: z.iso.date(), factor: z.number().positive() })).optional(),
    /** The newest price against the close before it, and the spreads it lies in, in `currency` and not adjusted for
     *  dividends; of any range the same. What the source does not tell is left out. */
    latest: z
      .object({
        price: z.number(),
        day: z.iso.date(),
        /** Whether that day was the exchange's own when this was answered. */
        isToday: z.boolean(),
        previous: z.object({ close: z.number(), day: z.iso.date() }).optional(),
        dayRange: spreadSchema.optional(),
        /** Of 52 weeks. */
        yearRange: spreadSchema.optional(),
      })
      .optional(),
    /** Final closes, not adjusted for dividends, that another source gave more than half a percent apart. Left out where none
     *  is known: a second source is not asked for the sake of this. */
    disagreement: z
      .object({
        source: sourceSchema,
        days: z.array(z.object({ date: z.iso.date(), close: z.number(), otherClose: z.number() })).min(1),
      })
      .optional(),
    /** Days whose close is ten times the one before, or a tenth of it, and more: as the source has them, unrepaired. */
    suspectDays: z.array(z.iso.date()),
    /** False where this source's history does not reach back as far as the range asked for. */
    coversRange: z.boolean(),
  }),
})
export type StockResponse = z.infer<typeof stockResponseSchema>

/** GET /api/stats/:ticker. `meta.currency` is the listing's: of one in pence, sums (marketCap) are in whole pounds; figures
 *  of reports (totalRevenue, ebitda) are in `stats.financialCurrency`. Names are the source's own (trailingPE); the screen prettifies them. */
export const statsResponseSchema = z.object({
  stats: z.record(z.string(), z.union([z.number(), z.string()])),
  meta: metaSchema,
})
export type StatsResponse = z.infer<typeof statsResponseSchema>

/** GET /api/related/:ticker. At most 8, by change, the highest first. `change` is like '+1.2%'. */
export const relatedResponseSchema = z.object({
  related: z
    .array(
      z.object({
        ticker: z.string(),
        company_name: z.string(),
        price: z.number(),
        change: z.string().regex(/^[+-]\d+(\.\d+)?%$/),
        /** Beside the specified fields: which screen the card leads to, and what the price is in. */
        kind: assetKindSchema,
        currency: z.string().optional(),
      }),
    )
    .max(8),
  meta: metaSchema,
})
export type RelatedResponse = z.infer<typeof relatedResponseSchema>

/** One hit of a search, or a suggestion for a ticker that is not known. */
export const foundAssetSchema = z.object({
  ticker: z.string(),
  name: z.string(),
  /** Which screen it leads to. */
  kind: assetKindSchema,
  type: assetTypeSchema.optional(),
  exchange: z.string().optional(),
})
export type FoundAsset = z.infer<typeof foundAssetSchema>

/** What may be searched for: part of a ticker or of a name, 1 to 60 characters within the space around it. */
export const searchTextSchema = z
  .string()
  .regex(/^\s*\S([\s\S]{0,58}\S)?\s*$/u)
  .trim()

/** GET /api/search?q=. At most 8, the best first. `sources` are those that answered. */
export const searchResponseSchema = z.object({
  results: z.array(foundAssetSchema).max(8),
  meta: z.object({
    sources: z.array(sourceSchema).min(1),
    retrievedAt: z.iso.datetime(),
    /** True where a source failed: an older answer is shown, or there may be more. */
    stale: z.boolean(),
    sample: z.boolean(),
  }),
})
export type SearchResponse = z.infer<typeof searchResponseSchema>
